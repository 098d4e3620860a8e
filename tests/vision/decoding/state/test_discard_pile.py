"""The cards on the discard pile, and who laid the last ones."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN
from kibitz_vision.decoding.state.discard_pile import DiscardPile

SEVEN, ACE, KING = (parse_card(text) for text in ("7H", "AS", "KD"))
ANN, BEN = PlayerId("Ann"), PlayerId("Ben")


def test_a_pile_shows_the_card_that_was_laid_last() -> None:
    pile = DiscardPile()
    assert not pile.shows(SEVEN)
    pile.lay(SEVEN, 1000)
    pile.lay(ACE, 1500)
    assert pile.shows(ACE)
    assert pile.holds_beneath(SEVEN)
    assert (pile.beneath_ms, pile.top_ms) == (1000, 1500)


def test_a_card_that_nobody_could_read_slips_in_beneath_those_on_top() -> None:
    pile = DiscardPile([SEVEN, ACE])
    pile.slip_in()
    assert pile.faces == [SEVEN, FACE_DOWN, ACE]
    assert pile.is_unread_beneath()
    pile.slip_in(2)
    assert pile.faces == [SEVEN, FACE_DOWN, FACE_DOWN, ACE]
    assert not DiscardPile([FACE_DOWN]).is_unread_beneath()


def test_cards_on_top_turn_out_to_be_others_or_are_taken() -> None:
    pile = DiscardPile([SEVEN, ACE])
    pile.replace_top(KING, ACE)
    assert pile.faces == [SEVEN, KING, ACE]
    pile.replace_top(KING, count=2)
    assert pile.faces == [SEVEN, KING]
    pile.take_top()
    assert pile.faces == [SEVEN]


def test_a_refill_leaves_the_card_on_top_and_a_pile_that_is_taken_away_none() -> None:
    pile = DiscardPile([SEVEN, ACE, KING])
    pile.keep_top()
    assert pile.faces == [KING]
    pile.clear()
    assert pile.faces == []


def test_a_pile_begins_once() -> None:
    pile = DiscardPile()
    assert [pile.begin(), pile.begin()] == [True, False]


def test_the_last_hands_are_those_whose_cards_came_last() -> None:
    pile = DiscardPile()
    assert (pile.last_laid_ms, pile.last_hands()) == (0.0, set())
    pile.note_laid([ANN], 1000)
    pile.note_laid([BEN], 1500)
    assert (pile.last_laid_ms, pile.last_hands()) == (1500, {BEN})
    pile.note_laid([ANN, BEN], 2000)
    assert pile.last_hands() == {ANN, BEN}
