"""Table surfaces: wood, cloth, felt, stone, plain and patterned, drawn from random numbers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.noise import Field, smooth_noise, to_bytes
from kibitz_vision.detections import Image


def _tinted(field: Field, colour: NDArray[np.floating], weights: NDArray[np.floating] | float) -> Field:
    """Picture (h, w, 3) of a colour that a field (h, w) makes lighter and darker."""
    mix = np.stack([np.ones(3) * weights, np.asarray(colour)], 1)
    return np.asarray(cv2.transform(field, mix), np.float32)


def draw_surface(rng: Generator, size: tuple[int, int]) -> Image:
    """A table top of (height, width) px."""
    colour = np.clip(rng.uniform(0, 255) + rng.normal(0, 35, 3), 5, 250).astype(np.float32)
    match int(rng.integers(8)):
        case 0 | 1:
            base = _wood(rng, size, colour)
        case 2:
            base = _tinted(smooth_noise(rng, size, rng.uniform(1, 3)), colour, rng.uniform(2, 14))  # felt
        case 3:
            base = _woven(rng, size, colour)
        case 4:
            base = _patterned(rng, size, colour)
        case 5:
            base = _stone(rng, size, colour)
        case _:
            base = np.empty((*size, 3), np.float32)
            base[:] = colour
    if rng.random() < 0.7:
        stains = smooth_noise(rng, size, rng.uniform(20, 200))
        base = np.asarray(cv2.scaleAdd(cv2.merge((stains, stains, stains)), rng.uniform(0, 12), base), np.float32)
    return to_bytes(base)


def draw_plain_table(rng: Generator, size: tuple[int, int]) -> Image:
    """A calm table top of (height, width) px: wood, or felt of one colour."""
    if rng.random() < 0.5:
        table = _wood(rng, size, np.array([60, 95, 140], np.float32))
    else:
        felt = ((50, 80, 40), (95, 60, 35), (60, 50, 95), (75, 75, 80))[int(rng.integers(4))]
        table = _tinted(smooth_noise(rng, size, 1.5), np.array(felt), 5)
    return to_bytes(table)


def _wood(rng: Generator, size: tuple[int, int], colour: Field) -> Field:
    along = rng.random() < 0.5
    grain_size = size if along else size[::-1]
    brown = np.array([rng.uniform(20, 120), rng.uniform(60, 160), rng.uniform(100, 220)], np.float32)
    grain = smooth_noise(rng, grain_size, rng.uniform(2, 7), rng.uniform(10, 60)) * np.float32(rng.uniform(4, 16))
    grain += smooth_noise(rng, grain_size, rng.uniform(10, 40), 8) * np.float32(rng.uniform(4, 18))
    step = int(rng.integers(60, 300))
    if rng.random() < 0.5:
        grain[::step] -= 40  # gaps between boards
    if not along:
        grain = np.ascontiguousarray(grain.T)
    mix = brown if rng.random() < 0.75 else colour
    return _tinted(grain, mix, 0.6 + 0.4 * mix / 255)


def _woven(rng: Generator, size: tuple[int, int], colour: Field) -> Field:
    height, width = size
    period = rng.uniform(2, 9)
    x, y = (np.sin(np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / period)) for side in (width, height))
    return _tinted(np.outer(y, x), colour, rng.uniform(3, 22))


def _stone(rng: Generator, size: tuple[int, int], colour: Field) -> Field:
    grains = cv2.merge([smooth_noise(rng, size, cell) for cell in (3, 9, 30)])
    mix = np.column_stack([rng.normal(0, 10, (3, 3)), colour])
    return np.asarray(cv2.transform(grains, mix), np.float32)


def _patterned(rng: Generator, size: tuple[int, int], ground: Field) -> Field:
    """Checks, stripes, dots and printed shapes of a table cloth."""
    picture = np.empty((*size, 3), np.float32)
    picture[:] = ground
    patterns = (_stripes, _tartan, _dots, _chequers, _blots)
    patterns[int(rng.integers(len(patterns)))](rng, picture, rng.uniform(0, 255, 3).astype(np.float32))
    return picture


def _stripes(rng: Generator, picture: Field, colour: Field) -> None:
    step = int(rng.integers(15, 120))
    picture[:, np.arange(picture.shape[1]) % step < step // 2] = colour


def _tartan(rng: Generator, picture: Field, colour: Field) -> None:
    step = int(rng.integers(15, 120))
    for axis in (0, 1):
        bands = np.arange(picture.shape[axis]) % step < step // 2
        part = np.s_[bands] if axis == 0 else np.s_[:, bands]
        picture[part] = picture[part] * 0.5 + colour * 0.5


def _dots(rng: Generator, picture: Field, colour: Field) -> None:
    step = int(rng.integers(15, 120))
    for y in range(0, picture.shape[0], step):
        for x in range(0, picture.shape[1], step):
            centre = (x + (y // step % 2) * step // 2, y)
            cv2.circle(picture, centre, step // 4, colour.tolist(), -1, cv2.LINE_AA)


def _chequers(rng: Generator, picture: Field, colour: Field) -> None:
    y, x = np.indices(picture.shape[:2]) // int(rng.integers(15, 120))
    picture[(x + y) % 2 == 0] = colour


def _blots(rng: Generator, picture: Field, colour: Field) -> None:
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(10, 60))):
        tint = np.clip(colour + rng.normal(0, 80, 3), 0, 255).tolist()
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        axes = (int(rng.integers(4, 80)), int(rng.integers(4, 60)))
        line = int(rng.choice((-1, 2, 5)))
        cv2.ellipse(picture, centre, axes, float(rng.uniform(0, 180)), 0, 360, tint, line)
