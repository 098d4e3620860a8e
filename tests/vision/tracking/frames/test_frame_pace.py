"""How fast frames come, and how many of them a duration is."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.tracking.durations import AT_REST_MS, CALM_MS, LEAST_FRAMES, LONG_MS, SURELY_AT_REST_MS
from kibitz_vision.tracking.frames.frame_pace import FramePace


def pace_of(fps: float, *, jitter_ms: float = 0.0, dropped: float = 0.0, frames: int = 200) -> FramePace:
    """The pace once so many frames were taken, some of them late and some dropped."""
    rng, pace = np.random.default_rng(1), FramePace()
    times = np.arange(frames) * 1000 / fps + rng.normal(0, jitter_ms, frames)
    for at_ms in times[rng.random(frames) >= dropped]:
        pace.take(float(at_ms))
    return pace


@pytest.mark.parametrize(
    ("ms", "frames"), [(AT_REST_MS, 2), (SURELY_AT_REST_MS, 3), (CALM_MS, 6), (LONG_MS, 24), (5000.0, 150)]
)
def test_a_webcam_of_30_frames_a_second_is_counted_alike_whatever_its_jitter_and_what_it_drops(
    ms: float, frames: int
) -> None:
    assert FramePace().frames(ms) == frames
    assert pace_of(30.0, jitter_ms=4.0, dropped=0.1).frames(ms) == frames


@pytest.mark.parametrize(("fps", "frames"), [(13.6, 11), (25.0, 20), (60.0, 48)])
def test_a_slower_and_a_faster_camera_are_waited_for_as_long(fps: float, frames: int) -> None:
    assert pace_of(fps).frames(LONG_MS) == pytest.approx(frames, abs=1)


def test_a_camera_that_slows_down_in_the_dark_is_counted_by_its_new_pace() -> None:
    pace = pace_of(30.0)
    for number in range(40):
        pace.take(10_000.0 + number * 66.7)
    assert pace.frames(CALM_MS) == 3


def test_what_filters_noise_takes_two_frames_of_any_camera() -> None:
    assert pace_of(13.6).frames(AT_REST_MS, LEAST_FRAMES) == 2
    assert pace_of(5.0).frames(AT_REST_MS, LEAST_FRAMES) == 2
