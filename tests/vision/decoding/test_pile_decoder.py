"""Cards that come to the discard pile, alone or in a race."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.decoding.decoder_changes import (
    BACK,
    CARDS,
    came,
    change,
    confidences,
    gone,
    kinds,
    laid,
    observation,
    stopped,
    told,
)

from kibitz_scoring.cards import JOKER, parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, CardPlaced, Heap, Interval, PileTopChanged, Place, SlotId, TableEvent
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop

A1, A2, B1, X1 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p1.b1"), SlotId("p1.x1")
C1, C2 = SlotId("p3.a1"), SlotId("p3.a2")
BA1, B2 = SlotId("p2.a1"), SlotId("p2.b2")


def race_of_two(decoder: EventDecoder, hidden: tuple[Change, ...] = ()) -> list[TableEvent]:
    """Ann and Ben slap a card on the pile; only one of them is seen there."""
    events = told(came(Heap.DISCARD, 500, observation("2C")), decoder=decoder)
    events += told(gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben"), decoder=decoder)
    by = HandPosterior(((PlayerId("Ann"), 0.5), (PlayerId("Ben"), 0.5)))
    top = Change(
        Kind.CAME,
        Heap.DISCARD,
        Interval(1217, 1250),
        38,
        HandPosterior(by),
        observation("7H"),
        observation("2C"),
        hidden=hidden,
    )
    return events + told(top, decoder=decoder) + list(decoder.resolve(1300, lambda _: False))


def test_the_hand_that_takes_its_card_back_from_a_race_shows_whose_card_lay_beneath() -> None:
    decoder = EventDecoder(CARDS)
    assert kinds(race_of_two(decoder)) == ["PileTopChanged", "CardLifted", "CardLifted"]
    events = told(came(Heap.DISCARD, 2000, observation("7D"), before=observation("7H"), player="Ann"), decoder=decoder)
    tops = [(event.face, event.origin) for event in events if isinstance(event, PileTopChanged)]
    assert tops == [(parse_card("7D"), B2), (parse_card("7H"), A1), (parse_card("7D"), None)]
    first, second = (event.seen.at for event in events if isinstance(event, PileTopChanged) and event.origin)
    assert first.overlaps(second)
    back = told(came(A1, 2400, BACK, before=BACK), decoder=decoder)
    assert isinstance(back[0], CardPlaced)
    assert (back[0].place, back[0].origin) == (A1, Heap.DISCARD)


def test_a_race_whose_cards_stay_is_told_when_nobody_would_wait_longer() -> None:
    decoder = EventDecoder(CARDS)
    race_of_two(decoder)
    assert list(decoder.resolve(2900, lambda _: False)) == []
    events = [event for event in decoder.resolve(3100, lambda _: False) if isinstance(event, PileTopChanged)]
    assert [event.face for event in events] == [FACE_DOWN, parse_card("7H")]
    assert {event.origin for event in events} == {A1, B2}


def test_a_joker_from_a_slot_comes_to_lie_on_a_joker() -> None:
    decoder = EventDecoder((*CARDS, JOKER))
    joker = replace(
        observation(None), is_back=False, probabilities=np.eye(len(CARDS) + 3, dtype=np.float32)[len(CARDS)]
    )
    told(came(Heap.DISCARD, 1000, joker), gone(A1, 4000), change(Kind.EMPTIED, A1, 4000), decoder=decoder)
    events = told(came(Heap.DISCARD, 4300, joker, before=joker), decoder=decoder)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [A1]
    assert told(came(Heap.DISCARD, 9000, joker, before=joker), decoder=decoder) == []


def snap_beside_ben(
    *before: Change, sure: float = 1.0, hidden: tuple[Change, ...] = ()
) -> tuple[EventDecoder, list[TableEvent]]:
    """Ann snaps her card, and Ben's hand came to rest on the pile just before, maybe from cards that nobody saw."""
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}))
    told(*before, gone(A1, 1000, "Ann"), decoder=decoder)
    stops = (HandStop(PlayerId("Ben"), Interval(1190, 1224), sure),)
    top = replace(came(Heap.DISCARD, 1250, observation("7H")), stops=stops, hidden=hidden)
    return decoder, told(top, decoder=decoder)


