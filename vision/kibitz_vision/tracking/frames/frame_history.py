"""The frame history: what the places showed in the last seconds, to look up when a thing began.

Most things are only understood some frames after they began.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from kibitz_scoring.table import Interval
from kibitz_vision.detections import Image
from kibitz_vision.table.patches import Atlas
from kibitz_vision.tracking.frames.change_points import Weights, landing, parting, returning
from kibitz_vision.tracking.frames.dealt_cards import Dealt
from kibitz_vision.tracking.frames.frame_pace import FramePace
from kibitz_vision.tracking.frames.light import STEADY, Light
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame

_REMEMBERED_MS = 5000.0


@dataclass(frozen=True, slots=True, eq=False)
class HistoryFrame:
    """A frame of the recent past, and when the frame before it was taken."""

    index: int
    at_ms: float
    before_ms: float
    atlas: Atlas
    quarter: Image
    light: Light = STEADY

    @property
    def interval(self) -> Interval:
        """When a thing happened that this frame shows and the one before does not."""
        return Interval(self.before_ms, self.at_ms)


@dataclass(slots=True, eq=False)
class FrameHistory:
    """The last frames in which anything moved, oldest first, what was dealt in them, and how fast all frames come."""

    moments: deque[HistoryFrame] = field(default_factory=deque)
    dealt: Dealt = field(default_factory=Dealt)
    pace: FramePace = field(default_factory=FramePace)
    _last_ms: float = 0.0

    def remember(self, normalized: NormalizedFrame, atlas: Atlas) -> None:
        """Add a frame and what its places show."""
        at_ms, quarter, light = normalized.at_ms, normalized.quarter, normalized.light
        self.moments.append(HistoryFrame(normalized.index, at_ms, self._last_ms, atlas, quarter, light))
        self.pass_over(normalized.at_ms)
        while len(self.moments) > self.pace.frames(_REMEMBERED_MS):
            self.moments.popleft()

    def pass_over(self, at_ms: float) -> None:
        """Note a frame in which nothing moved."""
        self._last_ms = at_ms
        self.pace.take(at_ms)

    def position(self, index: int) -> int:
        """Where a frame is among the moments; the first of them where it is forgotten."""
        return next((k for k, moment in enumerate(self.moments) if moment.index >= index), len(self.moments) - 1)

    @property
    def now(self) -> HistoryFrame:
        """The last frame in which anything moved: where that is asked, the last of all."""
        return self.moments[-1]

    def lately(self, ms: float) -> list[HistoryFrame]:
        """The frames of so many ms in which anything moved, oldest first."""
        return self.latest(self.pace.frames(ms))

    def latest(self, count: int) -> list[HistoryFrame]:
        """So many frames, oldest first."""
        return list(self.moments)[-count:]

    def since(self, index: int) -> list[HistoryFrame]:
        """The frames from one on, oldest first."""
        return list(self.moments)[self.position(index) :]

    def at(self, index: int) -> HistoryFrame:
        """A frame, or the first one remembered after it."""
        return self.moments[self.position(index)]

    def parted(
        self, number: int, since_index: int, rested: Atlas, weights: Weights, settled: Atlas | None = None
    ) -> HistoryFrame:
        """The first frame in which a card does not lie any more as it rested; from just before a frame on.

        `settled` is how it lies otherwise by now, if it does.
        """
        start = max(self.position(since_index) - 1, 0)
        last = parting(self.patches(number, self.moments[start].index), rested, weights, settled, self.pace)
        return self.moments[max(min(start + last + 1, len(self.moments) - 1), min(1, len(self.moments) - 1))]

    def landed(self, number: int, since_index: int, settled: Atlas, weights: Weights) -> HistoryFrame:
        """The first frame, from one on, in which a card lies as it does now."""
        start = self.position(since_index)
        first = landing(self.patches(number, since_index), settled, weights)
        return self.moments[min(start + first, len(self.moments) - 1)]

    def returned(self, number: int, since_index: int, rested: Atlas, weights: Weights) -> HistoryFrame:
        """The first frame, from one on, in which a card lies again as it rested."""
        start = self.position(since_index)
        first = returning(self.patches(number, since_index), rested, weights)
        return self.moments[min(start + first, len(self.moments) - 1)]

    def patches(self, number: int, since_index: int) -> Atlas:
        """The patches (m, height, width, 3) of one place from a frame on."""
        return np.stack([moment.atlas[number] for moment in self.since(since_index)])
