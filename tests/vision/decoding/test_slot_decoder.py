"""Cards that come to lie in slots, or are turned over there."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.decoding.decoder_changes import BACK, CARDS, came, change, gone, kinds, observation, told

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Heap,
    Interval,
    PileTopChanged,
    Place,
    SlotFilled,
    SlotId,
    TableEvent,
)
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Change, Kind

A1, B1, B2 = SlotId("p1.a1"), SlotId("p1.b1"), SlotId("p2.b2")


def lifted(events: list[TableEvent], place: Place) -> list[float]:
    return [event.seen.at.end_ms for event in events if isinstance(event, CardLifted) and event.place == place]


def test_a_card_in_a_slot_that_nobody_saw_taken_came_from_the_draw_pile() -> None:
    events = told(came(A1, 2000, BACK))
    assert [type(event) for event in events] == [DrawPileTouched, CardLifted, CardPlaced, SlotFilled]
    assert events[1].seen.at.end_ms < 2000


def test_a_peek_is_a_lift_and_a_return_and_shows_no_face() -> None:
    events = told(gone(B1, 1000, sure=False), change(Kind.BACK, B1, 1900))
    assert events == [
        CardLifted(events[0].seen, B1),
        CardReturned(events[1].seen, B1),
    ]


def test_a_card_that_slipped_while_it_was_looked_at_is_returned() -> None:
    slipped = replace(came(B1, 1700, BACK, BACK), moved_mm=2.5)
    assert kinds(told(gone(B1, 1000, sure=False), slipped)) == ["CardLifted", "CardReturned"]


def test_a_card_that_soon_lies_otherwise_was_brushed_and_for_longer_by_a_hand_that_carries_another() -> None:
    moved = replace(came(B1, 1300, BACK, BACK), moved_mm=2.5)
    assert told(gone(B1, 1000, sure=False), moved) == []
    later = replace(came(B1, 1700, BACK, BACK), moved_mm=2.5)
    assert told(gone(Heap.DRAW, 800), gone(B1, 1000, sure=False), later) == []


def test_a_card_knocked_askew_is_no_event() -> None:
    assert told(gone(B1, 1000), change(Kind.BACK, B1, 1120)) == []
    assert told(came(B1, 1000, BACK, before=BACK)) == []


def test_a_card_turned_over_in_its_slot_is_revealed() -> None:
    events = told(gone(B1, 1000), came(B1, 1400, observation("7H"), before=BACK))
    assert [type(event) for event in events] == [CardFlipped, CardRevealed]
    assert isinstance(events[1], CardRevealed)
    assert events[1].face == parse_card("7H")


def test_a_card_taken_up_where_another_had_come_is_that_one_though_nobody_saw_where_the_first_went() -> None:
    first = (change(Kind.TAKEN, Heap.DRAW, 1000), gone(A1, 2000), came(A1, 2300, BACK, before=BACK))
    events = told(*first, gone(A1, 9000), change(Kind.EMPTIED, A1, 9000))
    assert lifted(events, A1) == [2000, 9000]
    assert kinds(events)[-1] == "SlotEmptied"


def test_a_hidden_card_laid_down_for_an_open_one_was_not_turned_over() -> None:
    shown = (came(Heap.DISCARD, 500, observation("KH")), came(A1, 1000, observation("QC"), before=BACK))
    taken = (gone(Heap.DISCARD, 2000), change(Kind.EMPTIED, Heap.DISCARD, 2000))
    events = told(
        *shown, *taken, came(A1, 2400, BACK, before=observation("QC")), came(Heap.DISCARD, 2500, observation("QC"))
    )
    assert [event.origin for event in events if isinstance(event, CardPlaced)] == [Heap.DISCARD]
    assert [event.origin for event in events if isinstance(event, PileTopChanged)][-1] == A1
    assert sum(isinstance(event, CardFlipped) for event in events) == 1


def test_an_open_card_turned_face_down_by_an_empty_hand_is_told_so() -> None:
    events = told(came(A1, 1000, observation("QC"), before=BACK), came(A1, 2400, BACK, before=observation("QC")))
    assert [event.face for event in events if isinstance(event, CardFlipped)] == [parse_card("QC"), FACE_DOWN]


def test_a_card_that_a_hand_uncovers_before_any_was_drawn_lay_there() -> None:
    unseen = Change(Kind.CAME, A1, Interval(367, 400), 12, UNSEEN_HAND, BACK)
    assert told(unseen) == []
    drawn = told(change(Kind.TAKEN, Heap.DRAW, 100), unseen)
    assert kinds(drawn) == ["DrawPileTouched", "CardLifted", "CardPlaced", "SlotFilled"]


def test_a_card_that_nobody_can_have_carried_there_since_the_table_was_seen_first_lay_there() -> None:
    uncovered = came(A1, 1400, BACK)
    late, early = EventDecoder(CARDS), EventDecoder(CARDS)
    late.begin({}, 1000)
    early.begin({}, 500)
    assert told(uncovered, decoder=late) == []
    placed = told(uncovered, decoder=early)
    assert kinds(placed) == ["DrawPileTouched", "CardLifted", "CardPlaced", "SlotFilled"]
