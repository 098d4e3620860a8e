"""Light lock: a camera's exposure, white balance and focus are held as they are once they have settled.

Automatics answer to every arm and card that comes into view, and change the colours of the whole table by that. Not
every driver lets go of them, and some say that they have and have not: what is asked for is read back.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Protocol

import cv2

from kibitz_scoring.sentences import Sentence, all_of, joined
from kibitz_vision.detections import Image

_SETTLES_S = 2.0
"""A webcam has found its exposure and colours so long after its first picture."""
_OTHERWISE, _LASTS_S = 2.0, 3.0
"""A picture that is so many times as bright, or dark, for so long shows a lamp switched on or off, and no hand."""
_STEP_PX = 8
_MANUAL, _AUTOMATIC = {"linux": (1.0, 3.0), "win32": (0.0, 1.0)}.get(sys.platform, (0.25, 0.75))
"""What the interface of this system calls an exposure that is set, and one that is found."""


class Controls(Protocol):
    """The part of `cv2.VideoCapture` by which a camera is adjusted."""

    def get(self, propId: int, /) -> float:  # noqa: N803 - as OpenCV names it
        """The value of a property; 0 or less where the camera has none."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        """Ask for another value; false where the camera has no such property."""


@dataclass(frozen=True, slots=True)
class LightHeld:
    """Which of its automatics a camera has let go of, and how long a row is exposed, as far as its driver tells."""

    exposure: bool
    white_balance: bool
    focus: bool
    exposure_ms: float | None = None

    @property
    def sentence(self) -> str:
        """What people should know of it."""
        exposure, white_balance, focus = Sentence("exposure"), Sentence("white balance"), Sentence("focus")
        named = {exposure: self.exposure, white_balance: self.white_balance, focus: self.focus}
        held = [name for name, is_held in named.items() if is_held]
        loose = [name for name in (exposure, white_balance) if not named[name]]
        told = [Sentence("Held as found: {held}.", held=joined(", ", held))] if held else []
        if loose:
            told.append(Sentence("The camera goes on choosing its {loose} itself.", loose=all_of(loose)))
        return joined(" ", told)


@dataclass(slots=True)
class LightLock:
    """Lets a camera settle, then holds its light, and lets it settle anew where a lamp is switched on or off."""

    controls: Controls
    _since_ns: int | None = None
    _level: float | None = None
    _other_ns: int | None = None
    _is_held: bool = field(default=False)

    def look(self, picture: Image, captured_ns: int) -> LightHeld | None:
        """Take in the next picture; what is held where that was found out with it."""
        self._since_ns = captured_ns if self._since_ns is None else self._since_ns
        if self._is_held:
            self._watch(picture, captured_ns)
            return None
        if captured_ns - self._since_ns < _SETTLES_S * 1e9:
            return None
        self._is_held, self._level = True, _level(picture)
        return hold(self.controls)

    def _watch(self, picture: Image, captured_ns: int) -> None:
        assert self._level is not None
        ratio = _level(picture) / self._level
        if 1 / _OTHERWISE < ratio < _OTHERWISE:
            self._other_ns = None
            return
        self._other_ns = captured_ns if self._other_ns is None else self._other_ns
        if captured_ns - self._other_ns >= _LASTS_S * 1e9:
            release(self.controls)
            self._is_held, self._since_ns, self._other_ns = False, captured_ns, None


def hold(controls: Controls) -> LightHeld:
    """Switch a camera's automatics off and keep the values that they had found."""
    values = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN
    is_held = _held(controls, (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, _AUTOMATIC), values)
    return LightHeld(
        is_held,
        _held(controls, (cv2.CAP_PROP_AUTO_WB, 0.0, 1.0), (cv2.CAP_PROP_WB_TEMPERATURE,)),
        _held(controls, (cv2.CAP_PROP_AUTOFOCUS, 0.0, 1.0), (cv2.CAP_PROP_FOCUS,)),
        exposure_ms(controls) if is_held else None,
    )


def exposure_ms(controls: Controls, system: str = sys.platform) -> float | None:
    """How long a row is exposed by what the driver says, in its system's unit; None where it says nothing."""
    told = controls.get(cv2.CAP_PROP_EXPOSURE)
    if system == "linux":
        # V4L2_CID_EXPOSURE_ABSOLUTE counts 100 microseconds.
        return told / 10 if told > 0 else None
    # Media Foundation tells the logarithm of seconds to the base of 2, which is below 0 for all that a camera can.
    return float(1000 * 2**told) if system == "win32" and told < 0 else None


def release(controls: Controls) -> None:
    """Give a camera its automatics back."""
    controls.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
    controls.set(cv2.CAP_PROP_AUTO_WB, 1.0)
    controls.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)


def _held(controls: Controls, automatic: tuple[int, float, float], values: tuple[int, ...]) -> bool:
    """Whether an automatic, given with its values off and on, is off now; where it would not be, nothing is changed."""
    number, off, on = automatic
    found = {value: controls.get(value) for value in values}
    if not controls.set(number, off):
        return False
    if controls.get(number) != off:
        controls.set(number, on)
        return False
    for value, level in found.items():
        if level > 0 or value == cv2.CAP_PROP_EXPOSURE:
            controls.set(value, level)
    return True


def _level(picture: Image) -> float:
    return float(picture[::_STEP_PX, ::_STEP_PX].mean()) + 1.0
