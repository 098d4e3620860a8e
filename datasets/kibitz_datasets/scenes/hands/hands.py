"""Hands and arms over a table: skin, sleeves and the shadow they throw."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.noise import to_bytes, white_noise
from kibitz_vision.detections import Image

Mask = NDArray[np.uint8]
Shape = NDArray[np.float64]


def capsule(mask: Mask, a: Shape, b: Shape, radius: float) -> None:
    """Fill a line from `a` to `b` with round ends, `radius` px to each side, such as a finger."""
    cv2.line(mask, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 255, max(1, round(2 * radius)), cv2.LINE_AA)
    cv2.circle(mask, (round(b[0]), round(b[1])), max(1, round(radius)), 255, -1, cv2.LINE_AA)


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Colours of one person: skin and sleeve, BGR."""

    colour: NDArray[np.float32]
    cloth: NDArray[np.float32]


def sample_skin(rng: Generator) -> Skin:
    """Skin from pale to dark, and cloth of any colour."""
    tint = rng.uniform(0.25, 1.0) * rng.uniform(0.85, 1.1, 3)
    return Skin((np.array([150, 180, 235]) * tint).astype(np.float32), rng.uniform(0, 255, 3).astype(np.float32))


def draw_hand(rng: Generator, picture: Image, tip: Shape, scale_px: float, skin: Skin | None = None) -> Mask:
    """Draw a hand about `scale_px` wide that reaches for `tip` from beyond a border; returns where it covers."""
    size = (picture.shape[0], picture.shape[1])
    hand, sleeve = _hand_masks(rng, size, tip, scale_px)
    draw_limb(rng, picture, (hand, sleeve), scale_px, skin or sample_skin(rng))
    return np.maximum(hand, sleeve)


def draw_thumb(rng: Generator, picture: Image, joints: Shape, scale_px: float, skin: Skin) -> Mask:
    """Draw the thumb of a hand about `scale_px` wide from `joints[0]` to `joints[1]`; returns where it covers."""
    thumb, nothing = (np.zeros(picture.shape[:2], np.uint8) for _ in range(2))
    capsule(thumb, joints[0], joints[1], scale_px * 0.11)
    draw_limb(rng, picture, (thumb, nothing), scale_px, skin)
    return thumb


def draw_limb(rng: Generator, picture: Image, masks: tuple[Mask, Mask], scale_px: float, skin: Skin) -> None:
    """Draw where `masks` (skin, sleeve) are set, rounded by shading, with a shadow on what lies beneath."""
    x, y, w, h = cv2.boundingRect(np.maximum(*masks))
    pad = round(scale_px * 0.35)
    part = np.s_[max(0, y - pad) : y + h + pad, max(0, x - pad) : x + w + pad]
    hand, sleeve = (np.ascontiguousarray(mask[part]) for mask in masks)
    region = picture[part]
    if not region.size:
        return
    throw_shadow(rng, region, np.maximum(hand, sleeve), scale_px)
    depth = _softened(hand, max(1.0, scale_px * 0.07)) / np.float32(255)
    shade = np.clip(0.55 + 0.5 * depth, 0, 1.1)
    _paint(region, hand, shade + white_noise(rng, hand.shape) * np.float32(0.02), skin.colour)
    fold = _softened(sleeve, max(1.0, scale_px * 0.12)) / np.float32(255)
    _paint(region, sleeve, 0.5 + 0.5 * fold, skin.cloth)


def throw_shadow(rng: Generator, region: Image, mask: Mask, scale_px: float) -> None:
    """Darken a picture beside a mask (0 to 255), as something some `scale_px` wide above the table does."""
    soft = _softened(mask, scale_px * 0.1)
    dx, dy = rng.uniform(-0.15, 0.15, 2) * scale_px
    shadow = cv2.warpAffine(soft, np.array([[1, 0, dx], [0, 1, dy]], np.float32), mask.shape[::-1])
    factor = np.asarray(1 - shadow * np.float32(rng.uniform(0.1, 0.5) / 255), np.float32)
    region[:] = cv2.multiply(region, cv2.merge((factor, factor, factor)), dtype=cv2.CV_8U)


