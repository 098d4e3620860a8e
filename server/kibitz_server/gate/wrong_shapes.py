"""What is wrong with the shape of what was sent, in one sentence: which field, what was expected, what was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.texts import say

_SHOWN = 80
"""So much of what was sent is repeated."""
_PLACES: Mapping[str, Sentence] = {
    "body": Sentence("in what was sent"),
    "query": Sentence("in the address after the question mark"),
    "path": Sentence("in the address"),
    "header": Sentence("in the headers"),
    "cookie": Sentence("in the cookies"),
}
_WHOLE_NUMBER, _NUMBER, _TEXT = Sentence("a whole number"), Sentence("a number"), Sentence("a text")
_SWITCH, _LIST, _FIELDS = Sentence("true or false"), Sentence("a list"), Sentence("an object with named fields")
_KINDS: Mapping[str, Sentence] = {
    "int": _WHOLE_NUMBER,
    "float": _NUMBER,
    "finite": _NUMBER,
    "decimal": _NUMBER,
    "string": _TEXT,
    "bool": _SWITCH,
    "list": _LIST,
    "tuple": _LIST,
    "dict": _FIELDS,
    "model": _FIELDS,
    "none": Sentence("null"),
    "date": Sentence("a date"),
    "datetime": Sentence("a date with a time"),
    "value": Sentence("a file"),
}
"""By the first word of pydantic's name of an error; of its own checks there is one, for what is uploaded."""

_LIMITS: Mapping[str, tuple[str, str]] = {
    "greater_than_equal": ("ge", to_say("at least {limit}")),
    "less_than_equal": ("le", to_say("at most {limit}")),
    "string_too_short": ("min_length", to_say("a text of at least {limit} characters")),
    "string_too_long": ("max_length", to_say("a text of at most {limit} characters")),
    "too_short": ("min_length", to_say("at least {limit} entries")),
    "too_long": ("max_length", to_say("at most {limit} entries")),
    "string_pattern_mismatch": ("pattern", to_say("a text of the form {limit}")),
    "literal_error": ("expected", to_say("one of these: {limit}")),
    "enum": ("expected", to_say("one of these: {limit}")),
}
"""By pydantic's name of an error, the name of its limit and how it is told."""


def wrong_shape(error: Mapping[str, Any]) -> str:
    """The sentence on one error of `RequestValidationError.errors()`, in the language of who asks."""
    kind, (place, *inner) = error["type"], error["loc"]
    where = _PLACES.get(place, _PLACES["body"])
    if kind == "json_invalid":
        return say("What was sent is no JSON from character {number} on.", number=inner[0] if inner else 0)
    # A body that is one thing as a whole has no name.
    field = ".".join(map(str, inner)) or say("Everything")
    if kind == "missing":
        return say("{field} is missing {place}: expected a value for it.", field=field, place=where)
    if kind == "extra_forbidden":
        return say("{field} is not known {place}: expected no field of this name.", field=field, place=where)
    return say(
        "{field} {place}: expected {expected}, found {found}.",
        field=field,
        place=where,
        expected=_expected(kind, error.get("ctx", {})),
        found=f"{error['input']!r:.{_SHOWN}}",
    )


def _expected(kind: str, limits: Mapping[str, Any]) -> Sentence:
    """What would have been right, by pydantic's name of the error and the limits that were passed."""
    if kind in _LIMITS:
        name, words = _LIMITS[kind]
        # Pydantic joins choices with an English word.
        return Sentence(words, limit=str(limits[name]).replace("' or '", "', '"))
    return _KINDS.get(kind.partition("_")[0], Sentence("another value"))
