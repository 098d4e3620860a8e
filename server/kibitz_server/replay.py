"""Looking again at a snap, picture by picture: only the pile and what lies around it, nothing else was in question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kibitz_scoring.table import Heap
from kibitz_server.pictures import encode_jpeg
from kibitz_server.play_views import RaceView
from kibitz_vision.detections import Image
from kibitz_vision.film import KeptFrame
from kibitz_vision.frames import decode_image
from kibitz_vision.geometry import Points
from kibitz_vision.places import TablePlaces

_AROUND = 0.6
_SHOWN_WIDTH_PX = 900
_OUTLINE_BGR = (70, 182, 231)
_COVER_BGR = (38, 51, 46)


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One picture of a replay: the index of the frame, ms after the first, and whose card touches the pile on it."""

    index: int
    after_ms: float
    touches: tuple[str, ...]


def replay_frames(race: RaceView, kept: Sequence[KeptFrame]) -> tuple[ReplayFrame, ...]:
    """The frames that show a race, as far as they are still there."""
    window = race.window_ms
    shown = [one for one in kept if window.start_ms <= one.captured_ns / 1e6 <= window.end_ms]
    first: dict[str, int] = {}
    for one in shown:
        for player, at in race.contacts_ms:
            if one.captured_ns / 1e6 >= at.end_ms - 0.5:
                first.setdefault(player, one.index)
    return tuple(
        ReplayFrame(
            one.index,
            (one.captured_ns - shown[0].captured_ns) / 1e6,
            tuple(player for player, index in first.items() if index == one.index),
        )
        for one in shown
    )


def replay_picture(jpeg: bytes, places: TablePlaces) -> bytes:
    """JPEG of the part of a kept frame about the discard pile, its place outlined; hands beside it are covered."""
    image = decode_image(jpeg, "the kept frame").copy()
    for place in places.quads_mm:
        if not isinstance(place, Heap):
            cv2.fillConvexPoly(image, np.round(places.quad_px(place)).astype(np.int32), _COVER_BGR)
    quad = places.quad_px(Heap.DISCARD)
    left, top, right, bottom = _part(quad, image)
    part = np.ascontiguousarray(image[top:bottom, left:right])
    scale = _SHOWN_WIDTH_PX / part.shape[1]
    large = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    outline = np.round((quad - (left, top)) * scale).astype(np.int32)
    cv2.polylines(large, [outline], isClosed=True, color=_OUTLINE_BGR, thickness=2, lineType=cv2.LINE_AA)
    return encode_jpeg(large)


def _part(quad: Points, image: Image) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the pile's place with half a card's length around it."""
    height, width = image.shape[:2]
    margin = _AROUND * float(np.max(np.ptp(quad, axis=0)))
    low, high = quad.min(axis=0) - margin, quad.max(axis=0) + margin
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    return left, top, min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
