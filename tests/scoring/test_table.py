from __future__ import annotations

from kibitz_scoring.table import Interval


def test_a_time_is_told_by_a_clock_that_is_ahead_and_one_that_is_behind() -> None:
    at = Interval(1000.0, 1033.5)

    assert at.later(500.0) == Interval(1500.0, 1533.5)
    assert at.earlier(500.0) == Interval(500.0, 533.5)
