"""Suit symbols as polygons, and text in whatever fonts the machine has."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from kibitz_scoring.cards import Suit
from kibitz_vision.detections import Image

Colour = tuple[int, int, int]
Points = NDArray[np.float64]


def _heart() -> list[Points]:
    t = np.linspace(0, 2 * np.pi, 60)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return [np.stack([x, y], 1) / 17]


def _disc(x: float, y: float, radius: float) -> Points:
    t = np.linspace(0, 2 * np.pi, 40)
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], 1)


def _stem() -> Points:
    return np.array([[-0.07, 0.1], [0.07, 0.1], [0.12, 0.6], [0.35, 1.0], [-0.35, 1.0], [-0.12, 0.6]])


def _spade() -> list[Points]:
    return [_heart()[0] * [0.9, -0.85] + [0, -0.15], _stem()]


def _club() -> list[Points]:
    return [_disc(0, -0.5, 0.43), _disc(-0.48, 0.2, 0.43), _disc(0.48, 0.2, 0.43), _disc(0, 0, 0.25), _stem()]


def _diamond() -> list[Points]:
    t = np.linspace(0, 1, 12)[:, None]
    corners = np.array([[0, -1], [0.75, 0], [0, 1], [-0.75, 0], [0, -1]])
    sides = []
    for a, b in itertools.pairwise(corners):
        bulge = -0.12 * np.sin(np.pi * t) * (a + b) / 2  # real diamonds have slightly hollow sides
        sides.append(a + (b - a) * t + bulge)
    return [np.concatenate(sides)]


SHAPES: dict[Suit, list[Points]] = {
    Suit.HEARTS: _heart(),
    Suit.SPADES: _spade(),
    Suit.CLUBS: _club(),
    Suit.DIAMONDS: _diamond(),
}


def draw_pip(
    picture: Image, suit: Suit, centre: tuple[float, float], height: float, colour: Colour, *, flipped: bool = False
) -> None:
    """Draw a suit symbol of `height` px about `centre` (x, y) into a BGR picture, upside down if `flipped`."""
    scale = height / 2 * (-1 if flipped else 1)
    for shape in SHAPES[suit]:
        points = shape * scale * [0.95, 1.0] + centre
        cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


@functools.lru_cache(1)
def fonts() -> tuple[str, ...]:
    """Usable Latin fonts on this machine; the empty name stands for the one that Pillow ships."""
    found = sorted(
        str(p)
        for folder in ("/usr/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
        for p in Path(folder).rglob("*.?tf")
    )
    unusable = (
        "symbol",
        "dingbat",
        "d050",
        "standardsymbols",
        "math",
        "emoji",
        "wing",
        "chancery",
        "script",
        "initials",
    )
    usable = []
    for name in found:
        low = name.lower()
        if any(word in low for word in unusable):
            continue
        if covers(name, "QO") and covers(name, "78"):
            usable.append(name)
    return ("", *usable)


def covers(font_name: str, letters: str) -> bool:
    """Whether a font can be loaded and has these letters, that is, does not draw the same box for two of them."""
    try:
        font = ImageFont.truetype(font_name, 24) if font_name else ImageFont.load_default(24)
        return len({bytes(font.getmask(letter)) for letter in letters}) == len(letters)
    except (OSError, ValueError):
        return False


@functools.lru_cache(4096)
def glyph(text: str, font_name: str, height: int) -> NDArray[np.uint8]:
    """Mask (h, w) of `text`, trimmed, `height` px high."""
    size = height * 2
    font = ImageFont.truetype(font_name, size) if font_name else ImageFont.load_default(size)
    canvas = Pillow.new("L", (size * (len(text) + 2), size * 3))
    ImageDraw.Draw(canvas).text((size, size // 2), text, fill=255, font=font)
    mask = np.asarray(canvas)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not rows.size:
        return np.zeros((height, 1), np.uint8)
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(1, round(mask.shape[1] * height / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def narrow_glyph(text: str, font_name: str, height: int, widest: int) -> NDArray[np.uint8]:
    """The mask of a text, squeezed where it is wider than `widest` px, as indices of two figures are."""
    mask = glyph(text, font_name, height)
    if mask.shape[1] > widest:
        mask = np.asarray(cv2.resize(mask, (widest, height), interpolation=cv2.INTER_AREA), np.uint8)
    return mask


def draw_mask(picture: Image, mask: NDArray[np.uint8], centre: tuple[float, float], colour: Colour) -> None:
    """Paint `colour` through a mask centred at (x, y), clipped at the border."""
    height, width = mask.shape
    x, y = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, picture.shape[1]), min(y + height, picture.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    alpha = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    region = picture[y0:y1, x0:x1]
    region[:] = region * (1 - alpha) + np.array(colour, np.float32) * alpha
