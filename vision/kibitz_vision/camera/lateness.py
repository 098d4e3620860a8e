"""Lateness: how far behind a live source whoever looks at it lags, and which of its frames are passed over for that."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.sentences import to_say
from kibitz_vision.camera.sources import FrameSource
from kibitz_vision.frames import Frame

LATE_MS = 1000.0
"""Who lags behind the newest frame by so much is late. The mailbox keeps its frames as they are for about so long."""
CATCHING_UP_MS = 8000.0
"""The same for one who makes up for frames from before: on a free core the lag grows to a few seconds meanwhile, and
the film keeps the frames of a minute.
"""
_IN_TIME_MS = 2000.0
"""Nobody is late any more who had to pass over no frame for so long."""


@dataclass(slots=True, eq=False)
class Lateness:
    """Hands the frames of a source on: each one, or only the newest to whoever is late.

    `is_late`: frames are passed over, because looking at them takes longer than they take to come. `catches_up`:
    whether frames from before are made up for now.
    """

    is_late: bool = False
    catches_up: bool = False
    _passed_ns: int = 0

    def frames(self, source: FrameSource, after: int) -> list[Frame]:
        """Those to be looked at next, above the index `after`; a source that is not live waits, and nobody is late."""
        newest = source.latest() if source.is_live else None
        if newest is None:
            return source.frames_since(after)
        if self.is_late:
            return self._newest(newest, after)
        frames = source.frames_since(after)
        limit_ms = CATCHING_UP_MS if self.catches_up else LATE_MS
        if not frames or newest.captured_ns - frames[0].captured_ns <= limit_ms * 1e6:
            return frames
        self.is_late, self._passed_ns = True, newest.captured_ns
        return [newest]

    def _newest(self, newest: Frame, after: int) -> list[Frame]:
        if newest.index <= after:
            return []
        if newest.index > after + 1:
            self._passed_ns = newest.captured_ns
        self.is_late = newest.captured_ns - self._passed_ns < _IN_TIME_MS * 1e6
        return [newest]


LATE = to_say(
    "This computer is too slow for the camera just now: pictures are passed over, and no snap is judged firmly. Play "
    "on, the cards turned up at the end are counted all the same; closing other programs helps."
)
"""What people should know while somebody is late."""
