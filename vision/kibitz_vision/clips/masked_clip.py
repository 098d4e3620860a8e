"""A clip's pictures as everybody may see them, and where what was found in them is on these pictures.

Of the pile what lies around it is shown, hands beside it covered: nothing else was in question. Else the whole table is
shown, masked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from kibitz_scoring.table import Heap, Interval
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind
from kibitz_vision.clips.concealment import OpenHands
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.geometry import Homography, Points
from kibitz_vision.mask import COVER_BGR, SHOWN_WIDTH_PX, coarse_table, masked_table

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline

_AROUND = 0.6
"""So much of a card's length is shown around the pile."""


class ClipView(StrEnum):
    """What of a frame is shown: the pile and what lies around it, or the whole table, coarsely."""

    PILE = "pile"
    TABLE = "table"


class MaskedClip:
    """One clip; by itself of a snap the pile is shown. `size_px` is the size of its pictures as they are shown.

    From `hidden_from_ms` on what lies on the pile is not to be seen either: those pictures are coarse all over. With
    `shows_hands` the whole table has the cards that lay open in hands at the time of each picture.
    """

    def __init__(
        self,
        clip: Clip,
        view: ClipView | None = None,
        hidden_from_ms: float = math.inf,
        *,
        shows_hands: bool = False,
    ) -> None:
        self.clip = clip
        self._hidden_from_ms = hidden_from_ms
        self._hands = OpenHands(clip) if shows_hands else None
        self.view = view or (ClipView.PILE if clip.kind is ClipKind.SNAP else ClipView.TABLE)
        left, top, right, bottom = self._part
        shown_px = SHOWN_WIDTH_PX if self.view is ClipView.PILE else min(SHOWN_WIDTH_PX, right - left)
        self._scale = shown_px / (right - left)
        self.size_px = shown_px, round((bottom - top) * self._scale)

    def picture(self, number: int, pipeline: Callable[[], Pipeline]) -> bytes:
        """JPEG of a frame by its number in the clip; cards are looked for on the whole table only."""
        return encode_jpeg(self._image(self.clip.frames[number], pipeline))

    def frames(self, pipeline: Pipeline, within: Interval | None = None) -> Iterator[tuple[ClipFrame, Image]]:
        """Every frame, or those `within` a time, with its picture; `InputError` where one is damaged."""
        for frame in self.clip.frames:
            if within is None or within.start_ms <= frame.at_ms <= within.end_ms:
                yield frame, self._image(frame, lambda: pipeline)

    def _image(self, frame: ClipFrame, pipeline: Callable[[], Pipeline]) -> Image:
        is_hidden = frame.at_ms >= self._hidden_from_ms
        if self.view is ClipView.TABLE:
            lies_open = self._hands.at(frame.at_ms) if self._hands and not is_hidden else ()
            return masked_table(frame.image(), self.clip.places, pipeline(), lies_open, shows_pile=not is_hidden)
        places = self.clip.places
        image = coarse_table(frame.image(), places) if is_hidden else frame.image().copy()
        for place in places.quads_mm:
            if not isinstance(place, Heap):
                cv2.fillConvexPoly(image, np.round(places.quad_px(place)).astype(np.int32), COVER_BGR)
        left, top, right, bottom = self._part
        part = cv2.resize(image[top:bottom, left:right], self.size_px, interpolation=cv2.INTER_CUBIC)
        return np.asarray(part, dtype=np.uint8)

    @property
    def homography(self) -> Homography:
        """The map (3, 3) from pixels of the clip's frames to those of its pictures."""
        left, top, _, _ = self._part
        scale = self._scale
        return np.array([[scale, 0.0, -left * scale], [0.0, scale, -top * scale], [0.0, 0.0, 1.0]])

    def on_picture(self, outline: Points | Sequence[tuple[float, float]]) -> list[tuple[float, float]] | None:
        """Where an outline (n, 2) in pixels of the frame is on what is shown of it, None where it is not in view."""
        left, top, right, bottom = self._part
        corners = np.asarray(outline, np.float64)
        x, y = corners.mean(axis=0)
        if not (left <= x < right and top <= y < bottom):
            return None
        return [(round(float(x), 1), round(float(y), 1)) for x, y in (corners - (left, top)) * self._scale]

    @cached_property
    def _part(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of what is shown."""
        width, height = self.clip.size_px
        if self.view is ClipView.TABLE:
            return 0, 0, width, height
        quad = self.clip.places.quad_px(Heap.DISCARD)
        margin = _AROUND * float(np.max(np.ptp(quad, axis=0)))
        low, high = quad.min(axis=0) - margin, quad.max(axis=0) + margin
        left, top = max(0, int(low[0])), max(0, int(low[1]))
        return left, top, min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
