"""Tokens that go with their cards."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.referee.tokens import Tokens, counted
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    CardReturned,
    Heap,
    Interval,
    PileTopChanged,
    Seen,
    SlotId,
)

MINE, YOURS = SlotId("p1.a1"), SlotId("p2.b2")
SEEN = Seen(Interval(0, 33))


def test_a_token_stays_on_a_card_that_is_only_looked_at() -> None:
    tokens = Tokens({})
    tokens.put(MINE, 1)
    tokens.follow(CardLifted(SEEN, MINE))
    assert tokens.at == {}
    tokens.follow(CardReturned(SEEN, MINE))
    assert tokens.at == {MINE: 1}


def test_a_token_goes_with_its_card_to_another_player() -> None:
    tokens = Tokens({MINE: -1})
    for event in (CardLifted(SEEN, MINE), CardLifted(SEEN, YOURS)):
        tokens.follow(event)
    tokens.follow(CardPlaced(SEEN, YOURS, MINE, FACE_DOWN))
    tokens.follow(CardPlaced(SEEN, MINE, YOURS, FACE_DOWN))
    assert tokens.at == {YOURS: -1}


def test_a_card_laid_off_loses_its_token() -> None:
    tokens = Tokens({MINE: 1})
    tokens.follow(CardLifted(SEEN, MINE))
    tokens.follow(PileTopChanged(SEEN, parse_card("7H"), MINE))
    tokens.follow(CardLifted(SEEN, Heap.DISCARD))
    tokens.follow(CardPlaced(SEEN, MINE, Heap.DISCARD, FACE_DOWN))
    assert tokens.at == {}


def test_a_card_from_the_draw_pile_has_no_token() -> None:
    tokens = Tokens({MINE: 1})
    tokens.follow(CardPlaced(SEEN, MINE, Heap.DRAW, FACE_DOWN))
    assert tokens.at == {}


def test_what_was_said_of_tokens_counts_where_no_printed_one_is_seen() -> None:
    assert counted({MINE: 1}, {MINE: 0, YOURS: 0}) == {MINE: 1}


def test_once_a_printed_token_is_seen_all_count_as_they_lie() -> None:
    assert counted({MINE: 1}, {MINE: 0, YOURS: -1}) == {MINE: 0, YOURS: -1}


def test_where_a_place_cannot_be_seen_it_is_as_people_said() -> None:
    assert counted({MINE: 1}, {YOURS: -1}) == {MINE: 1, YOURS: -1}
