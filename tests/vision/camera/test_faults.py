"""Faults of real streams: each is said, and is over by itself when the camera is well again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise

import cv2
import numpy as np
import pytest

from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.sources import FrameSource, open_source

from .fake_cameras import Phone, RtspCamera, served

Camera = Phone | RtspCamera


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what must come sooner or later; the deadline only ends a test that hangs."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.01)


def until_state(source: FrameSource, *states: SourceState) -> SourceHealth:
    seen: list[SourceHealth] = []

    def reached() -> bool:
        seen.append(source.health)
        return seen[-1].state in states

    until(reached, f"the source is {states}: {source.health}")
    return seen[-1]


def newest(source: FrameSource) -> int:
    frame = source.latest()
    return -1 if frame is None else frame.index


@pytest.fixture(params=[Phone, RtspCamera])
def camera(request: pytest.FixtureRequest) -> Iterator[Camera]:
    with served(request.param()) as running:
        yield running


@pytest.fixture
def phone() -> Iterator[Phone]:
    with served(Phone()) as running:
        assert isinstance(running, Phone)
        yield running


def test_a_stream_is_live_and_says_how_fast_it_is(camera: Camera) -> None:
    with closing(open_source(camera.url())) as source:
        assert source.health.state is SourceState.STARTING
        until(lambda: source.health.fps is not None, "its pace is known")
        health = until_state(source, SourceState.LIVE)
        assert health.size_px == (320, 240)
        assert "320 x 240" in health.sentence
        assert health.shows_now


def test_every_frame_is_there_for_the_one_who_asks_in_time(camera: Camera) -> None:
    with closing(open_source(camera.url())) as source:
        until(lambda: newest(source) >= 20, "some frames have come")
        frames = source.frames_since(4)
        assert [frame.index for frame in frames] == list(range(5, 5 + len(frames)))
        assert len(frames) > 10
        assert all(frame.captured_ns < later.captured_ns for frame, later in pairwise(frames))
        assert all(later.index > frames[-1].index for later in source.frames_since(frames[-1].index))


def test_who_was_busy_for_a_while_still_finds_every_frame(phone: Phone) -> None:
    with closing(open_source(phone.url())) as source:
        phone.faults.fps = 60
        until(lambda: newest(source) >= 120, "more frames have come than the mailbox holds")
        taken: list[int] = []
        while not taken or taken[-1] < 120:
            taken += [frame.index for frame in source.frames_since(taken[-1] if taken else -1)]
        assert taken == list(range(len(taken)))


def test_what_was_seen_can_be_looked_at_again(camera: Camera) -> None:
    with closing(open_source(camera.url())) as source:
        until(lambda: newest(source) >= 10, "some frames have come")
        frames = {frame.index: frame for frame in source.frames_since(-1)}
        until(lambda: source.kept()[-1].index >= max(frames), "they are all kept")
        kept = [one for one in source.kept() if one.index in frames]
        assert [one.captured_ns for one in kept] == [frames[one.index].captured_ns for one in kept]
        data = source.jpeg(kept[-1].index)
        assert data is not None
        again = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).astype(int)
        assert np.abs(again - frames[kept[-1].index].image).mean() < 3
        assert source.jpeg(10**6) is None
    assert source.kept() == ()


def test_a_silent_stream_is_called_stalled_and_comes_back(camera: Camera) -> None:
    with closing(open_source(camera.url())) as source:
        until(lambda: newest(source) > 5, "frames come")
        camera.faults.silent = True
        health = until_state(source, SourceState.STALLED, SourceState.LOST)
        assert not health.shows_now
        last = newest(source)
        camera.faults.silent = False
        until(lambda: newest(source) > last, "pictures come again")
        until_state(source, SourceState.LIVE)


@pytest.mark.parametrize("kind", [Phone, RtspCamera])
def test_a_stream_that_goes_away_is_lost_until_it_is_back(kind: type[Camera]) -> None:
    with served(kind()) as camera:
        port = camera.server_address[1]
        source = open_source(camera.url().replace("127", "me:secret@127"))
        until(lambda: newest(source) >= 0, "frames come")
    with closing(source):
        health = until_state(source, SourceState.LOST)
        assert "The stream" in health.sentence
        assert "secret" not in health.sentence
        last = newest(source)
        with served(kind(port)):
            until(lambda: newest(source) > last, "pictures come again")
            until_state(source, SourceState.LIVE)


def test_a_stream_may_change_its_size_and_it_is_said(phone: Phone) -> None:
    with closing(open_source(phone.url())) as source:
        until(lambda: newest(source) > 3, "frames come")
        phone.faults.size = (240, 320)
        until(lambda: source.frames_since(newest(source) - 1)[-1].image.shape == (320, 240, 3), "the new size comes")
        until(lambda: "from 320 x 240 to 240 x 320" in source.health.sentence, "the change is said")
        assert {frame.image.shape for frame in source.frames_since(-1)} == {(240, 320, 3), (320, 240, 3)}


def test_the_same_picture_again_and_again_is_called_frozen(phone: Phone) -> None:
    with closing(open_source(phone.url())) as source:
        until(lambda: newest(source) > 3, "frames come")
        phone.faults.frozen = True
        health = until_state(source, SourceState.FROZEN)
        assert health.age_s is not None
        assert health.age_s < 1.5
        assert not health.shows_now
        phone.faults.frozen = False
        until_state(source, SourceState.LIVE)


@pytest.mark.parametrize("fault", ["garbage", "half"])
def test_broken_pictures_are_said_and_kept_from_everybody(phone: Phone, fault: str) -> None:
    with closing(open_source(phone.url())) as source:
        until(lambda: newest(source) > 3, "frames come")
        setattr(phone.faults, fault, True)
        until_state(source, SourceState.BROKEN)
        last = newest(source)
        time.sleep(0.3)
        assert newest(source) == last
        setattr(phone.faults, fault, False)
        until_state(source, SourceState.LIVE)
        assert all(int(frame.image[-1].min()) > 60 for frame in source.frames_since(-1))


def test_a_broken_rtsp_stream_is_said_and_heals() -> None:
    with served(RtspCamera()) as camera, closing(open_source(camera.url())) as source:
        until(lambda: newest(source) > 3, "frames come")
        camera.faults.garbage = True
        until_state(source, SourceState.BROKEN, SourceState.STALLED, SourceState.LOST)
        camera.faults.garbage = False
        until_state(source, SourceState.LIVE)


def test_darkness_is_told_from_a_black_tablecloth(phone: Phone) -> None:
    with closing(open_source(phone.url())) as source:
        phone.faults.level = 30
        until_state(source, SourceState.LIVE)
        phone.faults.level = 3
        assert "lamp" in until_state(source, SourceState.DARK).sentence
        phone.faults.level = 110
        until_state(source, SourceState.LIVE)


def test_a_slow_camera_is_told_what_it_costs(phone: Phone) -> None:
    with closing(open_source(phone.url())) as source:
        phone.faults.fps = 4
        health = until_state(source, SourceState.SLOW)
        assert "pictures a second. Snaps closer than" in health.sentence
        assert health.shows_now
        phone.faults.fps = 30
        until_state(source, SourceState.LIVE)


def capturing_pids() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.name.startswith("kibitz") and child.pid}


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_capture_that_dies_or_hangs_begins_again(phone: Phone, blow: signal.Signals) -> None:
    with closing(open_source(phone.url())) as source:
        until(lambda: newest(source) > 3, "frames come")
        last = newest(source)
        (pid,) = capturing_pids()
        os.kill(pid, blow)
        until(lambda: newest(source) > last + 5 and capturing_pids() != {pid}, "a new process delivers")
        until_state(source, SourceState.LIVE)
