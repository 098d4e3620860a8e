"""What is on the mat for the table: places of a player's 2x2 grid, and of the two piles.

Its ground is darker than faces and lighter than most backs, so that a card of either stands out; places are marked by
their corners only, as what is printed must not be taken for a card.
"""

from __future__ import annotations

import numpy as np

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM
from kibitz_datasets.decks.gambit.dragons import Hide, ring_dragon
from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, arc, box, fill, line, moved

GAP_MM = 9.0
"""How far apart the cards of a grid lie."""
_ROOM_MM, _CORNER_MM, _MARK_MM = 2.0, 4.0, 12.0
_GROUND: Rgb = (92, 124, 108)
_FAINT: Rgb = (136, 164, 150)
_HIDE = Hide((104, 136, 120), (116, 148, 132), _FAINT, (110, 142, 126), _FAINT)
_RIM_MM = 6.0
GROUND_MM = (WIDTH_MM + GAP_MM / 2 + _RIM_MM, HEIGHT_MM + GAP_MM / 2 + _RIM_MM)
"""How far a player's sheet reaches from its middle, across and along."""
_DRAGONS_MM, _ROUND_MM, _WIDE_MM = 84.0, 40.0, 82.0
PILES_MM = HEIGHT_MM / 2 + _RIM_MM
"""How far the places of the piles reach from the middle of their sheet, along."""


def grid() -> Drawing:
    """Places of a player's four cards about the origin."""
    ground = fill(_GROUND, box(-GROUND_MM[0], -GROUND_MM[1], *GROUND_MM))
    x, y = (WIDTH_MM + GAP_MM) / 2, (HEIGHT_MM + GAP_MM) / 2
    return (ground, *(shape for dx in (-x, x) for dy in (-y, y) for shape in moved(_place(), dx, dy)))


def pile_places() -> Drawing:
    """Places of the two piles about the origin."""
    x = (WIDTH_MM + GAP_MM * 2) / 2
    ground = fill(_GROUND, box(-_WIDE_MM, -PILES_MM, _WIDE_MM, PILES_MM))
    return (ground, *(shape for dx in (-x, x) for shape in moved(_place(), dx, 0)))


def piles() -> Drawing:
    """The same, with a dragon above and below."""
    ground = fill(_GROUND, box(-_WIDE_MM, -_DRAGONS_MM - _ROUND_MM, _WIDE_MM, _DRAGONS_MM + _ROUND_MM))
    ring = ring_dragon(_HIDE, 26, 200, 338, 9)
    turns = ((-_DRAGONS_MM, 0), (_DRAGONS_MM, 180))
    return (ground, *(shape for y, turn in turns for shape in moved(ring, 0, y, 1, turn)), *pile_places())


def _place() -> Drawing:
    """The corners of a card's place, a little larger than the card."""
    x, y = WIDTH_MM / 2 + _ROOM_MM, HEIGHT_MM / 2 + _ROOM_MM
    return tuple(line(_FAINT, 0.7, _corner() * (sx, sy) + (sx * x, sy * y)) for sx in (-1, 1) for sy in (-1, 1))


def _corner() -> Points:
    """The lower right corner, its tip at the origin."""
    bend = arc(-_CORNER_MM, -_CORNER_MM, _CORNER_MM, 0, 90)
    return np.concatenate([[(0.0, -_MARK_MM)], bend, [(-_MARK_MM, 0.0)]])
