"""Table surfaces: wood, cloth, felt, stone, plain and patterned, drawn from random numbers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_vision.detections import Image

Field = NDArray[np.float32]


def smooth_noise(rng: Generator, size: tuple[int, int], cell_px: float, stretch: float = 1.0) -> Field:
    """Noise (h, w) of mean 0 and spread about 1 whose grain is `cell_px` (`stretch` times as long along x)."""
    height, width = size
    rows = max(2, round(height / cell_px))
    columns = max(2, round(width / (cell_px * stretch)))
    grid = rng.standard_normal((min(rows, height), min(columns, width)), np.float32)
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def draw_surface(rng: Generator, size: tuple[int, int]) -> Image:
    """A table top of (height, width) px."""
    tone = rng.uniform(0, 255) * np.ones(3, np.float32)
    colour = tone + rng.normal(0, 35, 3).astype(np.float32)
    base = np.ones((*size, 3), np.float32) * np.clip(colour, 5, 250)
    match int(rng.integers(8)):
        case 0 | 1:
            base = _wood(rng, base)
        case 2:
            base += smooth_noise(rng, size, rng.uniform(1, 3))[..., None] * rng.uniform(2, 14)  # felt
        case 3:
            base = _woven(rng, base)
        case 4:
            base = _patterned(rng, base)
        case 5:
            for cell in (3, 9, 30):
                base += smooth_noise(rng, size, cell)[..., None] * rng.normal(0, 10, 3).astype(np.float32)  # stone
        case _:
            pass
    if rng.random() < 0.7:
        base += smooth_noise(rng, size, rng.uniform(20, 200))[..., None] * rng.uniform(0, 12)
    return np.asarray(np.clip(base, 0, 255), np.uint8)


def draw_plain_table(rng: Generator, size: tuple[int, int]) -> Image:
    """A calm table top of (height, width) px: wood, or felt of one colour."""
    base = np.ones((*size, 3), np.float32)
    if rng.random() < 0.5:
        table = _wood(rng, base * np.array([60, 95, 140], np.float32))
    else:
        felt = ((50, 80, 40), (95, 60, 35), (60, 50, 95), (75, 75, 80))[int(rng.integers(4))]
        table = base * np.array(felt, np.float32) + smooth_noise(rng, size, 1.5)[..., None] * 5
    return np.asarray(np.clip(table, 0, 255), np.uint8)


def _wood(rng: Generator, base: Field) -> Field:
    size = (base.shape[0], base.shape[1])
    along = rng.random() < 0.5
    grain_size = size if along else size[::-1]
    brown = np.array([rng.uniform(20, 120), rng.uniform(60, 160), rng.uniform(100, 220)], np.float32)
    grain = smooth_noise(rng, grain_size, rng.uniform(2, 7), rng.uniform(10, 60)) * rng.uniform(4, 16)
    grain += smooth_noise(rng, grain_size, rng.uniform(10, 40), 8) * rng.uniform(4, 18)
    step = int(rng.integers(60, 300))
    if rng.random() < 0.5:
        grain[::step] -= 40  # gaps between boards
    if not along:
        grain = np.ascontiguousarray(grain.T)
    mix = brown if rng.random() < 0.75 else base[0, 0]
    return np.asarray(mix + grain[..., None] * (0.6 + 0.4 * mix / 255), np.float32)


def _woven(rng: Generator, base: Field) -> Field:
    height, width = base.shape[:2]
    period = rng.uniform(2, 9)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    weave = np.sin(2 * np.pi * x / period) * np.sin(2 * np.pi * y / period)
    return np.asarray(base + weave[..., None] * rng.uniform(3, 22), np.float32)


def _patterned(rng: Generator, base: Field) -> Field:
    """Checks, stripes, dots and printed shapes of a table cloth."""
    picture = np.ascontiguousarray(base)
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
