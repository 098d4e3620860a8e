"""A camera that hunts for its focus: the picture blurs and comes back while hands do something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_scoring.table import Interval
from kibitz_vision.detections import Image

_HUNTS_A_MINUTE = 6.0
_LASTS_MS = (350.0, 1400.0)
_BLUR = (0.0012, 0.0035)
"""Spread of the blur at its worst, as a share of the picture's width: 1.5 to 4.5 px of 1280."""
_LEAST_PX = 0.35


@dataclass(frozen=True, slots=True)
class FocusHunts:
    """When a camera was out of focus, and how far: the spread of its blur in px at the worst moment of each time."""

    hunts: tuple[tuple[Interval, float], ...]

    def apply(self, picture: Image, time_ms: float) -> Image:
        """The picture as sharp as it is at a time."""
        spread = max((self._spread(at, worst, time_ms) for at, worst in self.hunts), default=0.0)
        return picture if spread < _LEAST_PX else np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.uint8)

    @staticmethod
    def _spread(at: Interval, worst_px: float, time_ms: float) -> float:
        """It goes out of focus, overshoots when it comes back, and settles."""
        if not at.start_ms <= time_ms < at.end_ms:
            return 0.0
        share = (time_ms - at.start_ms) / (at.end_ms - at.start_ms)
        return worst_px * abs(float(np.sin(1.5 * np.pi * share) * (1 - share) ** 0.3))


def sample_hunts(rng: Generator, contacts_ms: Sequence[float], ended_ms: float, width: int) -> FocusHunts:
    """Hunts that begin at contacts of hands, at least one where there are any."""
    if not contacts_ms:
        return FocusHunts(())
    count = 1 + int(rng.poisson(_HUNTS_A_MINUTE * ended_ms / 60_000))
    found: list[tuple[Interval, float]] = []
    for number in sorted(rng.choice(len(contacts_ms), min(count, len(contacts_ms)), replace=False)):
        start_ms = contacts_ms[int(number)] + float(rng.uniform(-250, 150))
        if not found or start_ms > found[-1][0].end_ms:
            start_ms = max(0.0, start_ms)
            at = Interval(start_ms, start_ms + float(rng.uniform(*_LASTS_MS)))
            found.append((at, float(rng.uniform(*_BLUR)) * width))
    return FocusHunts(tuple(found))
