from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC, Card, Suit, parse_card
from kibitz_scoring.errors import InputError


@given(st.sampled_from((*FRENCH52, JOKER, *NUMERIC)), st.booleans())
def test_a_card_reads_back_from_its_notation_in_either_case(card: Card, lower: bool) -> None:
    text = str(card)
    assert parse_card(f" {text.lower() if lower else text} ") == card


def test_decks_have_their_cards_once() -> None:
    assert len(set(FRENCH52)) == 52
    assert [str(card) for card in NUMERIC] == [str(number) for number in range(14)]


def test_hearts_and_diamonds_are_red_and_nothing_else_is() -> None:
    assert {card.suit for card in FRENCH52 if card.is_red} == {Suit.HEARTS, Suit.DIAMONDS}
    assert not JOKER.is_red
    assert not any(card.is_red for card in NUMERIC)


@pytest.mark.parametrize("text", ["", "11C", "1H", "14", "JKH", "H10", "Q", "??"])
def test_what_is_not_a_card_gives_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"'{text}' is not a card: "
        "expected a rank A, 2 to 10, J, Q, K with a suit C, D, H, S (as in 10H), JK, or 0 to 13."
    )