def test_a_hand_whose_cards_all_lie_where_they_lay_was_not_first_on_the_pile() -> None:
    for hidden, confident in ((True, False), (False, True)):
        decoder, events = snap_beside_ben()
        for now_ms in (1400, 2800):
            events += decoder.resolve(now_ms, lambda place, hidden=hidden: hidden and place == B2)  # type: ignore[misc]
        assert [confidence == 1 for confidence in confidences(events)] == [confident]


def test_a_card_that_another_hand_took_does_not_tell_that_its_owner_was_on_the_pile() -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2, BA1)}))
    told(gone(BA1, 1000, "Ann"), decoder=decoder)
    stops = (HandStop(PlayerId("Ben"), Interval(1190, 1224), 0.5),)
    events = told(replace(came(Heap.DISCARD, 1250, observation("7H")), stops=stops), decoder=decoder)
    for now_ms in (1400, 2800, 3800):
        events += decoder.resolve(now_ms, lambda _: False)
    assert confidences(events) == [1.0]


def test_a_hand_whose_card_just_seemed_to_come_to_lie_elsewhere_may_have_been_first() -> None:
    for taken_ms, confidence in ((1020, 0.6), (300, 1.0)):
        elsewhere = gone(B2, taken_ms, "Ben"), came(X1, taken_ms + 150, BACK, player="Ben")
        decoder, events = snap_beside_ben(*elsewhere)
        for now_ms in (1400, 2800, 3800):
            events += decoder.resolve(now_ms, lambda _: False)
        assert confidences(events) == [confidence]


