"""A deal on a table, as it was seen: each player's grid, the piles, and how sure all of that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import Sentence, joined, to_say
from kibitz_scoring.slots import columns, slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.geometry import CARD_WIDTH_MM, Points
from kibitz_vision.table.discovery.grids import Grid, turn_of
from kibitz_vision.table.discovery.layout import middle_of, piles
from kibitz_vision.table.places import card_rectangle

_PILES_APART_MM = 100.0
_LEAST_APART_MM, _MOST_APART_MM = 75.0, 160.0
_ASIDE_MM = 85.0
_TAKEN = 0.5
"""Confidence where a pile seems to be taken for a card of a player."""
CARD_LIKE_MM = 10.0
"""How far, in mm, an outline may be from that of a card for it to be one."""
_COUNTS = (
    "0",
    to_say("one"),
    to_say("two"),
    to_say("three"),
    to_say("four"),
    to_say("five"),
    to_say("six"),
    to_say("seven"),
    to_say("eight"),
    to_say("nine"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
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
            raise InputError(Sentence("No draw pile was found: expected a card face down in the middle of the table."))
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
        return piles(others, self.cards_mm, self.middle(), self.backs)

    def is_over(self) -> bool:
        """Whether the card lies there that the discard pile begins with, which is turned up after the last is dealt."""
        return self.pack.piles.starter and not self._misses_starter()

    def _misses_starter(self) -> bool:
        return self.pack.piles.starter and self.piles()[1] is None

    def _takes_starter(self) -> bool:
        """Whether the card that a discard pile begins with may be the one that lies face up in a grid."""
        return self._misses_starter() and any(not self.backs.issuperset(grid.cards.values()) for grid in self.grids)

    def middle(self) -> Points:
        """The middle (2,) of the table between the grids, in mm."""
        return middle_of([list(grid.cards.values()) for grid in self.grids], self.cards_mm)

    def _towards_discard(self, draw_mm: Points, turn: float) -> Points:
        """From the draw pile to the empty place beside it: evenly about the table's middle, or else at the right."""
        beside = np.array([np.cos(turn), np.sin(turn)])
        apart = 2 * float(beside @ (self.middle() - draw_mm))
        if not _LEAST_APART_MM < abs(apart) < _MOST_APART_MM:
            apart = float(np.copysign(_PILES_APART_MM, apart if abs(apart) > CARD_WIDTH_MM / 2 else 1.0))
        offset: Points = beside * apart
        return offset

    def doubts(self) -> list[str]:
        """What was not seen as expected, a sentence each."""
        size = self.pack.table.hand_size
        counts = [len(grid.cards) for grid in self.grids]
        found = [completeness(self.players, counts, size)] if min(counts) < size else []
        if self._misses_starter():
            found.append(Sentence("No discard pile was found, a card face up beside the draw pile."))
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


def completeness(players: Sequence[PlayerId], counts: Sequence[int], size: int) -> str:
    """Who has so many cards as are dealt, and whose are missing, in a sentence."""
    has = sum(count == size for count in counts)
    cards = Sentence(
        "{has} of {players} players have their {count} cards", has=has, players=len(players), count=_count(size)
    )
    others = [_short(player, count, size) for player, count in zip(players, counts, strict=True) if count != size]
    if not others:
        return Sentence("{cards}.", cards=cards)
    return Sentence("{cards}; {others}.", cards=cards, others=joined(", ", others))


def _short(player: PlayerId, count: int, size: int) -> str:
    if count == 0:
        return Sentence("{player}'s are not seen", player=player)
    if count > size:
        return Sentence("{player} seems to have {count}", player=player, count=_count(count))
    return Sentence("{player}'s are missing {count}", player=player, count=_count(size - count))


def _count(number: int) -> str:
    return Sentence(_COUNTS[number]) if number < len(_COUNTS) else str(number)
