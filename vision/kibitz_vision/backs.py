"""Backs: whether a place shows the back of the pack where the detector finds no card, or takes it for a face.

All backs of a pack look alike, so that those which lie elsewhere tell how one looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap
from kibitz_vision.geometry import Points
from kibitz_vision.patches import HEIGHT_PX, MARGIN_MM, MM_PER_PX, WIDTH_PX, Atlas
from kibitz_vision.sights import Sight
from kibitz_vision.spots import Spot

_INSET_PX = round(MARGIN_MM / MM_PER_PX) + 5
_OFF_PX = 6
"""Cards lie so far beside the middle of their place."""
_TURNS_DEG = (-6.0, -3.0, 0.0, 3.0, 6.0)
_LIKE, _LIKE_FACE = 0.8, 0.65
"""Correlation from which on two patches show one pattern, and from which on what seems a face shows that of a back."""
_PLAIN_LEVELS = 10.0
"""What varies by less has no pattern by which to tell it."""
_KNOWN = 3


def sight_at(place_mm: Points, spot: Spot, patch: Atlas, spots: Iterable[Spot]) -> Sight | None:
    """What lies in a slot at rest, by the last look at it or by how the backs of others look."""
    is_clear = isinstance(spot.place, Heap) or (spot.sight is not None and spot.sight.is_back)
    # An arm over a part of a card makes it seem to lie otherwise, and one that passes may look like a back.
    if is_clear or not spot.resting:
        return spot.sight
    others = (one for one in spots if one is not spot and _is_known(one))
    known = sorted(others, key=lambda one: one.place is not Heap.DRAW)[:_KNOWN]
    least = _LIKE if spot.sight is None else _LIKE_FACE
    if any(shows(patch, one.rested, least) for one in known):
        return Sight.straight_back(place_mm)
    return spot.sight


def shows(patch: Atlas, back: Atlas, least: float = _LIKE) -> bool:
    """Whether a patch shows the pattern of a back that another patch shows, a little off and either way round."""
    inner = patch[_INSET_PX - _OFF_PX : _OFF_PX - _INSET_PX, _INSET_PX - _OFF_PX : _OFF_PX - _INSET_PX]
    if not has_pattern(_inner(back)):
        return False
    return any(float(cv2.matchTemplate(inner, one, cv2.TM_CCOEFF_NORMED).max()) > least for one in _turned(back))


def has_pattern(back: NDArray[np.uint8]) -> bool:
    """Whether there is a pattern by which to tell a back (height, width, 3)."""
    return float(back.std(axis=(0, 1)).max()) >= _PLAIN_LEVELS


def _turned(back: Atlas) -> Iterator[Atlas]:
    middle = ((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2)
    for degrees in (*_TURNS_DEG, *(180 + turn for turn in _TURNS_DEG)):
        turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
        turned = cv2.warpAffine(back, turn, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
        yield _inner(np.asarray(turned, np.uint8))


def _inner(patch: Atlas) -> NDArray[np.uint8]:
    return np.ascontiguousarray(patch[_INSET_PX:-_INSET_PX, _INSET_PX:-_INSET_PX])


def _is_known(spot: Spot) -> bool:
    """Whether a back lies there, as always does on the draw pile."""
    return spot.lying is not None and (spot.lying.is_back or spot.place is Heap.DRAW)
