"""Recording what a camera keeps: all of it, only the table, and nothing more where the disk is full."""

from __future__ import annotations

import errno
import json
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from kibitz_vision.recording import recorder as recorder_module
from kibitz_vision.recording.folder import RecordingFolder
from kibitz_vision.recording.frame_file import FrameFile
from kibitz_vision.recording.only_table import MARGIN_MM, outline_px
from kibitz_vision.recording.recorded_round import read_recorded
from kibitz_vision.recording.recorder import Looked, Recorder
from kibitz_vision.table.places import TablePlaces

from ...kept_source import KeptSource
from ...plain_words import plain_words
from .conftest import add_pictures

Begin = Callable[..., RecordingFolder]
ALL_NS = 2**60


def until(is_so: Callable[[], bool], wait_s: float = 60.0) -> bool:
    end_s = time.monotonic() + wait_s
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.01)
    return is_so()


def test_every_frame_is_kept_with_its_time_from_the_first_one(begin: Begin, source: KeptSource) -> None:
    add_pictures(source, 10)
    folder = begin()
    recorder = Recorder(source, folder, after=3)
    assert until(lambda: recorder.frames == 6)
    add_pictures(source, 5)
    recorder.stop()
    recorded = read_recorded(folder.path)
    frames = list(recorded.frames())
    assert [frame.index for frame in frames] == list(range(4, 15))
    assert [frame.captured_ns for frame in frames] == [number * 33_000_000 for number in range(11)]
    assert [abs(int(frame.image.mean()) - 100 - frame.index) <= 1 for frame in frames] == [True] * 11
    assert recorded.torn == ""
    assert recorder.missed == 0


def test_frames_that_the_camera_did_not_keep_for_long_enough_are_counted(begin: Begin, source: KeptSource) -> None:
    add_pictures(source, 10)
    recorder = Recorder(source, folder := begin())
    assert until(lambda: recorder.frames == 10)
    add_pictures(source, 6)
    for index in range(10, 14):
        del source.pictures[index]
    recorder.stop()
    manifest = json.loads((folder.path / "manifest.json").read_text())
    assert (manifest["frames"], manifest["missed"], manifest["ended"]) == (12, 4, "whole")


def test_of_only_the_table_nothing_around_it_reaches_the_disk(
    begin: Begin, source: KeptSource, places: TablePlaces
) -> None:
    add_pictures(source, 4)
    folder = begin(only_table=True)
    now = [Looked(ALL_NS, None, is_moving=False)]
    recorder = Recorder(source, folder, looked=lambda: now[0])
    time.sleep(0.3)
    assert (folder.path / "frames.mjpeg").stat().st_size == 0
    now[0] = Looked(ALL_NS, places, is_moving=False)
    recorder.stop()
    frames = list(read_recorded(folder.path).frames())
    assert [frame.index for frame in frames] == [0, 1, 2, 3]
    for frame in frames:
        x, y = np.round(outline_px(places).mean(axis=0)).astype(int)
        assert frame.image[y, x].min() > 90
        # JPEG smears a few levels over an edge, and no more.
        assert frame.image[:, : int(280 - MARGIN_MM - 20)].max() < 12
        assert frame.image[:, int(360 + MARGIN_MM + 20) :].max() < 12


def test_of_only_the_table_nothing_is_kept_before_it_was_looked_at_and_while_the_camera_is_pushed(
    begin: Begin, source: KeptSource, places: TablePlaces
) -> None:
    add_pictures(source, 10)
    at_ns = [kept.captured_ns for kept in source.kept()]
    now = [Looked(at_ns[3], places, is_moving=False)]
    recorder = Recorder(source, folder := begin(only_table=True), looked=lambda: now[0])
    assert until(lambda: recorder.frames == 4)
    now[0] = Looked(at_ns[5], places, is_moving=True)
    assert until(lambda: recorder.missed == 2)
    # Pushed: the same table elsewhere in the picture.
    now[0] = Looked(at_ns[7], replace(places), is_moving=False)
    assert until(lambda: recorder.missed == 4)
    now[0] = Looked(at_ns[9], now[0].places, is_moving=False)
    recorder.stop()
    assert [frame.index for frame in read_recorded(folder.path).frames()] == [0, 1, 2, 3, 8, 9]


def test_a_disk_that_refuses_ends_the_recording_with_one_sentence(
    begin: Begin, source: KeptSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_pictures(source, 3)
    recorder = Recorder(source, folder := begin())
    assert until(lambda: recorder.frames == 3)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FrameFile, "add", full)
    add_pictures(source, 1)
    assert until(lambda: not recorder.is_running)
    assert recorder.fault == "The recording ended early (No space left on device): scoring goes on without it."
    recorder.stop()
    recorded = read_recorded(folder.path)
    assert len(list(recorded.frames())) == 3
    assert recorded.torn == recorder.fault


def test_a_recording_grows_no_larger_than_it_may(
    begin: Begin, source: KeptSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "MOST_BYTES", 1)
    add_pictures(source, 3)
    recorder = Recorder(source, begin())
    assert until(lambda: not recorder.is_running)
    assert "no more room" in recorder.fault
    assert not [*plain_words(recorder.fault)]
    assert recorder.frames == 3
