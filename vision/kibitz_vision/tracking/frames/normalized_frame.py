"""Normalized frames: frames made small and evenly lit, and whether anything moved since the last one."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Homography

_STILL_LEVELS = 2.5
"""A block of the picture whose mean changed by less is still: noise and compression stay below."""
_BLOCK_PX = 8
_EDGE_LEVELS = 4.0
"""A block whose neighbouring pixels differ by more shows an edge, or a pattern."""
_SHAKEN, _LEAST_SHAKEN = 0.9, 0.08
"""Share of the blocks with edges that change as the camera is knocked, and of all of them: on 20 films for development
0.97 and more in the first frame of a knock, and but for 1 of 80 films at most 0.86 where there was none.
"""
_FLICKERS = 0.06
"""A lamp that flickers changes the light by more from one frame to the next, on those films by 0.13 and more; exposure
follows slowly, by up to 0.03.
"""
_SAMPLE_PX = 4
_DARK = 24.0
_DIM = 0.012


@dataclass(frozen=True, slots=True, eq=False)
class NormalizedFrame:
    """A frame at half and at quarter size in the light of the first one; `at_ms` is capture time.

    `moved`: whether anything moved since the frame before; `is_shaken`: whether nearly all of the picture did,
    `flickers`: whether it is lit otherwise.
    """

    index: int
    at_ms: float
    half: Image
    quarter: Image
    moved: bool
    is_shaken: bool = False
    flickers: bool = False


@dataclass(slots=True, eq=False)
class MotionGate:
    """Makes glances; lamp flicker and exposure are divided out, so that only what moves differs."""

    background: Image | None = None
    _before: Image | None = field(default=None, init=False)
    _gain: float = field(default=1.0, init=False)

    def look(self, frame: Frame) -> NormalizedFrame:
        """The next frame, normalized."""
        height, width = frame.image.shape[:2]
        half = _shrunk(frame.image, (width // 2, height // 2))
        quarter = _shrunk(half, (width // 4, height // 4))
        if self.background is None:
            self.background = quarter.copy()
        gain = _gain(quarter, self.background)
        if abs(gain - 1) > _DIM:
            half, quarter = (_lit(picture, 1 / gain) for picture in (half, quarter))
        changed = None if self._before is None else _changed(quarter, self._before)
        moved = changed is None or bool(changed.any())
        flickers = changed is not None and abs(gain / self._gain - 1) > _FLICKERS
        # Another light changes edges, too, as it cannot be divided out quite.
        is_shaken = changed is not None and not flickers and _is_shaken(changed, quarter)
        self._before, self._gain = quarter, gain
        return NormalizedFrame(frame.index, frame.captured_ns / 1e6, half, quarter, moved, is_shaken, flickers)

    def paint(self, region: tuple[NDArray[np.intp], NDArray[np.intp]], quarter: Image) -> None:
        """In these rows and columns the background looks as in a normalized frame."""
        assert self.background is not None
        self.background[region] = quarter[region]

    def move(self, image_from_before: Homography) -> None:
        """The camera stands elsewhere, and so does the background."""
        assert self.background is not None
        quarter = np.diag([0.25, 0.25, 1.0])
        warp = quarter @ image_from_before @ np.diag([4.0, 4.0, 1.0])
        size = self.background.shape[1::-1]
        moved = cv2.warpPerspective(self.background, warp, size, borderMode=cv2.BORDER_REPLICATE)
        self.background = np.asarray(moved, np.uint8)


def _shrunk(picture: Image, size: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _lit(picture: Image, factor: float) -> Image:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=factor), np.uint8)


def _gain(picture: Image, background: Image) -> float:
    """How much brighter a picture is than the background; hands may cover less than half of it."""
    now = picture[::_SAMPLE_PX, ::_SAMPLE_PX, 1].astype(np.float32)
    then = background[::_SAMPLE_PX, ::_SAMPLE_PX, 1].astype(np.float32)
    lit = then > min(_DARK, float(np.median(then)))
    return float(np.median(now[lit] / np.maximum(then[lit], 1.0))) or 1.0


def _changed(now: Image, before: Image) -> NDArray[np.bool_]:
    """Which blocks of the picture changed, shape (height / 8, width / 8)."""
    return _blocks(now, before) > _STILL_LEVELS


def _is_shaken(changed: NDArray[np.bool_], quarter: Image) -> bool:
    """Whether most of what shows an edge changed: plain parts of the picture look the same wherever it goes."""
    if changed.mean() < _LEAST_SHAKEN:
        return False
    shows_edge = _blocks(quarter, np.roll(quarter, 1, axis=1)) > _EDGE_LEVELS
    return float(changed[shows_edge].mean() if shows_edge.any() else changed.mean()) > _SHAKEN


def _blocks(now: Image, before: Image) -> NDArray[np.uint8]:
    """How much each block of a picture differs from one of another picture, in the colour in which it does most."""
    height, width = now.shape[:2]
    levels = np.asarray(cv2.absdiff(now, before), np.uint8)
    blocks = cv2.resize(levels, (width // _BLOCK_PX, height // _BLOCK_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(np.max(blocks, axis=-1), np.uint8)
