"""Whose slots are which, and by whose hand a card may have left one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import gone
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.decoding.attribution.owners import Owners

A1, B2 = SlotId("p1.a1"), SlotId("p2.b2")
SLOTS = {ANN: (A1,), BEN: (B2,)}


def test_a_slot_is_of_the_player_whose_card_lies_there_and_a_heap_is_nobodys() -> None:
    owners = Owners(SLOTS)
    assert owners.owner_of(B2) == BEN
    assert owners.owner_of(Heap.DRAW) is None
    assert owners.places_of(ANN) == (A1,)
    assert owners.places_of(CLEO) == ()


@pytest.mark.parametrize(
    ("takes_anybodys", "seen", "by"),
    [
        (False, (), HandPosterior(((ANN, 0.9),))),
        (True, (), ()),
        (False, HandPosterior(((BEN, 0.8), (ANN, 0.2))), HandPosterior(((BEN, 0.8), (ANN, 0.3)))),
        (True, HandPosterior.sole(BEN), HandPosterior(((BEN, 1.0), (ANN, 0.3)))),
        (True, HandPosterior(((ANN, 0.6), (BEN, 0.4))), HandPosterior(((ANN, 0.6), (BEN, 0.4)))),
    ],
)
def test_a_card_that_nobody_was_seen_to_take_was_its_owners_unless_players_take_anybodys(
    seen: HandPosterior, by: HandPosterior, *, takes_anybodys: bool
) -> None:
    owners = Owners(SLOTS, takes_anybodys)
    assert owners.owned(replace(gone(A1, 1000), by=HandPosterior(seen))).by == by


@pytest.mark.parametrize(
    ("takes_anybodys", "seen", "is_anothers"),
    [
        (True, HandPosterior.sole(BEN), True),
        (True, HandPosterior(((BEN, 1.0), (ANN, 0.3))), True),
        (True, HandPosterior(((ANN, 0.6), (BEN, 0.4))), False),
        (True, (), False),
        (False, HandPosterior.sole(BEN), False),
    ],
)
def test_a_card_is_anothers_where_not_its_owner_seemed_to_take_it_and_anybodys_are_taken(
    seen: HandPosterior, *, takes_anybodys: bool, is_anothers: bool
) -> None:
    assert Owners(SLOTS, takes_anybodys).is_anothers(lifted(A1, 1000, *seen)) is is_anothers
