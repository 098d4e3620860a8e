"""What a page cannot say in another language, of what is told to people."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_scoring.sentences import Sentence


def plain_words(text: object) -> Iterator[str]:
    """The parts of a text, of two words or more, that are no sentences; names of players are of one word here."""
    if isinstance(text, Sentence):
        for value in text.values.values():
            yield from plain_words(value)
    elif isinstance(text, str) and " " in text:
        yield text
