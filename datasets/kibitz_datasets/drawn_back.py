"""Card backs of our own making."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_vision.detections import Image


def draw_back(rng: Generator) -> Image:
    """A back: a border or none, a ground and a lattice, dots, rings, stripes or plain, alike in both directions."""
    height, width = ART_HEIGHT_PX, ART_WIDTH_PX
    ground = rng.integers(0, 256, 3)
    ink = np.clip(ground + rng.choice((-1, 1), 3) * rng.integers(60, 200, 3), 0, 255)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ground
    colour = tuple(int(c) for c in ink)
    step = int(rng.integers(10, 50))
    thick = int(rng.integers(1, max(2, step // 4)))
    match int(rng.integers(7)):
        case 0:
            for x in range(-height, width + height, step):
                cv2.line(picture, (x, 0), (x + height, height), colour, thick, cv2.LINE_AA)
                cv2.line(picture, (x, 0), (x - height, height), colour, thick, cv2.LINE_AA)
        case 1:
            for y in range(step // 2, height, step):
                for x in range(step // 2, width, step):
                    cv2.circle(picture, (x, y), step // 3, colour, -1, cv2.LINE_AA)
        case 2:
            for radius in range(step, height, step):
                cv2.circle(picture, (width // 2, height // 2), radius, colour, thick, cv2.LINE_AA)
        case 3:
            for y in range(0, height, step):
                cv2.line(picture, (0, y), (width, y), colour, thick * 2)
        case 4:
            _rosettes(picture, rng, colour)
        case 5:
            for y in range(0, height, step):
                for x in range((y // step % 2) * step, width, 2 * step):
                    cv2.rectangle(picture, (x, y), (x + step, y + step), colour, -1)
        case _:
            pass
    if rng.random() < 0.75:
        border = int(rng.integers(8, 30))
        edge = (245, 245, 245) if rng.random() < 0.8 else colour
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), edge, border * 2)
    half = picture[: height // 2]
    picture[height - height // 2 :] = half[::-1, ::-1]
    return picture


def _rosettes(picture: Image, rng: Generator, colour: tuple[int, ...]) -> None:
    """Curves of a spirograph, as on printed backs."""
    height, width = picture.shape[:2]
    t = np.linspace(0, 2 * np.pi, 1500)
    for _ in range(int(rng.integers(2, 7))):
        a, b, k = rng.uniform(20, 140), rng.uniform(5, 60), rng.integers(3, 25)
        cx, cy = rng.uniform(0.2, 0.8) * width, rng.uniform(0.1, 0.5) * height
        points = np.stack([cx + a * np.cos(t) + b * np.cos(k * t), cy + a * np.sin(t) + b * np.sin(k * t)], 1)
        cv2.polylines(picture, [points.astype(np.int32)], True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
