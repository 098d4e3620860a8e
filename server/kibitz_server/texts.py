"""Every text for people goes through `say`, which says it in the language of who reads it.

The source is English. Every other language is one file, `locale/LANGUAGE/LC_MESSAGES/kibitz.po`, which Babel reads when
the language is first asked for: 10 MB more to install, and nothing that has to be built before it is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from string import Formatter

from kibitz_scoring.sentences import Sentence

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "de": "Deutsch"}
"""What each language calls itself, by its code."""

asked: ContextVar[str | None] = ContextVar("asked", default=None)
"""The language of the request that is being answered."""


class House:
    """What is spoken where no request is answered, as in what is watched for all pages alike.

    `of_page` tells the language of the page that is being drawn, None while none is.
    """

    language: str = ENGLISH
    of_page: Callable[[], str | None] = staticmethod(lambda: None)


class _Drawn(threading.local):
    """What this thread draws just now: neither its tasks nor other threads draw the same page."""

    language: str | None = None


_drawn = _Drawn()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say all in this language: a page that is drawn anew is not asked for its own with every text."""
    before, _drawn.language = _drawn.language, language
    try:
        yield
    finally:
        _drawn.language = before


def spoken_language() -> str:
    """The language of the page that is drawn, else of the request that is answered, else of the house."""
    return _drawn.language or House.of_page() or asked.get() or House.language


def known_language(code: str | None) -> str | None:
    """The language that `de`, `de-AT` or `de_DE.UTF-8` means, None where Kibitz does not speak it."""
    found = (code or "").replace("_", "-").partition("-")[0].partition(".")[0].strip().lower()
    return found if found in LANGUAGES else None


def say(text: str, /, **values: object) -> str:
    """The text in the language of who reads it, its gaps such as `{player}` filled in.

    A sentence of a lower floor knows its words and values itself, and so do the sentences among those.
    """
    language = spoken_language()
    if isinstance(text, Sentence):
        return _filled(_translated(text.words, language), text.values, language)
    said = _translated(text, language)
    return _filled(said, values, language) if values else said


def _translated(words: str, language: str) -> str:
    return words if language == ENGLISH else catalogue(language).get(words, words)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """What each English text with its gaps is in a language."""
    from babel.messages.pofile import read_po

    path = files("kibitz_server") / "locale" / language / "LC_MESSAGES" / "kibitz.po"
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id and message.string}


def _filled(said: str, values: Mapping[str, object], language: str) -> str:
    """What stands in the gaps: a sentence, or an error's, is said itself."""
    texts = {name: str(value) if isinstance(value, Exception) else value for name, value in values.items()}
    told = {name: say(text) if isinstance(text, Sentence) else text for name, text in texts.items()}
    return said.format(**told) if language == ENGLISH else _LocalNumbers(language).vformat(said, (), told)


class _LocalNumbers(Formatter):
    """Writes the decimals of numbers as a language does."""

    def __init__(self, language: str) -> None:
        self._point = _decimal_point(language)

    def format_field(self, value: object, format_spec: str) -> str:
        text = format(value, format_spec)
        return text.replace(".", self._point) if isinstance(value, float) else text


@cache
def _decimal_point(language: str) -> str:
    from babel.numbers import get_decimal_symbol

    return str(get_decimal_symbol(language))
