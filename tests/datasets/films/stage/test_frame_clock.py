"""Frame times: in order, jittered, some dropped."""

import numpy as np
import pytest

from kibitz_datasets.films.stage.frame_clock import ClockConfig, FrameClock, frame_clock


def test_times_rise_from_nought_and_stay_near_their_beat() -> None:
    clock = frame_clock(np.random.default_rng(1), ClockConfig(30.0, jitter_ms=8.0, dropped=0.0), 5000.0)
    times = np.array(clock.times_ms)
    assert times[0] == 0
    assert (np.diff(times) > 0).all()
    assert np.abs(times - np.arange(len(times)) * 1000 / 30).max() <= 0.45 * 1000 / 30 + 0.001
    assert np.ptp(np.diff(times)) > 5


def test_dropped_frames_leave_gaps() -> None:
    clock = frame_clock(np.random.default_rng(1), ClockConfig(30.0, jitter_ms=0.0, dropped=0.3), 20_000.0)
    gaps = np.diff(clock.times_ms) / clock.interval_ms
    assert np.allclose(gaps, np.round(gaps), atol=1e-3)
    assert 0.2 < 1 - len(clock.times_ms) / 601 < 0.4


@pytest.mark.parametrize(("time_ms", "index"), [(0.0, 0), (0.1, 1), (100.0, 1), (100.1, 2), (9e9, 10)])
def test_a_frame_shows_what_happened_up_to_its_time(time_ms: float, index: int) -> None:
    clock = frame_clock(np.random.default_rng(1), ClockConfig(10.0, 0.0, 0.0), 1000.0)
    assert clock.first_showing(time_ms) == index


def test_a_camera_that_stalls_sends_no_frame_meanwhile_but_the_first_of_all() -> None:
    clock = FrameClock(100.0, (0.0, 100.0, 200.0, 300.0, 400.0))
    assert clock.without(100.0, 300.0).times_ms == (0.0, 300.0, 400.0)
    assert clock.without(0.0, 150.0).times_ms == (0.0, 200.0, 300.0, 400.0)
