"""Kinds of troubles by name: what may go wrong with a camera, a light or a table, and what people do besides play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.errors import InputError
from kibitz_scoring.table import Interval, Place


class TroubleKind(StrEnum):
    """What makes a film harder to watch; each can be switched on by its name."""

    KNOCK = "knock"
    FLICKER = "flicker"
    DROP = "drop"
    SLIP = "slip"
    SWING = "swing"


SUDDEN = (TroubleKind.KNOCK, TroubleKind.FLICKER, TroubleKind.DROP)
"""What happens to a camera or lamp at one moment."""
USUAL = frozenset({*SUDDEN, TroubleKind.SLIP})
"""What goes wrong at any table now and then."""
_SETS = {"none": frozenset[TroubleKind](), "usual": USUAL, "all": frozenset(TroubleKind)}


@dataclass(frozen=True, slots=True)
class Trouble:
    """One trouble of a film, when in ms of the film (between which frames, where some are missing), and at which place.

    `place` is that of the card that is moved by it, if any.
    """

    kind: TroubleKind
    at: Interval
    place: Place | None = None


def parse_kinds(text: str) -> frozenset[TroubleKind]:
    """Kinds named in a text such as `swing,knock`, also by the name of a set; `InputError` for any other name."""
    found: set[TroubleKind] = set()
    for name in (part.strip() for part in text.split(",")):
        if name in _SETS:
            found |= _SETS[name]
        elif name in set(TroubleKind):
            found.add(TroubleKind(name))
        else:
            names = ", ".join((*_SETS, *TroubleKind))
            raise InputError(f"--troubles: found '{name}': expected some of {names}, with commas between.")
    return frozenset(found)
