"""Hand presence: whether a mask of what is no table shows a hand or an arm at all, whosever it is."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.tracking.hands.arm_attribution import Mask

_LEAST = 0.01
"""Share of the picture that a hand covers at least: two finger tips of one beside cards as large as on our films."""
_WAY_IN = 0.06
"""Of the shorter side of the picture, so much of its border a hand or arm covers: a card that lies there touches it
with less, as a rule.
"""
_GRAIN_PX = 3
"""What is thinner, in a picture of quarter size, is the rim of a thing that was nudged, or noise."""


def shows_hand(mask: Mask) -> bool:
    """Whether so much of a mask (h, w), not 0 where hands may be, hangs together and comes in over the border."""
    return float(arm_over_border(mask).mean()) / 255 >= _LEAST


def arm_over_border(mask: Mask) -> Mask:
    """The largest part of a mask that hangs together and comes in over the picture's border; 0 elsewhere."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((_GRAIN_PX, _GRAIN_PX), np.uint8))
    _, parts, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    border = np.concatenate([parts[0], parts[-1], parts[1:-1, 0], parts[1:-1, -1]])
    numbers, lengths = np.unique(border[border > 0], return_counts=True)
    reaching = numbers[lengths >= _WAY_IN * min(mask.shape)]
    if not len(reaching):
        return np.zeros_like(mask)
    largest = reaching[np.argmax(stats[reaching, cv2.CC_STAT_AREA])]
    return np.asarray((parts == largest) * np.uint8(255), np.uint8)
