"""Whether another card than the one told may have come to the pile first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted, on_pile, stop

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import SlotId
from kibitz_vision.decoding.attribution.ambiguity import brings_no_other, may_bring, may_have_brought
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change

A1, B2, C1 = SlotId("p1.a1"), SlotId("p2.b2"), SlotId("p3.a1")
TAKEN = lifted(A1, 1000, (ANN, 0.9), (BEN, 0.1))


BENS = HandPosterior.sole(BEN)


def laid(*near: InFlightCard, by: HandPosterior = BENS) -> Change:
    """A card that came to the pile as hands hid these slots."""
    return replace(on_pile(1250, by=by), hidden=tuple(one.change for one in near))


@pytest.mark.parametrize(
    ("lift", "near", "in_air", "expected"),
    [
        (TAKEN, (), (), True),
        (TAKEN, (lifted(C1, 1100, (CLEO, 0.97), (BEN, 0.03), sure=False),), (), True),
        (TAKEN, (lifted(C1, 1100, (CLEO, 0.94), (BEN, 0.06), sure=False),), (), False),
        (TAKEN, (lifted(C1, 1100, sure=False),), (), False),
        (TAKEN, (), (lifted(C1, 1100, (BEN, 1.0)),), False),
        (TAKEN, (), (lifted(C1, 1400, (BEN, 1.0)),), True),
        (lifted(A1, 1000, (ANN, 0.97), (BEN, 0.03)), (), (), False),
        (lifted(A1, 1000, (BEN, 1.0), sure=False), (), (), False),
    ],
    ids=[
        "at none",
        "at one that is surely another's",
        "at one that is hidden",
        "at one that nobody was seen at",
        "another in the air",
        "another taken later",
        "hardly took it",
        "has not surely gone",
    ],
)
def test_a_hand_brings_no_other_card_than_one_it_may_have_taken_if_it_was_at_none(
    lift: InFlightCard, near: tuple[InFlightCard, ...], in_air: tuple[InFlightCard, ...], *, expected: bool
) -> None:
    assert brings_no_other(lift, laid(*near), (lift, *in_air)) is expected


def test_where_two_hands_are_at_the_pile_either_may_bring_another_card() -> None:
    assert not brings_no_other(TAKEN, laid(by=HandPosterior(((BEN, 0.9), (CLEO, 0.1)))), ())
    assert not brings_no_other(TAKEN, replace(laid(), stops=(stop(CLEO, 1200),)), ())
    assert brings_no_other(TAKEN, replace(laid(), stops=(stop(BEN, 1240),)), ())


def test_a_hand_may_bring_a_card_from_where_it_was_or_one_in_the_air() -> None:
    assert not may_bring(CLEO, laid(), (TAKEN,))
    assert may_bring(CLEO, laid(lifted(C1, 1100, (CLEO, 0.06), sure=False)), ())
    assert may_bring(CLEO, laid(), (lifted(C1, 1100, (CLEO, 0.06)),))
    assert may_bring(CLEO, laid(), (lifted(C1, 1100),))
    assert not may_bring(CLEO, laid(), (lifted(C1, 1400, (CLEO, 1.0)),))


def test_a_hand_cannot_have_brought_a_card_that_still_lay_in_its_slot_just_before() -> None:
    just, hardly = (lifted(C1, at_ms, (CLEO, 1.0), sure=False) for at_ms in (1222, 1224))
    assert may_bring(CLEO, laid(just), ())
    assert not may_bring(CLEO, laid(hardly), ())


def test_a_card_that_is_told_to_be_anothers_is_none_that_a_hand_may_have_brought() -> None:
    either = lifted(A1, 1000, (ANN, 0.6), (CLEO, 0.4))
    came = replace(on_pile(1250, by=HandPosterior(((CLEO, 0.6), (ANN, 0.4)))), stops=(stop(ANN, 1240),))
    timed = [(either, stop(ANN, 1240))]
    assert not may_have_brought({CLEO}, came, timed, [either])
    assert may_have_brought({CLEO}, came, timed, [either, lifted(B2, 1000, (CLEO, 0.4))])
