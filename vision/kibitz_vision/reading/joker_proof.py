"""Whether what the reader takes for a joker has a joker's index: letters or a star on pale ground, at both corners.

Jokers have no look in common, so that a reader takes for one whatever is neither a card that it knows nor a back. What
their makers all do is to print the same mark at two opposite corners. The thresholds are from 30 drawn jokers in even
light (least likeness 0.81, least ink 0.19) and 154 things taken for jokers on photos without any.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_SIZE, CROP_WIDTH_PX, MARGIN, crop_corners, cut_card

_INSET, _REACH = 0.03, (0.21, 0.23)
"""From where to where a joker's mark is looked for, as shares of the card's width and height."""
_SHIFT_PX = 3
_INKED = 15.0
"""Distance from the ground, in CIELAB as OpenCV scales it, from which on something is printed."""
_LEAST_INK = 0.1
_LEAST_LIKENESS = 0.75
_SAME_GROUND = 27.0

Colours = NDArray[np.float32]


def has_jokers_index(image: Image, quad: Quad) -> bool:
    """Whether both index corners of a card show one mark, darker than the ground that it stands on."""
    smooth = cv2.GaussianBlur(cut_card(image, quad), (3, 3), 0)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.float32)
    one, other = _corner(lab), _corner(lab[::-1, ::-1])
    grounds = [np.median(corner.reshape(-1, 3), axis=0) for corner in (one, other)]
    if float(np.linalg.norm(grounds[0] - grounds[1])) > _SAME_GROUND:
        return False
    is_printed = _has_print(one, grounds[0]) and _has_print(other, grounds[1])
    return is_printed and _likeness(one - grounds[0], other - grounds[1]) >= _LEAST_LIKENESS


def _corner(lab: Colours) -> Colours:
    """The upper left corner of a crop."""
    x0, y0 = crop_corners(CROP_SIZE, MARGIN)[0]
    width, height = CROP_WIDTH_PX - 2 * x0, CROP_HEIGHT_PX - 2 * y0
    across = slice(int(x0 + _INSET * width), int(x0 + _REACH[0] * width))
    down = slice(int(y0 + _INSET * height), int(y0 + _REACH[1] * height))
    return lab[down, across]


def _has_print(corner: Colours, ground: Colours) -> bool:
    """Whether enough is printed in a corner, and not lighter than its ground as on the backs of some decks."""
    inked = np.linalg.norm(corner - ground, axis=2) > _INKED
    return bool(inked.mean() >= _LEAST_INK) and float(corner[inked][:, 0].mean()) < float(ground[0])


def _likeness(one: Colours, other: Colours) -> float:
    core = np.ascontiguousarray(other[_SHIFT_PX:-_SHIFT_PX, _SHIFT_PX:-_SHIFT_PX])
    return float(cv2.matchTemplate(np.ascontiguousarray(one), core, cv2.TM_CCOEFF_NORMED).max())
