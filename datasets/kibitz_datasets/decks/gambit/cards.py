"""The cards of the deck: faces with an index at two corners beside a gem-shaped window, and a back."""

from __future__ import annotations

import colorsys

import numpy as np

from kibitz_datasets.decks.gambit.dragons import Hide, ring_dragon
from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, arc, box, disc, fill, line, moved, star
from kibitz_datasets.decks.gambit.emblems import EMBLEMS
from kibitz_datasets.decks.gambit.numerals import numeral
from kibitz_datasets.decks.gambit.palette import GOLD

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
BLEED_MM = 2.0
PAPER: Rgb = (253, 249, 238)

_INDEX_MM, _INDEX_X, _INDEX_Y = 12.5, 11.5, 12.2
_LOW, _TALL = 0.30, 0.36
_WINDOW = np.array([(31.5, 9.0), (54.5, 31.5), (54.5, 56.5), (31.5, 79.0), (8.5, 56.5), (8.5, 31.5)])
_NIGHT: Rgb = (44, 20, 56)
_BACK_HIDE = Hide((216, 168, 66), (250, 226, 150), (52, 14, 34), (236, 190, 90))


def face(number: int) -> Drawing:
    """The face of a number from 0 to 13, with its bleed; the origin is the upper left corner of the cut card."""
    ink = _tone(number, 0.85, 0.42)
    whole = box(-BLEED_MM, -BLEED_MM, WIDTH_MM + BLEED_MM, HEIGHT_MM + BLEED_MM)
    inside = (
        fill(PAPER, whole),
        *_sky(number),
        *_mountains(number),
        *moved(EMBLEMS[number](), WIDTH_MM / 2, HEIGHT_MM / 2),
        fill(PAPER, whole, _WINDOW),
        line(ink, 0.8, np.concatenate([_WINDOW, _WINDOW[:1]])),
        line(GOLD, 0.5, _closed(_grown(_WINDOW, -1.3))),
    )
    figure = numeral(number, ink, _INDEX_MM)
    x, y = _INDEX_X, _INDEX_Y
    corners = ((x, y, 0), (WIDTH_MM - x, HEIGHT_MM - y, 180))
    indices = [shape for x, y, turn in corners for shape in moved(figure, x, y, 1, turn)]
    return (*inside, *indices)


def back() -> Drawing:
    """The back with its bleed: two dragons round a gem, on a ground of scales that runs over the edge."""
    middle = (WIDTH_MM / 2, HEIGHT_MM / 2)
    whole = box(-BLEED_MM, -BLEED_MM, WIDTH_MM + BLEED_MM, HEIGHT_MM + BLEED_MM)
    half = moved(ring_dragon(_BACK_HIDE, 16.5, -6, 140, 6.0), *middle)
    return (
        fill(_NIGHT, whole),
        *_from_both_ends(_scales()),
        line(GOLD, 0.9, _closed(box(4.5, 4.5, WIDTH_MM - 4.5, HEIGHT_MM - 4.5))),
        fill(_NIGHT, disc(*middle, 23.5)),
        line(GOLD, 1.1, _closed(disc(*middle, 23.5))),
        *_from_both_ends(half),
        *_gem(*middle, 8.0),
    )


def _from_both_ends(half: Drawing) -> Drawing:
    return (*half, *moved(half, WIDTH_MM, HEIGHT_MM, 1, 180))


def _tone(number: int, saturation: float, value: float) -> Rgb:
    """The colour of a number: once round the wheel from red, so that neighbours differ."""
    red, green, blue = colorsys.hsv_to_rgb((0.98 + number * 5 / 14) % 1, saturation, value)
    return round(255 * red), round(255 * green), round(255 * blue)


def _sky(number: int) -> Drawing:
    """The evening behind an emblem: bands that grow lighter downwards, stars, and a moon."""
    rng = np.random.default_rng((number, 3))
    bands = [
        fill(_tone(number, 0.55 - 0.35 * k / 7, _LOW + 0.62 * k / 7), box(8, 8 + 72 * k / 8, 55, 80)) for k in range(8)
    ]
    stars = [
        fill((255, 246, 214), star(x, y, r, r * 0.35, 4))
        for x, y, r in zip(rng.uniform(14, 49, 16), rng.uniform(10, 42, 16), rng.uniform(0.4, 1.1, 16), strict=True)
    ]
    moon = [fill((255, 244, 208), disc(31.5, 44, 20.5))] if number % 2 else []
    glow = [fill(_tone(number, 0.2, 0.95), disc(31.5, 44, 19.0))]
    return (*bands, *stars, *moon, *glow)


def _mountains(number: int) -> Drawing:
    rng = np.random.default_rng((number, 4))
    ranges = []
    for y, value in ((62.0, 0.5), (69.0, 0.34)):
        x = np.linspace(7, 56, 9)
        ridge = np.stack([x, y + rng.uniform(-5.5, 3, 9)], 1)
        ranges.append(fill(_tone(number, 0.55, value), np.concatenate([ridge, [(56, 84), (7, 84)]])))
    return tuple(ranges)


def _scales() -> Drawing:
    """Rows of scales over the upper half of a back."""
    return tuple(
        line((132, 56, 112), 0.6, arc(x, y, 3.5, 0, 180))
        for row, y in enumerate(np.arange(-1.5, HEIGHT_MM / 2 + 1, 4.0))
        for x in np.arange(-4.0 + 3.5 * (row % 2), WIDTH_MM + 5, 7.0)
    )


def _gem(x: float, y: float, size: float) -> Drawing:
    """A cut gem, alike from both ends."""
    rim = star(x, y, size, size * 0.924, 4, -90)
    table = star(x, y, size * 0.55, size * 0.51, 4, -90)
    facets = [
        fill(colour, [rim[k], rim[(k + 1) % 8], table[(k + 1) % 8], table[k]])
        for k, colour in enumerate(((232, 84, 84), (198, 40, 52), (150, 18, 40), (178, 28, 46)) * 2)
    ]
    return (line(GOLD, size * 0.16, _closed(rim)), *facets, fill((240, 110, 104), table))


def _closed(loop: Points) -> Points:
    return np.concatenate([loop, loop[:1]])


def _grown(loop: Points, by: float) -> Points:
    middle = loop.mean(0)
    far = loop - middle
    return np.asarray(middle + far * (1 + by / np.abs(far).max(0)))
