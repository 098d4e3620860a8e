"""How a source's pace is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kibitz_vision.camera.health import SLOW_BELOW_FPS, Resized, SourceState, frame_rate, live_health


def times_ns(*gaps_ms: float) -> list[int]:
    times = [0]
    for gap_ms in gaps_ms:
        times.append(times[-1] + round(gap_ms * 1e6))
    return times


@given(st.floats(1.2, 240.0))
def test_a_steady_pace_is_told_within_a_frame_or_two(fps: float) -> None:
    rate = frame_rate(times_ns(*[1000 / fps] * round(fps * 4)))
    assert rate is not None
    assert abs(rate - fps) <= 1.5


def test_nothing_is_said_in_the_first_second() -> None:
    assert frame_rate([]) is None
    assert frame_rate(times_ns(*[33.3] * 20)) is None


def test_a_camera_that_turns_slow_is_noticed_within_two_seconds() -> None:
    for frames in range(1, 5):
        rate = frame_rate(times_ns(*[33.3] * 90, *[500] * frames))
        assert rate is not None
        assert (rate < SLOW_BELOW_FPS) == (frames >= 2)


def test_what_was_before_a_gap_does_not_count() -> None:
    assert frame_rate(times_ns(*[33.3] * 90, 4000, *[33.3] * 10)) is None
    rate = frame_rate(times_ns(*[500] * 8, 4000, *[33.3] * 40))
    assert rate is not None
    assert 28 < rate < 32


def test_a_new_size_is_said_for_a_while() -> None:
    resized = Resized((1920, 1080), since_ns=0)
    soon = live_health("Camera 0", 0.0, (640, 480), 30.0, resized, now_ns=5_000_000_000)
    later = live_health("Camera 0", 0.0, (640, 480), 30.0, resized, now_ns=60_000_000_000)
    assert soon.sentence == "Camera 0 has changed its pictures from 1920 x 1080 to 640 x 480."
    assert later.sentence == "Camera 0 is live: 640 x 480, 30 pictures a second."
    assert soon.state is later.state is SourceState.LIVE