@pytest.mark.parametrize(("back_ms", "confidence"), [(1265, 1.0), (1330, 0.6)])
def test_a_hand_whose_card_was_more_than_knocked_and_seemed_to_come_back_may_have_been_first(
    back_ms: int, confidence: float
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}))
    told(gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben", sure=False), decoder=decoder)
    stops = (stopped("Ann", 1250), stopped("Ben", 1224))
    events = told(replace(came(Heap.DISCARD, 1250, observation("7H")), stops=stops), decoder=decoder)
    events += told(came(B2, back_ms, BACK, BACK, "Ben"), decoder=decoder)
    for now_ms in (1400, 2800, 3800):
        events += decoder.resolve(now_ms, lambda _: False)
    assert confidences(events) == [confidence]


@pytest.mark.parametrize(
    ("hidden_ms", "found_ms", "confidence"), [(1180, 1400, 0.6), (1180, 1900, 0.6), (1215, 1420, 1.0)]
)
def test_a_hand_whose_card_was_hidden_in_time_to_be_brought_may_have_been_first(
    hidden_ms: int, found_ms: int, confidence: float
) -> None:
    decoder, events = snap_beside_ben(hidden=(gone(B2, hidden_ms, "Ben", sure=False),))
    events += decoder.resolve(found_ms - 10, lambda place: place == B2)
    events += told(gone(B2, found_ms, "Ben"), decoder=decoder)
    for now_ms in (found_ms, 2800, 3800):
        events += decoder.resolve(now_ms, lambda _: False)
    assert confidences(events) == [confidence]


@pytest.mark.parametrize(("after_ms", "confidence"), [(1160, 0.6), (1290, 1.0)])
def test_a_hand_that_lays_its_card_back_before_it_is_known_to_have_gone_was_there_if_it_had_time(
    after_ms: int, confidence: float
) -> None:
    decoder, events = snap_beside_ben()
    back = replace(came(B2, 1700, BACK, BACK, "Ben"), left=Interval(after_ms - 33, after_ms))
    events += told(gone(B2, after_ms, "Ben", sure=False), back, decoder=decoder)
    for now_ms in (1800, 2800, 3800):
        events += decoder.resolve(now_ms, lambda _: False)
    assert confidences(events) == [confidence]


@pytest.mark.parametrize("gone_ms", [1260, 1390, 1420, 1900])
def test_a_hand_that_takes_its_card_up_just_after_it_seemed_to_rest_on_the_pile_was_not_there(
    gone_ms: int,
) -> None:
    # A hand that surely stopped there would be the one that brought the card.
    decoder, events = snap_beside_ben(sure=0.5)
    events += told(gone(B2, gone_ms, "Ben"), decoder=decoder)
    for now_ms in (1400, 2800, 3800):
        events += decoder.resolve(now_ms, lambda _: False)
    assert confidences(events) == [1.0]


@pytest.mark.parametrize(
    "early", [gone(B2, 1260, "Ben"), change(Kind.TAKEN, Heap.DRAW, 1260, "Ben")], ids=["slot", "draw pile"]
)
def test_a_hand_whose_card_was_hidden_before_it_came_to_the_pile_may_have_been_first(early: Change) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}))
    told(came(Heap.DISCARD, 500, observation("7H"), player="Cleo"), gone(A1, 1000, "Ann"), decoder=decoder)
    stops = (stopped("Ben", 1200), stopped("Ann", 1245))
    top = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"))
    hidden = (gone(B2, 1020, "Ben", sure=False),)
    events = told(replace(top, stops=stops, hidden=hidden), early, decoder=decoder)
    events += decoder.resolve(1400, lambda place: place == B2)
    events += told(gone(B2, 1600, "Ben"), change(Kind.EMPTIED, B2, 1600, "Ben"), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    found = [(one.face, one.origin, one.seen.at.end_ms) for one in events if isinstance(one, PileTopChanged)]
    assert found == [(FACE_DOWN, B2, 1200), (parse_card("7D"), A1, 1245)]


def test_the_first_card_of_a_race_is_sure_where_the_second_is_known_too() -> None:
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Cleo"), gone(A1, 1000, "Ann"), decoder=decoder)
    tilted = (replace(gone(B2, 1020, "Ben"), is_sure=False),)
    told(
        replace(came(Heap.DISCARD, 1250, observation("7D"), player="Ben"), stops=stops, hidden=tilted), decoder=decoder
    )
    events = told(came(Heap.DISCARD, 2200, observation("7C"), player="Ben"), decoder=decoder)
    assert confidences(events)[0] == 1.0


@pytest.mark.parametrize(("top", "origin"), [("7H", A1), ("9C", Heap.DRAW)])
def test_a_card_that_matches_may_be_a_snap_out_of_a_slot_that_its_hand_leaves_in_view(top: str, origin: Place) -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 400, observation("2C"), player="Dan"), decoder=decoder)
    events = told(came(Heap.DISCARD, 600, observation(top), before=observation("2C"), player="Dan"), decoder=decoder)
    events += decoder.resolve(900, lambda _: False)
    snap = came(Heap.DISCARD, 1250, observation("7D"), before=observation(top), player="Ann")
    events += told(replace(snap, reached=(gone(A1, 1050, "Ann", sure=False),)), decoder=decoder)
    events += decoder.resolve(1300, lambda place: place == A1)
    events += told(change(Kind.EMPTIED, A1, 1050, "Ann"), decoder=decoder)
    events += decoder.resolve(1600, lambda _: False)
    tops = [event for event in events if isinstance(event, PileTopChanged)]
    assert (tops[-1].face, tops[-1].origin) == (parse_card("7D"), origin)


THREE = (stopped("Ann", 1160), stopped("Ben", 1250), stopped("Cleo", 1500))


def race_of_three(decoder: EventDecoder, *before: Change, hidden: tuple[Change, ...] = ()) -> list[TableEvent]:
    """Ann, Ben and Cleo lay cards on the pile, of which nobody sees Ann's."""
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), *before, decoder=decoder)
    second = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
    third = came(Heap.DISCARD, 1500, observation("7C"), before=observation("7D"), player="Cleo")
    events += told(replace(second, stops=THREE[:2], hidden=hidden), gone(C1, 1300, "Cleo"), decoder=decoder)
    return events + told(replace(third, stops=THREE), decoder=decoder)


