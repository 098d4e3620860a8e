"""Card sleeves: pockets of clear plastic, often with a coloured back, that stand out round a card and shine."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_vision.detections import Image


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A sleeve: how far it stands out (share of the card's width), its back's colour (BGR) and opacity, its gloss."""

    rim: float
    colour: tuple[int, int, int]
    opacity: float
    gloss: float


def sample_sleeve(rng: Generator) -> Sleeve:
    """A random sleeve: clear all through, or with an opaque back that frames the face."""
    clear = rng.random() < 0.5
    shade = rng.integers(150, 256) if clear else rng.integers(0, 256, 3)
    blue, green, red = (int(v) for v in shade * np.ones(3, int))
    opacity = rng.uniform(0.1, 0.4) if clear else 1.0
    return Sleeve(float(rng.uniform(0.015, 0.06)), (blue, green, red), float(opacity), float(rng.uniform(0.05, 0.6)))


def sleeved_back(back: Image, sleeve: Sleeve | None) -> Image:
    """What a card in a sleeve shows face down: its own back, or the sleeve's where that is opaque."""
    if sleeve is None or sleeve.opacity < 1:
        return back
    return np.full_like(back, sleeve.colour)


def put_in_sleeve(
    rng: Generator, picture: Image, opacity: NDArray[np.uint8], sleeve: Sleeve
) -> tuple[Image, NDArray[np.uint8], int]:
    """The card (h, w, 3) and its opacity (h, w) with the sleeve round and over them, and the sleeve's rim in px."""
    height, width = opacity.shape
    rim = max(1, round(sleeve.rim * width))
    framed = np.empty((height + 2 * rim, width + 2 * rim, 3), np.uint8)
    framed[:] = sleeve.colour
    shown = np.full(framed.shape[:2], int(255 * sleeve.opacity), np.uint8)
    inside = np.s_[rim : rim + height, rim : rim + width]
    cut = opacity[..., None] < 128
    framed[inside] = np.where(cut, framed[inside], picture)
    shown[inside] = np.maximum(shown[inside], opacity)
    # The welded seam catches light.
    cv2.rectangle(shown, (0, 0), (framed.shape[1] - 1, framed.shape[0] - 1), 255, 1)
    seam = tuple(int(v) for v in np.clip(np.array(sleeve.colour) + rng.uniform(-60, 90), 0, 255))
    cv2.rectangle(framed, (0, 0), (framed.shape[1] - 1, framed.shape[0] - 1), seam, 1)
    return _shiny(rng, framed, sleeve.gloss), shown, rim


def _shiny(rng: Generator, picture: Image, gloss: float) -> Image:
    """A haze over all and a streak of reflected light across, at random place and slope."""
    height, width = picture.shape[:2]
    angle, middle, spread = rng.uniform(0, np.pi), rng.uniform(-0.2, 1.2), rng.uniform(0.03, 0.25)
    x = np.linspace(0, 1, width, dtype=np.float32) * np.float32(np.cos(angle))
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None] * np.float32(np.sin(angle))
    streak = np.exp(-(((x + y - middle) / spread) ** 2)) * (0.75 * gloss) + 0.1 * gloss
    return np.asarray(picture + (235.0 - picture) * streak[..., None].astype(np.float32), np.uint8)
