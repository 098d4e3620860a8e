"""Kinds of troubles by name: what may go wrong with a camera, a light or a table, and what people do besides play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.table import Interval, Place


class TroubleKind(StrEnum):
    """What makes a film harder to watch; each can be switched on by its name."""

    KNOCK = "knock"
    FLICKER = "flicker"
    DROP = "drop"
    SLIP = "slip"
    SWING = "swing"
    SHADOW = "shadow"
    SLEEVE = "sleeve"
    MAT = "mat"
    THINGS = "things"
    BACKS = "backs"
    UNEVEN = "uneven"
    ROLLING = "rolling"
    FOCUS = "focus"
    PUSH = "push"
    SQUARE = "square"
    SWEEP = "sweep"
    TAP = "tap"
    POINT = "point"
    BOTH = "both"
    EDGE = "edge"
    REST = "rest"
    THROW = "throw"
    ASKEW = "askew"
    NUDGE = "nudge"


SUDDEN = (TroubleKind.KNOCK, TroubleKind.FLICKER, TroubleKind.DROP)
"""What happens to a camera or lamp at one moment."""
USUAL = frozenset({*SUDDEN, TroubleKind.SLIP})
"""What goes wrong at any table now and then."""
ACTS = (
    TroubleKind.THINGS,
    TroubleKind.PUSH,
    TroubleKind.SQUARE,
    TroubleKind.SWEEP,
    TroubleKind.TAP,
    TroubleKind.POINT,
    TroubleKind.BOTH,
    TroubleKind.EDGE,
    TroubleKind.REST,
    TroubleKind.THROW,
    TroubleKind.ASKEW,
    TroubleKind.NUDGE,
)
"""What people do besides play, or otherwise than they might; in rounds, hardly in races."""
LOOKS = tuple(kind for kind in TroubleKind if kind not in ACTS and kind not in USUAL)
"""How a table and its camera are, all through a film."""
_SETS = {"none": frozenset[TroubleKind](), "usual": USUAL, "all": frozenset(TroubleKind)}
_LIKELY = {TroubleKind.SWING: 0.5, TroubleKind.SHADOW: 0.7, TroubleKind.MAT: 0.3, TroubleKind.BACKS: 0.25}
_LIKELY |= {TroubleKind.SLEEVE: 0.5, TroubleKind.UNEVEN: 0.3, TroubleKind.ROLLING: 0.5, TroubleKind.FOCUS: 0.3}
_LIKELY_ACT = 0.3
"""How likely a table or camera has each of the looks, and a table each of the acts: guessed, after real clips."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One trouble of a film, when in ms of the film (between which frames, where some are missing), and at which place.

    `place` is that of the card that is moved by it, if any.
    """

    kind: TroubleKind
    at: Interval
    place: Place | None = None


def drawn_kinds(seed: int) -> frozenset[TroubleKind]:
    """The troubles of one table as hard as real ones are: the usual, and some of the others by chance."""
    rng = np.random.default_rng((seed, 9))
    others = [kind for kind in TroubleKind if kind not in USUAL]
    return USUAL | {kind for kind in others if rng.random() < _LIKELY.get(kind, _LIKELY_ACT)}


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
