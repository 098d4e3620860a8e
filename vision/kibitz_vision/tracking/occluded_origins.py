"""Suspects: cards that a hand may have taken from a place that cannot be seen, or not for long enough yet."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Heap
from kibitz_vision.table.patches import likeness
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.hands.hand_attribution import Reach
from kibitz_vision.tracking.slots.change_point_search import parted
from kibitz_vision.tracking.slots.slot_track import Spot

HIDDEN = 0.3
"""Less of a card than this shows."""


def suspects(
    spots: Iterable[Spot], history: FrameHistory, reach: Reach
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Cards that are hidden and on which a hand rested just before: one may have been taken unseen.

    After them the others that a hand is at.
    """
    now = history.now
    hidden, reached = [], []
    for spot in spots:
        if spot.lying is None or spot.busy_since is None or spot.gone is not None or isinstance(spot.place, Heap):
            continue
        is_hidden = likeness(now.atlas[spot.number], spot.rested) < HIDDEN
        if is_hidden and (by := reach.rested(spot.place, history)):
            hidden.append(_taken(spot, parted(history, spot), by))
        elif by := reach.at(spot.place, now):
            reached.append(_taken(spot, parted(history, spot), by))
        elif is_hidden and (by := reach.at(spot.place, since := parted(history, spot))):
            # Nobody hides it any more: it has gone, though the bare table was not seen for long enough yet.
            hidden.append(_taken(spot, since, by))
    return tuple(hidden), tuple(reached)


def _taken(spot: Spot, since: HistoryFrame, by: HandPosterior) -> Change:
    return Change(Kind.GONE, spot.place, since.interval, since.index, by, spot.lying)
