"""Which of the hands that came to rest at the discard pile brought which card of a race."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted, on_pile, stop

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import SlotId
from kibitz_vision.decoding.races.contestants import contacts_of, is_any_guessed

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


@pytest.mark.parametrize(
    ("by", "seen_by", "sure", "is_doubtful"),
    [
        ((), (), 0.69, True),
        ((), (), 0.7, False),
        (HandPosterior.sole(BEN), (), 0.69, False),
        ((), HandPosterior.sole(BEN), 0.69, False),
        ((), HandPosterior.sole(ANN), 0.69, True),
        ((), HandPosterior(((BEN, 0.1), (CLEO, 0.9))), 0.69, True),
        ((), HandPosterior(((BEN, 0.1), (ANN, 0.9))), 0.69, False),
        ((), HandPosterior(((BEN, 0.09), (ANN, 0.91))), 0.69, True),
    ],
    ids=[
        "unseen and no arm",
        "unseen",
        "seen to take it",
        "seen to bring one",
        "another was",
        "another may have been",
        "beside one that brought another card",
        "hardly seen beside that",
    ],
)
def test_a_card_that_nobody_was_seen_to_take_is_guessed_to_be_of_a_hand_to_which_no_arm_leads_on(
    by: HandPosterior, seen_by: HandPosterior, sure: float, *, is_doubtful: bool
) -> None:
    contacts = {A1: stop(ANN, 1200), B2: replace(stop(BEN, 1240), sure=sure)}
    assert is_any_guessed([lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1000, *by)], contacts, seen_by) is is_doubtful


def test_a_hand_that_took_up_a_card_and_did_not_come_to_rest_may_be_the_one_seen() -> None:
    contacts = {B2: replace(stop(BEN, 1240), sure=0.69)}
    seen_by = HandPosterior(((BEN, 0.1), (ANN, 0.9)))
    assert is_any_guessed([lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1000)], contacts, seen_by)
