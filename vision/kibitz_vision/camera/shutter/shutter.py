"""What is known of a camera's shutter: how far its frames lie apart, and how long its rows take to be read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz_scoring.table import Interval
from kibitz_vision.geometry import Points

READOUT_MS = 30.0
"""So long at most a rolling shutter is assumed to take from the first row to the last: webcams take 12 to 30 ms."""
EXPOSURE_MS = 20.0
"""So long at most a row is assumed to be exposed, as in a lit room. What happens in its second half shows for less than
half of it, and counts as not there yet."""


@dataclass(frozen=True, slots=True)
class Shutter:
    """Read-out from the first row to the last, in ms from and to; the rest is None where nobody measured it.

    `checked` is the day on which it was measured (ISO 8601), empty where the read-out is assumed. `interval_ms` is the
    real time from frame to frame, `jitter_ms` the standard deviation of it, `exposure_ms` of one row.
    """

    readout_ms: tuple[float, float] = (0.0, READOUT_MS)
    checked: str = ""
    interval_ms: float | None = None
    jitter_ms: float | None = None
    exposure_ms: float | None = None

    @property
    def is_measured(self) -> bool:
        """Whether the read-out is that of this camera, and not the assumption for all."""
        return bool(self.checked)

    @property
    def half_exposure_ms(self) -> float:
        """So much before a frame's time something may have happened that it does not show yet."""
        return (EXPOSURE_MS if self.exposure_ms is None else self.exposure_ms) / 2

    def over_ms(self, outline_px: Points, height_px: int) -> float:
        """How much later than the first the last row of an outline (n, 2) is read, at most."""
        return self.readout_ms[1] * float(np.ptp(outline_px[:, 1])) / height_px

    def covering(self, at: Interval, outline_px: Points, height_px: int) -> Interval:
        """When something within an outline (n, 2) truly happened, of which the frames tell `at`.

        A frame's time is that of its last row's end. Rows above were read before, and what they show is as much older.
        """
        before = 1.0 - np.clip(outline_px[:, 1] / height_px, 0.0, 1.0)
        least, most = self.readout_ms
        start_ms = at.start_ms - most * float(before.max()) - self.half_exposure_ms
        return Interval(start_ms, max(start_ms, at.end_ms - least * float(before.min())))


ASSUMED = Shutter()
"""That of a camera which nobody checked."""
