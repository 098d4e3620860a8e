"""When a simulated camera takes its frames: with jitter, and some of them dropped."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

_SLOW_FPS = (13.6, 15.0, 20.0, 24.0, 30.0)
"""Frames a second of real clips and webcams in the light of a lamp."""
_UNEVEN, _LOST = (0.08, 0.25), (0.005, 0.03)
"""Spread of a frame's time as a share of the interval, and share of frames that are lost."""


@dataclass(frozen=True, slots=True)
class FrameClock:
    """Capture times of a video's frames in ms, the first at 0; a frame shows what happened up to its time."""

    interval_ms: float
    times_ms: tuple[float, ...]

    def first_showing(self, time_ms: float) -> int:
        """Index of the first frame that was taken at or after a time; beyond the last one, its index."""
        return min(bisect_left(self.times_ms, time_ms), len(self.times_ms) - 1)

    def without(self, start_ms: float, end_ms: float) -> FrameClock:
        """The clock of a camera that sends no frame from one time until before another, but the first of all."""
        first, *others = self.times_ms
        return FrameClock(self.interval_ms, (first, *(at for at in others if not start_ms <= at < end_ms)))


@dataclass(frozen=True, slots=True)
class ClockConfig:
    """Frames a second, the spread of a frame's time, and the share of frames that never arrive."""

    fps: float = 30.0
    jitter_ms: float = 2.0
    dropped: float = 0.005


def frame_clock(rng: Generator, config: ClockConfig, duration_ms: float) -> FrameClock:
    """Times of all frames up to a duration; jitter never lets a frame overtake another."""
    interval_ms = 1000.0 / config.fps
    count = int(np.ceil(duration_ms / interval_ms)) + 1
    jitter = np.clip(rng.normal(0, config.jitter_ms, count), -0.45 * interval_ms, 0.45 * interval_ms)
    kept = rng.random(count) >= config.dropped
    jitter[0], kept[0] = 0.0, True
    # Video files keep times in whole steps; a microsecond is finer than any of them.
    times = np.round(np.arange(count) * interval_ms + jitter, 3)
    return FrameClock(interval_ms, tuple(float(time) for time in times[kept]))


def uneven(rng: Generator, config: ClockConfig) -> ClockConfig:
    """The clock of a cheap camera or a busy computer: fewer frames, uneven ones, and more of them lost."""
    fps = min(config.fps, float(rng.choice(_SLOW_FPS)))
    jitter_ms = float(rng.uniform(*_UNEVEN)) * 1000.0 / fps
    return ClockConfig(fps, max(config.jitter_ms, jitter_ms), max(config.dropped, float(rng.uniform(*_LOST))))
