"""How well single cards show in a picture: their size, sharpness, brightness, and what a lamp washes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image, Quad
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points, areas

_REBLUR_PX = 1.0
_NOISE_PX = 0.7
"""Every picture is softened so much before edges are looked at, or a sensor's noise would count as edges."""
_EDGES = 0.05
"""The share of a card's pixels that is taken for its edges: those where brightness changes most."""
_LEAST_STEP = 6.0
_WHITE = 0.9
"""The paper of a card is as bright as this share of its pixels is at most."""
_CLIPPED = 250
_SHARPEST_PX = 0.1


@dataclass(frozen=True, slots=True)
class CardLook:
    """One card on a picture.

    `px_per_mm`: its size. `blur_mm`: standard deviation of what its edges are softened by, on the table. `white`: how
    bright its paper is, 0 to 255. `clipped`: share of it that is as bright as a camera can tell in all colours.
    """

    px_per_mm: float
    blur_mm: float
    white: float
    clipped: float


def card_looks(picture: Image, quads: Sequence[Quad]) -> tuple[CardLook, ...]:
    """How each of the cards outlined by `quads` (4, 2), in px, shows in a picture (h, w, 3)."""
    return tuple(_look(picture, np.asarray(quad, np.float64)) for quad in quads)


def _look(picture: Image, quad: Points) -> CardLook:
    height, width = picture.shape[:2]
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 4, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 5, low + 1, (width, height))
    crop = picture[low[1] : high[1], low[0] : high[0]]
    inside = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - low).astype(np.int32), 1)
    card = inside.astype(bool)
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    px_per_mm = float(np.sqrt(areas(quad[None])[0] / (CARD_WIDTH_MM * CARD_HEIGHT_MM)))
    pixels = grey[card] if card.any() else grey.ravel()
    clipped = (crop.min(axis=2) >= _CLIPPED)[card] if card.any() else np.zeros(1, bool)
    blur_px = _blur_px(grey, np.asarray(cv2.dilate(inside, np.ones((5, 5), np.uint8)), bool))
    return CardLook(
        px_per_mm, blur_px / max(px_per_mm, 1e-6), float(np.quantile(pixels, _WHITE)), float(clipped.mean())
    )


def _blur_px(grey: Image, where: NDArray[np.bool_]) -> float:
    """Standard deviation of a picture's blur at its strongest edges, by how much more a blur of known size takes away.

    Of an edge softened by s, another blur of r leaves the share s / sqrt(s^2 + r^2) of its slope (S. Zhuo and T. Sim,
    Defocus map estimation from a single image, Pattern Recognition 44, 2011).
    """
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _NOISE_PX)
    slopes = _slopes(soft)[where]
    softened = _slopes(cv2.GaussianBlur(soft, (0, 0), _REBLUR_PX))[where]
    if not len(slopes):
        return 0.0
    strong = slopes >= max(float(np.quantile(slopes, 1 - _EDGES)), _LEAST_STEP)
    if not strong.any():
        return float("inf")
    ratio = float(np.median(slopes[strong] / np.maximum(softened[strong], 1e-3)))
    if ratio <= 1.0:
        return float("inf")
    total = _REBLUR_PX / np.sqrt(ratio**2 - 1)
    return float(np.sqrt(max(total**2 - _NOISE_PX**2, _SHARPEST_PX**2)))


def _slopes(picture: cv2.typing.MatLike) -> NDArray[np.float32]:
    x, y = cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(x, y) / 4, np.float32)
