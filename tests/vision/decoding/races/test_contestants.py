"""Which cards may have raced to the discard pile, and whose hand brought each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted, on_pile, stop

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import SlotId
from kibitz_vision.decoding.races.contestants import Contestants

A1, B2 = SlotId("p1.a1"), SlotId("p2.b2")


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
    racers = [lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1000, *by)]
    assert Contestants(on_pile(1250), racers, contacts).are_guessed(seen_by) is is_doubtful


def test_a_hand_that_took_up_a_card_and_did_not_come_to_rest_may_be_the_one_seen() -> None:
    contacts = {B2: replace(stop(BEN, 1240), sure=0.69)}
    seen_by = HandPosterior(((BEN, 0.1), (ANN, 0.9)))
    racers = [lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1000)]
    assert Contestants(on_pile(1250), racers, contacts).are_guessed(seen_by)
