"""Things on a table that are not cards: paper, boxes, books, phones, boards, cups, coins, pens, scraps."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.pips import Colour, draw_mask, fonts, glyph
from kibitz_datasets.scenes.hands.hands import capsule
from kibitz_vision.detections import Image

Mask = NDArray[np.uint8]
Shape = NDArray[np.float64]


def draw_thing(rng: Generator, picture: Image, card_px: float) -> None:
    """Draw one thing somewhere on a table whose cards are `card_px` wide."""
    height, width = picture.shape[:2]
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    weights = [weight for _, weight in THINGS]
    THINGS[int(rng.choice(len(weights), p=weights))][0](rng, picture, centre, card_px)


def draw_paper(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A white sheet, note or business card, written or printed on."""
    shade = int(rng.uniform(200, 255))
    _rectangle(rng, picture, centre, card_px * rng.uniform(0.8, 5), (shade, shade, shade))


def draw_box(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A box or packet of any colour with print on it, such as the one that the cards came in."""
    _rectangle(rng, picture, centre, card_px * rng.uniform(0.8, 5), _any_colour(rng))


def draw_book(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A book: a cover with print, its spine darker and its pages showing at the other side."""
    colour = _any_colour(rng)
    quad = _rectangle(rng, picture, centre, card_px * rng.uniform(1.8, 5), colour, (0.6, 0.8))
    _fill(picture, _strip(quad, 0.0, 0.08), (colour[0] // 2, colour[1] // 2, colour[2] // 2))
    _fill(picture, _strip(quad, 0.96, 1.0), (205, 225, 235))


def draw_phone(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A phone: a dark slab with round corners whose screen is off, or shows rows of bright tiles."""
    quad = _box(rng, centre, card_px * rng.uniform(1.6, 2.8), rng.uniform(0.44, 0.52))
    slab = cv2.GaussianBlur(_mask_of(picture, quad), (0, 0), max(0.6, card_px * 0.04))
    rim = int(rng.uniform(10, 70))
    picture[slab > 127] = rim
    screen = quad.mean(0) + (quad - quad.mean(0)) * 0.9
    lit = rng.random() < 0.5
    _fill(picture, screen, _any_colour(rng) if lit else (12, 10, 8))
    if lit:
        for row in range(int(rng.integers(3, 7))):
            for column in range(4):
                _fill(picture, _cell(screen, (0.1 + 0.14 * row, 0.12 + 0.21 * column), (0.09, 0.14)), _any_colour(rng))


def draw_board(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A game board: two colours in squares, with a margin."""
    light, dark = _any_colour(rng), _any_colour(rng)
    quad = _box(rng, centre, card_px * rng.uniform(2, 7), rng.uniform(0.85, 1))
    _fill(picture, quad, dark)
    squares = int(rng.integers(3, 11))
    for k in range(squares * squares):
        row, column = divmod(k, squares)
        if (row + column) % 2 == 0:
            step = 0.9 / squares
            _fill(picture, _cell(quad, (0.05 + step * row, 0.05 + step * column), (step, step)), light)


def draw_cup(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A cup or glass from above: its wall, what is in it, often a handle."""
    radius = card_px * rng.uniform(0.45, 0.8)
    colour, drink = _any_colour(rng), (int(rng.uniform(0, 90)), int(rng.uniform(10, 120)), int(rng.uniform(20, 160)))
    if rng.random() < 0.6:
        turn = rng.uniform(0, 2 * np.pi)
        handle = centre + np.array([np.cos(turn), np.sin(turn)]) * radius
        _ring(picture, handle, radius * 0.35, colour, max(1, round(radius * 0.15)))
    squash = rng.uniform(0.75, 1)
    for share, fill in ((1.0, colour), (0.88, drink)):
        axes = (max(1, round(radius * share)), max(1, round(radius * share * squash)))
        cv2.ellipse(picture, _point(centre), axes, 0, 0, 360, fill, -1, cv2.LINE_AA)


def draw_coin(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A coin or counter: a metal disc with a rim and a number struck into it."""
    radius = card_px * rng.uniform(0.13, 0.23)
    metal = ((90, 165, 200), (70, 110, 175), (185, 190, 190), _any_colour(rng))[int(rng.integers(4))]
    darker = (int(metal[0] * 0.65), int(metal[1] * 0.65), int(metal[2] * 0.65))
    cv2.circle(picture, _point(centre), max(2, round(radius)), metal, -1, cv2.LINE_AA)
    _ring(picture, centre, radius * 0.86, darker, max(1, round(radius * 0.07)))
    names = fonts()
    number = glyph(str(rng.integers(1, 51)), names[int(rng.integers(len(names)))], max(3, round(radius)))
    draw_mask(picture, number, (float(centre[0]), float(centre[1])), darker)


def draw_pen(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A pen, knife or straw."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    capsule(mask, centre, centre + rng.normal(0, card_px, 2), card_px * 0.05)
    paint(picture, mask, np.array(_any_colour(rng), np.float32))


def draw_scrap(rng: Generator, picture: Image, centre: Shape, card_px: float) -> None:
    """A shape with corners, such as a torn paper or a folded cloth."""
    points = centre + rng.normal(0, card_px * 0.6, (int(rng.integers(3, 9)), 2))
    _fill(picture, np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float32), _any_colour(rng))


THINGS: tuple[tuple[Callable[[Generator, Image, Shape, float], None], float], ...] = (
    (draw_paper, 0.16),
    (draw_box, 0.2),
    (draw_book, 0.08),
    (draw_phone, 0.1),
    (draw_board, 0.06),
    (draw_cup, 0.1),
    (draw_coin, 0.12),
    (draw_pen, 0.08),
    (draw_scrap, 0.1),
)


def paint(picture: Image, mask: Mask, colour: NDArray[np.float32]) -> None:
    """Blend a colour into the picture where the mask (0 to 255) is set."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0 or h == 0:
        return
    part = np.s_[y : y + h, x : x + w]
    alpha = mask[part][..., None].astype(np.float32) / 255
    picture[part] = picture[part] * (1 - alpha) + colour * alpha


def _any_colour(rng: Generator) -> Colour:
    blue, green, red = (int(v) for v in rng.integers(0, 256, 3))
    return blue, green, red


def _point(place: Shape) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))


def _ring(picture: Image, centre: Shape, radius: float, colour: Colour, thickness: int) -> None:
    cv2.circle(picture, _point(centre), max(1, round(radius)), colour, thickness, cv2.LINE_AA)


def _fill(picture: Image, corners: NDArray[np.floating], colour: Colour) -> None:
    cv2.fillPoly(picture, [np.round(np.asarray(corners) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _mask_of(picture: Image, quad: Shape) -> Mask:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [quad.astype(np.int32)], 255, cv2.LINE_AA)
    return mask


def _rectangle(
    rng: Generator,
    picture: Image,
    centre: Shape,
    length: float,
    colour: Colour,
    aspects: tuple[float, float] = (0.2, 1.0),
) -> Shape:
    """A flat thing of one colour with print on it; returns its corners."""
    quad = _box(rng, centre, length, rng.uniform(*aspects))
    _fill(picture, quad, colour)
    _print(rng, picture, _mask_of(picture, quad), quad)
    return quad


def _box(rng: Generator, centre: Shape, length: float, aspect: float) -> Shape:
    angle = rng.uniform(0, np.pi)
    u = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    v = np.array([-np.sin(angle), np.cos(angle)]) * length * aspect / 2
    skew = rng.normal(0, 0.03 * length, (4, 2))
    return np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v]) + skew


def _strip(quad: Shape, start: float, end: float) -> Shape:
    """The part of a quad between two shares of its first side."""
    return _cell(quad, (start, 0.0), (end - start, 1.0))


def _cell(quad: Shape, place: tuple[float, float], size: tuple[float, float]) -> Shape:
    """A part of a quad: place and size as shares of its first and of its last side."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    first = quad[0] + u * place[0] + v * place[1]
    return np.array([first, first + u * size[0], first + u * size[0] + v * size[1], first + v * size[1]])


def _print(rng: Generator, picture: Image, mask: Mask, quad: Shape) -> None:
    """Letters, lines and pictures on a rectangle, so that white with print on it is not enough to be a card."""
    low = np.clip(np.floor(quad.min(0)).astype(int), 0, None)
    x1, y1 = np.ceil(quad.max(0)).astype(int)
    part = np.s_[low[1] : max(low[1], y1), low[0] : max(low[0], x1)]
    layer = picture[part].copy()
    if not layer.size:
        return
    names, ink = fonts(), _any_colour(rng)
    for _ in range(int(rng.integers(0, 6))):
        place = rng.uniform(quad.min(0), quad.max(0)) - low
        size = int(np.clip(rng.uniform(0.05, 0.5) * np.ptp(quad, axis=0).min(), 5, 120))
        if rng.random() < 0.6:
            text = "".join(rng.choice(list("ABCDEGHKLMNOPQRSTUVW0123456789"), int(rng.integers(1, 7))))
            word = glyph(text, names[int(rng.integers(len(names)))], size)
            draw_mask(layer, word, (float(place[0]), float(place[1])), ink)
        else:
            end = place + rng.normal(0, size, 2)
            cv2.line(layer, _point(place), _point(end), ink, max(1, size // 8), cv2.LINE_AA)
    inside = mask[part] > 127
    picture[part][inside] = layer[inside]
