"""Rectified crops: a card cut out of the full-resolution picture and stood upright."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Image, Quad

CROP_SIZE = CROP_WIDTH_PX, CROP_HEIGHT_PX = 96, 144
MARGIN = 0.05
"""Share of the card's size that a crop shows beyond each side, so that an inexact quad cuts nothing off."""


def cut_card(picture: Image, quad: Quad, size: tuple[int, int] = CROP_SIZE, margin: float = MARGIN) -> Image:
    """Crop of `size` (width, height) px of the card whose corners are `quad`, its first side on top."""
    picture, quad = _shrunk(picture, np.asarray(quad, np.float32), size)
    warp = cv2.getPerspectiveTransform(quad, crop_corners(size, margin) - 0.5)
    crop = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def crop_corners(size: tuple[int, int], margin: float) -> Quad:
    """Where a crop of `size` (width, height) px shows the quad's corners, (4, 2) px."""
    dx, dy = (margin * side / (1 + 2 * margin) for side in size)
    width, height = size
    return np.array([[dx, dy], [width - dx, dy], [width - dx, height - dy], [dx, height - dy]], np.float32)


def _shrunk(picture: Image, quad: Quad, size: tuple[int, int]) -> tuple[Image, Quad]:
    """The part of the picture about the quad, reduced first where it is much larger than the crop (no aliasing)."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    factor = min((sides[0] + sides[2]) / 2 / size[0], (sides[1] + sides[3]) / 2 / size[1])
    if factor < 1.6:
        return picture, quad
    pad = 0.12 * float(sides.max())
    height, width = picture.shape[:2]
    x0, y0 = np.clip(np.floor(quad.min(0) - pad).astype(int), 0, (width - 2, height - 2))
    x1, y1 = np.clip(np.ceil(quad.max(0) + pad).astype(int), (x0 + 2, y0 + 2), (width, height))
    part = picture[y0:y1, x0:x1]
    scale = 1 / factor
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    exact = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]], np.float32)
    return np.asarray(small, np.uint8), np.asarray((quad - (x0, y0) + 0.5) * exact - 0.5, np.float32)
