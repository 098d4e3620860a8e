"""Cards of other games, of our own drawing: symbols as in SET, colours and numbers as in UNO, pictures, dominoes.

Nothing on them may be named. They are things to a scene, as cups are, and crops of them show nothing to be read.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_datasets.decks.drawn_court import draw_court
from kibitz_datasets.decks.pictorial_back import LETTERS, draw_pictorial_back
from kibitz_datasets.decks.pips import Colour, draw_mask, fonts, glyph
from kibitz_scoring.cards import Rank, Suit
from kibitz_vision.detections import Image

W, H = ART_WIDTH_PX, ART_HEIGHT_PX
_BRIGHT: tuple[Colour, ...] = ((40, 40, 210), (60, 160, 40), (200, 110, 30), (40, 200, 240))


def draw_symbols(rng: Generator) -> Image:
    """One to three broad symbols one below the other, filled, hatched or open, on bare paper."""
    picture = _paper(rng)
    colour = _BRIGHT[int(rng.integers(4))] if rng.random() < 0.7 else (140, 30, 120)
    count, shape, filling = int(rng.integers(1, 4)), int(rng.integers(3)), int(rng.integers(3))
    for k in range(count):
        y = H / 2 + (k - (count - 1) / 2) * 118
        mask = np.zeros((H, W), np.uint8)
        if shape == 0:
            cv2.ellipse(mask, (W // 2, int(y)), (100, 42), 0, 0, 360, 255, -1, cv2.LINE_AA)
        elif shape == 1:
            corners = np.array([[60, y], [W / 2, y - 44], [W - 60, y], [W / 2, y + 44]])
            cv2.fillPoly(mask, [corners.astype(np.int32)], 255, cv2.LINE_AA)
        else:
            x = np.linspace(60, W - 60, 40)
            wave = 18 * np.sin((x - 60) / 32)
            outline = np.concatenate([np.stack([x, y - 28 + wave], 1), np.stack([x, y + 28 + wave], 1)[::-1]])
            cv2.fillPoly(mask, [outline.astype(np.int32)], 255, cv2.LINE_AA)
        if filling:
            inner = cv2.erode(mask, np.ones((9, 9), np.uint8))
            hatch = (np.arange(W) % 10 < 4) if filling == 1 else np.zeros(W, bool)
            mask = np.where((inner > 0) & ~hatch[None], 0, mask).astype(np.uint8)
        picture[mask > 127] = colour
    return picture


def draw_coloured_number(rng: Generator) -> Image:
    """A card of one strong colour with a white border, a slanted oval and a number or sign, in two corners, too."""
    picture = np.full((H, W, 3), 245, np.uint8)
    colour = _BRIGHT[int(rng.integers(4))] if rng.random() < 0.85 else (25, 25, 25)
    border = int(rng.integers(8, 24))
    picture[border:-border, border:-border] = colour
    if rng.random() < 0.8:
        cv2.ellipse(picture, (W // 2, H // 2), (100, 180), 28, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
        ink: Colour = colour
    else:
        ink = (250, 250, 250)
    names = fonts()
    font = names[int(rng.integers(len(names)))]
    sign = str(rng.integers(0, 10)) if rng.random() < 0.7 else str(rng.choice(("+2", "+4", "R", "X", "<>")))
    draw_mask(picture, glyph(sign, font, int(rng.integers(110, 190))), (W / 2, H / 2), ink)
    small = glyph(sign, font, int(rng.integers(36, 60)))
    for _ in range(2):
        draw_mask(picture, small, (border + 30, border + 40), (250, 250, 250))
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def draw_trading_card(rng: Generator) -> Image:
    """A framed picture below a title, above lines of text, as cards that are collected have."""
    names = fonts()
    font = names[int(rng.integers(len(names)))]
    picture = np.empty((H, W, 3), np.uint8)
    picture[:] = rng.integers(0, 256, 3)
    cv2.rectangle(picture, (0, 0), (W - 1, H - 1), (20, 20, 20) if rng.random() < 0.6 else (60, 200, 230), 22)
    art = cv2.resize(draw_pictorial_back(rng), (W - 60, 190), interpolation=cv2.INTER_AREA)
    picture[64:254, 30 : W - 30] = art
    picture[268 : H - 30, 30 : W - 30] = (225, 235, 240)
    for y, height, longest in ((44, 22, 10), *((290 + 26 * k, 13, 18) for k in range(int(rng.integers(2, 5))))):
        word = "".join(rng.choice(list(LETTERS), int(rng.integers(4, longest))))
        mask = glyph(word, font, height)
        mask = np.asarray(cv2.resize(mask, (min(mask.shape[1], W - 80), height)), np.uint8)
        draw_mask(picture, mask, (36 + mask.shape[1] / 2, y), (15, 15, 15))
    if rng.random() < 0.5:
        draw_mask(picture, glyph(str(rng.integers(1, 10)), font, 26), (W - 48, H - 48), (15, 15, 15))
    return picture


def draw_large_picture(rng: Generator) -> Image:
    """A picture over all of the card with a number above and a name below, as tarots have."""
    names = fonts()
    font = names[int(rng.integers(len(names)))]
    picture = draw_pictorial_back(rng)
    for y, text in ((26, str(rng.choice(("I", "II", "IV", "VII", "X", "XI", "XIV", "XX")))), (H - 26, None)):
        cv2.rectangle(picture, (30, y - 18), (W - 30, y + 18), (235, 240, 240), -1)
        word = text or "".join(rng.choice(list(LETTERS), int(rng.integers(5, 11))))
        mask = glyph(word, font, 20)
        mask = np.asarray(cv2.resize(mask, (min(mask.shape[1], W - 90), 20)), np.uint8)
        draw_mask(picture, mask, (W / 2, y), (20, 20, 20))
    return picture


def draw_foreign_suits(rng: Generator) -> Image:
    """Coins, cups or clubs of Spanish and Italian packs: up to nine, without an index."""
    picture = _paper(rng)
    count, kind = int(rng.integers(1, 10)), int(rng.integers(3))
    columns = 1 if count < 4 else 2
    rows = -(-count // columns)
    for k in range(count):
        x = W / (columns + 1) * (k % columns + 1)
        y = H / (rows + 1) * (k // columns + 1)
        size = min(W / (columns + 1), H / (rows + 1)) * 0.42
        centre = (int(x), int(y))
        if kind == 0:
            for share, colour in ((1.0, (40, 170, 230)), (0.75, (40, 60, 200)), (0.45, (40, 170, 230))):
                cv2.circle(picture, centre, max(2, int(size * share)), colour, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(picture, centre, (int(size * 0.8), int(size * 0.7)), 0, 0, 180, (60, 60, 200), -1, cv2.LINE_AA)
            foot = (int(x), int(y + size * 0.95))
            cv2.ellipse(picture, foot, (int(size * 0.5), int(size * 0.2)), 0, 0, 360, (40, 170, 230), -1, cv2.LINE_AA)
        else:
            top, end = (int(x - size * 0.4), int(y - size)), (int(x + size * 0.4), int(y + size))
            cv2.line(picture, top, end, (40, 120, 60), max(3, int(size * 0.45)), cv2.LINE_AA)
            cv2.circle(picture, top, max(2, int(size * 0.4)), (40, 150, 80), -1, cv2.LINE_AA)
    return picture


def draw_court_without_index(rng: Generator) -> Image:
    """A court that no letter names, as those of Jass packs: nobody can say for certain which it is."""
    picture = _paper(rng)
    suits, ranks = list(Suit), (Rank.JACK, Rank.QUEEN, Rank.KING)
    suit = suits[int(rng.integers(4))]
    ink = (40, 40, 200) if rng.random() < 0.5 else (25, 25, 25)
    draw_court(picture, rng, ranks[int(rng.integers(3))], suit, ink, framed=bool(rng.random() < 0.7))
    return picture


def draw_domino(rng: Generator) -> Image:
    """A domino: two halves with up to six spots each, white or black."""
    dark = rng.random() < 0.5
    picture = np.full((H, W, 3), 30 if dark else 240, np.uint8)
    ink = (240, 240, 240) if dark else (25, 25, 25)
    cv2.line(picture, (20, H // 2), (W - 20, H // 2), ink, 4)
    spots = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    for half in (H // 4, 3 * H // 4):
        count = int(rng.integers(0, 7))
        placed = spots[: count - count % 2] + ([(0, 0)] if count % 2 else [])
        for x, y in placed:
            cv2.circle(picture, (W // 2 + x * 90, half + y * 65), 24, ink, -1, cv2.LINE_AA)
    return picture


def _paper(rng: Generator) -> Image:
    picture = np.empty((H, W, 3), np.uint8)
    picture[:] = rng.integers(225, 256, 3)
    return picture


FOREIGN: tuple[Callable[[Generator], Image], ...] = (
    draw_symbols,
    draw_coloured_number,
    draw_trading_card,
    draw_large_picture,
    draw_foreign_suits,
    draw_court_without_index,
    draw_domino,
)
"""What draws a card (448, 320, 3) of another game, one for each kind."""
