"""A person's name taken out of entries: another one stands wherever it stood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kibitz_scoring.errors import InputError
from kibitz_server.journal.entries import GameStarted, format_entry, parse_author, parse_entry
from kibitz_server.journal.storage.sealed_rows import Content
from kibitz_server.texts import say

_NO_NAMES = frozenset({"end", "face", "content_hash", "picture", "card_id", "clip", "seal", "keys", "begun", "role"})
"""Fields of entries whose texts are never names of people."""


def other_name(taken: Iterable[str]) -> str:
    """A name that nobody has and no text holds."""
    texts = tuple(taken)
    number = 1
    while any((name := say("Player {number}", number=number)) in text for text in texts):
        number += 1
    return name


class OtherName:
    """Puts `instead` where `name` stood, as a whole or in a sentence."""

    def __init__(self, name: str, instead: str) -> None:
        self._name, self.instead = name, instead
        written = sorted({name, *(json.dumps(name, ensure_ascii=escaped)[1:-1] for escaped in (True, False))})
        self._in_texts = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in written))

    def stands_in(self, text: str) -> bool:
        """Whether the name stands in a text, written in JSON or plainly."""
        return self._in_texts.search(text) is not None

    def put(self, content: Content) -> Content:
        """A row without the name; `InputError` where it would say nothing any more."""
        seq, at, kind, payload = content
        said = json.loads(payload)
        without = self._without(said)
        if without == said:
            return content
        told = json.dumps(without, ensure_ascii=False, separators=(",", ":"))
        entry, by = parse_entry(kind, told), parse_author(told)
        if isinstance(entry, GameStarted):
            entry = replace(entry, content_hash=entry.pack.content_hash)
        kind, payload = format_entry(entry, by)
        if self._without(json.loads(payload)) != json.loads(payload):
            raise InputError(say("Entry {seq} cannot be told without {name}.", seq=seq, name=self._name))
        return seq, at, kind, payload

    def _without(self, value: Any) -> Any:
        match value:
            case str():
                return self._in_texts.sub(lambda _: self.instead, value)
            case list():
                return [self._without(one) for one in value]
            case dict():
                return {
                    self._in_texts.sub(lambda _: self.instead, key): one if key in _NO_NAMES else self._without(one)
                    for key, one in value.items()
                }
            case _:
                return value
