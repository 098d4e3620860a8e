"""What a blinking light tells of a camera's shutter, on films of simulated rolling shutters."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.shutter.blinking_film import BlinkingFilm
from kibitz_vision.camera.shutter.shutter_check import ShutterCheck
from kibitz_vision.frames import Frame

from ....blinking_films import BlinkingLight


def checked(light: BlinkingLight) -> ShutterCheck:
    film = BlinkingFilm()
    for frame in light.frames():
        film.add(frame)
    return film.check()


@pytest.mark.parametrize(
    "light",
    [
        BlinkingLight(25, exposure_ms=4),
        BlinkingLight(15, exposure_ms=8, beat_ms=470),
        BlinkingLight(30, exposure_ms=20, jitter_ms=3),
        BlinkingLight(12, exposure_ms=5, fps=60, beat_ms=310),
    ],
)
def test_a_light_that_blinks_evenly_tells_the_read_out(light: BlinkingLight) -> None:
    check = checked(light)
    assert check.readout_ms is not None, check
    low, high = check.readout_ms
    assert low <= light.readout_ms <= high
    assert high - low < 12
    assert check.pace.interval_ms == pytest.approx(1000 / light.fps, abs=0.5)
    assert check.exposure_ms is None or check.exposure_ms == pytest.approx(light.exposure_ms, abs=2)


def test_a_light_that_is_switched_by_hand_tells_it_where_two_pictures_show_one_switch() -> None:
    light = BlinkingLight(25, exposure_ms=28, seconds=20, beat_ms=None)
    check = checked(light)
    assert check.readout_ms is not None, check
    assert check.readout_ms[0] <= 25 <= check.readout_ms[1]
    assert check.exposure_ms == pytest.approx(28, abs=2)


def test_a_global_shutter_takes_next_to_no_time() -> None:
    check = checked(BlinkingLight(0.01, exposure_ms=15))
    assert check.readout_ms == (0.0, 5.0)


@pytest.mark.parametrize(
    ("light", "why"),
    [
        (BlinkingLight(25, lit=0.0), "No light was seen"),
        (BlinkingLight(25, exposure_ms=5, seconds=20, beat_ms=None), "does not blink evenly"),
        (BlinkingLight(25, exposure_ms=5, beat_ms=400, jitter_ms=0), "in step with the pictures"),
        (BlinkingLight(25, exposure_ms=5, seconds=2, beat_ms=1100), "No light was seen"),
    ],
)
def test_where_it_cannot_be_measured_it_is_said_why(light: BlinkingLight, why: str) -> None:
    check = checked(light)
    assert check.readout_ms is None
    assert why in check.why_not
    shutter = check.shutter("2026-11-28")
    assert not shutter.is_measured
    assert shutter.readout_ms == (0.0, 30.0)


def test_no_picture_is_one_sentence() -> None:
    film = BlinkingFilm()
    film.add(Frame(np.zeros((40, 40, 3), np.uint8), 0, 0))
    with pytest.raises(InputError, match="No two pictures"):
        film.check()
