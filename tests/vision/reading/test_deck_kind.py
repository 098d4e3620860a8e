"""Whether a table plays with French cards or with numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC, Card, parse_card
from kibitz_vision.reading.deck_kind import possible_columns

CARDS = (*FRENCH52, JOKER, *NUMERIC)


def _rows(*beliefs: dict[str, float]) -> NDArray[np.float32]:
    rows = np.zeros((len(beliefs), len(CARDS) + 2), np.float32)
    for row, belief in zip(rows, beliefs, strict=True):
        for name, share in belief.items():
            row[CARDS.index(parse_card(name))] = share
    return rows


def _faces(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.full(len(rows), 0.9, np.float32)


def _possible(*beliefs: dict[str, float], faces: NDArray[np.float32] | None = None) -> set[Card]:
    rows = _rows(*beliefs)
    columns = possible_columns(rows, _faces(rows) if faces is None else faces, CARDS)
    return {card for card, possible in zip(CARDS, columns, strict=False) if possible}


def test_a_queen_that_looks_like_a_zero_is_none_among_french_cards() -> None:
    assert _possible({"7H": 0.9}, {"KS": 1.0}, {"0": 0.8, "QD": 0.1}) == {*FRENCH52, JOKER}


def test_numbers_are_none_of_a_suit_and_may_lie_beside_a_joker() -> None:
    assert _possible({"7": 0.9}, {"11": 0.8}, {"JK": 1.0}, {"10H": 0.6}) == {*NUMERIC, JOKER}


def test_backs_and_unreadable_cards_are_always_possible() -> None:
    for rows in (_rows(), _rows({"7": 1.0}), _rows({"7H": 1.0})):
        assert possible_columns(rows, _faces(rows), CARDS)[-2:].all()


def test_an_empty_table_is_taken_for_one_of_french_cards() -> None:
    assert _possible() == {*FRENCH52, JOKER}


def test_seven_backs_that_look_a_little_like_numbers_do_not_outvote_one_face() -> None:
    faces = np.array([0.9, *[0.06] * 7], np.float32)
    assert _possible({"7H": 0.99}, *[{"5": 0.5}] * 7, faces=faces) == {*FRENCH52, JOKER}
