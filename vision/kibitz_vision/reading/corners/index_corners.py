"""Index corners: where a card's small rank and suit stand, and which card a corner belongs to."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Quad

INDEX_WIDTH, INDEX_HEIGHT = 0.22, 0.30
"""Size of the corner that holds rank and suit, as shares of the card's width and height."""

_CARD = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_CORNER = _CARD * np.array([INDEX_WIDTH, INDEX_HEIGHT], np.float32)


def index_quad(card: Quad, *, turned: bool) -> Quad:
    """The corner at a card's first corner, or at its third if `turned`; (4, 2) px, upright as the index is read."""
    upright = np.roll(card, 2, 0) if turned else card
    warp = cv2.getPerspectiveTransform(_CARD, np.asarray(upright, np.float32))
    return np.asarray(cv2.perspectiveTransform(_CORNER[None], warp)[0], np.float32)


def card_of_index(index: Quad, *, right: bool = False) -> Quad:
    """The card whose upper left corner, or upper right one if `right`, is this upright index; without perspective."""
    across, down = index[1] - index[0], index[3] - index[0]
    width, height = across / INDEX_WIDTH, down / INDEX_HEIGHT
    first = index[1] - width if right else index[0]
    return np.array([first, first + width, first + width + height, first + height], np.float32)
