"""Brightness: pictures of dark tables, in which dark backs are hardly seen, as a longer exposure would show them."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Image
from kibitz_vision.table.patches import largest

_DARK_LEVELS = 36
"""Of 255: darker is half of a picture only where the table or the room is black."""
_GAMMA = 0.5
_STEP_PX = 4
_CURVE = np.round(255 * np.linspace(0, 1, 256) ** _GAMMA).astype(np.uint8)


def brightened(image: Image) -> Image:
    """A picture whose darker half is nearly black with its shadows lifted, any other as it is."""
    brightest = largest(cv2.split(np.ascontiguousarray(image[::_STEP_PX, ::_STEP_PX])))
    if float(np.median(brightest)) >= _DARK_LEVELS:
        return image
    return np.asarray(cv2.LUT(image, _CURVE), np.uint8)
