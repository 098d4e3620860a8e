"""How long the texts may be that are kept: a name, what was said, a reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from pydantic import BaseModel

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence

MOST_NAME = 40
"""Characters of a player's name, and what the fields of the page take."""
_MOST_TEXT = 2000
"""Characters of any other text; the longest are the sentences of a rule pack and a clip's verdict."""
_SHOWN = 30


def check_names(players: tuple[str, ...]) -> None:
    """Raise `InputError` where somebody's name is longer than may be."""
    for player in players:
        _check_length(Sentence("The name"), player, MOST_NAME)


def check_texts(entry: object) -> None:
    """Raise `InputError` where a text of an entry is longer than any that people write."""
    for text in _texts(entry):
        _check_length(Sentence("The text"), text, _MOST_TEXT)


def _check_length(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise InputError(
            Sentence(
                "{what} {begin}… has {number} characters: expected at most {most}.",
                what=what,
                begin=shown_text(text, _SHOWN),
                number=len(text),
                most=most,
            )
        )


def shown_text(text: str, most: int) -> str:
    """The text in one line, cut off where it is longer."""
    return "".join(one if one.isprintable() else " " for one in text[:most])


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        yield from _texts(tuple(value.__dict__.values()))
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from _texts((*value.keys(), *value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
