"""Court cards and jokers of our own making: two-headed figures from random simple shapes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.pips import Colour, draw_mask, draw_pip, glyph
from kibitz_scoring.cards import Rank, Suit
from kibitz_vision.detections import Image


def _palette(rng: Generator) -> list[Colour]:
    strong = [
        (30, 30, 190),
        (160, 60, 20),
        (30, 180, 220),
        (40, 40, 40),
        (50, 130, 40),
        (200, 200, 210),
        (120, 60, 150),
    ]
    order = rng.permutation(len(strong))[:4]
    return [tuple(int(np.clip(c + rng.integers(-30, 30), 0, 255)) for c in strong[k]) for k in order]  # type: ignore[misc]


def _poly(picture: Image, points: list[tuple[float, float]], colour: Colour) -> None:
    cv2.fillPoly(picture, [np.array(points, np.float64).round().astype(np.int32)], colour, cv2.LINE_AA)


def _robe(half: Image, rng: Generator, colours: list[Colour]) -> None:
    """Shoulders and robe filled with bands, chequers or dots."""
    height, width = half.shape[:2]
    shoulder = height * rng.uniform(0.5, 0.62)
    cx = width / 2
    spread = width * rng.uniform(0.3, 0.5)
    mask = np.zeros((height, width), np.uint8)
    outline = np.array(
        [
            [cx - 12, shoulder - 20],
            [cx + 12, shoulder - 20],
            [cx + spread, shoulder + 25],
            [cx + spread, height],
            [cx - spread, height],
            [cx - spread, shoulder + 25],
        ]
    )
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255)
    fill = np.empty_like(half)
    fill[:] = colours[0]
    step = int(rng.integers(8, 26))
    kind = rng.integers(4)
    if kind == 0:
        for x in range(-height, width, step):
            cv2.line(fill, (x, height), (x + height, 0), colours[1], max(2, step // 3), cv2.LINE_AA)
    elif kind == 1:
        for y in range(0, height, step):
            for x in range((y // step % 2) * step, width, 2 * step):
                cv2.rectangle(fill, (x, y), (x + step, y + step), colours[1], -1)
    elif kind == 2:
        for y in range(0, height, step):
            for x in range(0, width, step):
                cv2.circle(fill, (x, y), step // 3, colours[2], -1, cv2.LINE_AA)
    else:
        for x in range(0, width, step):
            cv2.line(fill, (x, 0), (x, height), colours[int(rng.integers(1, 4))], max(2, step // 3))
    cv2.line(fill, (int(cx), 0), (int(cx), height), colours[3], int(rng.integers(4, 30)))
    half[mask > 0] = fill[mask > 0]


def _head(half: Image, rng: Generator, rank: Rank, colours: list[Colour]) -> None:
    height, width = half.shape[:2]
    cx, cy = width / 2 + rng.uniform(-12, 12), height * rng.uniform(0.36, 0.44)
    r = width * rng.uniform(0.1, 0.15)
    skin = (int(rng.integers(130, 225)), int(rng.integers(170, 230)), int(rng.integers(210, 250)))
    hair = colours[int(rng.integers(4))]
    cv2.ellipse(
        half,
        (int(cx), int(cy + r * 0.4)),
        (int(r * 1.5), int(r * (1.9 if rank == Rank.QUEEN else 1.4))),
        0,
        0,
        360,
        hair,
        -1,
        cv2.LINE_AA,
    )
    cv2.ellipse(half, (int(cx), int(cy)), (int(r), int(r * 1.25)), 0, 0, 360, skin, -1, cv2.LINE_AA)
    for side in (-0.4, 0.4):
        cv2.circle(half, (int(cx + side * r), int(cy - r * 0.1)), 3, (30, 30, 30), -1, cv2.LINE_AA)
    cv2.line(
        half,
        (int(cx - r * 0.3), int(cy + r * 0.6)),
        (int(cx + r * 0.3), int(cy + r * 0.6)),
        (40, 40, 160),
        3,
        cv2.LINE_AA,
    )
    if rank == Rank.KING:
        _poly(half, [(cx - r, cy + r * 0.7), (cx + r, cy + r * 0.7), (cx, cy + r * 2.2)], hair)
    top = cy - r * 1.1
    if rank == Rank.JACK:
        cv2.ellipse(
            half,
            (int(cx), int(top)),
            (int(r * 1.5), int(r * 0.55)),
            float(rng.uniform(-15, 15)),
            0,
            360,
            colours[1],
            -1,
            cv2.LINE_AA,
        )
    else:
        points = [(cx - r * 1.2, top + r * 0.3)]
        spikes = int(rng.integers(3, 6))
        for k in range(spikes):
            points += [
                (cx - r * 1.2 + 2.4 * r * (k + 0.1) / spikes, top - r),
                (cx - r * 1.2 + 2.4 * r * (k + 1) / spikes, top - r * 0.3),
            ]
        _poly(half, [*points, (cx + r * 1.2, top + r * 0.3)], (30, 190, 230) if rng.random() < 0.6 else colours[2])


def draw_court(picture: Image, rng: Generator, rank: Rank, suit: Suit, colour: Colour, *, framed: bool) -> None:
    """Draw a jack, queen or king into a blank card: the same half twice, the lower one turned."""
    height, width = picture.shape[:2]
    x0, y0 = int(width * rng.uniform(0.15, 0.21)), int(height * rng.uniform(0.07, 0.11))
    inner = picture[y0 : height - y0, x0 : width - x0]
    half_height = inner.shape[0] // 2
    half = inner[:half_height].copy()
    colours = _palette(rng)
    if rng.random() < 0.15:
        half[:] = colours[3]
    _robe(half, rng, colours)
    _head(half, rng, rank, colours)
    draw_pip(half, suit, (half.shape[1] * 0.17, half_height * 0.2), float(rng.uniform(35, 60)), colour)
    if rng.random() < 0.6:  # sceptre, sword or flower
        x = int(half.shape[1] * rng.uniform(0.72, 0.9))
        cv2.line(half, (x, int(half_height * 0.25)), (x, half_height), colours[2], int(rng.integers(3, 9)), cv2.LINE_AA)
        cv2.circle(half, (x, int(half_height * 0.25)), int(rng.integers(6, 16)), colours[1], -1, cv2.LINE_AA)
    inner[:half_height] = half
    inner[-half_height:] = half[::-1, ::-1]
    if framed:
        cv2.rectangle(picture, (x0, y0), (width - x0, height - y0), colours[3], int(rng.integers(1, 4)))


def draw_joker(rng: Generator, paper: Colour, font: str, colour: Colour) -> Image:
    """A joker: the word, a star or a J in the corners, a jester, ball, star or bicycle-like rings in the middle."""
    picture = np.empty((448, 320, 3), np.uint8)
    picture[:] = paper
    _joker_middle(picture, rng)
    word = glyph("JOKER", font, int(rng.integers(16, 30)))
    stacked = rng.random() < 0.6
    corner = int(rng.integers(3))
    for _ in range(2):
        if corner == 0 and stacked:
            for k, letter in enumerate("JOKER"):
                draw_mask(picture, glyph(letter, font, 24), (26, 30 + 29 * k), colour)
        elif corner == 1:
            turned = np.ascontiguousarray(np.rot90(word, int(rng.choice((1, 3)))))
            draw_mask(picture, turned, (26, 24 + turned.shape[0] / 2), colour)
        else:
            _star(picture, (30, 36), 20, colour)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    if rng.random() < 0.3:
        draw_mask(picture, glyph("JOKER", font, 30), (160, 400), colour)
    return picture


def _star(picture: Image, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    lengths = np.where(np.arange(10) % 2 == 0, radius, radius * 0.4)
    _poly(
        picture,
        [(centre[0] + a * np.cos(t), centre[1] + a * np.sin(t)) for a, t in zip(lengths, angles, strict=True)],
        colour,
    )


def _joker_middle(picture: Image, rng: Generator) -> None:
    colours = _palette(rng)
    kind = rng.integers(4)
    cx, cy = 160 + int(rng.integers(-10, 10)), 224
    if kind == 0:
        _star(picture, (cx, cy), float(rng.uniform(60, 110)), colours[0])
    elif kind == 1:
        for _ in range(int(rng.integers(3, 9))):
            centre = (cx + int(rng.integers(-60, 60)), cy + int(rng.integers(-90, 90)))
            cv2.circle(
                picture,
                centre,
                int(rng.integers(15, 50)),
                colours[int(rng.integers(4))],
                int(rng.choice((-1, 3, 6))),
                cv2.LINE_AA,
            )
    else:
        for k, side in enumerate((-1, 0, 1)):  # a fool's cap with three tails and bells
            tip = (cx + side * 95, cy - 110 + abs(side) * 60)
            _poly(picture, [(cx - 55, cy - 20), (cx + 55, cy - 20), tip], colours[k])
            cv2.circle(picture, tip, 14, colours[3], -1, cv2.LINE_AA)
        cv2.ellipse(picture, (cx, cy + 20), (48, 60), 0, 0, 360, (170, 205, 235), -1, cv2.LINE_AA)
        for side in (-18, 18):
            cv2.circle(picture, (cx + side, cy + 10), 5, (30, 30, 30), -1, cv2.LINE_AA)
        cv2.ellipse(picture, (cx, cy + 35), (24, 16), 0, 0, 180, (40, 40, 180), 4, cv2.LINE_AA)
        _poly(
            picture,
            [(cx - 90, cy + 150), (cx - 40, cy + 80), (cx, cy + 130), (cx + 40, cy + 80), (cx + 90, cy + 150)],
            colours[1],
        )
