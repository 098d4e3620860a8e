"""The places of a table, found from the deal: each player's grid, the piles, and room for penalty cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import columns, slot_id
from kibitz_scoring.table import Heap, Place
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
from kibitz_vision.table.grids import Grid, GridShape, fit_grid, turn_of
from kibitz_vision.table.layout import Layout, assign_on_table, middle_of, piles
from kibitz_vision.table.places import TablePlaces, card_rectangle

_MOST_BESIDE = 6
"""Extra places beside a grid, where there is room."""
_PILES_APART_MM = 100.0
_LEAST_APART_MM, _MOST_APART_MM = 75.0, 160.0
_ASIDE_MM = 85.0
_SHARED = 0.3
"""Cards of a deal lie side by side: of two that share more than this, one is no card."""
_TAKEN = 0.5
"""Confidence where a pile seems to be taken for a card of a player."""
CARD_LIKE_MM = 10.0
"""How far, in mm, an outline may be from that of a card for it to be one."""


@dataclass(frozen=True, slots=True, eq=False)
class Discovery:
    """A table found: its places, how sure that is (0 to 1), and in sentences what was not seen as expected."""

    places: TablePlaces
    confidence: float
    doubts: tuple[str, ...]


def discover(
    readings: Sequence[CardReading],
    size_px: tuple[int, int],
    pack: RulePack,
    players: Sequence[PlayerId],
    card_like_mm: float = CARD_LIKE_MM,
) -> Discovery:
    """The places of a table just dealt, from everything read in a picture of `size_px` (width, height).

    `card_like_mm` is how far outlines may be from those of cards on one plane.
    `InputError` names what is missing where the deal is not complete: a player without a grid, or no draw pile.
    """
    if not readings:
        raise InputError(
            f"No card was found on the table; expected {pack.table.hand_size} for each of {_all(players)}."
        )
    readings, homography, width = _card_like(readings, card_like_mm)
    backs = frozenset(index for index, reading in enumerate(readings) if reading.face is Face.DOWN)
    cards_mm = project(_quads(readings), homography)
    layout = assign_on_table(cards_mm, seats=len(players), hand_size=pack.table.hand_size, backs=backs)
    misfit = float(np.median(misfit_mm(cards_mm, width)))
    deal = _Deal(pack, tuple(players), cards_mm, width, misfit, _grids(layout, cards_mm, pack, players), backs)
    slots_mm = deal.slots()
    if any(share_of_smaller(one, other) > _SHARED for one, other in combinations(slots_mm.values(), 2)):
        raise InputError("Cards of the deal seem to lie on each other; expected grids of cards side by side.")
    quads_mm: dict[Place, Points] = {**slots_mm, **deal.heaps()}
    _add_beside(quads_mm, deal, _Picture(size_px, homography))
    return Discovery(TablePlaces(deal.players, size_px, homography, quads_mm), deal.confidence(), tuple(deal.doubts()))


def _card_like(readings: Sequence[CardReading], limit_mm: float) -> tuple[Sequence[CardReading], Homography, float]:
    """The readings that are outlined like cards on one plane, that plane, and how wide in mm the deck's cards are.

    A hand is not, nor is a card partly under one.
    """
    plane, width = even_table_from_image(_quads(readings))
    strange = misfit_mm(project(_quads(readings), plane), width)
    limit = max(limit_mm, float(np.median(strange)))
    kept = [reading for reading, misfit in zip(readings, strange, strict=True) if misfit <= limit]
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
        counts = ", ".join(f"{len(hand)} for {player}" for player, hand in zip(players, layout.hands, strict=True))
        raise InputError(
            f"The deal is not complete: of {shape.size} cards in {shape.rows} rows for each player, found {counts}."
        )
    return grids


@dataclass(frozen=True, slots=True, eq=False)
class _Deal:
    """Cards on a table as they were seen: their quads (n, 4, 2) in mm, each player's grid, and which are backs.

    `misfit`: how far, in mm, the median card is from the shape of one on the plane.
    """

    pack: RulePack
    players: tuple[PlayerId, ...]
    cards_mm: Points
    width_mm: float
    misfit: float
    grids: tuple[Grid, ...]
    backs: frozenset[int]

    def slots(self) -> Mapping[Place, Points]:
        """The places of every grid: where their cards lie, and as the grid goes where none is seen."""
        across = columns(self.pack)
        return {
            slot_id(self.pack, seat, index): self._slot(grid, index, across)
            for seat, grid in enumerate(self.grids)
            for index in range(self.pack.table.hand_size)
        }

    def _slot(self, grid: Grid, index: int, across: int) -> Points:
        if index not in grid.cards:
            return card_rectangle(grid.spot(*divmod(index, across)), grid.turn, self.width_mm)
        card = self.cards_mm[grid.cards[index]][None]
        middle = card.mean(axis=(0, 1))
        return card_rectangle(middle, turn_of(card, middle - (-np.sin(grid.turn), np.cos(grid.turn))), self.width_mm)

    def heaps(self) -> Mapping[Place, Points]:
        """Draw pile, discard pile and what is put aside, in one line; the discard pile perhaps still empty."""
        draw_pile, discard_pile = self.piles()
        if draw_pile is None:
            raise InputError("No draw pile was found: expected a card face down in the middle of the table.")
        draw = self.cards_mm[draw_pile][None]
        spot = draw.mean(axis=(0, 1))
        turn = turn_of(draw, spot - (0.0, 1.0))
        if discard_pile is None:
            discard = card_rectangle(spot + self._towards_discard(spot, turn), turn, self.width_mm)
        else:
            face = self.cards_mm[discard_pile][None]
            middle = face.mean(axis=(0, 1))
            discard = card_rectangle(middle, turn_of(face, middle - (0.0, 1.0)), self.width_mm)
        onward = discard.mean(axis=0) - spot
        aside = discard.mean(axis=0) + onward / np.hypot(*onward) * _ASIDE_MM
        return {
            Heap.DRAW: card_rectangle(spot, turn, self.width_mm),
            Heap.DISCARD: discard,
            Heap.ASIDE: card_rectangle(aside, turn, self.width_mm),
        }

    def piles(self) -> tuple[int | None, int | None]:
        """Draw and discard pile among the cards that are in no grid."""
        taken = {card for grid in self.grids for card in grid.cards.values()}
        others = [card for card in range(len(self.cards_mm)) if card not in taken]
        return piles(others, self.cards_mm, self._middle(), self.backs)

    def _misses_starter(self) -> bool:
        return self.pack.piles.starter and self.piles()[1] is None

    def _takes_starter(self) -> bool:
        """Whether the card that a discard pile begins with may be the one that lies face up in a grid."""
        return self._misses_starter() and any(not self.backs.issuperset(grid.cards.values()) for grid in self.grids)

    def _middle(self) -> Points:
        return middle_of([list(grid.cards.values()) for grid in self.grids], self.cards_mm)

    def _towards_discard(self, draw_mm: Points, turn: float) -> Points:
        """From the draw pile to the empty place beside it: evenly about the table's middle, or else at the right."""
        beside = np.array([np.cos(turn), np.sin(turn)])
        apart = 2 * float(beside @ (self._middle() - draw_mm))
        if not _LEAST_APART_MM < abs(apart) < _MOST_APART_MM:
            apart = float(np.copysign(_PILES_APART_MM, apart if abs(apart) > CARD_WIDTH_MM / 2 else 1.0))
        offset: Points = beside * apart
        return offset

    def doubts(self) -> list[str]:
        """What was not seen as expected, a sentence each."""
        size = self.pack.table.hand_size
        found = [
            f"{player}: {len(grid.cards)} of {size} cards are seen."
            for player, grid in zip(self.players, self.grids, strict=True)
            if len(grid.cards) < size
        ]
        if self._misses_starter():
            found.append("No discard pile was found, a card face up beside the draw pile.")
        return found

    def confidence(self) -> float:
        """Share of the deal that was seen, less for outlines that are not quite those of cards on one plane.

        By far less where a pile may be taken for a player's card: then most places are others' than they seem.
        """
        starter = self.pack.piles.starter
        expected = len(self.grids) * self.pack.table.hand_size + 1 + starter
        seen = sum(len(grid.cards) for grid in self.grids) + 1 + starter - self._misses_starter()
        share = seen / expected * (_TAKEN if self._takes_starter() else 1.0)
        return share * float(np.exp(-self.misfit / 2 / CARD_LIKE_MM))


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


def _add_beside(quads_mm: dict[Place, Points], deal: _Deal, picture: _Picture) -> None:
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
