"""What a camera makes of a lit scene: blur, development, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.noise import Field, colour_noise, to_bytes, white_noise
from kibitz_datasets.scenes.optics.compression import compress
from kibitz_datasets.scenes.optics.light import FloatImage, even_light, sample_light, shine
from kibitz_vision.detections import Image


def photograph(rng: Generator, picture: Image, blur_px: float) -> Image:
    """A clean rendering as a camera would give it."""
    lit = shine(rng, picture, sample_light(rng))
    return compress(rng, sense(rng, develop(rng, blur(rng, lit, blur_px))))


def photograph_gently(rng: Generator, picture: Image) -> Image:
    """A clean rendering as a good camera gives it in an evenly lit room."""
    lit = picture.astype(np.float32)
    lit *= cv2.resize(even_light(rng), (picture.shape[1], picture.shape[0]))[..., None]
    soft = cv2.GaussianBlur(lit, (0, 0), 0.5) + rng.standard_normal(picture.shape, np.float32) * 2
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def blur(rng: Generator, picture: FloatImage, strength_px: float) -> FloatImage:
    """Defocus or motion of up to about `strength_px`, or over-sharpening as phones do, or none."""
    draw = rng.random()
    if draw < 0.45:
        return defocus(picture, max(0.2, rng.uniform(0.1, 1) * strength_px))
    if draw < 0.62:
        return smear(picture, rng.uniform(1, 3.5) * strength_px, rng.uniform(0, np.pi))
    if draw < 0.75:
        return sharpen(picture, rng.uniform(0.3, 1.5))
    return picture


def defocus(picture: FloatImage, sigma_px: float) -> FloatImage:
    """Out of focus by a Gaussian of `sigma_px`."""
    size = 2 * int(np.ceil(3 * sigma_px)) + 1
    return np.asarray(cv2.GaussianBlur(picture, (size, size), sigma_px), np.float32)


def smear(picture: FloatImage, length_px: float, angle: float) -> FloatImage:
    """Moved by `length_px` along `angle` (radians) while the shutter was open."""
    return np.asarray(cv2.filter2D(picture, -1, _motion_kernel(length_px, angle)), np.float32)


def sharpen(picture: FloatImage, strength: float) -> FloatImage:
    """Edges exaggerated, as phones do."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.float32)


def _motion_kernel(length_px: float, angle: float) -> Field:
    size = max(3, int(length_px) | 1)
    kernel = np.zeros((size, size), np.float32)
    c = size // 2
    dx, dy = np.cos(angle) * length_px / 2, np.sin(angle) * length_px / 2
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0, 1, cv2.LINE_AA)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)


def develop(rng: Generator, picture: FloatImage) -> FloatImage:
    """Contrast, saturation and stray light as cameras and bad lenses choose them; often none of these."""
    if rng.random() < 0.3:
        within = np.clip(picture, 0, 255) / np.float32(255)
        picture = np.asarray(cv2.pow(within, rng.uniform(0.6, 1.6)) * np.float32(255), np.float32)
    if rng.random() < 0.3:
        picture = saturate(picture, rng.uniform(0.35, 1.4))
    if rng.random() < 0.3:
        picture = picture * np.float32(rng.uniform(0.6, 1)) + np.float32(rng.uniform(0, 50))  # veil of stray light
    return picture


def saturate(picture: FloatImage, strength: float) -> FloatImage:
    """Colours stronger than they are above 1, paler below, grey at 0."""
    mix = np.full((3, 3), (1 - strength) / 3) + strength * np.eye(3)
    return np.asarray(cv2.transform(picture, mix), np.float32)


def sense(rng: Generator, picture: FloatImage) -> Image:
    """Sensor noise and quantisation."""
    if rng.random() < 0.6:
        picture = add_noise(rng, picture, rng.uniform(0.5, 9) ** 1.2)
    return to_bytes(picture)


def add_noise(rng: Generator, picture: FloatImage, sigma: float) -> FloatImage:
    """Noise of spread `sigma`, fine or blotchy, in half of all pictures also in colour."""
    size = (picture.shape[0], picture.shape[1])
    grain = 1.0 if rng.random() < 0.7 else rng.uniform(1.2, 2.5)
    noise = white_noise(rng, (int(size[0] / grain) + 1, int(size[1] / grain) + 1))
    noise = np.asarray(cv2.resize(noise, size[::-1]) if grain > 1 else noise[: size[0], : size[1]], np.float32)
    picture = np.asarray(cv2.scaleAdd(cv2.merge((noise, noise, noise)), sigma, picture), np.float32)
    if rng.random() < 0.5:
        picture = np.asarray(cv2.scaleAdd(colour_noise(rng, size), 0.5 * sigma, picture), np.float32)
    return picture
