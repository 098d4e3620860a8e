"""Glimpses: cards that were seen to land on the pile, until it is known which one lies there at last."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import FACE_DOWN, Face, Interval
from kibitz_vision.changes import Change, Kind
from kibitz_vision.sights import READ, SURELY_READ, Sight
from kibitz_vision.stops import Stop

_EARLY_MS, _LATE_MS = 10.0, 35.0
"""So much before and after a card seems to land it does: of 155 filmed none more than 3 and 31."""
_RECENT_MS = 3000.0
"""No hand rests for longer on a card that it has laid."""
_ALONE = 0.8
"""Odds from which on a card was brought by one hand."""


@dataclass(slots=True, eq=False)
class Glimpses:
    """Cards that landed, in order of time, and are not told yet.

    A hand may rest on a card for long before that is read, and another card may cover it by then.
    """

    landed: list[Change] = field(default_factory=list)

    def note(self, landed: Change) -> None:
        """A card lands on the pile, and is perhaps read."""
        self.landed.append(landed)

    def until(self, came: Change, face: Callable[[Sight | None], Face], known: Collection[Face]) -> list[Change]:
        """What came to the pile when a card lies there: those that it covers, of which nothing is `known`, and itself.

        Where it was seen to land before it seems to have come, it came then.
        """
        before = [one for one in self.landed if one.at.end_ms <= came.at.end_ms]
        self.landed = [one for one in self.landed if one not in before]
        top, covered = face(came.lying), list[Change]()
        for one in (one for one in before if 0 < came.at.start_ms - one.seen_ms < _RECENT_MS):
            shown = face(one.lying)
            if shown == top and shown is not FACE_DOWN and _certainty(one) >= READ:
                came = _as_landed(came, one)
            elif shown not in known and _certainty(one) >= SURELY_READ:
                covered.append(_as_landed(replace(came, lying=one.lying, confidence=_certainty(one)), one))
                came = replace(came, before=one.lying)
        return [*covered, came]


def _certainty(landed: Change) -> float:
    return 0.0 if landed.lying is None or landed.lying.is_back else round(landed.lying.certainty, 3)


def _as_landed(came: Change, landed: Change) -> Change:
    """A card on the pile with when, and by whose hand, it was seen to land."""
    stops = landed.stops
    player, odds = max(landed.by, key=lambda actor: actor[1], default=(None, 0.0))
    if player is not None and odds >= _ALONE and all(stop.player != player for stop in stops):
        at = Interval(landed.at.start_ms - _EARLY_MS, landed.at.end_ms + _LATE_MS)
        stops = (*stops, Stop(player, at, odds))
    return replace(
        came, kind=Kind.CAME, at=landed.at, frame=landed.frame, by=landed.by, stops=stops, seen_ms=landed.seen_ms
    )
