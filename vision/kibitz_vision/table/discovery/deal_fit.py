"""Deal fit: whether cards found in grids and piles can be a deal, or in a sentence what speaks against that."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.sentences import Sentence, all_of
from kibitz_scoring.slots import columns
from kibitz_vision.geometry import CARD_HEIGHT_MM, Points
from kibitz_vision.table.discovery.deal import Deal, completeness
from kibitz_vision.table.discovery.grids import Grid, turn_of

_LEAST_OF_DEAL, _LEAST_OF_GRID = 0.75, 0.5
"""Share of the cards in all grids, and in each, that must be seen. All were on 19 films of deals when hands had gone
(films are those, below, too); on clips of other card play single cards seem to be grids of which most is missing.
"""
_MOST_UP = 0.25
"""Share of the cards in the grids that may seem to lie face up, read wrongly: on the films none does."""
_MOST_OFF_MM, _MOST_TURNED = 30.0, np.radians(25.0)
"""So far a card may be off its place in a grid, and turned: on the films by at most 6 mm and 5 degrees, and people may
lay cards some times worse than that.
"""
_LEAST_IN_PLACE = 0.75
"""Share of a grid's cards that must lie so: of one whose outline is bad nothing is known."""
_CLOSEST, _WIDEST = 0.75, 1.8
"""So many cards wide, or high, it is from one card of a grid to the next: on the films 0.97 to 1.35."""
_MOST_STRAYS = 0.25
"""Cards in no grid and no pile for each of the deal: none on the films, but penalties that were dealt before."""
_PILE_MM = 200.0
"""So far the draw pile lies from the middle between the players: on the films at most 60 mm."""


def unlike_deal(deal: Deal) -> str:
    """Why cards that were found so are no deal, in a sentence; empty where they may be one."""
    checks = (_is_short, _lies_face_up, _is_no_grid, _has_strays, _has_no_draw_pile)
    return next((said for said in (check(deal) for check in checks) if said), "")


def _is_short(deal: Deal) -> str:
    size = deal.pack.table.hand_size
    counts = [len(grid.cards) for grid in deal.grids]
    is_short = min(counts) < _LEAST_OF_GRID * size or sum(counts) < _LEAST_OF_DEAL * size * len(counts)
    return completeness(deal.players, counts, size) if is_short else ""


def _lies_face_up(deal: Deal) -> str:
    cards = [card for grid in deal.grids for card in grid.cards.values()]
    up = sum(card not in deal.backs for card in cards)
    if up <= _MOST_UP * len(cards):
        return ""
    return Sentence(
        "A deal lies face down, but {up} of {cards} cards in front of the players show a face.", up=up, cards=len(cards)
    )


def _is_no_grid(deal: Deal) -> str:
    untidy = [player for player, grid in zip(deal.players, deal.grids, strict=True) if not _is_tidy(deal, grid)]
    if not untidy:
        return ""
    return Sentence("{untidy}: the cards there lie in no rows and columns.", untidy=all_of(untidy))


def _is_tidy(deal: Deal, grid: Grid) -> bool:
    """Whether cards lie in a grid as hands lay them: side by side, in rows and columns, all one way."""
    pitch = grid.pitch / (deal.width_mm, CARD_HEIGHT_MM)
    steps = pitch[[columns(deal.pack) > 1, deal.pack.table.hand_size > columns(deal.pack)]]
    in_place = sum(_is_in_place(deal, grid, place) for place in grid.cards)
    return bool(((steps > _CLOSEST) & (steps < _WIDEST)).all()) and in_place >= _LEAST_IN_PLACE * len(grid.cards)


def _is_in_place(deal: Deal, grid: Grid, place: int) -> bool:
    card: Points = deal.cards_mm[grid.cards[place]][None]
    middle = card.mean(axis=(0, 1))
    turn = turn_of(card, middle - (-np.sin(grid.turn), np.cos(grid.turn)))
    off_mm = float(np.hypot(*(middle - grid.spot(*divmod(place, columns(deal.pack))))))
    return off_mm <= _MOST_OFF_MM and abs(float(np.angle(np.exp(1j * (turn - grid.turn))))) <= _MOST_TURNED


def _has_strays(deal: Deal) -> str:
    known = {card for grid in deal.grids for card in grid.cards.values()} | set(deal.piles())
    strays = len(set(range(len(deal.cards_mm))) - known)
    if strays <= _MOST_STRAYS * len(deal.grids) * deal.pack.table.hand_size:
        return ""
    return Sentence("{strays} cards lie about that are none of the deal.", strays=strays)


def _has_no_draw_pile(deal: Deal) -> str:
    draw, _ = deal.piles()
    spot = None if draw is None else deal.cards_mm[draw].mean(axis=0)
    if spot is not None and np.hypot(*(spot - deal.middle())) <= _PILE_MM:
        return ""
    return Sentence("No draw pile was found: expected a card face down in the middle of the table.")
