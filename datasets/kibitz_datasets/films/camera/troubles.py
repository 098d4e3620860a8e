"""Troubles: what happens to a camera and its light while it films, by chance or where a film is to have it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_scoring.table import Interval

SHAKE_MS = 350.0
"""A camera that is knocked shakes for so long."""
_MISSING_INTERVALS = 1.5
"""So many frame intervals between two frames are too many for jitter: one is missing."""


@dataclass(frozen=True, slots=True)
class Troubles:
    """What happens to a camera and its light: whether it is knocked once, how often the lamp flickers, how loud noise.

    Times are in ms; `noise` is the spread of grey levels; `crf` is x264's constant rate factor.
    """

    knocked_ms: float | None
    flickers_ms: tuple[tuple[float, float], ...]
    flicker_depth: float
    noise: float
    crf: int

    def during(self, clock: FrameClock, ended_ms: float) -> Iterator[Trouble]:
        """All that goes wrong in a film up to its end, each kind in order of time."""
        if self.knocked_ms is not None:
            yield Trouble(TroubleKind.KNOCK, Interval(self.knocked_ms, self.knocked_ms + SHAKE_MS))
        for start_ms, end_ms in self.flickers_ms:
            yield Trouble(TroubleKind.FLICKER, Interval(start_ms, end_ms))
        for before_ms, at_ms in pairwise(time_ms for time_ms in clock.times_ms if time_ms <= ended_ms):
            if at_ms - before_ms > _MISSING_INTERVALS * clock.interval_ms:
                yield Trouble(TroubleKind.DROP, Interval(before_ms, at_ms))

    def with_one(self, kind: TroubleKind, at: Interval) -> Troubles:
        """The same with one more knock or flicker; frames are dropped by the clock, not here."""
        match kind:
            case TroubleKind.KNOCK:
                return replace(self, knocked_ms=at.start_ms)
            case TroubleKind.FLICKER:
                return replace(self, flickers_ms=(*self.flickers_ms, (at.start_ms, at.end_ms)))
            case _:
                return self


def sample_troubles(rng: Generator, duration_ms: float, often: float, kinds: Collection[TroubleKind]) -> Troubles:
    """Random troubles of some kinds; `often` 1 knocks the camera in one video of four, 0 never."""
    knocked_ms = float(rng.uniform(0.3, 0.85) * duration_ms) if rng.random() < 0.25 * often else None
    starts = rng.uniform(0, duration_ms, int(rng.poisson(0.5 * often)))
    flickers = tuple((float(start), float(start + rng.uniform(60, 450))) for start in np.sort(starts))
    depth, noise, crf = rng.uniform(0.15, 0.5), rng.uniform(0.6, 2.2), rng.integers(22, 29)
    return Troubles(
        knocked_ms if TroubleKind.KNOCK in kinds else None,
        flickers if TroubleKind.FLICKER in kinds else (),
        float(depth),
        float(noise),
        int(crf),
    )
