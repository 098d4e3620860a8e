"""Cards on heaps of which it is not known yet where from they came."""

from __future__ import annotations

from tests.vision.decoding.decoder_changes import came, gone, observation

from kibitz_scoring.cards import parse_card
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import Arrival, HiddenArrivals

A1, A2, B2 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p2.b2")
SEVEN, ACE = parse_card("7H"), parse_card("AS")


def lift(place: Place, at_ms: float = 1000) -> InFlightCard:
    return InFlightCard(place, gone(place, at_ms))


def arrival(
    *hidden: Place, at_ms: float = 1250, heap: Heap = Heap.DISCARD, sure: InFlightCard | None = None
) -> Arrival:
    return Arrival(came(heap, at_ms, observation("7H")), SEVEN, sure, [lift(place) for place in hidden])


def test_the_arrival_on_top_is_one_on_the_pile_that_shows() -> None:
    aside, piled = arrival(A1, heap=Heap.ASIDE), arrival(A2)
    hidden = HiddenArrivals([aside, piled])
    assert hidden.on_pile() == [piled]
    assert hidden.on_top(DiscardPile([ACE, SEVEN])) == [piled]
    assert hidden.on_top(DiscardPile([SEVEN, ACE])) == []


def test_a_slot_is_the_sole_origin_of_an_earlier_card_that_no_other_place_may_have_held() -> None:
    held = lift(Heap.DRAW)
    hidden = HiddenArrivals([arrival(A1), arrival(A1, A2), arrival(B2, at_ms=1600), arrival(B2, sure=held)])
    assert hidden.sole_origins(ACE, 1500) == {A1: 1250}
    assert hidden.sole_origins(SEVEN, 1500) == {}


def test_an_arrival_is_contested_with_another_card_that_it_may_have_been() -> None:
    held = lift(Heap.DRAW)
    hidden = HiddenArrivals([arrival(A1, sure=held), arrival(A2)])
    assert not hidden.contest(lift(B2))
    assert hidden.contest(held)
    assert [one.change.confidence for one in hidden.arrivals] == [0.6, 1.0]


def test_a_card_found_gone_late_went_when_it_was_hidden_unless_another_slot_turned_out_to_be_empty() -> None:
    for empty, went_ms in ((set[Place](), 1000), ({A2}, 1400)):
        found = lift(A1, 1400)
        HiddenArrivals([arrival(A1, A2)]).date_back(found, empty)
        assert found.change.at.end_ms == went_ms
