"""The places of a table, found from the deal: each player's grid, the piles, and room for penalty cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.slots import columns, slot_id
from kibitz_scoring.table import Place
from kibitz_vision.detections import CardReading, Face
from kibitz_vision.geometry import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    Homography,
    Points,
    even_table_from_image,
    inverse,
    misfit_mm,
    project,
)
from kibitz_vision.reading.overlap import share_of_smaller, shared_area
from kibitz_vision.table.discovery.deal import CARD_LIKE_MM, Deal, completeness
from kibitz_vision.table.discovery.deal_fit import unlike_deal
from kibitz_vision.table.discovery.grids import Grid, GridShape, fit_grid, turn_of
from kibitz_vision.table.discovery.layout import Layout, assign_on_table, middle_of
from kibitz_vision.table.places import TablePlaces, card_rectangle

_MOST_BESIDE = 6
"""Extra places beside a grid, where there is room."""
_MOSTLY = 0.5
"""Share of the outlines that must be those of cards, of all that were read."""
_SHARED = 0.3
"""Cards of a deal lie side by side: of two that share more than this, one is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class Discovery:
    """A table found: its places, how sure that is (0 to 1), and in sentences what was not seen as expected.

    `is_over`: the deal is, as the card lies there that the discard pile begins with.
    """

    places: TablePlaces
    confidence: float
    doubts: tuple[str, ...]
    is_over: bool = False


def discover(
    readings: Sequence[CardReading],
    size_px: tuple[int, int],
    pack: RulePack,
    players: Sequence[PlayerId],
    card_like_mm: float = CARD_LIKE_MM,
) -> Discovery:
    """The places of a table just dealt, from everything read in a picture of `size_px` (width, height).

    `card_like_mm` is how far outlines may be from those of cards on one plane.
    `InputError` says what is missing, or why what lies there is no deal.
    """
    if not readings:
        raise InputError(
            Sentence(
                "No card was found on the table; expected {cards} for each of {players}.",
                cards=pack.table.hand_size,
                players=_all(players),
            )
        )
    readings, homography, width = _card_like(readings, card_like_mm)
    backs = frozenset(index for index, reading in enumerate(readings) if reading.face is Face.DOWN)
    cards_mm = project(_quads(readings), homography)
    layout = assign_on_table(cards_mm, seats=len(players), hand_size=pack.table.hand_size, backs=backs)
    misfit = float(np.median(misfit_mm(cards_mm, width)))
    deal = Deal(pack, tuple(players), cards_mm, width, misfit, _grids(layout, cards_mm, pack, players), backs)
    slots_mm = deal.slots()
    if any(share_of_smaller(one, other) > _SHARED for one, other in combinations(slots_mm.values(), 2)):
        raise InputError(Sentence("Cards of the deal seem to lie on each other; expected grids of cards side by side."))
    if against := unlike_deal(deal):
        raise InputError(against)
    quads_mm: dict[Place, Points] = {**slots_mm, **deal.heaps()}
    _add_beside(quads_mm, deal, _Picture(size_px, homography))
    places = TablePlaces(deal.players, size_px, homography, quads_mm)
    return Discovery(places, deal.confidence(), tuple(deal.doubts()), deal.is_over())


def _card_like(readings: Sequence[CardReading], limit_mm: float) -> tuple[Sequence[CardReading], Homography, float]:
    """The readings that are outlined like cards on one plane, that plane, and how wide in mm the deck's cards are.

    A hand is not, nor is a card partly under one.
    """
    plane, width = even_table_from_image(_quads(readings))
    strange = misfit_mm(project(_quads(readings), plane), width)
    kept = [reading for reading, misfit in zip(readings, strange, strict=True) if misfit <= limit_mm]
    if len(kept) < _MOSTLY * len(readings):
        raise InputError(
            Sentence(
                "Only {kept} of {readings} outlines are those of cards of one size on one table.",
                kept=len(kept),
                readings=len(readings),
            )
        )
    return kept, *((plane, width) if len(kept) == len(readings) else even_table_from_image(_quads(kept)))


def _quads(readings: Sequence[CardReading]) -> Points:
    return np.array([reading.quad for reading in readings], np.float64)


def _grids(layout: Layout, cards_mm: Points, pack: RulePack, players: Sequence[PlayerId]) -> tuple[Grid, ...]:
    """The grid of each player."""
    shape = GridShape(pack.table.hand_size, columns(pack))
    middle = middle_of(layout.hands, cards_mm)
    found = [_grid(cards_mm, hand, middle, shape) for hand in layout.hands]
    grids = tuple(grid for grid in found if grid is not None)
    if len(grids) < len(found):
        raise InputError(completeness(players, [len(hand) for hand in layout.hands], shape.size))
    return grids


def _grid(cards_mm: Points, hand: Sequence[int], middle_mm: Points, shape: GridShape) -> Grid | None:
    if not hand:
        return None
    numbers = list(hand)
    grid = fit_grid(cards_mm[numbers], turn_of(cards_mm[numbers], middle_mm), shape)
    if grid is None:
        return None
    return Grid(grid.turn, {place: numbers[card] for place, card in grid.cards.items()}, grid.origin, grid.pitch)


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    size_px: tuple[int, int]
    table_from_image: Homography

    def shows(self, quad_mm: Points) -> bool:
        """Whether the middle of a place is in the picture."""
        x, y = project(quad_mm.mean(axis=0), inverse(self.table_from_image))
        return bool(0 <= x < self.size_px[0] and 0 <= y < self.size_px[1])


def _add_beside(quads_mm: dict[Place, Points], deal: Deal, picture: _Picture) -> None:
    """Extra places at the right of each grid, column by column, the nearest first, while there is room."""
    pack = deal.pack
    size, across = pack.table.hand_size, columns(pack)
    rows = -(-size // across)
    most = _MOST_BESIDE if pack.table.max_hand is None else min(_MOST_BESIDE, pack.table.max_hand - size)
    waiting = dict(enumerate(deal.grids))
    for number in range(most):
        column, row = across + number // rows, rows - 1 - number % rows
        for seat, grid in list(waiting.items()):
            quad = card_rectangle(grid.spot(row, column), grid.turn, deal.width_mm)
            if picture.shows(quad) and not any(_overlap(quad, other) for other in quads_mm.values()):
                quads_mm[slot_id(pack, seat, size + number)] = quad
            else:
                del waiting[seat]


def _overlap(one: Points, other: Points) -> bool:
    return shared_area(one, other) > 0.15 * CARD_WIDTH_MM * CARD_HEIGHT_MM


def _all(players: Sequence[PlayerId]) -> str:
    return ", ".join(players)
