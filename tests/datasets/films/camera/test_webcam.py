"""A webcam's faults: a lamp that flickers, exposure that follows, knocks, noise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.films.camera.troubles import Troubles
from kibitz_datasets.films.camera.webcam import Webcam, record
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_scoring.errors import InputError

SIZE = (120, 160)
QUIET = Troubles(None, (), 0.4, noise=0.0, crf=23)


def _webcam(troubles: Troubles) -> Webcam:
    return Webcam(np.random.default_rng(1), SIZE, troubles)


def _grey(level: int) -> np.ndarray:
    return np.full((*SIZE, 3), level, np.uint8)


def _brightness(webcam: Webcam, level: int, time_ms: float) -> float:
    return float(webcam.expose(_grey(level), time_ms)[: SIZE[0]].mean())


def test_a_flickering_lamp_darkens_the_picture_while_it_lasts() -> None:
    webcam = _webcam(replace(QUIET, flickers_ms=((100.0, 200.0),)))
    before, during, after = (_brightness(webcam, 120, time_ms) for time_ms in (0.0, 100.0, 260.0))
    assert during < 0.75 * before
    assert after > 0.95 * before


def test_exposure_follows_a_darker_table_with_a_lag() -> None:
    webcam = _webcam(QUIET)
    for number in range(5):
        _brightness(webcam, 160, number * 33.0)
    dark = [_brightness(webcam, 60, 200 + number * 33.0) for number in range(60)]
    assert dark[0] < 80
    assert dark[-1] > 1.3 * dark[0]
    assert dark[-1] < 160


def test_noise_differs_from_frame_to_frame() -> None:
    webcam = _webcam(replace(QUIET, noise=3.0))
    first, second = (webcam.expose(_grey(120), 0.0)[: SIZE[0]].astype(int) for _ in range(2))
    assert 2 < np.std(first) < 4
    assert np.std(first - second) > 3


def test_a_knocked_camera_shakes_and_stands_elsewhere_from_then_on() -> None:
    webcam = _webcam(replace(QUIET, knocked_ms=1000.0))
    assert np.array_equal(webcam.knock(999.0), np.eye(3))
    assert not np.allclose(webcam.knock(1020.0), webcam.knock(1080.0))
    assert np.allclose(webcam.knock(1400.0), webcam.knock(9000.0))
    assert not np.allclose(webcam.knock(9000.0), np.eye(3), atol=0.1)


def test_a_video_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "video.mp4"
    planes = _webcam(QUIET).expose(_grey(90), 0.0)
    clock = FrameClock(33.3, (0.0,))
    with pytest.raises(InputError, match="cannot be written"), record(path, SIZE, clock, 23) as recorder:
        recorder.write(planes, 0.0)
