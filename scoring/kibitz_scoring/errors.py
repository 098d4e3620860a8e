"""Errors that a person can act on, and the words their sentences share."""

from __future__ import annotations

import json

_SHOWN_CHARACTERS = 60


class KibitzError(Exception):
    """Base of every error that Kibitz raises on purpose; `str(error)` is one sentence for a person.

    Tree::

        KibitzError
        └── InputError   a file, line, field, upload or argument is not what was expected
            └── LineError   a line of `kibitz score` or `kibitz judge` (in json_lines), with the id that came with it
    """


class InputError(KibitzError):
    """Bad input: the sentence names the place, what was found and what was expected."""


def shown(value: object) -> str:
    """What was found, as JSON, cut to 60 characters."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[: _SHOWN_CHARACTERS - 3]}..."
