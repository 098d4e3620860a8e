"""What is on the mat for the table: places of a player's 2x2 grid, and of the two piles.

Its ground is darker than faces and lighter than most backs, so that a card of either stands out. A place is marked by
an oval in its middle, which the card hides: what is printed beside a card's edges, or a ground that ends near them, is
taken for those edges, and the card for a larger one.
"""

from __future__ import annotations

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM
from kibitz_datasets.decks.gambit.dragons import Hide, ring_dragon
from kibitz_datasets.decks.gambit.drawing import Drawing, Rgb, arc, box, fill, line, moved

GAP_MM = 9.0
"""How far apart the cards of a grid lie, on the mat and on tables that are rendered."""
_OVAL_MM = (9.0, 14.0)
_GROUND: Rgb = (92, 124, 108)
_FAINT: Rgb = (136, 164, 150)
_HIDE = Hide((104, 136, 120), (116, 148, 132), _FAINT, (110, 142, 126), _FAINT)
_RIM_MM = 14.0
"""With 6 mm half the dark backs of our own deck were outlined by the rim of the sheet."""
GROUND_MM = (WIDTH_MM + GAP_MM / 2 + _RIM_MM, HEIGHT_MM + GAP_MM / 2 + _RIM_MM)
"""How far a player's sheet reaches from its middle, across and along."""
PILE_MM = 50.0
"""How far the middle of each pile is from that of their sheet."""
WIDE_MM = PILE_MM + WIDTH_MM / 2 + _RIM_MM
_DRAGONS_MM, _ROUND_MM = 84.0, 40.0
PILES_MM = HEIGHT_MM / 2 + _RIM_MM
"""How far the places of the piles reach from the middle of their sheet, along."""


def grid() -> Drawing:
    """Places of a player's four cards about the origin."""
    ground = fill(_GROUND, box(-GROUND_MM[0], -GROUND_MM[1], *GROUND_MM))
    x, y = (WIDTH_MM + GAP_MM) / 2, (HEIGHT_MM + GAP_MM) / 2
    return (ground, *(shape for dx in (-x, x) for dy in (-y, y) for shape in moved(_place(), dx, dy)))


def pile_places() -> Drawing:
    """Places of the two piles about the origin."""
    ground = fill(_GROUND, box(-WIDE_MM, -PILES_MM, WIDE_MM, PILES_MM))
    return (ground, *(shape for dx in (-PILE_MM, PILE_MM) for shape in moved(_place(), dx, 0)))


def piles() -> Drawing:
    """The same, with a dragon above and below."""
    ground = fill(_GROUND, box(-WIDE_MM, -_DRAGONS_MM - _ROUND_MM, WIDE_MM, _DRAGONS_MM + _ROUND_MM))
    ring = ring_dragon(_HIDE, 26, 200, 338, 9)
    turns = ((-_DRAGONS_MM, 0), (_DRAGONS_MM, 180))
    return (ground, *(shape for y, turn in turns for shape in moved(ring, 0, y, 1, turn)), *pile_places())


def _place() -> Drawing:
    """The mark of a card's place, which stands as the card does."""
    return tuple(line(_FAINT, 0.7, arc(0, 0, across, 0, 360, along)) for across, along in (_OVAL_MM, (3.0, 5.0)))
