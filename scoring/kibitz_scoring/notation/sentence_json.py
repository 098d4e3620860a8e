"""Sentences as JSON, so that what is stored can be said in another language later."""

from __future__ import annotations

import re
from string import Formatter
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence

_DEEPEST = 12
"""Sentences within sentences: an act of six events is eight deep."""
_SPEC = re.compile(r"\+?d|\.[0-3][f%]|")
"""How numbers are written in gaps; anything else of Python's format language is refused."""


def sentence_json(text: str) -> str | dict[str, Any]:
    """A plain text as it is, a sentence by its words and what stands in their gaps."""
    if not isinstance(text, Sentence):
        return f"{text:s}"
    return {"words": text.words, "values": {name: _value_json(value) for name, value in text.values.items()}}


def parse_sentence(data: object, depth: int = 0) -> str:
    """What `sentence_json` made; `InputError` for anything else, as a file may come from anywhere."""
    if isinstance(data, str):
        return data
    if not isinstance(data, dict) or data.keys() != {"words", "values"} or depth > _DEEPEST:
        raise _unexpected(data)
    words, values = data["words"], data["values"]
    if not isinstance(words, str) or not isinstance(values, dict):
        raise _unexpected(data)
    told = {str(name): _parsed(value, depth) for name, value in values.items()}
    try:
        gaps = [(name, spec, kind) for _, name, spec, kind in Formatter().parse(words) if name is not None]
        if not all(name in told and _SPEC.fullmatch(spec or "") and kind is None for name, spec, kind in gaps):
            raise _unexpected(words)
        return Sentence(words, **told)
    except ValueError as error:
        raise _unexpected(words) from error


StoredText = Annotated[str, PlainValidator(parse_sentence, json_schema_input_type=Any), PlainSerializer(sentence_json)]
"""A text that a file keeps and a page says in its own language."""


def _value_json(value: object) -> object:
    if isinstance(value, str):
        return sentence_json(value)
    return value if isinstance(value, int | float) else str(value)


def _parsed(value: object, depth: int) -> object:
    return value if isinstance(value, int | float) else parse_sentence(value, depth + 1)


def _unexpected(data: object) -> InputError:
    return InputError(
        Sentence("{text} is no sentence of Kibitz; expected words and what stands in their gaps.", text=f"{data!r:.80}")
    )
