"""The photo finish: one picture that shows who crossed first, time along x, a band for each who went for the pile.

A band is the way from a card's place to the discard pile, cut out of every frame and laid side by side at its time:
what moves towards the pile climbs in it, and what lies still is a stripe. Contacts are marked with the time in which
each happened, as far as that is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.clips.clip import Clip, Contact
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.detections import Image
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points, project
from kibitz_vision.lettering import Colour, Pen, text_width, write

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline

BEFORE_MS, AFTER_MS = 400.0, 300.0
"""The time around the contacts that is shown: a hand is on its way to the pile for some 300 ms."""
_PX_PER_MS = 1.0
_BAND_PX, _GAP_PX, _HEAD_PX, _SCALE_PX, _LEFT_PX = 190, 10, 40, 30, 12
_WAY_MM = 1.2 * CARD_HEIGHT_MM
"""So much of the way to the middle of the pile is shown: farther away covered places begin."""
_BEYOND_MM = 0.6 * CARD_HEIGHT_MM
_ACROSS = 5
"""So many lines side by side make a column of a band, over half the width of a card."""
_TICK_MS = 100.0
INK, PAPER = (235, 240, 238), (33, 29, 22)
_TITLE, _NAME, _SMALL = 20, 17, 13
"""Heights of letters in px."""
PLAYER_BGR: tuple[Colour, ...] = ((70, 182, 231), (120, 220, 90), (200, 120, 240), (235, 170, 80))
"""One for each who goes for a card, in the order of their contacts."""


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """Where a band is cut out: points (rows, across, 2) on the table in mm, the pile's end first; and its rim."""

    contact: Contact
    points_mm: Points
    rim: int


def photo_finish(shown_clip: ShownClip, pipeline: Pipeline) -> Image:
    """The picture, BGR; `InputError` for a clip without a contact on the pile, or with a damaged frame of that time."""
    clip = shown_clip.clip
    contacts = clip.verdict.contacts if clip.verdict else ()
    if not contacts:
        raise InputError(
            Sentence("{title} No card came to the pile in this clip: there is no photo finish of it.", title=clip.title)
        )
    shown = Interval(
        min(clip.beside(one).start_ms for one in contacts) - BEFORE_MS,
        max(one.at_ms.end_ms for one in contacts) + AFTER_MS,
    )
    ways = [_way(clip, contact) for contact in contacts]
    columns: list[list[Image]] = [[] for _ in ways]
    times: list[float] = []
    masked = MaskedClip(clip, ClipView.TABLE, shown_clip.hidden_from_ms)
    for frame, image in masked.frames(pipeline, shown):
        times.append(frame.at_ms)
        for way, column in zip(ways, columns, strict=True):
            column.append(_column(image, masked, way))
    if not times:
        raise InputError(Sentence("{title} No frame of the time of its contacts is in this clip.", title=clip.title))
    return _strip(clip, shown, times, list(zip(ways, columns, strict=True)))


def _way(clip: Clip, contact: Contact) -> _Way:
    """The way of one card; of a place that is not known it is the way from the middle of the table's near side."""
    quads = clip.places.quads_mm
    pile = quads[Heap.DISCARD].mean(axis=0)
    others = [quad.mean(axis=0) for place, quad in quads.items() if place is not Heap.DISCARD]
    start = quads[contact.slot].mean(axis=0) if contact.slot in quads else np.mean(others, axis=0)
    along = (start - pile) / max(1e-6, float(np.linalg.norm(start - pile)))
    across = np.array([-along[1], along[0]])
    rows = np.linspace(-_BEYOND_MM, _WAY_MM, _BAND_PX)
    sides = np.linspace(-0.25, 0.25, _ACROSS) * CARD_WIDTH_MM
    points = pile + rows[:, None, None] * along + sides[None, :, None] * across
    rim = int(np.searchsorted(rows, _half_along(quads[Heap.DISCARD], along)))
    return _Way(contact, points, rim)


