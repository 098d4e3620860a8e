"""Which places are known to be empty, and where faces lie open."""

from __future__ import annotations

import pytest
from tests.vision.decoding.decoder_changes import gone

from kibitz_scoring.cards import parse_card
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.state.known_places import KnownPlaces

A1, B2 = SlotId("p1.a1"), SlotId("p2.b2")


def test_a_place_left_is_empty_until_it_is_filled_and_is_told_once() -> None:
    places = KnownPlaces()
    places.leave(A1)
    places.leave(B2)
    places.fill(A1)
    assert places.empty == {B2}
    assert places.vacated() == [A1, B2]
    assert places.vacated() == []


def test_a_face_lies_open_in_its_slot_until_that_is_closed() -> None:
    places, seven = KnownPlaces(open_faces={A1: parse_card("7H")}), parse_card("7H")
    assert places.showing(seven) == A1
    assert places.showing(parse_card("7S")) is None
    places.close(A1)
    places.close(B2)
    assert places.showing(seven) is None


@pytest.mark.parametrize(
    ("place", "is_replaced", "has_left"),
    [(A1, False, True), (B2, False, False), (B2, True, True), (Heap.DRAW, True, False)],
    ids=["its slot is empty", "it may lie there again", "another lies there", "off a heap"],
)
def test_a_card_is_lost_to_its_slot_where_that_is_empty_or_has_another(
    place: Place, *, is_replaced: bool, has_left: bool
) -> None:
    lift = InFlightCard(place, gone(place, 1000), is_sure=True, replaced=is_replaced)
    assert KnownPlaces({A1}).have_lost(lift) is has_left
