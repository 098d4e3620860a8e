"""Normalized frames: frames made small and evenly lit, and whether anything moved since the last one."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Homography
from kibitz_vision.tracking.frames.empty_table import EmptyTable
from kibitz_vision.tracking.frames.light import BLOCK_PX, STEADY, Light, block_means, light_of

_STILL_LEVELS = 2.5
"""A block of the picture whose mean changed by less is still: noise and compression stay below."""
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


@dataclass(frozen=True, slots=True, eq=False)
class NormalizedFrame:
    """A frame at half and at quarter size in the light of the first one; `at_ms` is capture time.

    `moved`: whether anything moved since the frame before; `is_shaken`: whether nearly all of the picture did,
    `flickers`: whether it is lit otherwise; `light`: what was taken from it, of which nothing may be known.
    """

    index: int
    at_ms: float
    half: Image
    quarter: Image
    moved: bool
    is_shaken: bool = False
    flickers: bool = False
    light: Light = STEADY


@dataclass(slots=True, eq=False)
class MotionGate:
    """Makes normalized frames: their light is that of the first one, so that only what moves differs."""

    table: EmptyTable | None = None
    _before: Image | None = field(default=None, init=False)
    _light: Light = field(default=STEADY, init=False)

    @property
    def background(self) -> Image:
        """The table without hands, of quarter size; there is one from the first frame on."""
        assert self.table is not None
        return self.table.picture

    def look(self, frame: Frame) -> NormalizedFrame:
        """The next frame, normalized."""
        height, width = frame.image.shape[:2]
        half = _shrunk(frame.image, (width // 2, height // 2))
        quarter = _shrunk(half, (width // 4, height // 4))
        if self.table is None:
            self.table = EmptyTable(quarter.copy())
        light = light_of(block_means(quarter), self.table.means, self._light)
        half, quarter = (light.taken_from(picture) for picture in (half, quarter))
        changed = None if self._before is None else _changed(quarter, self._before)
        moved = changed is None or bool(changed.any())
        flickers = changed is not None and abs(self._light.brightness / light.brightness - 1) > _FLICKERS
        # Another light changes edges, too, as it cannot be divided out quite.
        is_shaken = changed is not None and not flickers and _is_shaken(changed, quarter)
        at_ms = frame.captured_ns / 1e6
        if changed is not None and light.is_clear:
            self.table.follow(quarter, changed, at_ms)
        self._before, self._light = quarter, light
        return NormalizedFrame(frame.index, at_ms, half, quarter, moved, is_shaken, flickers, light)

    def paint(self, region: tuple[NDArray[np.intp], ...], quarter: Image) -> None:
        """In these rows and columns the background looks as in a normalized frame."""
        assert self.table is not None
        self.table.paint(region, quarter)

    def move(self, image_from_before: Homography) -> None:
        """The camera stands elsewhere, and so does the background."""
        assert self.table is not None
        self.table.move(image_from_before)


def _shrunk(picture: Image, size: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


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
    blocks = cv2.resize(levels, (width // BLOCK_PX, height // BLOCK_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(np.max(blocks, axis=-1), np.uint8)
