"""Card backs with a picture on them, such as a maker's emblem or a landscape: easily taken for a joker or an ace."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_datasets.decks.pips import Colour, draw_mask, fonts, glyph
from kibitz_datasets.noise import smooth_noise, to_bytes
from kibitz_vision.detections import Image

W, H = ART_WIDTH_PX, ART_HEIGHT_PX
LETTERS = "ABCDEFGHKLMNPRSTVWXZ&"


def draw_pictorial_back(rng: Generator) -> Image:
    """A back with one picture in its middle that need not look alike from both ends."""
    picture = _ground(rng)
    dark = picture.mean() < 128
    ink = rng.integers(150, 256, 3) if dark else rng.integers(0, 110, 3)
    blue, green, red = (int(v) for v in ink)
    EMBLEMS[int(rng.integers(len(EMBLEMS)))](picture, rng, (blue, green, red))
    if rng.random() < 0.6:
        edge = (245, 245, 245) if rng.random() < 0.5 else (blue, green, red)
        cv2.rectangle(picture, (0, 0), (W - 1, H - 1), edge, int(rng.integers(6, 44)))
    if rng.random() < 0.4:
        inset = int(rng.integers(20, 40))
        cv2.rectangle(picture, (inset, inset), (W - inset, H - inset), (blue, green, red), int(rng.integers(1, 5)))
    return picture


def _ground(rng: Generator) -> Image:
    """One colour, often black, grey or white, with a sheen across it or a printed landscape."""
    colour = np.full(3, rng.choice((15.0, 60.0, 235.0))) if rng.random() < 0.5 else rng.uniform(0, 255, 3)
    field = np.zeros((H, W), np.float32)
    if rng.random() < 0.6:
        x = np.linspace(-1, 1, W, dtype=np.float32)[None] * np.float32(rng.normal(0, 1))
        field += (x + np.linspace(-1, 1, H, dtype=np.float32)[:, None]) * np.float32(rng.uniform(0, 40))
    if rng.random() < 0.25:
        field += smooth_noise(rng, (H, W), rng.uniform(30, 150)) * np.float32(rng.uniform(15, 50))
    tint = np.stack([rng.uniform(0.5, 1.2, 3), colour], 1)
    return to_bytes(np.asarray(cv2.transform(field, tint), np.float32))


def _monogram(picture: Image, rng: Generator, ink: Colour) -> None:
    """One to three large letters."""
    names = fonts()
    text = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 4))))
    mask = glyph(text, names[int(rng.integers(len(names)))], int(rng.integers(90, 230)))
    if mask.shape[1] > 260:
        mask = np.asarray(cv2.resize(mask, (260, round(mask.shape[0] * 260 / mask.shape[1]))), np.uint8)
    draw_mask(picture, mask, (W / 2, H * rng.uniform(0.35, 0.65)), ink)


def _wheel(picture: Image, rng: Generator, ink: Colour) -> None:
    """A gear, a sun or a star with something in its middle."""
    teeth, outer = int(rng.integers(5, 25)), rng.uniform(70, 140)
    inner = outer * rng.uniform(0.45, 0.9)
    turns = np.arange(4 * teeth) * np.pi / (2 * teeth)
    radii = np.tile(rng.permutation([outer, outer, inner, inner]) if rng.random() < 0.5 else [outer, inner] * 2, teeth)
    centre = np.array([W / 2, H / 2])
    points = centre + np.stack([np.cos(turns), np.sin(turns)], 1) * radii[:, None]
    cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)
    cv2.circle(picture, (W // 2, H // 2), int(inner * rng.uniform(0.3, 0.8)), _other(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        _monogram(picture, rng, _other(rng))


def _figure(picture: Image, rng: Generator, ink: Colour) -> None:
    """A creature: body, head and eyes, on either side of the middle alike."""
    body, head = rng.uniform(50, 100), rng.uniform(30, 70)
    middle = int(H * rng.uniform(0.5, 0.65))
    cv2.ellipse(
        picture, (W // 2, middle), (int(body), int(body * rng.uniform(0.8, 1.5))), 0, 0, 360, ink, -1, cv2.LINE_AA
    )
    top = middle - int(body)
    cv2.circle(picture, (W // 2, top), int(head), _other(rng), -1, cv2.LINE_AA)
    for side in (-1, 1):
        eye = (W // 2 + side * int(head * 0.4), top - int(head * 0.1))
        cv2.circle(picture, eye, max(3, int(head * 0.16)), (20, 20, 20), -1, cv2.LINE_AA)


def _scattered(picture: Image, rng: Generator, ink: Colour) -> None:
    """Shapes strewn about, as on souvenir decks."""
    for _ in range(int(rng.integers(8, 40))):
        centre = (int(rng.integers(W)), int(rng.integers(H)))
        axes = (int(rng.integers(6, 60)), int(rng.integers(6, 60)))
        colour = ink if rng.random() < 0.4 else _other(rng)
        cv2.ellipse(
            picture, centre, axes, float(rng.uniform(0, 180)), 0, 360, colour, int(rng.choice((-1, 3))), cv2.LINE_AA
        )


def _landscape(picture: Image, rng: Generator, ink: Colour) -> None:
    """Hills or waves of several colours under a sun."""
    cv2.circle(picture, (int(rng.integers(60, W - 60)), int(rng.integers(60, 200))), int(rng.integers(15, 50)), ink, -1)
    x = np.arange(W)
    for layer in range(int(rng.integers(2, 6))):
        height: NDArray[np.floating] = H * (0.4 + 0.12 * layer) + rng.uniform(8, 60) * np.sin(
            x * rng.uniform(0.005, 0.05) + rng.uniform(0, 6)
        )
        outline = np.concatenate([np.stack([x, height], 1), [[W, H], [0, H]]]).astype(np.int32)
        cv2.fillPoly(picture, [outline], _other(rng), cv2.LINE_AA)


def _other(rng: Generator) -> Colour:
    blue, green, red = (int(v) for v in rng.integers(0, 256, 3))
    return blue, green, red


EMBLEMS: tuple[Callable[[Image, Generator, Colour], None], ...] = (_monogram, _wheel, _figure, _scattered, _landscape)
