"""What light and a camera do to a clean picture: lamps, shadows, glare, exposure, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.surfaces import Field, smooth_noise
from kibitz_vision.detections import Image

SMALL = 64
"""Light changes slowly over a table: it is computed on a grid this wide and enlarged."""


def _grid() -> tuple[Field, Field]:
    y, x = np.mgrid[0:SMALL, 0:SMALL].astype(np.float32) / (SMALL - 1)
    return x, y


def _light(rng: Generator) -> NDArray[np.float32]:
    """Brightness factor (SMALL, SMALL, 3) of lamps, windows, warm candles and soft shadows."""
    x, y = _grid()
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.9) ** 2
    light = 1 + slope * ((x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle))
    if rng.random() < 0.4:
        cx, cy, spread = rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2), rng.uniform(0.2, 0.8)
        light *= 1 + rng.uniform(-0.3, 0.8) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2))
    if rng.random() < 0.3:
        light *= np.clip(1 + 0.12 * smooth_noise(rng, (SMALL, SMALL), rng.uniform(8, 30)), 0.5, 1.6)
    cast = np.exp(rng.normal(0, 0.09, 3)).astype(np.float32)
    if rng.random() < 0.25:
        cast *= np.array([rng.uniform(0.5, 0.9), rng.uniform(0.8, 1), 1.1], np.float32)  # candle
    return np.asarray(light[..., None] * cast, np.float32)


def _shadow_edge(rng: Generator, size: tuple[int, int]) -> Field:
    """Brightness factor (h, w) of one sharp or soft shadow edge, such as a person's head or a window frame."""
    height, width = size
    mask = np.zeros((height, width), np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    normal = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-normal[1], normal[0]])
    reach, band = 2.0 * max(size), rng.choice((2.0 * max(size), rng.uniform(0.05, 0.4) * max(size)))
    corners = [
        centre + along * reach,
        centre - along * reach,
        centre - along * reach + normal * band,
        centre + along * reach + normal * band,
    ]
    cv2.fillPoly(mask, [np.array(corners).astype(np.int32)], 1.0)
    soft = rng.uniform(0.5, 0.03 * max(size) + 1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)
    return 1 - mask * rng.uniform(0.15, 0.65)


def light_scene(rng: Generator, picture: Image) -> NDArray[np.float32]:
    """The picture under random light, as float 0 to 255 (over-exposed parts above)."""
    height, width = picture.shape[:2]
    light = cv2.resize(_light(rng), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = picture.astype(np.float32) * light
    if rng.random() < 0.35:
        lit *= _shadow_edge(rng, (height, width))[..., None]
    for _ in range(int(rng.choice((0, 1, 2), p=(0.75, 0.18, 0.07)))):
        x, y = _grid()
        cx, cy = rng.uniform(0, 1, 2)
        sx, sy = rng.uniform(0.02, 0.2, 2)
        glare = np.exp(-((x - cx) ** 2 / (2 * sx**2) + (y - cy) ** 2 / (2 * sy**2))) * rng.uniform(40, 220)
        lit += cv2.resize(glare, (width, height))[..., None]
    return np.asarray(lit, np.float32)


def expose(rng: Generator, lit: NDArray[np.float32]) -> NDArray[np.float32]:
    """Exposure, contrast and saturation: from deep shadow to washed-out white."""
    draw = rng.random()
    gain = (
        rng.uniform(0.85, 1.15) if draw < 0.5 else (rng.uniform(0.22, 0.85) if draw < 0.77 else rng.uniform(1.15, 2.0))
    )
    out = lit * gain
    if rng.random() < 0.3:
        out = 255 * (np.clip(out, 0, 255) / 255) ** rng.uniform(0.6, 1.6)
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.35, 1.4)
    if rng.random() < 0.3:
        out = out * rng.uniform(0.6, 1) + rng.uniform(0, 50)  # veil of stray light
    return np.asarray(out, np.float32)


def _motion_kernel(length_px: float, angle: float) -> Field:
    size = max(3, int(length_px) | 1)
    kernel = np.zeros((size, size), np.float32)
    c = size // 2
    dx, dy = np.cos(angle) * length_px / 2, np.sin(angle) * length_px / 2
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0, 1, cv2.LINE_AA)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)


def blur(rng: Generator, picture: NDArray[np.float32], strength_px: float) -> NDArray[np.float32]:
    """Defocus or motion of up to about `strength_px`, or over-sharpening as phones do."""
    draw = rng.random()
    if draw < 0.45:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.2, rng.uniform(0.1, 1) * strength_px)), np.float32)
    if draw < 0.62:
        kernel = _motion_kernel(rng.uniform(1, 3.5) * strength_px, rng.uniform(0, np.pi))
        return np.asarray(cv2.filter2D(picture, -1, kernel), np.float32)
    if draw < 0.75:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        return np.asarray(picture + (picture - soft) * rng.uniform(0.3, 1.5), np.float32)
    return picture


def sense(rng: Generator, picture: NDArray[np.float32]) -> Image:
    """Sensor noise, quantisation and JPEG."""
    if rng.random() < 0.6:
        sigma = rng.uniform(0.5, 9) ** 1.2
        noise = rng.standard_normal(picture.shape[:2], np.float32) * sigma
        picture = picture + noise[..., None]
        if rng.random() < 0.5:
            picture = picture + rng.standard_normal(picture.shape, np.float32) * sigma * 0.5
    sensed = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", sensed, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(28, 96))])
        sensed = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return sensed


def photograph(rng: Generator, picture: Image, blur_px: float) -> Image:
    """A clean rendering as a camera would give it."""
    return sense(rng, blur(rng, expose(rng, light_scene(rng, picture)), blur_px))


def photograph_gently(rng: Generator, picture: Image) -> Image:
    """A clean rendering as a good camera gives it in an evenly lit room."""
    lit = picture.astype(np.float32)
    x, y = _grid()
    fall_off = 1.08 - rng.uniform(0.1, 0.3) * ((x - rng.uniform(0.3, 0.7)) ** 2 + (y - rng.uniform(0.3, 0.7)) ** 2)
    lit *= cv2.resize(fall_off, (picture.shape[1], picture.shape[0]))[..., None] * rng.uniform(0.82, 0.98)
    soft = cv2.GaussianBlur(lit, (0, 0), 0.5) + rng.standard_normal(picture.shape, np.float32) * 2
    return np.asarray(np.clip(soft, 0, 255), np.uint8)
