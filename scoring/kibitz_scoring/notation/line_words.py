"""The words of a line of notation with their columns, so that every error can say where it is."""

from __future__ import annotations

import json
import re
from json import JSONDecoder
from typing import NoReturn

from pydantic import JsonValue

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.sentences import either

_WORD = re.compile(r"\S+")
_DECODER = JSONDecoder()
_MOST_DIGITS = 9


class Words:
    """Reads a line from left to right; columns count from 1, `offset` characters stand before the text."""

    def __init__(self, text: str, offset: int = 0) -> None:
        self._text = text
        self._offset = offset
        self._at = 0
        self._last = 0

    @property
    def at_end(self) -> bool:
        """Whether no word is left."""
        return not self._text[self._at :].strip()

    def fail(self, expected: str) -> NoReturn:
        """Raise `InputError` at the word read last."""
        match = _WORD.search(self._text, self._last)
        found = shown(match[0]) if match else "the end of the line"
        column = (match.start() if match else len(self._text)) + self._offset + 1
        raise InputError(f"column {column}: found {found}: expected {expected}.")

    def word(self, expected: str) -> str:
        """The next word; `InputError` at the end of the line."""
        match = _WORD.search(self._text, self._at)
        self._last = self._at
        if match is None:
            self.fail(expected)
        self._last, self._at = match.start(), match.end()
        return match[0]

    def peek(self) -> str:
        """The next word without reading it, empty at the end of the line."""
        match = _WORD.search(self._text, self._at)
        return match[0] if match else ""

    def one_of(self, *words: str) -> str:
        """The next word, which has to be one of these."""
        word = self.word(either([f"'{word}'" for word in words]))
        if word not in words:
            self.fail(either([f"'{word}'" for word in words]))
        return word

    def take(self, word: str) -> bool:
        """Whether this is the next word; it is read if so."""
        if self.peek() != word:
            return False
        self.word(word)
        return True

    def number(self, expected: str) -> int:
        """The next word as a whole number from 0."""
        word = self.word(expected)
        if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS):
            self.fail(expected)
        return int(word)

    def json(self, expected: str) -> tuple[JsonValue, str]:
        """The JSON value that comes next, with its text."""
        match = _WORD.search(self._text, self._at)
        self._last = start = match.start() if match else len(self._text)
        try:
            value, self._at = _DECODER.raw_decode(self._text, start)
        except (ValueError, RecursionError):
            self.fail(expected)
        return value, self._text[start : self._at]

    def string(self, expected: str) -> str:
        """The text in quotes that comes next."""
        value, _ = self.json(expected)
        if not isinstance(value, str):
            self.fail(expected)
        return value

    def end(self) -> None:
        """Raise `InputError` unless the line ends here."""
        if not self.at_end:
            self.word("the end of the line")
            self.fail("the end of the line")


def quoted(text: str) -> str:
    """Text in quotes, as `Words.string` reads it; unprintable characters are escaped."""
    return json.dumps(text, ensure_ascii=not text.isprintable())
