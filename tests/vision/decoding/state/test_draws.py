"""Cards taken off the draw pile, told once it is clear that they were."""

from __future__ import annotations

import pytest
from tests.vision.decoding.decoder_changes import laid
from tests.vision.decoding.test_event_decoder import A1, B2, BACK, CARDS, came, change, gone, kinds, observation, told

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardLifted, DrawPileTouched, Heap, Interval, Place, TableEvent
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Change, Kind

SAME_MM, DOUBTFUL_MM, OTHER_MM = 0.005, 0.05, 0.6


def clear(since_ms: float, at_ms: float, moved_mm: float) -> Change:
    return Change(
        Kind.CLEAR, Heap.DRAW, Interval(since_ms, at_ms), 60, HandPosterior.sole(PlayerId("Ann")), moved_mm=moved_mm
    )


def taken(at_ms: float) -> tuple[Change, Change]:
    return change(Kind.TOUCHED, Heap.DRAW, at_ms - 60), change(Kind.TAKEN, Heap.DRAW, at_ms)


def lifted_ms(events: list[TableEvent]) -> list[float]:
    return [event.seen.at.end_ms for event in events if isinstance(event, CardLifted)]


def test_a_card_is_drawn_where_another_lies_on_the_pile_afterwards() -> None:
    decoder = EventDecoder(CARDS)
    assert told(*taken(1000), decoder=decoder) == []
    events = told(clear(850, 1300, OTHER_MM), decoder=decoder)
    assert kinds(events) == ["DrawPileTouched", "CardLifted"]
    assert [event.seen.at.end_ms for event in events] == [940, 1000]


def test_a_hand_that_only_rested_on_the_pile_drew_nothing() -> None:
    decoder = EventDecoder(CARDS)
    assert told(*taken(1000), clear(850, 1300, SAME_MM), decoder=decoder) == []
    assert decoder.air.in_flight == []


def test_a_hand_that_seemed_to_draw_did_where_nobody_can_tell_the_cards_apart() -> None:
    assert lifted_ms(told(*taken(1000), clear(850, 1300, DOUBTFUL_MM))) == [1000]


def test_a_card_that_nobody_saw_taken_is_told_once_it_turns_up_where_another_lies_on_the_pile() -> None:
    decoder = EventDecoder(CARDS)
    assert told(clear(900, 1300, OTHER_MM), decoder=decoder) == []
    assert told(clear(1500, 1600, SAME_MM), decoder=decoder) == []
    events = told(came(A1, 2400, BACK), decoder=decoder)
    assert kinds(events)[:2] == ["DrawPileTouched", "CardLifted"]
    assert lifted_ms(events) == [1100]


def test_a_hand_that_brushed_the_pile_before_somebody_drew_took_nothing() -> None:
    decoder = EventDecoder(CARDS)
    assert told(clear(900, 1300, OTHER_MM), decoder=decoder) == []
    assert lifted_ms(told(*taken(3000), clear(2900, 3300, OTHER_MM), decoder=decoder)) == [3000]
    assert lifted_ms(told(came(A1, 4000, BACK), decoder=decoder)) == []
    assert decoder.air.in_flight == []


def test_a_card_told_before_a_hand_came_to_the_pile_is_not_the_one_that_hand_took() -> None:
    decoder = EventDecoder(CARDS)
    told(*taken(100), came(A1, 400, BACK), clear(50, 450, OTHER_MM), decoder=decoder)
    assert lifted_ms(told(came(Heap.DISCARD, 1000, observation("KS")), decoder=decoder)) == [625]
    assert lifted_ms(told(*taken(3000), clear(2900, 3300, OTHER_MM), decoder=decoder)) == [3000]


def test_of_two_hands_on_the_pile_since_it_was_clear_the_last_one_drew() -> None:
    assert lifted_ms(told(*taken(1000), *taken(2000), clear(850, 2300, OTHER_MM))) == [2000]


def test_a_card_that_comes_to_lie_was_drawn_though_the_pile_cannot_be_seen() -> None:
    events = told(*taken(1000), came(A1, 1300, BACK))
    assert isinstance(events[0], DrawPileTouched)
    assert lifted_ms(events) == [1000]


def test_where_cards_are_dealt_one_that_stays_long_in_a_hand_was_none() -> None:
    decoder = EventDecoder(CARDS)
    told(*taken(1000), *taken(1500), came(A1, 1800, BACK), decoder=decoder)
    assert told(clear(850, 2400, OTHER_MM), decoder=decoder) == []
    assert decoder.air.in_flight == []


def test_where_cards_are_dealt_the_last_one_is_still_in_a_hand() -> None:
    decoder = EventDecoder(CARDS)
    told(*taken(1000), came(A1, 1300, BACK), *taken(2000), clear(850, 2400, OTHER_MM), decoder=decoder)
    events = told(came(Heap.DISCARD, 2600, observation("KS")), decoder=decoder)
    assert lifted_ms(events) == [2000]


def test_a_hand_that_takes_up_a_card_right_after_only_came_by_the_draw_pile() -> None:
    decoder = EventDecoder(CARDS)
    told(*taken(1000), gone(B2, 1250), decoder=decoder)
    assert told(clear(850, 1600, DOUBTFUL_MM), decoder=decoder) == []
    other = EventDecoder(CARDS)
    told(*taken(1000), gone(B2, 1250, "Ben"), decoder=other)
    assert lifted_ms(told(clear(850, 1600, DOUBTFUL_MM), decoder=other)) == [1000]


@pytest.mark.parametrize(("at_ms", "origin"), [(1790, Heap.DRAW), (1890, A1)])
def test_a_hand_that_lays_a_card_right_after_did_not_draw_it(at_ms: float, origin: Place) -> None:
    decoder = EventDecoder(CARDS)
    hidden = (gone(A1, 1700, sure=False),)
    laid_off = change(Kind.CAME, Heap.DISCARD, 2000, lying=observation("KS"), hidden=hidden)
    events = told(came(Heap.DISCARD, 600, observation("KH")), *taken(at_ms), laid_off, decoder=decoder)
    events += decoder.resolve(3000, lambda place: place == A1)
    assert [place for _, place, _ in laid(events)] == [origin]
