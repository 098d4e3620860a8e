"""Every text of the page goes through `say`, so that a second language is a table and no search through the code."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz_scoring.sentences import Sentence

_OTHER_WORDS: Mapping[str, str] = {}
"""What a text is in the language of the page, by the English text with its gaps."""


def say(text: str, /, **values: object) -> str:
    """The text in the language of the page, its gaps such as `{player}` filled in.

    A sentence of a lower floor knows its words and values itself, and so do the sentences among those.
    """
    if isinstance(text, Sentence):
        return _OTHER_WORDS.get(text.words, text.words).format(**_said(text.values))
    said = _OTHER_WORDS.get(text, text)
    return said.format(**_said(values)) if values else said


def _said(values: Mapping[str, object]) -> dict[str, object]:
    """What stands in the gaps: a sentence, or an error's, is said itself."""
    texts = {name: str(value) if isinstance(value, Exception) else value for name, value in values.items()}
    return {name: say(text) if isinstance(text, Sentence) else text for name, text in texts.items()}
