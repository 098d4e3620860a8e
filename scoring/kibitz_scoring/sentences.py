"""Sentences that know their words and what stands in their gaps, so that a page can say them in another language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import Any


class Sentence(str):
    """A text as English has it; `words` are its words with gaps such as `{player}`, `values` what stands in them.

    It is that text wherever one is wanted. A value may be a sentence itself.
    """

    words: str
    values: dict[str, object]

    def __new__(cls, words: str, /, **values: object) -> Sentence:
        """The words with their gaps filled in."""
        told = super().__new__(cls, words.format(**values))
        told.words, told.values = words, values
        return told

    def __str__(self) -> Sentence:
        """Itself: what is said of an error by `str(error)` still knows its words."""
        return self

    def __reduce__(self) -> tuple[Callable[[], Sentence], tuple[Any, ...]]:
        return partial(Sentence, self.words, **self.values), ()


def joined(between: str, texts: Iterable[str]) -> str:
    """Texts in a row as one that still knows them."""
    values = {f"part{number}": text for number, text in enumerate(texts)}
    return Sentence(between.join(f"{{{name}}}" for name in values), **values)


def all_of(texts: Sequence[str], say: Callable[..., str] = Sentence) -> str:
    """`a`, `a and b`, `a and b and c`."""
    return _paired(to_say("{one} and {other}"), texts, say)


def one_of(texts: Sequence[str]) -> str:
    """`a`, `a or b`, `a or b or c`."""
    return _paired(to_say("{one} or {other}"), texts)


def either(words: Sequence[str]) -> str:
    """What was expected, from one word or more: `a, b or c`."""
    if len(words) == 1:
        return words[0]
    return Sentence("{one} or {other}", one=", ".join(words[:-1]), other=words[-1])


def one_then(texts: Sequence[str]) -> str:
    """`a`, `a, then b`, `a, then b, then c`."""
    return _paired(to_say("{one}, then {other}"), texts)


def _paired(words: str, texts: Sequence[str], say: Callable[..., str] = Sentence) -> str:
    return reduce(lambda one, other: say(words, one=one, other=other), texts)


def to_say(words: str, /) -> str:
    """The words as they are: marks a text of a table, which is said elsewhere, for the catalogue of texts."""
    return words
