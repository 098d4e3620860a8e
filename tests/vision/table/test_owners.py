"""Whose cards lie on a picture, where the places of the table are known."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.table.owners import owners
from kibitz_vision.table.places import TablePlaces, card_rectangle

ANN, BEN = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
SPOTS = {
    SlotId("p1.a1"): (100.0, 400.0),
    SlotId("p1.a2"): (170.0, 400.0),
    SlotId("p2.a1"): (170.0, 100.0),
    SlotId("p2.x1"): (240.0, 100.0),
    Heap.DISCARD: (240.0, 250.0),
    Heap.DRAW: (100.0, 250.0),
}
PLACES = TablePlaces(
    PLAYERS, (640, 480), np.eye(3), {place: card_rectangle(np.array(at), 0.0) for place, at in SPOTS.items()}
)


def cards_at(*middles: tuple[float, float]) -> np.ndarray:
    return np.stack([card_rectangle(np.array(middle), 0.3) for middle in middles])


def test_a_card_is_that_of_the_seat_whose_place_it_lies_at_and_beside_the_grid_too() -> None:
    assert owners(cards_at((104, 396), (165, 410), (172, 96), (236, 104)), PLACES) == [ANN, ANN, BEN, BEN]


def test_the_piles_are_in_no_hand_nor_is_a_card_that_lies_anywhere_else() -> None:
    assert owners(cards_at((240, 250), (100, 252), (400, 300)), PLACES) == [None, None, None]
