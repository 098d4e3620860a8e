"""Light on a table: lamps, windows, candles, shadows of people and frames, glare, and a camera's idea of white."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.noise import Field, smooth_noise
from kibitz_vision.detections import Image

SMALL = 64
"""Light changes slowly over a table: it is computed on a grid this wide and enlarged."""

FloatImage = NDArray[np.float32]
"""Picture as BGR, 0 to 255 and above where it is over-exposed, shape (height, width, 3)."""


@functools.cache
def _grid() -> tuple[Field, Field]:
    y, x = np.mgrid[0:SMALL, 0:SMALL].astype(np.float32) / (SMALL - 1)
    return x, y


def sample_light(rng: Generator) -> Field:
    """Brightness factor (SMALL, SMALL, 3) of one room, seen by one camera: lamps, colour of light, exposure."""
    light = _room(rng)[..., None] * np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    if rng.random() < 0.1:
        light = light * candle(rng)
    if rng.random() < 0.2:
        light = light * white_balance_error(rng)
    # Beyond these bounds nothing is left on a card that anyone could read.
    return np.asarray(np.clip(light * np.float32(sample_gain(rng)), 0.1, 2.6), np.float32)


def even_light(rng: Generator) -> Field:
    """Brightness factor (SMALL, SMALL) of an evenly lit room."""
    x, y = _grid()
    fall_off = 1.08 - rng.uniform(0.1, 0.3) * ((x - rng.uniform(0.3, 0.7)) ** 2 + (y - rng.uniform(0.3, 0.7)) ** 2)
    return np.asarray(fall_off * rng.uniform(0.82, 0.98), np.float32)


def _room(rng: Generator) -> Field:
    """Brightness factor (SMALL, SMALL): a slope, often a lamp or a dark corner, now and then soft shadows."""
    x, y = _grid()
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.9) ** 2
    light = 1 + slope * ((x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle))
    if rng.random() < 0.4:
        light = light * (1 + rng.uniform(-0.3, 0.8) * _spot(rng, rng.uniform(0.2, 0.8)))
    if rng.random() < 0.3:
        light = light * np.clip(1 + 0.12 * smooth_noise(rng, (SMALL, SMALL), rng.uniform(8, 30)), 0.5, 1.6)
    return np.asarray(light, np.float32)


def _spot(rng: Generator, spread: float) -> Field:
    """A round spot (SMALL, SMALL), 1 in its middle, which may lie outside of the picture."""
    x, y = _grid()
    cx, cy = rng.uniform(-0.2, 1.2, 2).astype(np.float32)
    return np.asarray(np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / np.float32(2 * spread**2)), np.float32)


def candle(rng: Generator) -> Field:
    """Factor (SMALL, SMALL, 3) of a warm flame: little blue, and dark away from it."""
    warm = np.array([rng.uniform(0.35, 0.75), rng.uniform(0.7, 0.92), 1.08], np.float32)
    near = _spot(rng, rng.uniform(0.3, 0.9))[..., None]
    return np.asarray(warm * (rng.uniform(0.35, 0.8) + rng.uniform(0.2, 0.8) * near), np.float32)


def white_balance_error(rng: Generator) -> Field:
    """Factor (3,) of a camera that takes another colour for white: too blue or too red, or greenish, or pink."""
    warmth, tint = rng.uniform(-0.32, 0.32), rng.uniform(-0.12, 0.12)
    return np.asarray(np.exp([-warmth, tint, warmth]), np.float32)


def sample_gain(rng: Generator) -> float:
    """Exposure from deep shadow to washed-out white; half of all pictures are about right."""
    draw = rng.random()
    if draw < 0.5:
        return float(rng.uniform(0.85, 1.15))
    return float(rng.uniform(0.2, 0.85) if draw < 0.77 else rng.uniform(1.15, 2.0))


def shine(rng: Generator, picture: Image, light: Field) -> FloatImage:
    """The picture in that light, with the edges of shadows and the glare of lamps."""
    height, width = picture.shape[:2]
    field = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(picture, field, dtype=cv2.CV_32F)
    if rng.random() < 0.35:
        lit = cv2.multiply(lit, _thrice(shadow_edge(rng, (height, width))))
    for _ in range(int(rng.choice((0, 1, 2), p=(0.75, 0.18, 0.07)))):
        lit = cv2.add(lit, _thrice(np.asarray(cv2.resize(glare(rng), (width, height)), np.float32)))
    return np.asarray(lit, np.float32)


def shadow_edge(rng: Generator, size: tuple[int, int]) -> Field:
    """Brightness factor (h, w) of one shadow with a sharp or soft edge: of a head, an arm, a window frame.

    It is a strip that may be wider than the picture; across its edges the factor goes from 1 to the shadow's.
    """
    height, width = size
    angle = rng.uniform(0, 2 * np.pi)
    middle = rng.uniform(0, width) * np.cos(angle) + rng.uniform(0, height) * np.sin(angle)
    band = rng.choice((2.0 * max(size), rng.uniform(0.05, 0.4) * max(size)))
    soft = rng.uniform(0.5, 0.04 * max(size) + 1)
    x = np.arange(width, dtype=np.float32) * np.float32(np.cos(angle) / soft)
    y = np.arange(height, dtype=np.float32) * np.float32(np.sin(angle) / soft)
    away = cv2.add(np.repeat(x[None], height, 0), np.repeat(y[:, None], width, 1))
    inside = np.abs(away - np.float32((middle + band / 2) / soft)) - np.float32(band / 2 / soft)
    share = np.clip(0.5 - 0.5 * inside, 0, 1)
    return np.asarray(1 - share * np.float32(rng.uniform(0.15, 0.8)), np.float32)


def glare(rng: Generator) -> Field:
    """Light added (SMALL, SMALL) where a lamp is mirrored."""
    x, y = _grid()
    (cx, cy), (sx, sy) = rng.uniform(0, 1, 2), rng.uniform(0.02, 0.2, 2)
    spot = np.exp(-((x - cx) ** 2 / (2 * sx**2) + (y - cy) ** 2 / (2 * sy**2)))
    return np.asarray(spot * rng.uniform(40, 220), np.float32)


def _thrice(field: NDArray[np.float32]) -> FloatImage:
    """One value for all colours: broadcasting over the last axis would be several times slower."""
    return np.asarray(cv2.merge((field, field, field)), np.float32)
