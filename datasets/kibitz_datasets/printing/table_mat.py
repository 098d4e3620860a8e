"""A mat for the table on sheets of paper: one sheet for each player's 2x2 grid, and one for the two piles.

It is drawn in fine light lines: what is printed must not be taken for a card.
"""

from __future__ import annotations

import numpy as np

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM
from kibitz_datasets.decks.gambit.dragons import Hide, ring_dragon
from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, arc, line, moved
from kibitz_datasets.printing.pages import Page, Paper, Placed, pdf

GAP_MM = 9.0
"""How far apart the cards of a grid lie."""
_ROOM_MM, _CORNER_MM, _MARK_MM = 2.0, 4.0, 12.0
_FAINT: Rgb = (196, 190, 206)
_HIDE = Hide((236, 232, 240), (246, 244, 248), (212, 206, 222), (230, 226, 236), (212, 206, 222))


def mat_pdf(paper: Paper) -> bytes:
    """Page 1 for the piles, page 2 for a player, to be printed once for each, as a PDF file."""
    width, height = paper.size_mm
    middle = (width / 2, height / 2)
    area = (-width / 2, -height / 2, width / 2, height / 2)
    drawings = {"piles": (piles(), area), "grid": (grid(), area)}
    pages = [
        Page((Placed("piles", *middle),), (), "Table mat, the piles: print once, in full size (100 %)"),
        Page((Placed("grid", *middle),), (), "Table mat, a player's cards: print once for each, in full size (100 %)"),
    ]
    return pdf("Table mat", paper, drawings, pages)


def grid() -> Drawing:
    """Places of a player's four cards about the origin."""
    x, y = (WIDTH_MM + GAP_MM) / 2, (HEIGHT_MM + GAP_MM) / 2
    return tuple(shape for dx in (-x, x) for dy in (-y, y) for shape in moved(_place(), dx, dy))


def piles() -> Drawing:
    """Places of the two piles about the origin, with a dragon above and below."""
    x = (WIDTH_MM + GAP_MM * 2) / 2
    places = tuple(shape for dx in (-x, x) for shape in moved(_place(), dx, 0))
    dragons = (
        shape
        for y, turn in ((-88, 0), (88, 180))
        for shape in moved(ring_dragon(_HIDE, 26, 200, 338, 9), 0, y, 1, turn)
    )
    return (*places, *dragons)


def _place() -> Drawing:
    """The corners of a card's place, a little larger than the card."""
    x, y = WIDTH_MM / 2 + _ROOM_MM, HEIGHT_MM / 2 + _ROOM_MM
    return tuple(line(_FAINT, 0.7, _corner() * (sx, sy) + (sx * x, sy * y)) for sx in (-1, 1) for sy in (-1, 1))


def _corner() -> Points:
    """The lower right corner, its tip at the origin."""
    bend = arc(-_CORNER_MM, -_CORNER_MM, _CORNER_MM, 0, 90)
    return np.concatenate([[(0.0, -_MARK_MM)], bend, [(-_MARK_MM, 0.0)]])
