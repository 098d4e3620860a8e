"""Occluded origins: cards that a hand may have taken from a place that cannot be seen, or not for long enough yet."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Heap
from kibitz_vision.table.patches import likeness
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.change_point_search import parted
from kibitz_vision.tracking.slots.slot_track import SlotTrack

HIDDEN = 0.3
"""Less of a card than this shows."""


def occluded_origins(
    tracks: Iterable[SlotTrack], history: FrameHistory, attribution: HandAttribution
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Cards that are hidden and on which a hand rested just before: one may have been taken unseen.

    After them the others that a hand is at.
    """
    now = history.now
    hidden, reached = [], []
    for track in tracks:
        if track.lying is None or track.busy_since is None or track.gone is not None or isinstance(track.place, Heap):
            continue
        is_hidden = likeness(now.atlas[track.number], track.rested) < HIDDEN
        if is_hidden and (by := attribution.rested(track.place, history)):
            hidden.append(_taken(track, parted(history, track), by))
        elif by := attribution.at(track.place, now):
            reached.append(_taken(track, parted(history, track), by))
        elif is_hidden and (by := attribution.at(track.place, since := parted(history, track))):
            # Nobody hides it any more: it has gone, though the bare table was not seen for long enough yet.
            hidden.append(_taken(track, since, by))
    return tuple(hidden), tuple(reached)


def _taken(track: SlotTrack, since: HistoryFrame, by: HandPosterior) -> Change:
    return Change(Kind.GONE, track.place, since.interval, since.index, by, track.lying)
