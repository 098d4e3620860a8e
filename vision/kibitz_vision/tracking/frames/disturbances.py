"""Disturbances: times in which the picture could not be trusted, and how they make contacts with the pile doubtful.

A camera that is knocked and a lamp that flickers change most of the picture at once, which no hand does; of a frame
whose light nobody knows nothing can be said, and where frames are missing, or passed over by whoever is late, nobody
knows what happened. A card that seems to come to the pile then may have come at any time of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Heap, Interval, PileTopChanged, TableEvent
from kibitz_vision.tracking.frames.frame_pace import MISSING, FramePace
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame

_BEFORE_MS = 34.0
"""The frame before one that is seen to be shaken, or lit otherwise, may have been so a little."""
_FOUND_MS, _FOLLOWS_MS = 900.0, 100.0
"""For so long after the last frame that is shaken what came meanwhile may only be found: the places are looked at
anew, and as long a place is waited for that a hand hides; in one of three measured races with a knock 500 ms were too
short to know who was first. So long after the light changed exposure still follows it (chosen on films of ours).
"""
_REMEMBERED_MS = 10_000.0
"""Nothing is told of what was longer ago."""


@dataclass(slots=True, eq=False)
class Disturbances:
    """The times of the last seconds in which the picture could not be trusted, oldest first."""

    pace: FramePace = field(default_factory=FramePace)
    times: deque[Interval] = field(default_factory=deque)
    _before_ms: float | None = field(default=None, init=False)
    _before_index: int = field(default=-1, init=False)

    def look(self, normalized: NormalizedFrame, *, is_moving: bool) -> None:
        """Take in the next frame; `is_moving`: the camera is known not to stand where it stood."""
        at_ms, before_ms = normalized.at_ms, self._before_ms
        # Whoever is late passes frames over for long, and soon the pace of those that are left is the usual one.
        is_passed_over = normalized.index - self._before_index > 1
        self._before_ms, self._before_index = at_ms, normalized.index
        self.pace.take(at_ms)
        if before_ms is None:
            return
        if is_moving or normalized.is_shaken or normalized.flickers or not normalized.light.is_clear:
            after_ms = _FOUND_MS if is_moving or normalized.is_shaken else _FOLLOWS_MS
            self._add(Interval(before_ms - _BEFORE_MS, at_ms + after_ms))
        elif is_passed_over or at_ms - before_ms > MISSING * self.pace.interval_ms:
            self._add(Interval(before_ms, at_ms))
        while self.times and self.times[0].end_ms < at_ms - _REMEMBERED_MS:
            self.times.popleft()

    def _add(self, at: Interval) -> None:
        """Note a time; those that meet are one."""
        while self.times and self.times[-1].end_ms >= at.start_ms:
            at = Interval(min(at.start_ms, self.times[-1].start_ms), max(at.end_ms, self.times.pop().end_ms))
        self.times.append(at)

    def doubted(self, events: Iterable[TableEvent]) -> list[TableEvent]:
        """The events; a card out of a slot may have come to the pile at any time of a disturbance that it meets."""
        return [self._doubted(event) for event in events]

    def _doubted(self, event: TableEvent) -> TableEvent:
        if not isinstance(event, PileTopChanged) or isinstance(event.origin, Heap):
            return event
        at = event.seen.at
        starts = [one.start_ms for one in self.times if one.overlaps(at)]
        return replace(event, seen=replace(event.seen, at=Interval(min([at.start_ms, *starts]), at.end_ms)))
