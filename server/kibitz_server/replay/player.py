"""Looking again at a snap, picture by picture: only the pile and what lies around it, nothing else was in question.

On the pictures stands what the places are called and which cards the detector finds, by their outlines only: no face is
named that the table has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from kibitz_scoring.table import Heap
from kibitz_server.journal.pictures import encode_jpeg
from kibitz_server.journal.play_entries import SnapMoment
from kibitz_server.views.play_view import RaceView
from kibitz_vision.camera.kept_frames import KeptFrame
from kibitz_vision.detections import Detection, Image
from kibitz_vision.frames import decode_image
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline

_AROUND = 0.6
_SHOWN_WIDTH_PX = 900
_INPUT_PX = 320
_SURE = 0.5
_OUTLINE_BGR = (70, 182, 231)
FOUND_BGR = (120, 220, 90)
"""Cards that the detector finds are outlined in this colour."""
_COVER_BGR = (38, 51, 46)
_LETTERS_BGR = (200, 210, 205)


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One picture of a replay: the index of the frame, ms after the first, and whose card touches the pile on it.

    `picture`: the file that was kept of it, empty while it is still in the film.
    """

    index: int
    after_ms: float
    touches: tuple[str, ...]
    picture: str = ""

    @property
    def url(self) -> str:
        """Where the picture is served."""
        return f"/pictures/{self.picture}.jpg" if self.picture else f"/replay/{self.index}.jpg"


def moments_shown(moments: Sequence[SnapMoment]) -> tuple[ReplayFrame, ...]:
    """The frames of a race that were kept for good."""
    return tuple(ReplayFrame(one.frame, one.after_ms, one.touches, one.picture) for one in moments)


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


def replay_picture(jpeg: bytes, places: TablePlaces, pipeline: Pipeline) -> bytes:
    """JPEG of the part of a kept frame about the discard pile, its place and the cards found outlined.

    Hands beside the pile are covered before anybody looks for cards.
    """
    image = decode_image(jpeg, "the kept frame").copy()
    slots = {place: places.quad_px(place) for place in places.quads_mm if not isinstance(place, Heap)}
    for quad in slots.values():
        cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), _COVER_BGR)
    pile = places.quad_px(Heap.DISCARD)
    left, top, right, bottom = _part(pile, image)
    part = np.ascontiguousarray(image[top:bottom, left:right])
    found = [card for card in pipeline.find_in(part, _INPUT_PX) if card.confidence >= _SURE]
    scale = _SHOWN_WIDTH_PX / part.shape[1]
    large = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    for slot, quad in slots.items():
        _write(large, slot, (quad.mean(axis=0) - (left, top)) * scale, _LETTERS_BGR)
    _outline(large, (pile - (left, top)) * scale, _OUTLINE_BGR)
    for card in found:
        _draw_found(large, card, scale)
    return encode_jpeg(large)


def _draw_found(large: Image, card: Detection, scale: float) -> None:
    quad = np.asarray(card.quad * scale, np.float64)
    _outline(large, quad, FOUND_BGR)
    _write(large, f"{card.confidence:.0%}", quad.mean(axis=0), FOUND_BGR)


def _outline(large: Image, quad: Points, colour: tuple[int, int, int]) -> None:
    cv2.polylines(
        large, [np.round(quad).astype(np.int32)], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA
    )


def _write(large: Image, text: str, at: Points, colour: tuple[int, int, int]) -> None:
    x, y = (round(float(value)) for value in at)
    cv2.putText(large, text, (x - 8 * len(text), y + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.7, colour, 2, cv2.LINE_AA)


def _part(quad: Points, image: Image) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the pile's place with half a card's length around it."""
    height, width = image.shape[:2]
    margin = _AROUND * float(np.max(np.ptp(quad, axis=0)))
    low, high = quad.min(axis=0) - margin, quad.max(axis=0) + margin
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    return left, top, min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
