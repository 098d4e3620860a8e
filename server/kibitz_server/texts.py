"""Every text of the page goes through `say`, so that a second language is a table and no search through the code."""

from __future__ import annotations

from collections.abc import Mapping

_OTHER_WORDS: Mapping[str, str] = {}
"""What a text is in the language of the page, by the English text with its gaps."""


def say(text: str, **values: object) -> str:
    """The text in the language of the page, its gaps such as `{player}` filled in."""
    said = _OTHER_WORDS.get(text, text)
    return said.format(**values) if values else said
