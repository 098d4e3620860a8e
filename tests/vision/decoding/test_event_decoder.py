"""What changes at single places mean together."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.decoding.decoder_changes import BACK, CARDS, came, change, gone, kinds, observation, told

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLanded,
    CardLifted,
    CardPlaced,
    Heap,
    Interval,
    PileTopChanged,
    Place,
    SlotEmptied,
    SlotId,
    TableEvent,
)
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop

A1, B1, B2 = SlotId("p1.a1"), SlotId("p1.b1"), SlotId("p2.b2")


def test_a_card_taken_from_the_draw_pile_is_dealt_to_an_empty_slot() -> None:
    events = told(change(Kind.TOUCHED, Heap.DRAW, 900), change(Kind.TAKEN, Heap.DRAW, 1000), came(A1, 1300, BACK))
    assert kinds(events) == ["DrawPileTouched", "CardLifted", "CardPlaced", "SlotFilled"]
    assert isinstance(events[2], CardPlaced)
    assert (events[2].place, events[2].origin, events[2].face) == (A1, Heap.DRAW, FACE_DOWN)
    assert events[2].seen.at == Interval(1267, 1300)


def test_a_landing_is_told_at_once_and_is_no_placement_yet() -> None:
    drawn = (change(Kind.TOUCHED, Heap.DRAW, 900), change(Kind.TAKEN, Heap.DRAW, 1000))
    events = told(*drawn, change(Kind.LANDED, A1, 1300), came(A1, 1300, BACK))
    assert kinds(events) == ["CardLanded", "DrawPileTouched", "CardLifted", "CardPlaced", "SlotFilled"]
    assert isinstance(events[0], CardLanded)
    assert (events[0].place, events[0].seen.at, events[0].seen.by) == (A1, Interval(1267, 1300), (("Ann", 1.0),))


def test_a_snap_moves_the_card_of_the_hand_that_brings_it() -> None:
    decoder = EventDecoder(CARDS)
    told(gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben"), decoder=decoder)
    told(came(Heap.DISCARD, 1250, observation("7H"), player="Ann"), decoder=decoder)
    events = list(decoder.finish())
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [A1]
    later = told(came(Heap.DISCARD, 1400, observation("7D"), before=observation("7H"), player="Ben"), decoder=decoder)
    assert [event.origin for event in later if isinstance(event, PileTopChanged)] == [B2]
    assert decoder.vacated() == [A1, B2]


def test_a_card_taken_back_shows_the_one_beneath_and_returns_to_its_slot() -> None:
    decoder = EventDecoder(CARDS)
    told(
        came(Heap.DISCARD, 500, observation("2C")),
        gone(A1, 1000),
        came(Heap.DISCARD, 1250, observation("7H")),
        decoder=decoder,
    )
    events = told(came(Heap.DISCARD, 2000, observation("2C"), before=observation("7H")), decoder=decoder)
    assert kinds(events) == ["CardLifted", "PileTopChanged"]
    back = told(came(A1, 2400, BACK, before=BACK), decoder=decoder)
    assert isinstance(back[0], CardPlaced)
    assert (back[0].place, back[0].origin) == (A1, Heap.DISCARD)


def test_the_first_card_on_the_pile_was_in_a_hand_before_anybody_watched() -> None:
    events = told(change(Kind.CAME, Heap.DISCARD, 500, lying=observation("KS"), hidden=(gone(A1, 300, sure=False),)))
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [Heap.DRAW]


def test_a_swap_brings_the_old_card_to_the_pile_and_the_drawn_one_to_its_slot() -> None:
    events = told(
        change(Kind.TAKEN, Heap.DRAW, 1000),
        gone(A1, 2000),
        came(A1, 2300, BACK, before=BACK),
        came(Heap.DISCARD, 2400, observation("KS")),
    )
    placed = next(event for event in events if isinstance(event, CardPlaced))
    top = next(event for event in events if isinstance(event, PileTopChanged))
    assert (placed.origin, top.origin) == (Heap.DRAW, A1)


def lifted(events: list[TableEvent], place: Place) -> list[float]:
    return [event.seen.at.end_ms for event in events if isinstance(event, CardLifted) and event.place == place]


def test_a_card_that_a_hand_hides_is_waited_for() -> None:
    decoder = EventDecoder(CARDS)
    told(change(Kind.TAKEN, Heap.DRAW, 1000), decoder=decoder)
    hidden = gone(A1, 2000, sure=False)
    arrival = change(Kind.CAME, Heap.DISCARD, 2300, lying=observation("KS"), hidden=(hidden,))
    assert told(arrival, decoder=decoder) == []
    assert list(decoder.resolve(2350, lambda _: True)) == []
    assert [event.origin for event in decoder.resolve(2400, lambda _: False) if isinstance(event, PileTopChanged)] == [
        Heap.DRAW
    ]


def test_a_hidden_card_was_swapped_where_another_lies_afterwards() -> None:
    decoder = EventDecoder(CARDS)
    told(change(Kind.TAKEN, Heap.DRAW, 1000), decoder=decoder)
    told(
        change(Kind.CAME, Heap.DISCARD, 2300, lying=observation("KS"), hidden=(gone(A1, 2000, sure=False),)),
        decoder=decoder,
    )
    events = told(came(A1, 2500, BACK, before=BACK), decoder=decoder)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [A1]
    assert [event.origin for event in events if isinstance(event, CardPlaced)] == [Heap.DRAW]


def test_a_slot_found_empty_is_said_once() -> None:
    decoder = EventDecoder(CARDS)
    events = told(gone(A1, 1000), change(Kind.EMPTIED, A1, 1000), decoder=decoder)
    assert [type(event) for event in events] == [CardLifted, SlotEmptied]
    assert told(change(Kind.EMPTIED, A1, 1500), decoder=decoder) == []


def test_a_card_put_aside_keeps_its_origin() -> None:
    events = told(change(Kind.TAKEN, Heap.DRAW, 1000), came(Heap.ASIDE, 1500, observation("9H")))
    placed = next(event for event in events if isinstance(event, CardPlaced))
    assert (placed.place, placed.origin, placed.face) == (Heap.ASIDE, Heap.DRAW, parse_card("9H"))


def confidences(events: list[TableEvent]) -> list[float]:
    return [event.seen.confidence for event in events if isinstance(event, PileTopChanged)]


def test_a_hand_that_came_to_the_pile_too_and_of_which_no_card_is_known_may_have_been_first() -> None:
    snap = came(Heap.DISCARD, 1250, observation("7H"), player="Ann")
    other = HandStop(PlayerId("Ben"), Interval(1190, 1224), 1.0)
    for known, confident in ((False, False), (True, True)):
        decoder = EventDecoder(CARDS)
        told(gone(A1, 1000, "Ann"), *([gone(B2, 1020, "Ben")] if known else []), decoder=decoder)
        events = told(replace(snap, stops=(other,)), decoder=decoder) + list(decoder.finish())
        assert [confidence == 1 for confidence in confidences(events)][-1] == confident


def test_a_match_that_nobody_saw_leave_its_place_is_doubted_and_another_card_was_drawn() -> None:
    for face, confident in (("7D", False), ("9D", True)):
        decoder = EventDecoder(CARDS)
        told(came(Heap.DISCARD, 500, observation("7H"), player="Ben"), decoder=decoder)
        events = told(
            came(Heap.DISCARD, 2500, observation(face), before=observation("7H"), player="Ann"), decoder=decoder
        )
        assert [confidence == 1 for confidence in confidences([*events, *decoder.finish()])] == [confident]


def test_a_card_of_another_rank_is_no_snap_and_not_doubted_whoever_came_too() -> None:
    other = HandStop(PlayerId("Ben"), Interval(1190, 1224), 1.0)
    for face, confident in (("7D", False), ("9D", True)):
        decoder = EventDecoder(CARDS)
        told(gone(A1, 1000, "Ann"), decoder=decoder)
        snap = came(Heap.DISCARD, 1250, observation(face), before=observation("7H"), player="Ann")
        events = told(replace(snap, stops=(other,)), decoder=decoder) + list(decoder.finish())
        assert [confidence == 1 for confidence in confidences(events)] == [confident]


def test_a_card_that_nobody_was_seen_to_take_was_most_likely_taken_by_its_owner() -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ben"): (B2,)}))
    unseen = replace(change(Kind.EMPTIED, B2, 1000), by=UNSEEN_HAND)
    (lifted,) = (event for event in told(unseen, decoder=decoder) if isinstance(event, CardLifted))
    assert lifted.seen.by == HandPosterior(((PlayerId("Ben"), 0.9),))


def test_a_card_taken_off_the_pile_again_is_the_one_that_came_since() -> None:
    first = (
        came(Heap.DISCARD, 1000, observation("KH")),
        gone(Heap.DISCARD, 3000),
        change(Kind.EMPTIED, Heap.DISCARD, 3000),
    )
    second = (came(Heap.DISCARD, 4000, observation("5D")), gone(Heap.DISCARD, 9000))
    assert lifted(told(*first, *second, change(Kind.EMPTIED, Heap.DISCARD, 9000)), Heap.DISCARD) == [3000, 9000]
