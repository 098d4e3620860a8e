"""Random fields that pictures are made of: grain, smooth noise, and their way to bytes."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_vision.detections import Image

Field = NDArray[np.float32]
GRAIN_PX = 1024


@functools.cache
def _grain() -> Field:
    """One large field of noise: drawing normal numbers anew for every picture would cost more than all else."""
    return np.random.default_rng(1).standard_normal((GRAIN_PX, GRAIN_PX, 3), np.float32)


@functools.cache
def _grey_grain() -> Field:
    return np.ascontiguousarray(_grain()[..., 0])


def white_noise(rng: Generator, size: tuple[int, int]) -> Field:
    """Noise (h, w) of mean 0 and spread 1, each pixel by itself."""
    return _part(rng, _grey_grain(), size)


def colour_noise(rng: Generator, size: tuple[int, int]) -> Field:
    """Noise (h, w, 3) of mean 0 and spread 1, each pixel and colour by itself."""
    return _part(rng, _grain(), size)


def _part(rng: Generator, field: Field, size: tuple[int, int]) -> Field:
    """A random part of a field, which repeats where more is asked for than it has."""
    (y, x), flip = rng.integers(GRAIN_PX - 256, size=2), rng.integers(2, size=2)
    field = field[:: 1 - 2 * flip[0], :: 1 - 2 * flip[1]]
    if y + size[0] <= GRAIN_PX and x + size[1] <= GRAIN_PX:
        return np.ascontiguousarray(field[y : y + size[0], x : x + size[1]])
    rows, columns = (np.arange(start, start + length) % GRAIN_PX for start, length in zip((y, x), size, strict=True))
    return np.asarray(field[rows][:, columns], np.float32)


def smooth_noise(rng: Generator, size: tuple[int, int], cell_px: float, stretch: float = 1.0) -> Field:
    """Noise (h, w) of mean 0 and spread about 1 whose grain is `cell_px` (`stretch` times as long along x)."""
    height, width = size
    rows = max(2, round(height / cell_px))
    columns = max(2, round(width / (cell_px * stretch)))
    grid = white_noise(rng, (min(rows, height), min(columns, width)))
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def to_bytes(picture: Field) -> Image:
    """Rounded and cut off at 0 and 255."""
    return np.asarray(cv2.convertScaleAbs(np.maximum(picture, 0)), np.uint8)
