"""Card backs of our own making."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_vision.detections import Image

Colour = tuple[int, int, int]


def draw_back(rng: Generator) -> Image:
    """A back: a border or none, a ground and a pattern or none, alike from both ends."""
    height, width = ART_HEIGHT_PX, ART_WIDTH_PX
    ground = rng.integers(0, 256, 3)
    ink = np.clip(ground + rng.choice((-1, 1), 3) * rng.integers(60, 200, 3), 0, 255)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ground
    colour = (int(ink[0]), int(ink[1]), int(ink[2]))
    kind = int(rng.integers(len(PATTERNS) + 1))
    if kind < len(PATTERNS):
        PATTERNS[kind](picture, rng, colour)
    if rng.random() < 0.75:
        border = int(rng.integers(8, 30))
        edge = (245, 245, 245) if rng.random() < 0.8 else colour
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), edge, border * 2)
    half = picture[: height // 2]
    picture[height - height // 2 :] = half[::-1, ::-1]
    return picture


def _step(rng: Generator) -> int:
    return int(rng.integers(10, 50))


def _lattice(picture: Image, rng: Generator, colour: Colour) -> None:
    height, width = picture.shape[:2]
    step, thick = _step(rng), int(rng.integers(1, 8))
    for x in range(-height, width + height, step):
        cv2.line(picture, (x, 0), (x + height, height), colour, thick, cv2.LINE_AA)
        cv2.line(picture, (x, 0), (x - height, height), colour, thick, cv2.LINE_AA)


def _dots(picture: Image, rng: Generator, colour: Colour) -> None:
    height, width = picture.shape[:2]
    step = _step(rng)
    for y in range(step // 2, height, step):
        for x in range(step // 2, width, step):
            cv2.circle(picture, (x, y), step // 3, colour, -1, cv2.LINE_AA)


def _rings(picture: Image, rng: Generator, colour: Colour) -> None:
    height, width = picture.shape[:2]
    step, thick = _step(rng), int(rng.integers(1, 8))
    for radius in range(step, height, step):
        cv2.circle(picture, (width // 2, height // 2), radius, colour, thick, cv2.LINE_AA)


def _stripes(picture: Image, rng: Generator, colour: Colour) -> None:
    step = _step(rng)
    for y in range(0, picture.shape[0], step):
        picture[y : y + max(2, step // 3)] = colour


def _chequers(picture: Image, rng: Generator, colour: Colour) -> None:
    step = _step(rng)
    y, x = np.indices(picture.shape[:2]) // step
    picture[(x + y) % 2 == 0] = colour


def _rosettes(picture: Image, rng: Generator, colour: Colour) -> None:
    """Curves of a spirograph, as on printed backs."""
    height, width = picture.shape[:2]
    t = np.linspace(0, 2 * np.pi, 1500)
    for _ in range(int(rng.integers(2, 7))):
        a, b, k = rng.uniform(20, 140), rng.uniform(5, 60), rng.integers(3, 25)
        cx, cy = rng.uniform(0.2, 0.8) * width, rng.uniform(0.1, 0.5) * height
        points = np.stack([cx + a * np.cos(t) + b * np.cos(k * t), cy + a * np.sin(t) + b * np.sin(k * t)], 1)
        cv2.polylines(picture, [points.astype(np.int32)], True, colour, int(rng.integers(1, 4)), cv2.LINE_AA)


PATTERNS: tuple[Callable[[Image, Generator, Colour], None], ...] = (
    _lattice,
    _dots,
    _rings,
    _stripes,
    _chequers,
    _rosettes,
)
