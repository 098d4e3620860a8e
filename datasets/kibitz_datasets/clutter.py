"""Things on and over a table that are not cards: hands and arms, cups, phones, paper, boxes, coins."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.pips import draw_mask, fonts, glyph
from kibitz_vision.detections import Image

Mask = NDArray[np.uint8]
Shape = NDArray[np.float64]


def paint(picture: Image, mask: Mask, fill: NDArray[np.float32]) -> None:
    """Blend `fill` (colour or picture) into the picture where the mask (0 to 255) is set."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0 or h == 0:
        return
    part = np.s_[y : y + h, x : x + w]
    alpha = mask[part][..., None].astype(np.float32) / 255
    source = fill[part] if fill.ndim == 3 else fill
    picture[part] = picture[part] * (1 - alpha) + np.clip(source, 0, 255) * alpha


def _capsule(mask: Mask, a: Shape, b: Shape, radius: float) -> None:
    cv2.line(mask, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 255, max(1, round(2 * radius)), cv2.LINE_AA)
    cv2.circle(mask, (round(b[0]), round(b[1])), max(1, round(radius)), 255, -1, cv2.LINE_AA)


def hand_mask(rng: Generator, size: tuple[int, int], tip: Shape, scale_px: float) -> tuple[Mask, Mask]:
    """Masks of skin and sleeve: a hand about `scale_px` wide reaching for `tip` from beyond a border."""
    height, width = size
    skin, sleeve = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    side = rng.integers(4)
    origin = np.array(
        [
            (rng.uniform(0, width), -50),
            (rng.uniform(0, width), height + 50),
            (-50, rng.uniform(0, height)),
            (width + 50, rng.uniform(0, height)),
        ][side]
    )
    direction = (tip - origin) / max(np.linalg.norm(tip - origin), 1)
    across = np.array([-direction[1], direction[0]])
    palm = tip - direction * scale_px * 0.95
    wrist = palm - direction * scale_px * 0.7
    cv2.ellipse(
        skin,
        (round(palm[0]), round(palm[1])),
        (round(scale_px * 0.5), round(scale_px * 0.43)),
        float(np.degrees(np.arctan2(direction[1], direction[0]))),
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    curl = rng.uniform(0.55, 1.15)
    for k in range(4):
        root = palm + across * scale_px * (k - 1.5) * 0.2 + direction * scale_px * 0.25
        spread = direction + across * (k - 1.5) * rng.uniform(0.02, 0.3)
        joint = root + spread * scale_px * 0.4 * curl
        end = joint + (spread + across * rng.normal(0, 0.25)) * scale_px * 0.38 * curl * rng.uniform(0.4, 1.1)
        _capsule(skin, root, joint, scale_px * 0.105)
        _capsule(skin, joint, end, scale_px * 0.09)
    thumb = 1 if rng.random() < 0.5 else -1
    _capsule(
        skin,
        palm + across * thumb * scale_px * 0.35,
        palm + across * thumb * scale_px * 0.5 + direction * scale_px * rng.uniform(0.2, 0.6),
        scale_px * 0.11,
    )
    _capsule(skin, origin, wrist, scale_px * 0.28)
    _capsule(skin, wrist, palm, scale_px * 0.28)
    if rng.random() < 0.7:
        _capsule(sleeve, origin, wrist + (origin - wrist) * rng.uniform(0.0, 0.4), scale_px * rng.uniform(0.33, 0.5))
    return skin, sleeve


def draw_hand(rng: Generator, picture: Image, tip: Shape, scale_px: float) -> Mask:
    """Draw a hand with shading; returns where it covers the picture."""
    size = (picture.shape[0], picture.shape[1])
    skin, sleeve = hand_mask(rng, size, tip, scale_px)
    tone = rng.uniform(0.25, 1.0)
    colour = np.array([150, 180, 235], np.float32) * tone * rng.uniform(0.85, 1.1, 3).astype(np.float32)
    depth = cv2.GaussianBlur(skin, (0, 0), max(1.0, scale_px * 0.07)).astype(np.float32) / 255
    shade = np.clip(0.55 + 0.5 * depth, 0, 1.1)[..., None] * colour
    shade += rng.standard_normal(size, np.float32)[..., None] * 4
    soft = cv2.GaussianBlur(np.maximum(skin, sleeve), (0, 0), scale_px * 0.1)
    shift = np.array(
        [[1, 0, rng.uniform(-0.15, 0.15) * scale_px], [0, 1, rng.uniform(-0.15, 0.15) * scale_px]], np.float32
    )
    shadow = cv2.warpAffine(soft, shift, size[::-1])
    picture[:] = picture * (1 - shadow[..., None].astype(np.float32) / 255 * rng.uniform(0.1, 0.5))
    paint(picture, skin, shade)
    cloth = rng.uniform(0, 255, 3).astype(np.float32)
    fold = cv2.GaussianBlur(sleeve, (0, 0), max(1.0, scale_px * 0.12)).astype(np.float32)[..., None] / 255
    paint(picture, sleeve, np.asarray(cloth * (0.5 + 0.5 * fold), np.float32))
    return np.maximum(skin, sleeve)


def _box(rng: Generator, centre: Shape, length: float, aspect: float) -> Shape:
    angle = rng.uniform(0, np.pi)
    u, v = (
        np.array([np.cos(angle), np.sin(angle)]) * length / 2,
        np.array([-np.sin(angle), np.cos(angle)]) * length * aspect / 2,
    )
    skew = rng.normal(0, 0.04 * length, (4, 2))
    return np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v]) + skew


