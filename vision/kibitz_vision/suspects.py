"""Suspects: cards that a hand may have taken from a place that cannot be seen."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.table import Heap
from kibitz_vision.changes import Change, Kind
from kibitz_vision.past import Past
from kibitz_vision.patches import CARD_AREA, alike
from kibitz_vision.reach import Reach
from kibitz_vision.spots import Spot
from kibitz_vision.timing import parted

_HIDDEN = 0.3
"""Less of a card than this shows."""


def suspects(spots: Iterable[Spot], past: Past, reach: Reach) -> tuple[Change, ...]:
    """Cards that are hidden now and on which a hand rested just before: one of them may have been taken unseen."""
    now = past.moments[-1]
    found = []
    for spot in spots:
        if spot.lying is None or spot.busy_since is None or spot.gone is not None or isinstance(spot.place, Heap):
            continue
        shown = float(alike(now.atlas[spot.number], spot.rested)[CARD_AREA].mean())
        if shown < _HIDDEN and (by := reach.rested(spot.place, past)):
            since = parted(past, spot)
            found.append(Change(Kind.GONE, spot.place, since.interval, since.index, by, spot.lying))
    return tuple(found)