def _half_along(quad: Points, along: Points) -> float:
    """How far the pile's place goes from its middle in a direction, in mm."""
    return float(((quad - quad.mean(axis=0)) @ along).max())


def _column(image: Image, masked: MaskedClip, way: _Way) -> Image:
    """One column (rows, 3) of a band: the mean over half the width of a card."""
    points = project(masked.clip.places.in_picture(way.points_mm), masked.homography).astype(np.float32)
    cut = cv2.remap(image, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut.mean(axis=1), np.uint8)


def _strip(clip: Clip, shown: Interval, times: Sequence[float], bands: Sequence[tuple[_Way, Sequence[Image]]]) -> Image:
    scale = _Scale(shown)
    title = Pen(_TITLE, INK)
    width = max(scale.right, _LEFT_PX + text_width(clip.title, title)) + _LEFT_PX
    height = _HEAD_PX + len(bands) * (_BAND_PX + _GAP_PX) + _SCALE_PX
    image = np.full((height, width, 3), PAPER, np.uint8)
    write(image, clip.title, (_LEFT_PX, 27), title)
    for number, (way, columns) in enumerate(bands):
        top = _HEAD_PX + number * (_BAND_PX + _GAP_PX)
        for column, from_ms, to_ms in zip(columns, times, [*times[1:], shown.end_ms], strict=True):
            image[top : top + _BAND_PX, scale.x(from_ms) : scale.x(to_ms)] = column[:, None]
        cv2.line(image, (_LEFT_PX, top + way.rim), (scale.right, top + way.rim), INK, 1)
        marks = [(clip.beside(marked.contact), _colour(other)) for other, (marked, _) in enumerate(bands)]
        _mark(image[top : top + _BAND_PX], scale, marks)
        at = clip.beside(way.contact)
        told = f"{way.contact.player}: {at.start_ms - clip.opening_ms:.0f} to {at.end_ms - clip.opening_ms:.0f} ms"
        write(image, told, (_LEFT_PX + 6, top + 20), Pen(_NAME, _colour(number), 700))
    _draw_scale(image, scale, height - _SCALE_PX, clip.opening_ms)
    return image


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a time is on the picture."""

    shown: Interval

    def x(self, at_ms: float) -> int:
        """Its column; that of the nearest end for a time that is not shown."""
        within = min(max(at_ms, self.shown.start_ms), self.shown.end_ms)
        return _LEFT_PX + round((within - self.shown.start_ms) * _PX_PER_MS)

    @property
    def right(self) -> int:
        """The last column."""
        return self.x(self.shown.end_ms)


def _colour(number: int) -> Colour:
    return PLAYER_BGR[number % len(PLAYER_BGR)]


def _mark(band: Image, scale: _Scale, marks: Sequence[tuple[Interval, Colour]]) -> None:
    """The time in which each contact happened, and over all of them the ends: the frames that show them."""
    for at, colour in marks:
        left, right = scale.x(at.start_ms), scale.x(at.end_ms)
        part = band[:, left : max(left + 2, right)]
        part[:] = (part * 0.65 + np.array(colour) * 0.35).astype(np.uint8)
    for at, colour in marks:
        right = scale.x(at.end_ms)
        cv2.line(band, (right, 0), (right, band.shape[0] - 1), colour, 2)


def _draw_scale(image: Image, scale: _Scale, top: int, opening_ms: float) -> None:
    """Ticks of the times after the card to be matched lay there, as the player tells them."""
    first = float(np.ceil((scale.shown.start_ms - opening_ms) / _TICK_MS)) * _TICK_MS
    for at_ms in np.arange(first, scale.shown.end_ms - opening_ms, _TICK_MS):
        x = scale.x(float(at_ms) + opening_ms)
        cv2.line(image, (x, top), (x, top + 5), INK, 1)
        write(image, f"{at_ms:.0f} ms", (x + 2, top + 20), Pen(_SMALL, INK))