def draw_thing(rng: Generator, picture: Image, card_px: float) -> None:
    """Draw one object beside cards: a rectangle that is no card, a cup, a coin, a pen or a phone."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    kind = rng.integers(7)
    colour = rng.uniform(0, 255, 3).astype(np.float32)
    if kind <= 3:  # paper, box, book, phone, board
        quad = _box(rng, centre, card_px * rng.uniform(0.8, 5), rng.uniform(0.2, 1))
        cv2.fillPoly(mask, [quad.astype(np.int32)], 255, cv2.LINE_AA)
        if kind == 0:
            colour = np.full(3, rng.uniform(200, 255), np.float32)
        if kind == 1:
            colour = np.full(3, rng.uniform(0, 60), np.float32)
        paint(picture, mask, colour)
        _print(rng, picture, mask, quad)
    elif kind == 4:
        radius = card_px * rng.uniform(0.15, 0.9)
        cv2.circle(mask, (int(centre[0]), int(centre[1])), int(radius), 255, -1, cv2.LINE_AA)
        paint(picture, mask, colour)
        rim = tuple(float(c) for c in np.clip(colour + rng.uniform(-80, 80), 0, 255))
        cv2.circle(
            picture,
            (int(centre[0]), int(centre[1])),
            int(radius * rng.uniform(0.5, 0.95)),
            rim,
            max(1, int(radius * 0.1)),
            cv2.LINE_AA,
        )
    elif kind == 5:
        end = centre + rng.normal(0, card_px, 2)
        _capsule(mask, centre, end, card_px * 0.05)
        paint(picture, mask, colour)
    else:
        points = centre + rng.normal(0, card_px * 0.6, (int(rng.integers(3, 9)), 2))
        cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 255, cv2.LINE_AA)
        paint(picture, mask, colour)


def _print(rng: Generator, picture: Image, mask: Mask, quad: Shape) -> None:
    """Letters, lines and pictures on a rectangle, so that white with print on it is not enough to be a card."""
    layer = picture.copy()
    low, high = quad.min(0), quad.max(0)
    names = fonts()
    red, green, blue = (int(c) for c in rng.uniform(0, 255, 3))
    ink = (blue, green, red)
    for _ in range(int(rng.integers(0, 6))):
        place = rng.uniform(low, high)
        size = int(np.clip(rng.uniform(0.05, 0.5) * (high - low).min(), 5, 120))
        if rng.random() < 0.6:
            text = "".join(rng.choice(list("ABCDEGHKLMNOPQRSTUVW0123456789"), int(rng.integers(1, 7))))
            draw_mask(
                layer, glyph(text, names[int(rng.integers(len(names)))], size), (float(place[0]), float(place[1])), ink
            )
        else:
            end = place + rng.normal(0, size, 2)
            cv2.line(
                layer, tuple(int(v) for v in place), tuple(int(v) for v in end), ink, max(1, size // 8), cv2.LINE_AA
            )
    picture[mask > 127] = layer[mask > 127]
