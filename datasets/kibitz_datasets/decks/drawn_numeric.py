"""Our own designs of the numeric deck 0 to 13, drawn from a seed."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX, Deck
from kibitz_datasets.decks.drawn_back import draw_back
from kibitz_datasets.decks.pictorial_back import draw_pictorial_back
from kibitz_datasets.decks.pips import Colour, draw_mask, fonts, narrow_glyph
from kibitz_scoring.cards import NUMERIC, NUMERIC_RANKS, Rank
from kibitz_vision.detections import Image

W, H = ART_WIDTH_PX, ART_HEIGHT_PX
WHITE: Colour = (250, 250, 250)
EITHER_WAY = (Rank.SIX, Rank.NINE)
"""Numbers that are another one upside down; most makers mark their foot."""


class Middle(StrEnum):
    """What fills a card between its corners."""

    NUMBER = "number"
    PICTURE = "picture"
    SYMBOLS = "symbols"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class NumericStyle:
    """Everything that makes one design; `inks` and `papers` are the colours of the cards 0 to 13."""

    font: str
    index_height: int
    index_x: float
    index_y: float
    four_corners: bool
    badge: bool
    middle: Middle
    frame: int
    marked: bool
    sides: int
    inks: tuple[Colour, ...]
    papers: tuple[Colour, ...]


def sample_numeric_style(rng: Generator) -> NumericStyle:
    """A random design: one ink or a scale of colours, on paper or on coloured cards, plain or with pictures."""
    names = fonts()
    index_height = int(rng.integers(38, 100))
    inks = _inks(rng)
    inverse = rng.random() < 0.3
    paper = (int(rng.integers(215, 256)), int(rng.integers(225, 256)), int(rng.integers(230, 256)))
    return NumericStyle(
        font=names[int(rng.integers(len(names)))],
        index_height=index_height,
        index_x=24 + index_height * 0.4 + rng.uniform(-4, 10),
        index_y=22 + index_height * 0.5 + rng.uniform(-4, 12),
        four_corners=bool(rng.random() < 0.25),
        badge=bool(rng.random() < 0.25),
        middle=Middle(str(rng.choice(list(Middle), p=(0.35, 0.35, 0.2, 0.1)))),
        frame=int(rng.integers(6, 20)) if rng.random() < 0.4 else 0,
        marked=bool(rng.random() < 0.8),
        sides=int(rng.integers(3, 9)),
        inks=(WHITE,) * len(NUMERIC) if inverse else inks,
        papers=inks if inverse else (paper,) * len(NUMERIC),
    )


def numeric_deck(seed: int) -> Deck:
    """The numeric design number `seed`: 0 to 13, one picture each, and a back."""
    rng = np.random.default_rng((seed, 91))
    style = sample_numeric_style(rng)
    faces = {card: (_draw_face(style, k, NUMERIC_RANKS[k], rng),) for k, card in enumerate(NUMERIC)}
    back = draw_pictorial_back(rng) if rng.random() < 0.5 else draw_back(rng)
    name = f"drawn-numeric-{seed}"
    return Deck(name, name, float(rng.choice((63 / 88, 57 / 89, 56 / 87))), faces, (back,))


def _inks(rng: Generator) -> tuple[Colour, ...]:
    """Dark enough to be read on paper and to carry white figures: one for all, or a scale from 0 to 13."""
    hue, span, light = rng.random(), rng.choice((0.0, 0.35, 0.9)), rng.uniform(0.18, 0.6)
    scale = [colorsys.hsv_to_rgb((hue + span * k / 13) % 1, rng.uniform(0.6, 1), light) for k in range(len(NUMERIC))]
    chosen = scale if span else scale[:1] * len(NUMERIC)
    return tuple((int(255 * blue), int(255 * green), int(255 * red)) for red, green, blue in chosen)


def _draw_face(style: NumericStyle, number: int, rank: Rank, rng: Generator) -> Image:
    picture = np.empty((H, W, 3), np.uint8)
    picture[:] = style.papers[number]
    ink = style.inks[number]
    match style.middle:
        case Middle.NUMBER:
            _write(picture, style, rank, (W / 2, H / 2), min(int(style.index_height * 2.6), 190))
        case Middle.PICTURE:
            _show(picture, draw_pictorial_back(rng), oval=rng.random() < 0.5)
        case Middle.SYMBOLS:
            _count(picture, number, style.sides, ink)
        case Middle.NOTHING:
            pass
    if style.frame:
        cv2.rectangle(picture, (0, 0), (W - 1, H - 1), ink, style.frame)
    _draw_corners(picture, style, number, rank)
    return picture


def _draw_corners(picture: Image, style: NumericStyle, number: int, rank: Rank) -> None:
    width = _number(rank, style.font, style.index_height).shape[1]
    x, y = max(style.index_x, width / 2 + 8), style.index_y
    for _ in range(2):
        for corner in (x, W - x) if style.four_corners else (x,):
            radius = int(style.index_height * 0.72)
            ground = style.inks[number] if style.badge else style.papers[number]
            cv2.circle(picture, (round(corner), round(y)), radius, ground, -1, cv2.LINE_AA)
            _write(picture, style, rank, (corner, y), style.index_height, on_badge=style.badge)
        picture[:] = picture[::-1, ::-1].copy()


def _write(
    picture: Image,
    style: NumericStyle,
    rank: Rank,
    centre: tuple[float, float],
    height: int,
    *,
    on_badge: bool = False,
) -> None:
    """The number, upright, on a badge in the colour of the paper; 6 and 9 with a line at their foot where marked."""
    number = int(rank)
    mask = _number(rank, style.font, height)
    colour = style.papers[number] if on_badge else style.inks[number]
    draw_mask(picture, mask, centre, colour)
    if style.marked and rank in EITHER_WAY:
        half, foot = mask.shape[1] * 0.45, centre[1] + height * 0.62
        ends = [(round(centre[0] + side * half), round(foot)) for side in (-1, 1)]
        cv2.line(picture, ends[0], ends[1], colour, max(2, height // 14), cv2.LINE_AA)


def _number(rank: Rank, font: str, height: int) -> NDArray[np.uint8]:
    return narrow_glyph(str(rank), font, height, round(height * (1.15 if len(rank) > 1 else 0.85)))


def _show(picture: Image, art: Image, *, oval: bool) -> None:
    """A picture in the middle of the card, in an oval or a rectangle."""
    mask = np.zeros((H, W), np.uint8)
    if oval:
        cv2.ellipse(mask, (W // 2, H // 2), (int(W * 0.36), int(H * 0.36)), 0, 0, 360, 255, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(mask, (int(W * 0.12), int(H * 0.14)), (int(W * 0.88), int(H * 0.86)), 255, -1)
    share = mask[..., None].astype(np.float32) / 255
    picture[:] = picture * (1 - share) + art * share


def _count(picture: Image, number: int, sides: int, colour: Colour) -> None:
    """As many symbols as the number says, in rows of three."""
    turn = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    shape = np.stack([np.sin(turn), -np.cos(turn)], 1) * W * 0.075
    rows = -(-number // 3)
    for k in range(number):
        in_row = min(3, number - 3 * (k // 3))
        centre = (W / 2 + (k % 3 - (in_row - 1) / 2) * W * 0.2, H / 2 + (k // 3 - (rows - 1) / 2) * H * 0.115)
        cv2.fillPoly(picture, [np.round((shape + centre) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
