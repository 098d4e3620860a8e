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
from kibitz_vision.clips.clip import Clip
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
    """One picture of a replay: its frame's index, ms after the first, whose card touches the pile on it, its URL."""

    index: int
    after_ms: float
    touches: tuple[str, ...]
    url: str


def moments_shown(moments: Sequence[SnapMoment]) -> tuple[ReplayFrame, ...]:
    """The frames of a race that an earlier version kept as pictures."""
    return tuple(ReplayFrame(one.frame, one.after_ms, one.touches, f"/pictures/{one.picture}.jpg") for one in moments)


def clip_shown(name: str, clip: Clip) -> tuple[ReplayFrame, ...]:
    """The frames of a clip's window, each with those whose card first touches the pile on it."""
    window = clip.window_ms
    shown = [number for number, one in enumerate(clip.frames) if window.start_ms <= one.at_ms <= window.end_ms]
    contacts = clip.verdict.contacts if clip.verdict else ()
    first = {contact.player: clip.at(contact.at_ms.end_ms + 0.5) for contact in reversed(contacts)}
    return tuple(
        ReplayFrame(
            clip.frames[number].index,
            clip.frames[number].at_ms - clip.frames[shown[0]].at_ms,
            tuple(player for player, at in first.items() if at == number),
            f"/clips/{name}/pile/{number}.jpg",
        )
        for number in shown
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
