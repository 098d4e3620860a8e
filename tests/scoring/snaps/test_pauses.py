"""Clocks that stand still: what lasts longer by a pause, and which snaps are in time all the same."""

from __future__ import annotations

import pytest

from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.snaps.pauses import pauses_in, running_ms, runs_out_ms
from kibitz_scoring.table import Interval

from .snap_attempts import ANN, lay, words

FOREVER = float("inf")
KABOO = load_pack("kaboo", {"snap.window_ms": 3000})


@pytest.mark.parametrize(
    ("pauses", "end_ms"),
    [
        ((), 3000.0),
        ((Interval(1000.0, 61_000.0),), 63_000.0),
        ((Interval(-5000.0, 500.0),), 3500.0),
        ((Interval(3000.0, 9000.0),), 3000.0),
        ((Interval(1000.0, 2000.0), Interval(3500.0, 4500.0), Interval(6000.0, 7000.0)), 5000.0),
        ((Interval(2999.0, FOREVER),), FOREVER),
    ],
)
def test_what_lasts_3_s_runs_out_once_no_clock_has_stood_still_for_3_s(
    pauses: tuple[Interval, ...], end_ms: float
) -> None:
    assert runs_out_ms(0.0, 3000.0, pauses) == end_ms


def test_a_clock_runs_neither_in_a_pause_that_is_over_nor_in_one_that_goes_on() -> None:
    pauses = (Interval(1000.0, 2000.0), Interval(5000.0, FOREVER))
    assert [running_ms(0.0, now_ms, pauses) for now_ms in (500.0, 1500.0, 3000.0, 8000.0)] == [500, 1000, 2000, 4000]
    assert running_ms(1500.0, 1800.0, pauses) == 0.0
    assert running_ms(6000.0, 9000.0, pauses) == 0.0


@pytest.mark.parametrize(
    ("at_ms", "pauses", "verdict"),
    [
        (2900.0, (), "correct"),
        (9000.0, (), "late"),
        (9000.0, (Interval(1000.0, FOREVER),), "correct"),
        (62_000.0, (Interval(1000.0, 61_000.0),), "correct"),
        (63_500.0, (Interval(1000.0, 61_000.0),), "late"),
        (9000.0, (Interval(3100.0, FOREVER),), "late"),
    ],
)
def test_a_snap_is_not_late_for_a_dispute_that_was_raised_in_its_window(
    at_ms: float, pauses: tuple[Interval, ...], verdict: str
) -> None:
    assert words(KABOO, lay(ANN, at_ms), pauses=pauses) == [verdict]


def test_of_a_time_those_pauses_are_told_of_which_a_part_lies_in_it() -> None:
    early, late, endless = Interval(0.0, 100.0), Interval(200.0, 300.0), Interval(500.0, float("inf"))
    assert pauses_in((early, late, endless), Interval(250.0, 400.0)) == (late,)
    assert pauses_in((early, late, endless), Interval(50.0, 900.0)) == (early, late, endless)
