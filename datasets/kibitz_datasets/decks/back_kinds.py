"""A back of any kind, drawn anew each time: no two scenes need show the same one."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_datasets.decks.drawn_back import draw_back
from kibitz_datasets.decks.pictorial_back import LETTERS, draw_pictorial_back
from kibitz_datasets.decks.pips import Colour, draw_mask, draw_pip, fonts, glyph
from kibitz_datasets.noise import smooth_noise, to_bytes
from kibitz_scoring.cards import Suit
from kibitz_vision.detections import Image

W, H = ART_WIDTH_PX, ART_HEIGHT_PX


def draw_any_back(rng: Generator) -> Image:
    """A back (448, 320, 3): patterned, pictorial, with pips or letters, bare, or photographic."""
    weights = [weight for _, weight in BACKS]
    return BACKS[int(rng.choice(len(weights), p=weights))][0](rng)


def draw_pip_back(rng: Generator) -> Image:
    """Suit symbols in rows, or one large one: what is most easily taken for a face."""
    picture, ink = _ground(rng)
    suits = list(Suit)
    suit = suits[int(rng.integers(4))]
    if rng.random() < 0.35:
        draw_pip(picture, suit, (W / 2, H / 2), float(rng.uniform(90, 240)), ink)
    else:
        step = float(rng.uniform(34, 110))
        is_mixed = rng.random() < 0.3
        for row, y in enumerate(np.arange(step / 2, H, step)):
            for x in np.arange(step / 2 + (row % 2) * step / 2, W, step):
                shown = suits[int(rng.integers(4))] if is_mixed else suit
                height = step * rng.uniform(0.55, 0.6)
                draw_pip(picture, shown, (float(x), float(y)), height, ink, flipped=bool(y > H / 2))
    return _edged(rng, picture, ink)


def draw_letter_back(rng: Generator) -> Image:
    """A company's name or letters, once in the middle or again and again."""
    picture, ink = _ground(rng)
    names = fonts()
    font = names[int(rng.integers(len(names)))]
    word = "".join(rng.choice(list(LETTERS), int(rng.integers(2, 7))))
    if rng.random() < 0.5:
        mask = glyph(word, font, int(rng.integers(30, 70)))
        for y in np.arange(40, H, mask.shape[0] * rng.uniform(1.6, 3)):
            draw_mask(picture, mask, (W / 2, float(y)), ink)
    else:
        mask = glyph(word, font, int(rng.integers(40, 80)))
        widest = min(mask.shape[1], W - 40)
        mask = np.asarray(cv2.resize(mask, (widest, mask.shape[0])), np.uint8)
        draw_mask(picture, mask, (W / 2, H * 0.3), ink)
        draw_mask(picture, np.ascontiguousarray(mask[::-1, ::-1]), (W / 2, H * 0.7), ink)
    return _edged(rng, picture, ink)


def draw_bare_back(rng: Generator) -> Image:
    """One colour, mostly black or white, with a thin frame or nothing at all."""
    picture, ink = _ground(rng)
    if rng.random() < 0.4:
        inset = int(rng.integers(12, 40))
        cv2.rectangle(picture, (inset, inset), (W - inset, H - inset), ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    return picture


def draw_photographic_back(rng: Generator) -> Image:
    """Soft shapes of many colours in light and shade, as on a printed photograph, to the edges or within a border."""
    fields = [smooth_noise(rng, (H, W), cell) for cell in (12.0, 50.0, 160.0)]
    mix = np.column_stack([rng.normal(0, 28, (3, 3)), rng.uniform(50, 200, 3)])
    picture = to_bytes(np.asarray(cv2.transform(cv2.merge(fields), mix), np.float32))
    horizon = int(H * rng.uniform(0.3, 0.7))
    if rng.random() < 0.6:
        picture[horizon:] = np.asarray(picture[horizon:] * rng.uniform(0.4, 0.9), np.uint8)
    return _edged(rng, picture, (245, 245, 245))


def _ground(rng: Generator) -> tuple[Image, Colour]:
    """A card of one colour, and an ink that stands out on it."""
    shade = float(rng.choice((14.0, 40.0, 238.0)))
    ground = np.full(3, shade) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    ink = np.where(ground.mean() < 128, rng.uniform(150, 256, 3), rng.uniform(0, 100, 3))
    picture = np.empty((H, W, 3), np.uint8)
    picture[:] = ground
    return picture, (int(ink[0]), int(ink[1]), int(ink[2]))


def _edged(rng: Generator, picture: Image, ink: Colour) -> Image:
    """With a border as often as without: patterns that run over the edge are the harder ones."""
    if rng.random() < 0.5:
        cv2.rectangle(picture, (0, 0), (W - 1, H - 1), ink, int(rng.integers(6, 40)))
    return picture


BACKS: tuple[tuple[Callable[[Generator], Image], float], ...] = (
    (draw_back, 0.3),
    (draw_pictorial_back, 0.2),
    (draw_pip_back, 0.2),
    (draw_letter_back, 0.1),
    (draw_bare_back, 0.1),
    (draw_photographic_back, 0.1),
)