def test_a_card_beneath_those_of_two_other_hands_is_told_with_the_time_at_which_its_own_hand_stopped() -> None:
    decoder = EventDecoder(CARDS)
    events = race_of_three(decoder, gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben"))
    events += decoder.finish()
    assert laid(events)[:2] == [(FACE_DOWN, A1, 1160), (parse_card("7D"), B2, 1250)]
    assert confidences(events)[1:3] == [1.0, 1.0]


def test_a_card_on_those_of_a_race_is_told_once_it_is_known_which_one_a_hand_had_laid() -> None:
    decoder = EventDecoder(CARDS)
    hidden = (gone(B1, 1010, "Ben", sure=False), gone(B2, 1020, "Ben", sure=False))
    events = race_of_three(decoder, gone(A1, 1000, "Ann"), hidden=hidden)
    events += decoder.resolve(1600, lambda _: True)
    assert laid(events) == []
    events += told(change(Kind.BACK, B2, 1700, "Ben"), decoder=decoder)
    events += decoder.resolve(1710, lambda _: True)
    assert laid(events) == [(FACE_DOWN, A1, 1160), (parse_card("7D"), B1, 1250), (parse_card("7C"), C1, 1500)]


def test_a_third_card_of_a_race_does_not_wait_for_the_hand_that_brought_the_first_to_bring_another() -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    events += told(gone(A1, 1000), gone(C1, 1060, "Cleo"), decoder=decoder)
    hidden = (gone(BA1, 1010, "Ben", sure=False), gone(B2, 1020, "Ben", sure=False))
    stops = (stopped("Ann", 1190), stopped("Ben", 1290), stopped("Cleo", 1390))
    first = came(Heap.DISCARD, 1180, observation("7D"), before=observation("7H"))
    second = came(Heap.DISCARD, 1280, observation("7C"), before=observation("7D"), player="Ben")
    third = came(Heap.DISCARD, 1380, observation("7S"), before=observation("7C"), player="Cleo")
    seen = [replace(one, stops=stops[:k], hidden=hidden) for one, k in ((first, 2), (second, 2), (third, 3))]
    events += told(*seen, change(Kind.BACK, BA1, 1700, "Ben"), gone(B2, 1020, "Ben"), decoder=decoder)
    for now_ms in (1710, 1740, 1770):
        events += decoder.resolve(now_ms, lambda _: False)
    tops = sorted(laid(events), key=lambda top: top[2])
    assert tops == [(parse_card("7D"), A1, 1190), (parse_card("7C"), B2, 1290), (parse_card("7S"), C1, 1390)]


@pytest.mark.parametrize(("player", "is_told"), [("Cleo", True), ("Dan", False)])
def test_a_race_does_not_wait_for_the_card_of_a_hand_that_soon_brings_one_on_those_that_wait(
    player: str, *, is_told: bool
) -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Eve"), decoder=decoder)
    events += told(gone(A1, 1000), gone(B2, 1060, "Ben"), decoder=decoder)
    stops = (stopped("Ann", 1190), stopped("Cleo", 1215), stopped("Ben", 1290), stopped(player, 1390))
    first = came(Heap.DISCARD, 1190, observation("7D"), before=observation("7H"))
    second = came(Heap.DISCARD, 1290, observation("7C"), before=observation("7D"), player="Ben")
    last = came(Heap.DISCARD, 1390, observation("7S"), before=observation("7C"), player=player)
    events += told(*(replace(one, stops=stops[:k]) for one, k in ((first, 2), (second, 3), (last, 4))), decoder=decoder)
    events += decoder.resolve(1600, lambda _: False)
    assert ((parse_card("7D"), A1, 1190) in laid(events)) == is_told
    assert bool(laid(events)) == is_told


def test_nobody_waits_for_long_to_know_whose_cards_lie_beneath_another() -> None:
    decoder = EventDecoder(CARDS)
    hidden = (gone(B1, 1010, "Ben", sure=False), gone(B2, 1020, "Ben", sure=False))
    race_of_three(decoder, gone(A1, 1000, "Ann"), hidden=hidden)
    assert [event for event in decoder.resolve(2900, lambda _: True) if isinstance(event, PileTopChanged)] == []
    tops = [event for event in decoder.resolve(3000, lambda _: True) if isinstance(event, PileTopChanged)]
    assert [top.origin for top in tops] == [A1, B2, C1]


@pytest.mark.parametrize(
    ("shown", "moved_mm", "was_there"), [("7D", 2.6, True), ("7S", 2.6, False), ("7D", 0.6, False)]
)
def test_a_card_laid_into_its_hidden_slot_again_was_on_those_of_a_race_where_its_hand_took_one_back(
    shown: str, moved_mm: float, was_there: bool
) -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    hidden = (gone(A1, 1000, sure=False), *(gone(slot, 1080, "Ben", sure=False) for slot in (B2, BA1)))
    first = came(Heap.DISCARD, 1160, observation("7D"), before=observation("7H"))
    second = came(Heap.DISCARD, 1250, observation("7C"), before=observation("7D"), player="Ben")
    third = came(Heap.DISCARD, 1800, observation(shown), before=observation("7C"), player="Ben")
    on_pile = [replace(one, stops=THREE[:2], hidden=hidden) for one in (first, second, third)]
    events += told(*on_pile, gone(A1, 1000), change(Kind.EMPTIED, A1, 1000), decoder=decoder)
    assert laid(events) == []
    own = change(Kind.CAME, B2, 2050, "Ben", lying=BACK, before=BACK, left=Interval(1047, 1080), moved_mm=moved_mm)
    events += told(own, decoder=decoder)
    placed = [(event.place, event.origin) for event in events if isinstance(event, CardPlaced)]
    assert placed == ([(B2, Heap.DISCARD)] if was_there else [])
    if was_there:
        back_at = (parse_card("7D"), None, 1800)
        assert laid(events) == [(parse_card("7D"), A1, 1160), (parse_card("7C"), B2, 1250), back_at]
    events += [*decoder.resolve(2100, lambda place: place == BA1), *decoder.finish()]
    assert (B2 in {origin for _, origin, _ in laid(events)}) == was_there


@pytest.mark.parametrize(
    ("drawer", "moved_mm", "was_laid"), [("Ann", 2.6, True), ("Ann", 0.1, False), ("Ben", 2.6, False)]
)
def test_a_card_in_a_slot_of_a_race_was_drawn_only_where_its_hand_may_have_drawn_and_it_lies_otherwise(
    drawer: str, moved_mm: float, was_laid: bool
) -> None:
    decoder = EventDecoder(CARDS)
    hidden = (gone(A1, 1040, sure=False), gone(B1, 1010, sure=False))
    top = replace(came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H")), stops=THREE[:2], hidden=hidden)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    events += told(gone(B2, 1020, "Ben"), top, change(Kind.TAKEN, Heap.DRAW, 1320, drawer), decoder=decoder)
    own = change(Kind.CAME, A1, 1700, lying=BACK, before=BACK, moved_mm=moved_mm)
    events += told(own, decoder=decoder)
    placed = [(event.place, event.origin) for event in events if isinstance(event, CardPlaced)]
    assert placed == ([(A1, Heap.DRAW)] if was_laid else [])
    # If that was not it, her other card had come to the pile.
    events += told(gone(B1, 1010), change(Kind.EMPTIED, B1, 1010), decoder=decoder)
    events += decoder.finish()
    assert {origin for _, origin, _ in laid(events)} == {A1 if was_laid else B1, B2}


LATE = (stopped("Ann", 1250), stopped("Ben", 1560))


@pytest.mark.parametrize("gone_ms", [1240, 1290])
@pytest.mark.parametrize(
    ("seen_ms", "taken_by", "back", "confidence"),
    [
        (1700, "Ben", B2, 1.0),
        (1700, "Ben", None, 0.6),
        (1700, "Ben", A1, 0.6),
        (1700, "Ann", A1, 0.6),
        (1700, None, None, 0.6),
        (1600, None, None, 1.0),
    ],
)
def test_a_hand_that_stops_long_after_another_that_hides_the_card_surely_laid_one_where_it_takes_that_back(
    gone_ms: float, seen_ms: float, taken_by: str | None, back: SlotId | None, confidence: float
) -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    events += told(gone(A1, 1000), gone(B2, gone_ms, "Ben"), decoder=decoder)
    top = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"))
    events += told(replace(top, stops=LATE, seen_ms=seen_ms), decoder=decoder)
    if taken_by is not None:
        events += told(
            came(Heap.DISCARD, 2200, observation("7C"), before=observation("7D"), player=taken_by), decoder=decoder
        )
    if taken_by is not None and back is not None:
        events += told(came(back, 2600, BACK, before=BACK, player="Ann" if back is A1 else "Ben"), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    tops = {one.origin: one for one in events if isinstance(one, PileTopChanged)}
    assert (B2 in tops) == (seen_ms > 1600)
    assert tops[A1].seen.at.end_ms == 1250
    assert {tops[slot].seen.confidence for slot in (A1, B2) if slot in tops} == {confidence}


def test_cards_of_a_race_whose_hands_turn_out_to_have_brought_none_came_from_elsewhere() -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    hidden = (gone(B1, 1010, "Ben", sure=False), gone(B2, 1020, "Ben", sure=False))
    top = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
    taken_back = came(Heap.DISCARD, 2200, observation("7C"), before=observation("7D"), player="Ben")
    events += told(gone(A1, 1000), replace(top, stops=THREE[:2], hidden=hidden), taken_back, decoder=decoder)
    events += told(change(Kind.BACK, A1, 2300), decoder=decoder)
    events += decoder.resolve(2350, lambda place: place == B2)
    events += told(change(Kind.BACK, B2, 2400, "Ben"), decoder=decoder)
    events += [*decoder.resolve(4500, lambda _: False), *decoder.finish()]
    tops = [(face, origin) for face, origin, _ in sorted(laid(events), key=lambda top: top[2])]
    assert tops == [(parse_card("7D"), Heap.DRAW), (parse_card("7C"), Heap.DRAW)]


def test_a_hand_that_alone_seems_to_stop_again_brought_the_next_card() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    told(gone(A1, 1000), gone(B2, 1020, "Ben"), decoder=decoder)
    first = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"))
    ben, ann, again = (stopped("Ben", 1190), stopped("Ann", 1245), stopped("Ben", 1490))
    events = told(replace(first, stops=(ben, ann)), decoder=decoder)
    second = came(Heap.DISCARD, 1500, observation("7C"), before=observation("7D"), player="Ben")
    events += told(replace(second, stops=(ben, ann, again)), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    found = [(one.face, one.origin) for one in events if isinstance(one, PileTopChanged)]
    assert found == [(parse_card("7D"), A1), (parse_card("7C"), B2)]


@pytest.mark.parametrize("comes_to_rest", [True, False])
def test_a_card_read_too_early_on_that_of_another_hand_makes_both_of_one_race(comes_to_rest: bool) -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    ben, cleo = stopped("Ben", 1250), stopped("Cleo", 1400)
    hidden = (gone(B2, 1020, "Ben", sure=False), gone(C1, 1100, "Cleo", sure=False))
    early = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
    again = came(Heap.DISCARD, 1450, observation("7D"), before=observation("7D"), player="Cleo")
    told(replace(early, stops=(ben,), hidden=hidden), decoder=decoder)
    stops = (ben, cleo) if comes_to_rest else (ben,)
    events = told(replace(again, stops=stops, hidden=hidden), decoder=decoder)
    went = [gone(B2, 1020, "Ben"), gone(C1, 1100, "Cleo")]
    events += told(*(went if comes_to_rest else went[:1]), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    found = [(one.face, one.origin, one.seen.at.end_ms) for one in events if isinstance(one, PileTopChanged)]
    beneath, top = (FACE_DOWN, B2, 1250), (parse_card("7D"), C1, 1400)
    assert found == ([beneath, top] if comes_to_rest else [(parse_card("7D"), B2, 1250)])


ANN, EITHER = HandPosterior(((PlayerId("Ann"), 1.0),)), HandPosterior(((PlayerId("Ben"), 0.6), (PlayerId("Ann"), 0.4)))


@pytest.mark.parametrize(
    ("taken", "went", "confidence"),
    [
        ({A1: ANN, B1: ANN}, (), 1.0),
        ({A1: ANN, B2: EITHER}, (), 0.6),
        ({A1: ANN, B2: ANN}, (), 0.6),
        ({A1: ANN, B2: EITHER}, (A1,), 1.0),
        ({A1: ANN, B2: EITHER}, (B2,), 0.6),
        ({A1: ANN, B2: EITHER}, (A1, B2), 0.6),
    ],
)
def test_a_card_of_several_that_it_may_be_at_the_end_is_told_surely_only_where_all_are_of_its_hand(
    taken: dict[SlotId, HandPosterior], went: tuple[SlotId, ...], confidence: float
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ben"): (B2,)}), pile=DiscardPile(was_begun=True))
    hidden = [replace(gone(place, 1000, sure=False), by=HandPosterior(by)) for place, by in taken.items()]
    told(came(Heap.DISCARD, 500, observation("2C")), came(Heap.DISCARD, 700, observation("3C")), decoder=decoder)
    snap = change(Kind.CAME, Heap.DISCARD, 1250, lying=observation("KH"), hidden=tuple(hidden))
    events = told(snap, *(replace(one, is_sure=True) for one in hidden if one.place in went), decoder=decoder)
    assert confidences([*events, *decoder.finish()]) == [confidence]


@pytest.mark.parametrize(
    ("also", "count"),
    [
        (came(Heap.DISCARD, 1600, observation("QD")), 2),
        (came(Heap.DISCARD, 2000, observation("QD")), 2),
        (gone(A2, 900), 1),
    ],
)
def test_a_card_at_the_end_is_not_told_surely_where_its_hand_brought_or_took_another(also: Change, count: int) -> None:
    decoder = EventDecoder(CARDS, pile=DiscardPile(was_begun=True))
    hidden = (gone(A1, 1000, sure=False), gone(B1, 1000, sure=False))
    told(came(Heap.DISCARD, 500, observation("2C")), came(Heap.DISCARD, 700, observation("3C")), decoder=decoder)
    snap = change(Kind.CAME, Heap.DISCARD, 1250, lying=observation("KH"), hidden=hidden)
    changes = sorted((snap, replace(also, hidden=hidden)), key=lambda one: one.at.end_ms)
    events = [*told(*changes, decoder=decoder), *decoder.finish()]
    assert confidences(events) == [0.6] * count


def test_a_card_that_comes_to_the_pile_once_more_is_in_no_race_with_the_hand_that_brought_the_one_beneath() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    ben, cleo = stopped("Ben", 1250), stopped("Cleo", 1450)
    hidden = (gone(B2, 1020, "Ben", sure=False), gone(C1, 1200, "Cleo", sure=False))
    first = came(Heap.DISCARD, 1250, observation("7S"), before=observation("7H"), player="Ben")
    second = came(Heap.DISCARD, 1450, observation("7D"), before=observation("7S"), player="Cleo")
    again = came(Heap.DISCARD, 1550, observation("7D"), before=observation("7D"), player="Cleo")
    told(replace(first, stops=(ben,), hidden=hidden[:1]), decoder=decoder)
    told(*(replace(one, stops=(ben, cleo), hidden=hidden) for one in (second, again)), decoder=decoder)
    events = told(gone(B2, 1020, "Ben"), gone(C1, 1200, "Cleo"), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    found = {(one.face, one.origin, one.seen.at.end_ms) for one in events if isinstance(one, PileTopChanged)}
    assert found == {(parse_card("7S"), B2, 1250), (parse_card("7D"), C1, 1450)}


def test_a_card_that_comes_to_the_pile_once_more_did_not_come_from_a_slot_that_was_known_to_be_empty() -> None:
    decoder = EventDecoder(CARDS)
    unseen = replace(gone(C1, 1200), by=UNSEEN_HAND)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), unseen, decoder=decoder)
    ben, cleo = stopped("Ben", 1260), stopped("Cleo", 1330)
    hidden = (gone(B2, 1020, "Ben", sure=False),)
    first = came(Heap.DISCARD, 1240, observation("7S"), before=observation("7H"), player="Ben")
    second = came(Heap.DISCARD, 1320, observation("7D"), before=observation("7S"), player="Cleo")
    again = came(Heap.DISCARD, 1400, observation("7D"), before=observation("7D"), player="Cleo")
    second = replace(second, hidden=(gone(C2, 1210, "Cleo", sure=False),))
    events = told(replace(first, stops=(ben, cleo), hidden=hidden), gone(B2, 1020, "Ben"), decoder=decoder)
    events += decoder.resolve(1250, lambda _: False)
    events += told(
        *(replace(one, stops=(ben, cleo)) for one in (second, replace(again, hidden=hidden))), decoder=decoder
    )
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    found = [(one.face, one.origin, one.seen.at.end_ms) for one in events if isinstance(one, PileTopChanged)]
    assert found == [(parse_card("7S"), B2, 1260), (parse_card("7D"), C1, 1330)]


@pytest.mark.parametrize(("player", "origin"), [("Ann", A1), ("Ben", Heap.DRAW)])
def test_a_card_taken_back_from_the_pile_came_out_of_its_hands_own_hidden_slot(player: str, origin: Place) -> None:
    decoder = EventDecoder(CARDS, pile=DiscardPile([parse_card("2C"), parse_card("7H")], was_begun=True))
    hidden = (gone(A1, 1000, "Ann", sure=False),)
    laid = replace(came(Heap.DISCARD, 1300, observation("7D"), before=observation("7H")), hidden=hidden)
    assert told(laid, decoder=decoder) == []
    events = told(came(Heap.DISCARD, 2000, observation("7H"), before=observation("7D"), player=player), decoder=decoder)
    events += decoder.resolve(2100, lambda _: False)
    tops = [(event.face, event.origin) for event in events if isinstance(event, PileTopChanged)]
    assert sorted(tops, key=str) == sorted([(parse_card("7D"), origin), (parse_card("7H"), None)], key=str)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_card_that_shows_as_one_is_taken_back_from_a_race_is_told_once_however_often_it_is_seen(
    *, is_first: bool
) -> None:
    decoder, under = EventDecoder(CARDS), observation("2H" if is_first else "2C")
    told(
        came(Heap.DISCARD, 500, observation("2C")),
        gone(A1, 1300, "Ann"),
        gone(B2, 1300, "Ben", sure=False),
        decoder=decoder,
    )
    hidden = tuple(change(Kind.GONE, place, 1310, "Ben") for place in (B2, SlotId("p2.a2")))
    top = replace(came(Heap.DISCARD, 1600, observation("2D"), observation("2C"), "Ben"), hidden=hidden)
    events = told(replace(top, stops=(stopped("Ann", 1540), stopped("Ben", 1590))), decoder=decoder)
    for at_ms in (2400, 2433):
        events += told(came(Heap.DISCARD, at_ms, under, observation("2D"), "Ben"), decoder=decoder)
    events += decoder.finish()
    shown = [event.face for event in events if isinstance(event, PileTopChanged) and event.seen.at.end_ms > 2000]
    assert shown == [parse_card("2H" if is_first else "2C")]
