"""Hands over places: when a hand or arm comes over a place and stays for a moment, whatever it does there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kibitz_scoring.table import Place
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.durations import LEAST_FRAMES
from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.frames.frame_pace import FramePace
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_STAYS_MS = 167.0
"""A hand that is there for so long does not only pass."""
_GONE_MS = 333.0
"""One that is away for so long has gone."""


@dataclass(slots=True, eq=False)
class _Visit:
    came: HistoryFrame
    frames: int = 0
    away: int = 0
    is_told: bool = False


@dataclass(slots=True, eq=False)
class HandsOver:
    """The hands that are over places now."""

    pace: FramePace = field(default_factory=FramePace)
    _visits: dict[Place, _Visit] = field(default_factory=dict)

    def look(self, tracks: Iterable[SlotTrack], moment: HistoryFrame, attribution: HandAttribution) -> Iterator[Change]:
        """Hands that came and stay, each told once, with the frame on which it came; once for each frame."""
        busy = [track.place for track in tracks if track.busy_since is not None and track.lying is not None]
        over = attribution.over(busy, moment)
        for place in [place for place in self._visits if place not in over]:
            self._visits[place].away += 1
            if self._visits[place].away > self.pace.frames(_GONE_MS):
                del self._visits[place]
        for place, by in over.items():
            visit = self._visits.setdefault(place, _Visit(moment))
            visit.frames, visit.away = visit.frames + 1, 0
            if visit.frames >= self.pace.frames(_STAYS_MS, LEAST_FRAMES) and not visit.is_told:
                visit.is_told = True
                yield Change(Kind.OVER, place, visit.came.interval, visit.came.index, by)
