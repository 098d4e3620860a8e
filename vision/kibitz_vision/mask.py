"""Pictures of the table that leak nothing: whatever may show a face that is not public is covered or made too coarse.

Places of hands whose card does not lie open and the draw pile are covered, so is each card that is found anywhere but
on the discard pile, and everything else but that pile is shown so coarsely that no index of a card can be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import cv2
import numpy as np

from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.reading.overlap import contains
from kibitz_vision.table.places import TablePlaces

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline

SHOWN_WIDTH_PX = 960
_INPUT_PX = 640
_PERHAPS = 0.15
"""Confidence from which anything that may be a card is covered."""
_GRAINS = 5.0
"""A card is this many grains wide: its index, a seventh of its width, is less than one."""
_LARGER = 1.12
"""Covers are so much larger than what they cover."""
COVER_BGR = (38, 51, 46)


def masked_table(
    image: Image,
    places: TablePlaces,
    pipeline: Pipeline,
    lies_open: Collection[Place] = (),
    *,
    shows_pile: bool = True,
) -> Image:
    """A frame of the whole table, at most 960 px wide, on which only what is public can be recognised.

    `lies_open` are places of hands whose card everybody sees; `shows_pile` says that the discard pile may be seen, too.
    """
    piles = (Heap.DISCARD,) if shows_pile else ()
    public = [places.quad_px(place) for place in (*piles, *lies_open) if place in places.quads_mm]
    hidden = [
        places.quad_px(place) for place in places.quads_mm if place is not Heap.DISCARD and place not in lies_open
    ]
    shown = coarse_table(image, places, lies_open)
    for quad in public:
        _copy_inside(image, shown, quad)
    for quad in hidden:
        cv2.fillConvexPoly(shown, _pixels(_grown(quad)), COVER_BGR)
    for card in pipeline.find_in(image, _INPUT_PX):
        quad = np.asarray(card.quad, np.float64)
        if card.confidence >= _PERHAPS and not _lies_on(quad.mean(axis=0), public):
            cv2.fillConvexPoly(shown, _pixels(_grown(quad)), COVER_BGR)
    scale = min(1.0, SHOWN_WIDTH_PX / shown.shape[1])
    return np.asarray(cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def coarse_table(image: Image, places: TablePlaces, lies_open: Collection[Place] = ()) -> Image:
    """A frame of the table, as large as it was, on which no index of a card can be read."""
    cards = [places.quad_px(place) for place in (Heap.DISCARD, *lies_open) if place in places.quads_mm]
    return _coarse(image, _width_px(cards))


def _coarse(image: Image, card_px: float) -> Image:
    height, width = image.shape[:2]
    grain = max(4.0, card_px / _GRAINS)
    size = max(1, round(width / grain)), max(1, round(height / grain))
    grains = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(grains, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _width_px(quads: Iterable[Points]) -> float:
    """The shorter side of the largest card, so that nearer ones are coarse enough, too."""
    return max((min(float(np.linalg.norm(quad[at] - quad[at - 1])) for at in range(4)) for quad in quads), default=80.0)


def _copy_inside(image: Image, shown: Image, quad: Points) -> None:
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, _pixels(_grown(quad)), 255)
    shown[inside > 0] = image[inside > 0]


def _grown(quad: Points) -> Points:
    middle = quad.mean(axis=0)
    grown: Points = middle + (quad - middle) * _LARGER
    return grown


def _lies_on(point: Points, quads: Iterable[Points]) -> bool:
    return any(contains(_grown(quad), point) for quad in quads)


def _pixels(quad: Points) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(quad).astype(np.int32)
