"""Frame pace: how fast a camera's frames come, so that what is known in ms can be counted in its frames.

Frames are counted, and not the time between them, where something has to look the same on end: a frame that is missing
then proves nothing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median

USUAL_MS = 1000.0 / 30.0
"""The time between two frames of a webcam until its own is known."""
MISSING = 1.5
"""A frame is missing where two lie so many times as far apart as usual."""
_INTERVALS, _FEWEST = 31, 15
"""How many times between frames the pace is judged by, half a second to a second at 30 frames a second, and how many at
least: by their median, so that a few frames that are late, or missing, do not count."""
_OTHERWISE = 0.1
"""A pace is another than the one before if it differs by such a share: jitter never looks so (chosen, not measured)."""


@dataclass(slots=True, eq=False)
class FramePace:
    """The usual time between two frames, followed from frame to frame."""

    interval_ms: float = USUAL_MS
    _before_ms: float | None = field(default=None, init=False)
    _between_ms: deque[float] = field(default_factory=lambda: deque(maxlen=_INTERVALS), init=False)

    def take(self, at_ms: float) -> None:
        """Note when the next frame was taken."""
        if self._before_ms is not None:
            self._between_ms.append(at_ms - self._before_ms)
        self._before_ms = at_ms
        if len(self._between_ms) < _FEWEST:
            return
        now_ms = median(self._between_ms)
        if abs(now_ms - self.interval_ms) > _OTHERWISE * self.interval_ms:
            self.interval_ms = now_ms

    def frames(self, ms: float, least: int = 0) -> int:
        """How many frames come in so many ms, rounded, and at least so many."""
        return max(least, round(ms / self.interval_ms))


USUAL_PACE = FramePace()
"""Where no frames were taken."""
