"""Swings of white balance and exposure: as strong as stated, after a while, and only while something is in view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz_datasets.films.camera.swing import Swing, sample_swing, swing_course
from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, film_of, frames
from kibitz_datasets.films.trouble_kinds import TroubleKind
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval

SWING = Swing(blue=-0.5, red=0.4, exposure=-0.6, vividness=0.0, full_share=0.05, lag_ms=200.0)
TIMES_MS = tuple(50.0 * number for number in range(200))
CONFIG = SimulationConfig(load_pack("kaboo"), 3, 5, size=(320, 180), troubles=0.0, kinds=frozenset({TroubleKind.SWING}))


def _grey(level: int) -> np.ndarray:
    return np.full((12, 16, 3), level, np.uint8)


def _arm_between(start_ms: float, end_ms: float) -> list[float]:
    return [0.05 * (start_ms <= time_ms < end_ms) for time_ms in TIMES_MS]


def test_means_of_the_channels_change_by_the_stated_factors_while_an_arm_is_there_and_go_back() -> None:
    course = swing_course(SWING, TIMES_MS, _arm_between(1000.0, 5000.0))
    before, during, after = (course.apply(_grey(100), at_ms).mean((0, 1)) for at_ms in (950.0, 4900.0, 9900.0))
    assert before == pytest.approx((100, 100, 100))
    assert during == pytest.approx(100 * np.exp([-1.1, -0.6, -0.2]), rel=0.02)
    assert after == pytest.approx((100, 100, 100), abs=1)


def test_it_takes_its_time() -> None:
    done = swing_course(SWING, TIMES_MS, _arm_between(1000.0, 5000.0)).done
    assert done[TIMES_MS.index(1200.0)] == pytest.approx(1 - np.exp(-250 / 200))


def test_times_are_noted_while_it_is_off_by_a_tenth_or_more() -> None:
    (noted,) = swing_course(SWING, TIMES_MS, _arm_between(1000.0, 5000.0)).noted()
    off_ms = 200 * np.log(0.6 / 0.1)
    assert noted == Interval(1000.0, pytest.approx(5000.0 + off_ms, abs=60.0))


def test_the_strongest_turn_a_teal_cloth_green_as_a_real_clip_does() -> None:
    strong = replace(SWING, blue=-0.45, red=0.35, exposure=0.0, vividness=1.3)
    teal = np.full((12, 16, 3), (121, 125, 6), np.uint8)
    blue, _, red = swing_course(strong, TIMES_MS, [0.05] * len(TIMES_MS)).apply(teal, 9900.0).mean((0, 1))
    assert blue < 60
    assert red > 30


def test_cameras_differ_and_may_be_several_times_as_dark() -> None:
    found = [sample_swing(np.random.default_rng(seed)) for seed in range(200)]
    assert min(one.exposure for one in found) < np.log(1 / 3)
    assert {one.blue > 0 for one in found} == {one.exposure > 0 for one in found} == {True, False}
    assert all(one.blue * one.red < 0 for one in found)


def test_a_film_that_swings_shows_the_same_table_and_tells_when() -> None:
    performance = perform_race(CONFIG, racers=2)
    calm, steady = film_of(replace(CONFIG, kinds=frozenset()), performance)
    film, webcam = film_of(CONFIG, performance)
    assert np.array_equal(film.still.table, calm.still.table)
    assert webcam.swing is not None
    noted = list(webcam.swing.noted())
    assert noted
    clock, middle_ms = performance.stage.clock, noted[0].end_ms - 34.0
    for (_, with_swing), (_, without) in zip(
        frames(film, webcam, clock, middle_ms), frames(calm, steady, clock, middle_ms), strict=True
    ):
        pictures = (with_swing, without)
    off = np.abs(pictures[0].astype(int) - pictures[1]).mean()
    assert off > 3
