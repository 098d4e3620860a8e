"""Films of a table over which a light blinks, taken by a simulated rolling shutter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

HEIGHT, WIDTH = 240, 320
_STEP_MS = 0.1


@dataclass(frozen=True)
class BlinkingLight:
    """A camera and a light: every row is exposed for `exposure_ms`, the last one `readout_ms` after the first."""

    readout_ms: float
    exposure_ms: float = 8.0
    seconds: float = 12.0
    fps: float = 30.0
    beat_ms: float | None = 430.0
    """None is a hand at a switch."""
    jitter_ms: float = 1.0
    noise: float = 2.0
    lit: float = 0.75

    def frames(self, seed: int = 1) -> Iterator[Frame]:
        rng = np.random.default_rng(seed)
        gathered = self._light(rng)
        grain = 20
        table = rng.uniform(40, 110, (HEIGHT // grain, WIDTH // grain)).repeat(grain, 0).repeat(grain, 1)
        rows = (np.arange(HEIGHT) + 0.5) / HEIGHT
        for index in range(round(self.seconds * self.fps)):
            at_ms = 60 + index * 1000 / self.fps
            ends_ms = at_ms - (1 - rows) * self.readout_ms
            light = (gathered(ends_ms) - gathered(ends_ms - self.exposure_ms)) / self.exposure_ms
            row_gain = (1 - self.lit) + self.lit * light
            yield Frame(self._seen(rng, table * row_gain[:, None]), index, round((at_ms + self._late(rng)) * 1e6))

    def _light(self, rng: Generator) -> Callable[[np.ndarray], np.ndarray]:
        """How much light there was from the beginning to a time."""
        end_ms = self.seconds * 1000 + 1000
        if self.beat_ms is None:
            switched = np.cumsum(rng.uniform(300, 900, round(end_ms / 300)))
        else:
            switched = 137.0 + np.arange(round(2 * end_ms / self.beat_ms)) * self.beat_ms / 2
        times = np.arange(0, end_ms, _STEP_MS)
        total = np.cumsum(np.searchsorted(switched, times, side="right") % 2) * _STEP_MS
        return lambda at_ms: np.interp(at_ms, times, total)

    def _late(self, rng: Generator) -> float:
        return float(rng.normal(0, self.jitter_ms))

    def _seen(self, rng: Generator, picture: np.ndarray) -> Image:
        noisy = picture + rng.normal(0, self.noise, picture.shape)
        return np.clip(noisy, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2)
