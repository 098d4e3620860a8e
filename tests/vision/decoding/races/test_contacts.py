"""Which of the hands that came to rest at the discard pile brought which card of a race."""

from __future__ import annotations

import pytest
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted, on_pile, stop

from kibitz_scoring.table import SlotId
from kibitz_vision.decoding.races.contacts import contacts_of

A1, A2, B2 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p2.b2")


def test_a_card_that_nobody_was_seen_to_take_is_of_no_hand_that_brought_another() -> None:
    unseen = lifted(B2, 1000)
    found = contacts_of((lifted(A1, 1000, (ANN, 1.0)), unseen), on_pile(1250, stop(ANN, 1150), stop(CLEO, 1240)))
    assert {place: one.player for place, one in found.items()} == {A1: ANN, B2: CLEO}


def test_of_two_cards_that_either_hand_may_have_taken_the_later_one_did_not_come_with_the_first() -> None:
    in_flight = lifted(A1, 1000, (ANN, 0.55), (BEN, 0.45)), lifted(A2, 1080, (ANN, 0.6), (BEN, 0.4))
    found = contacts_of(in_flight, on_pile(1250, stop(ANN, 1150), stop(BEN, 1240)))
    assert {place: one.player for place, one in found.items()} == {A1: ANN, A2: BEN}


@pytest.mark.parametrize(("odds", "is_theirs"), [(0.06, True), (0.04, False)])
def test_a_card_is_of_the_only_hand_that_came_unless_that_has_hardly_taken_it(odds: float, *, is_theirs: bool) -> None:
    lift = lifted(B2, 1050, (ANN, 1 - odds), (BEN, odds))
    assert contacts_of([lift], on_pile(1270, stop(BEN, 1240))) == ({B2: stop(BEN, 1240)} if is_theirs else {})