def _paint(region: Image, mask: Mask, shade: NDArray[np.floating], colour: NDArray[np.float32]) -> None:
    """Blend a colour times a shade (h, w) into a picture where a mask (0 to 255) is set."""
    fill = cv2.transform(np.asarray(shade, np.float32), np.asarray(colour, np.float64)[:, None])
    opacity = mask.astype(np.float32) / np.float32(255)
    region[:] = cv2.blendLinear(to_bytes(np.asarray(fill, np.float32)), region, opacity, 1 - opacity)


def _softened(mask: Mask, sigma_px: float) -> NDArray[np.float32]:
    """The mask blurred, as float 0 to 255; a strong blur is computed on a smaller mask, which looks the same."""
    factor = max(1, int(sigma_px / 2))
    size = (-(-mask.shape[1] // factor), -(-mask.shape[0] // factor))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA) if factor > 1 else mask
    soft = cv2.GaussianBlur(small, (0, 0), sigma_px / factor)
    soft = cv2.resize(soft, mask.shape[::-1], interpolation=cv2.INTER_LINEAR) if factor > 1 else soft
    return np.asarray(soft, np.float32)


def _hand_masks(rng: Generator, size: tuple[int, int], tip: Shape, scale_px: float) -> tuple[Mask, Mask]:
    """Masks of skin and sleeve."""
    skin, sleeve = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    origin = _beyond_border(rng, size)
    direction = (tip - origin) / max(float(np.linalg.norm(tip - origin)), 1.0)
    palm = tip - direction * scale_px * 0.95
    wrist = palm - direction * scale_px * 0.7
    slope = float(np.degrees(np.arctan2(direction[1], direction[0])))
    axes = (round(scale_px * 0.5), round(scale_px * 0.43))
    cv2.ellipse(skin, (round(palm[0]), round(palm[1])), axes, slope, 0, 360, 255, -1, cv2.LINE_AA)
    _fingers(rng, skin, palm, direction, scale_px)
    capsule(skin, origin, wrist, scale_px * 0.28)
    capsule(skin, wrist, palm, scale_px * 0.28)
    if rng.random() < 0.7:
        cuff = wrist + (origin - wrist) * rng.uniform(0.0, 0.4)
        capsule(sleeve, origin, cuff, scale_px * rng.uniform(0.33, 0.5))
    return skin, sleeve


def _beyond_border(rng: Generator, size: tuple[int, int]) -> Shape:
    """Where an arm comes from: a point outside any of the four borders."""
    height, width = size
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    return np.array([(x, -50), (x, height + 50), (-50, y), (width + 50, y)][int(rng.integers(4))])


def _fingers(rng: Generator, skin: Mask, palm: Shape, direction: Shape, scale_px: float) -> None:
    """Four fingers, more or less bent and spread, and a thumb on either side."""
    across = np.array([-direction[1], direction[0]])
    curl = rng.uniform(0.55, 1.15)
    for k in range(4):
        root = palm + across * scale_px * (k - 1.5) * 0.2 + direction * scale_px * 0.25
        spread = direction + across * (k - 1.5) * rng.uniform(0.02, 0.3)
        joint = root + spread * scale_px * 0.4 * curl
        end = joint + (spread + across * rng.normal(0, 0.25)) * scale_px * 0.38 * curl * rng.uniform(0.4, 1.1)
        capsule(skin, root, joint, scale_px * 0.105)
        capsule(skin, joint, end, scale_px * 0.09)
    side = across * (1 if rng.random() < 0.5 else -1)
    end = palm + side * scale_px * 0.5 + direction * scale_px * rng.uniform(0.2, 0.6)
    capsule(skin, palm + side * scale_px * 0.35, end, scale_px * 0.11)
