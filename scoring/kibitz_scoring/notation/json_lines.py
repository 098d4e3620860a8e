"""Lines of JSON that other programs send: one object each, and the error that answers a line."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import JsonValue

from kibitz_scoring.errors import InputError, shown


class LineError(InputError):
    """A line that cannot be answered, with its id as far as that could be read."""

    def __init__(self, line_id: JsonValue, sentence: str) -> None:
        super().__init__(sentence)
        self.line_id = line_id


def read_object(line: bytes) -> dict[str, JsonValue]:
    """Object from one line of JSON; `LineError` for anything else, for a name given twice and for NaN."""
    try:
        data = json.loads(line.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant)
    except InputError as error:
        raise LineError(None, str(error)) from error
    except UnicodeDecodeError as error:
        raise LineError(None, f"byte {error.start + 1} is not UTF-8: expected one JSON object in UTF-8.") from error
    except json.JSONDecodeError as error:
        raise LineError(None, f"column {error.colno} is not JSON ({error.msg}): expected one JSON object.") from error
    except (ValueError, RecursionError) as error:
        raise LineError(None, "a number is too long or lists lie too deep: expected one JSON object.") from error
    if not isinstance(data, dict):
        raise LineError(None, f"found {shown(data)}: expected one JSON object.")
    return data


def _once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"'{twice}' stands twice in one object: expected each name once.")
    return result


def _no_constant(name: str) -> JsonValue:
    raise InputError(f"{name} is not a JSON number: expected digits.")


def place_text(loc: Sequence[int | str]) -> str:
    """Place in an object, such as `attempts[0].card`, from its path."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")
