"""A camera's automatics are switched off where its driver lets them, and nobody fails where it does not."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.process.capture import grab_camera
from kibitz_vision.camera.process.light_lock import LightHeld, LightLock, hold
from kibitz_vision.camera.process.process_source import ProcessSource, SourceKind
from kibitz_vision.detections import Image

AUTOMATICS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)


@dataclass
class FakeCamera:
    """A driver: `refuses` properties that it does not have, `ignores` those that it says to have set."""

    refuses: frozenset[int] = frozenset()
    ignores: frozenset[int] = frozenset()
    values: dict[int, float] = field(
        default_factory=lambda: {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        }
    )

    def get(self, number: int, /) -> float:
        return self.values.get(number, 0.0)

    def set(self, number: int, value: float, /) -> bool:
        if number in self.refuses:
            return False
        if number not in self.ignores:
            self.values[number] = value
        # Drivers forget what was found when an automatic is switched off.
        if number == cv2.CAP_PROP_AUTO_EXPOSURE and value != 3.0:
            self.values[cv2.CAP_PROP_EXPOSURE] = 10.0
        return True


def picture(level: int) -> Image:
    return np.full((120, 160, 3), level, np.uint8)


def test_what_the_automatics_had_found_is_kept_when_they_are_switched_off() -> None:
    camera = FakeCamera()

    held = hold(camera)

    assert held == LightHeld(exposure=True, white_balance=True, focus=True, exposure_ms=15.7)
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert camera.values[cv2.CAP_PROP_WB_TEMPERATURE] == 4600.0
    assert held.sentence == "Held as found: exposure, white balance, focus."


@pytest.mark.parametrize("way", ["refuses", "ignores"])
def test_a_driver_that_does_not_let_go_is_no_error_and_is_said(way: str) -> None:
    camera = FakeCamera(**{way: frozenset(AUTOMATICS)})

    held = hold(camera)

    assert held == LightHeld(exposure=False, white_balance=False, focus=False)
    assert held.sentence == "The camera goes on choosing its exposure and white balance itself."


def test_a_camera_that_lets_go_of_one_says_what_it_still_does_itself() -> None:
    held = hold(FakeCamera(refuses=frozenset({cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS})))

    assert held.sentence == "Held as found: exposure. The camera goes on choosing its white balance itself."


def test_the_light_is_held_once_when_the_camera_has_settled() -> None:
    lock = LightLock(FakeCamera())

    said = {second: lock.look(picture(110), second * 10**9) for second in range(8)}

    assert [second for second, held in said.items() if held is not None] == [2]


def test_a_lamp_switched_off_lets_the_camera_settle_anew_and_an_arm_does_not() -> None:
    camera = FakeCamera()
    lock = LightLock(camera)
    for second in range(4):
        lock.look(picture(110), second * 10**9)
    lock.look(picture(40), 4 * 10**9)
    lock.look(picture(110), 5 * 10**9)
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == 0.0

    held = [lock.look(picture(40), second * 10**9) for second in range(6, 14)]

    assert camera.values[cv2.CAP_PROP_AUTO_WB] == 0.0
    assert [one is not None for one in held] == [False] * 5 + [True] + [False] * 2


@dataclass
class FakeCapture(FakeCamera):
    """Such a camera as OpenCV opens it, of noisy pictures of which ten come a second."""

    seconds: float = 0.0

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV names it
        return True

    def grab(self) -> bool:
        self.seconds += 0.1
        return self.seconds < 4

    def retrieve(self) -> tuple[bool, Image]:
        return True, picture(100 + round(10 * self.seconds) % 7)

    def release(self) -> None:
        pass


@pytest.mark.parametrize("holds", [True, False])
def test_a_camera_is_left_alone_where_that_is_asked(holds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: camera)
    monkeypatch.setattr("time.monotonic_ns", lambda: round(camera.seconds * 1e9))

    with suppress(InputError):
        grabbed = []
        for one in grab_camera("0", hold_light=holds):
            grabbed.append(one)

    said = [one for one in grabbed if isinstance(one, LightHeld)]
    assert said == ([LightHeld(exposure=True, white_balance=True, focus=True, exposure_ms=15.7)] if holds else [])
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == (0.0 if holds else 1.0)
    assert len(grabbed) - len(said) >= 38


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what must come sooner or later; the deadline only ends a test that hangs."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.01)


def test_what_is_held_is_said_with_the_health_of_a_camera() -> None:
    soon_ns = time.monotonic_ns() + 60 * 10**9
    noise = np.random.default_rng(1).integers(80, 140, (3, 120, 160, 3), dtype=np.uint8)
    pictures = [(one, soon_ns + number) for number, one in enumerate(noise)]
    held = LightHeld(exposure=True, white_balance=False, focus=False)
    with closing(ProcessSource(SourceKind("The camera", partial(iter, [*pictures, held]), lasting=True))) as source:
        until(lambda: source.health.light != "", "the word of the camera's light arrives")

        assert source.health.light == held.sentence
