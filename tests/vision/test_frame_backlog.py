"""Frames that wait until they can be followed."""

from __future__ import annotations

import numpy as np

from kibitz_vision.frame_backlog import FrameBacklog
from kibitz_vision.frames import Frame


def frame(number: int, every_ms: float = 500.0) -> Frame:
    return Frame(np.full((48, 64, 3), 100 + number, np.uint8), number, round(number * every_ms * 1e6))


def test_frames_come_out_in_order_with_their_numbers_and_times_and_as_good_as_they_were() -> None:
    backlog = FrameBacklog(longest_ms=10_000)
    for number in range(3):
        backlog.keep(frame(number))
    taken = [backlog.take() for _ in range(3)]
    assert [(one.index, one.captured_ns) for one in taken] == [(0, 0), (1, 500_000_000), (2, 1_000_000_000)]
    assert all(abs(int(one.image.mean()) - 100 - one.index) <= 1 for one in taken)


def test_frames_that_wait_too_long_are_forgotten_the_oldest_first() -> None:
    backlog = FrameBacklog(longest_ms=2_000)
    for number in range(9):
        backlog.keep(frame(number))
    assert backlog.span_ms == 2_000
    assert backlog.take().index == 4


def test_where_none_waits_it_spans_no_time() -> None:
    backlog = FrameBacklog(longest_ms=2_000)
    assert (len(backlog), backlog.span_ms) == (0, 0.0)


def test_of_too_many_frames_some_are_left_evenly_over_the_time_the_first_and_the_last_among_them() -> None:
    backlog = FrameBacklog(longest_ms=100_000)
    for number in range(41):
        backlog.keep(frame(number))
    backlog.thin(5)
    assert [backlog.take().index for _ in range(5)] == [0, 10, 20, 30, 40]
    assert len(backlog) == 0
