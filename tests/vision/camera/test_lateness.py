"""Which frames of a live source are looked at by somebody who is too slow for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kibitz_vision.camera.lateness import CATCHING_UP_MS, LATE_MS, Lateness
from kibitz_vision.frames import Frame

FRAME_MS = 33.0
IMAGE = np.zeros((2, 2, 3), np.uint8)


class Source:
    """A camera at a time."""

    def __init__(self, *, is_live: bool = True) -> None:
        self.is_live, self.now_ms = is_live, 0.0

    def _frame(self, index: int) -> Frame:
        return Frame(IMAGE, index, round(index * FRAME_MS * 1e6))

    def latest(self) -> Frame:
        return self._frame(int(self.now_ms // FRAME_MS))

    def frames_since(self, after: int) -> list[Frame]:
        return [self._frame(index) for index in range(after + 1, self.latest().index + 1)][:32]


def looked_at(source: Source, lateness: Lateness, *, for_ms: float, each_ms: float, after: int = -1) -> list[int]:
    """The frames that are looked at, each of which takes so long."""
    seen = [after]
    until_ms = source.now_ms + for_ms
    while source.now_ms < until_ms:
        some: Any = source
        frames = lateness.frames(some, seen[-1])
        source.now_ms += 5.0
        for frame in frames:
            seen.append(frame.index)
            source.now_ms += each_ms
    return seen[1:]


def test_who_is_fast_enough_sees_every_frame() -> None:
    source, lateness = Source(), Lateness()
    seen = looked_at(source, lateness, for_ms=3000, each_ms=20)
    assert seen == list(range(len(seen)))
    assert not lateness.is_late


def test_who_is_too_slow_is_late_and_looks_at_the_newest_frame_only() -> None:
    source, lateness = Source(), Lateness()
    seen = looked_at(source, lateness, for_ms=8000, each_ms=130)
    assert lateness.is_late
    assert source.now_ms - seen[-1] * FRAME_MS < 400


def test_whoever_is_fast_again_is_late_no_more_after_a_while_and_misses_no_frame_from_then_on() -> None:
    source, lateness = Source(), Lateness()
    seen = looked_at(source, lateness, for_ms=8000, each_ms=130)
    looked_at(source, lateness, for_ms=1500, each_ms=10, after=seen[-1])
    assert lateness.is_late
    seen = looked_at(source, lateness, for_ms=3000, each_ms=10, after=source.latest().index - 1)
    assert not lateness.is_late
    assert seen == list(range(seen[0], seen[-1] + 1))


@pytest.mark.parametrize(
    ("lag_ms", "catches_up", "is_late"),
    [
        (LATE_MS + 200, False, True),
        (LATE_MS + 200, True, False),
        (CATCHING_UP_MS + 200, True, True),
    ],
)
def test_who_makes_up_for_a_deal_may_lag_behind_for_longer(lag_ms: float, catches_up: bool, is_late: bool) -> None:
    source, lateness = Source(), Lateness(catches_up=catches_up)
    source.now_ms = lag_ms
    some: Any = source
    lateness.frames(some, -1)
    assert lateness.is_late is is_late


def test_a_film_waits_for_whoever_looks() -> None:
    source, lateness = Source(is_live=False), Lateness()
    source.now_ms = 60_000.0
    some: Any = source
    assert lateness.frames(some, -1)[0].index == 0
    assert not lateness.is_late
