"""Cards that lie on a race of which it is not known yet whose cards came."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import CARDS, came, gone, observation

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.held_cards import HeldCards
from kibitz_vision.tracking.changes import Change

A1, A2, B2 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p2.b2")
ANN, BEN = HandPosterior.sole(PlayerId("Ann")), HandPosterior.sole(PlayerId("Ben"))
SEVEN = parse_card("7H")


def held(*shown: str) -> HeldCards:
    """Cards that Ann's hand is at, one after the other."""
    changes: list[Change] = [came(Heap.DISCARD, 1000 + 300 * n, observation(text)) for n, text in enumerate(shown)]
    return HeldCards(Faces(CARDS), Owners(), changes)


def test_held_cards_are_taken_once_in_their_order() -> None:
    cards = held("7S", "7D")
    assert cards.shown() == [parse_card("7S"), parse_card("7D")]
    assert [one.at.end_ms for one in cards.take()] == [1000, 1300]
    assert cards.take() == []


@pytest.mark.parametrize(
    ("shown", "by", "is_back"),
    [
        (("7S", "7H"), ANN, True),
        (("7S", "7D", "7S"), ANN, True),
        (("7S", "7H"), BEN, False),
        (("7S", "7D"), ANN, False),
        ((), ANN, False),
    ],
    ids=["what lay beneath all", "one of them", "by another hand", "another card", "none"],
)
def test_a_card_was_taken_back_where_the_last_shows_what_lay_there_before(
    shown: tuple[str, ...], by: HandPosterior, *, is_back: bool
) -> None:
    assert held(*shown).were_taken_back(by, SEVEN) is is_back


def test_other_cards_of_the_hand_whose_card_is_known_are_left_out() -> None:
    cards = held("7S")
    places = gone(A1, 900), gone(A2, 900), gone(B2, 900, "Ben")
    cards.changes = [replace(cards.changes[0], hidden=places, reached=places[1:])]
    cards.leave_out_others(InFlightCard(A1, places[0]))
    (one,) = cards.changes
    assert [hidden.place for hidden in one.hidden] == [A1, B2]
    assert [reached.place for reached in one.reached] == [B2]
