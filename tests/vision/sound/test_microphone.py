"""The microphone is a library's; what is made of its blocks, and of a machine without one, is ours."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.sound.microphone import Microphone
from kibitz_vision.sound.onsets import Onset

from .test_onsets import RATE, SLAPS_MS, room, with_slaps


class PortAudioError(Exception):
    pass


@dataclass
class FakeStream:
    """A stream of the library that plays when it is told to."""

    channels: int
    dtype: str
    callback: Callable[..., None]
    samplerate: float = RATE
    latency: float = 0.03
    is_closed: bool = False
    opened: list[FakeStream] = field(default_factory=list)

    def start(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True

    def play(self, sound: np.ndarray, began_s: float, *, tells_times: bool) -> None:
        """Hand on blocks as if each had come in just now."""
        for start in range(0, len(sound), 512):
            block = sound[start : start + 512].astype(np.float32)[:, None]
            ago_s = time.monotonic() - (began_s + start / RATE)
            times = SimpleNamespace(inputBufferAdcTime=100.0 if tells_times else 0.0, currentTime=100.0 + ago_s)
            self.callback(block, len(block), times, None)


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> list[FakeStream]:
    opened: list[FakeStream] = []

    def make(**settings: Any) -> FakeStream:
        opened.append(FakeStream(**settings))
        return opened[-1]

    library = ModuleType("sounddevice")
    library.InputStream, library.PortAudioError = make, PortAudioError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    return opened


def test_what_is_heard_is_told_by_the_clock_of_the_frames(streams: list[FakeStream]) -> None:
    told: list[Onset] = []
    microphone = Microphone(told.append)
    began_s = time.monotonic() - 10
    sound = with_slaps(room(np.random.default_rng(1)), np.random.default_rng(2), 0.3)
    streams[0].play(sound, began_s, tells_times=True)
    assert len(told) == len(SLAPS_MS)
    for onset, at_ms in zip(told, SLAPS_MS, strict=True):
        assert onset.at_ms.start_ms - 1 <= began_s * 1000 + at_ms <= onset.at_ms.end_ms + 1
        assert onset.at_ms.end_ms - onset.at_ms.start_ms == pytest.approx(27)
    microphone.close()
    assert streams[0].is_closed


def test_a_system_that_tells_no_times_is_taken_to_be_as_late_as_it_says(streams: list[FakeStream]) -> None:
    told: list[Onset] = []
    Microphone(told.append)
    sound = with_slaps(room(np.random.default_rng(1)), np.random.default_rng(2), 0.3)
    streams[0].play(sound, time.monotonic(), tells_times=False)
    assert told


@pytest.mark.usefixtures("streams")
def test_a_machine_that_cannot_listen_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(**_: Any) -> FakeStream:
        raise PortAudioError("no input device")

    monkeypatch.setattr(sys.modules["sounddevice"], "InputStream", none)
    with pytest.raises(InputError, match="No microphone can be listened to"):
        Microphone(lambda _: None)
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(InputError, match="needs the extra 'sound'"):
        Microphone(lambda _: None)


def test_a_microphone_that_does_not_start_is_let_go(streams: list[FakeStream], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: FakeStream) -> None:
        raise PortAudioError("device unavailable")

    monkeypatch.setattr(FakeStream, "start", refuse)
    with pytest.raises(InputError, match="No microphone can be listened to"):
        Microphone(lambda _: None)
    assert streams[0].is_closed
