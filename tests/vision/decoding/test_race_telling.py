"""Cards of a race on the discard pile, told as they turn out to lie there."""

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
    laid,
    observation,
    read,
    stopped,
    told,
)

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, CardPlaced, Face, Heap, PileTopChanged, Place, SlotId
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.arrivals.moved_cards import MovedCards
from kibitz_vision.decoding.arrivals.origins import Origins
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.race_telling import RaceTelling
from kibitz_vision.decoding.races.pending_race import PendingRace
from kibitz_vision.decoding.races.race import Race
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import HiddenArrivals
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop

A1, B1, C1, E1 = SlotId("p1.a1"), SlotId("p1.b1"), SlotId("p3.a1"), SlotId("p5.a1")
B2 = SlotId("p2.b2")


def test_a_card_at_which_no_hand_was_seen_is_not_of_the_one_that_lays_the_next() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("2C")), gone(A1, 1300, "Ann"), gone(B2, 1390, "Ben"), decoder=decoder)
    events = told(
        replace(came(Heap.DISCARD, 1466, observation("2D"), before=observation("2C")), by=UNSEEN_HAND), decoder=decoder
    )
    events += told(came(Heap.DISCARD, 1566, observation("2H"), before=observation("2D"), player="Ben"), decoder=decoder)
    tops = [(event.face, event.origin) for event in (*events, *decoder.finish()) if isinstance(event, PileTopChanged)]
    assert tops == [(parse_card("2D"), A1), (parse_card("2H"), B2)]


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_what_lies_beneath_the_card_on_top_of_a_race_is_told_as_surely_as_it_was_read_itself(
    is_taken_back: bool,
) -> None:
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("2C")), gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben"), decoder=decoder)
    top = replace(came(Heap.DISCARD, 1250, read("7H", 0.7), player="Ben"), stops=stops, confidence=0.7)
    events = told(top, decoder=decoder)
    if is_taken_back:
        events += told(
            replace(came(Heap.DISCARD, 2000, observation("7D"), player="Ben"), confidence=0.9), decoder=decoder
        )
    events += decoder.finish()
    found = [(one.face, one.origin, one.seen.confidence) for one in events if isinstance(one, PileTopChanged)]
    (beneath, *rest), on_top = found, (parse_card("7H"), B2, 0.7)
    if is_taken_back:
        assert (beneath, rest) == ((parse_card("7D"), A1, 0.9), [on_top, (parse_card("7D"), None, 0.9)])
    else:
        assert (beneath, rest) == ((FACE_DOWN, A1, 1.0), [on_top])


@pytest.mark.parametrize(("raced_for", "sure"), [("7S", (0.857, 0.9)), ("8S", (0.667, 0.75))])
def test_cards_of_a_race_are_told_more_surely_where_they_are_read_as_ones_that_match(
    raced_for: str, sure: tuple[float, float]
) -> None:
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation(raced_for)), gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben"), decoder=decoder)
    top = came(Heap.DISCARD, 1250, read("7H", 0.667), before=observation(raced_for), player="Ben")
    told(replace(top, stops=stops, confidence=0.667), decoder=decoder)
    shows = came(Heap.DISCARD, 2000, read("7D", 0.75), before=observation("7H"), player="Ben")
    events = told(replace(shows, confidence=0.75), decoder=decoder) + list(decoder.finish())
    found = {(one.face, one.origin): one.seen.confidence for one in events if isinstance(one, PileTopChanged)}
    on_top, beneath = parse_card("7H"), parse_card("7D")
    assert found == {(beneath, A1): sure[1], (on_top, B2): sure[0], (beneath, None): sure[1]}


def test_a_hand_that_brings_a_card_soon_after_another_ones_had_brought_none_with_that() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7S"), player="Cleo"), gone(B2, 1020, "Ben"), decoder=decoder)
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    told(
        replace(came(Heap.DISCARD, 1250, observation("7H"), before=observation("7S"), player="Ben"), stops=stops),
        decoder=decoder,
    )
    told(gone(A1, 1290, "Ann"), decoder=decoder)
    late = came(Heap.DISCARD, 1400, observation("7D"), before=observation("7H"))
    events = told(replace(late, stops=(stopped("Ann", 1400),)), decoder=decoder) + list(decoder.finish())
    tops = [(one.origin, one.seen.confidence) for one in events if isinstance(one, PileTopChanged)]
    assert tops == [(B2, 1.0), (A1, 1.0)]


def test_a_hand_that_brings_a_second_card_after_another_ones_brought_its_first_all_the_same() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7S"), player="Cleo"), gone(A1, 980, "Ann"), decoder=decoder)
    told(gone(B2, 1020, "Ben"), change(Kind.EMPTIED, A1, 980), decoder=decoder)
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    told(
        replace(came(Heap.DISCARD, 1250, observation("7H"), before=observation("7S"), player="Ben"), stops=stops),
        decoder=decoder,
    )
    told(gone(B1, 1310, "Ann"), decoder=decoder)
    late = came(Heap.DISCARD, 1450, observation("7D"), before=observation("7H"))
    events = told(replace(late, stops=(stopped("Ann", 1450),)), decoder=decoder) + list(decoder.finish())
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1, B2, B1]


def test_a_hand_that_comes_back_tells_which_of_its_cards_had_been_in_a_race() -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("2C")), gone(B2, 1020, "Ben"), decoder=decoder)
    hidden = (gone(A1, 1000, sure=False), gone(B1, 1010, sure=False))
    told(change(Kind.CAME, Heap.DISCARD, 1250, lying=observation("7H"), hidden=hidden), decoder=decoder)
    assert told(came(Heap.DISCARD, 2000, observation("7D"), before=observation("7H")), decoder=decoder) == []
    events = told(change(Kind.BACK, B1, 2300), decoder=decoder)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [B2, A1, None]


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_card_whose_hand_was_only_seen_at_the_pile_is_not_surely_the_first_where_anybodys_are_taken(
    *, takes_anybodys: bool
) -> None:
    stops = (stopped("Ann", 1200), stopped("Ben", 1290))
    owners = Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}, takes_anybodys)
    decoder = EventDecoder(CARDS, owners=owners)
    either = HandPosterior(((PlayerId("Eve"), 0.8), (PlayerId("Ben"), 0.2)))
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(A1, 1000, "Ann"), decoder=decoder)
    told(replace(gone(B2, 1080, "Eve"), by=HandPosterior(either)), decoder=decoder)
    told(replace(came(Heap.DISCARD, 1300, observation("7D"), before=observation("7H")), stops=stops), decoder=decoder)
    events = list(decoder.finish())
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1, B2]
    assert (confidences(events)[0] == 1.0) is not takes_anybodys


@pytest.mark.parametrize("was_at", [True, False], ids=["that was at another", "that was at none"])
@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_card_is_not_surely_its_owners_if_another_hand_laid_it_that_may_have_one_where_anybodys_are_taken(
    *, takes_anybodys: bool, was_at: bool
) -> None:
    owners = Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}, takes_anybodys)
    decoder = EventDecoder(CARDS, owners=owners)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(A1, 1000, "Ann"), decoder=decoder)
    stops = (stopped("Ann", 1200), stopped("Ben", 1230))
    snap = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
    told(replace(snap, stops=stops, reached=(gone(C1, 1100, "Ben", sure=False),) * was_at), decoder=decoder)
    events = [*decoder.resolve(1300, lambda _: False), *decoder.resolve(1334, lambda _: False), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1]
    assert (confidences(events)[0] == 1.0) is not (takes_anybodys and was_at)


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_nobody_is_surely_first_where_a_hand_was_there_of_which_no_card_turned_up_and_anybodys_are_taken(
    *, takes_anybodys: bool
) -> None:
    owners = Owners({PlayerId("Cleo"): (C1,)}, takes_anybodys)
    decoder = EventDecoder(CARDS, owners=owners)
    taken = gone(A1, 1000, "Ann"), gone(B2, 1020, "Ben")
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), *taken, decoder=decoder)
    stops = (stopped("Cleo", 1100), stopped("Ann", 1200), stopped("Ben", 1250))
    either = HandPosterior(((PlayerId("Cleo"), 0.6), (PlayerId("Ben"), 0.4)))
    hidden = (replace(gone(C1, 1100, sure=False), by=HandPosterior(either)),)
    snap = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
    told(replace(snap, stops=stops, hidden=hidden), decoder=decoder)
    events = [*decoder.resolve(3300, lambda place: place == C1), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1, B2]
    assert (confidences(events)[0] == 1.0) is not takes_anybodys


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_nobody_is_surely_first_while_a_slot_is_hidden_whose_card_any_hand_may_have_brought(
    *, takes_anybodys: bool
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys))
    taken = gone(A1, 1000, "Ann"), gone(B2, 1200, "Ben")
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), *taken, decoder=decoder)
    first = came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H"))
    second = came(Heap.DISCARD, 1450, observation("7C"), before=observation("7D"), player="Ben")
    hidden, stops = (gone(C1, 1050, "Cleo", sure=False),), (stopped("Ben", 1450),)
    events = told(replace(first, hidden=hidden), replace(second, stops=stops), decoder=decoder)
    assert (confidences(events) == []) is takes_anybodys
    events += [*decoder.resolve(3300, lambda place: place == C1), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1, B2]
    assert (confidences(events)[0] == 1.0) is not takes_anybodys


@pytest.mark.parametrize(
    ("hidden_by", "is_sure"),
    [((("Cleo", 1.0),), True), ((("Eve", 1.0),), False), ((("Eve", 0.65), ("Cleo", 0.35)), False)],
)
def test_a_hidden_slot_at_which_the_hand_of_the_next_card_was_leaves_no_doubt_where_anybodys_are_taken(
    hidden_by: tuple[tuple[str, float], ...], *, is_sure: bool
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys=True))
    told(
        came(Heap.DISCARD, 500, observation("7H"), player="Dan"),
        gone(A1, 1000, "Ann"),
        gone(B2, 900, "Ben"),
        decoder=decoder,
    )
    by = tuple((PlayerId(player), odds) for player, odds in hidden_by)
    stops, hidden = (
        (stopped("Ben", 1050), stopped("Ann", 1130)),
        (replace(gone(C1, 1150, sure=False), by=HandPosterior(by)),),
    )
    first = came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H"), player="Ann")
    second = came(Heap.DISCARD, 1400, observation("7C"), before=observation("7D"), player="Cleo")
    events = told(replace(first, stops=stops, hidden=hidden), decoder=decoder)
    events += told(replace(second, stops=(*stops, stopped("Cleo", 1400))), decoder=decoder)
    events += [*decoder.resolve(3300, lambda place: place == C1), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)][:2] == [B2, A1]
    assert (confidences(events)[0] == 1.0) is is_sure


@pytest.mark.parametrize("is_tilted", [True, False])
def test_a_hidden_slot_that_a_card_before_waits_for_is_none_of_a_later_race(*, is_tilted: bool) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}))
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    hidden = (gone(A1, 1000, "Ann", sure=False),)
    if is_tilted:
        told(*hidden, decoder=decoder)
    first = came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H"), player="Ann")
    told(replace(first, hidden=hidden), gone(B2, 1300, "Ben"), decoder=decoder)
    # The hand that laid the first card seems to stop there once more.
    second = came(Heap.DISCARD, 1500, observation("7C"), before=observation("7D"), player="Ben")
    stops = stopped("Ann", 1500), stopped("Ben", 1510)
    events = told(replace(second, stops=stops, hidden=hidden), decoder=decoder)
    events += decoder.resolve(1600, lambda place: place == A1)
    events += told(change(Kind.EMPTIED, A1, 1000), decoder=decoder)
    events += [*decoder.resolve(1700, lambda _: False), *decoder.finish()]
    found = {(one.face, one.origin, one.seen.at.end_ms) for one in events if isinstance(one, PileTopChanged)}
    assert found >= {(parse_card("7D"), A1, 1210)}
    assert len(found) == 2


@pytest.mark.parametrize(("others", "is_drawn", "races"), [((), False, False), ((B1,), False, True), ((), True, True)])
def test_a_slot_may_be_of_a_race_if_a_card_before_may_not_have_come_from_there(
    others: tuple[SlotId, ...], *, is_drawn: bool, races: bool
) -> None:
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    if is_drawn:
        told(change(Kind.TAKEN, Heap.DRAW, 700), change(Kind.CLEAR, Heap.DRAW, 900, moved_mm=0.6), decoder=decoder)
    hidden = tuple(gone(place, 1000, "Ann", sure=False) for place in (A1, *others))
    told(replace(came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H")), hidden=hidden), decoder=decoder)
    second = came(Heap.DISCARD, 1500, observation("7C"), before=observation("7D"), player="Ben")
    stops = stopped("Ann", 1500), stopped("Ben", 1510)
    events = told(gone(B2, 1300, "Ben"), replace(second, stops=stops, hidden=hidden), decoder=decoder)
    for at_ms in (1550, 2450):
        events += decoder.resolve(at_ms, lambda place: place == A1)
    events += decoder.finish()
    found = [(face, origin) for face, origin, _ in laid(events)]
    assert found[-1] == (parse_card("7C"), B2)
    assert ((FACE_DOWN, A1) in found) is races


def test_of_cards_that_have_gone_one_comes_from_where_its_hand_was_seen_if_anybodys_are_taken() -> None:
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys=True))
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(A1, 1000, "Ann"), decoder=decoder)
    told(replace(gone(C1, 1050), by=UNSEEN_HAND), decoder=decoder)
    snap = replace(came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H")), stops=(stopped("Ann", 1200),))
    events = [*told(snap, decoder=decoder), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1]


def test_a_hand_that_took_nothing_but_what_another_seemed_likelier_to_take_laid_that_surely() -> None:
    for was_at in (True, False):
        decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys=True))
        rather_anns = replace(gone(A1, 1000), by=HandPosterior(((PlayerId("Ann"), 0.75), (PlayerId("Ben"), 0.25))))
        told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), rather_anns, decoder=decoder)
        snap = came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H"), player="Ben")
        reached = (
            replace(gone(C1, 1100, sure=False), by=HandPosterior(((PlayerId("Cleo"), 0.9), (PlayerId("Ben"), 0.1)))),
        ) * was_at
        events = told(replace(snap, stops=(stopped("Ben", 1200),), reached=reached), decoder=decoder)
        events += [*decoder.resolve(2000, lambda _: False), *decoder.finish()]
        assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1]
        assert (confidences(events) == [1.0]) is not was_at


@pytest.mark.parametrize(
    ("takes_anybodys", "was_at", "is_doubted"), [(True, True, True), (True, False, False), (False, False, False)]
)
def test_a_card_that_a_hand_seems_to_have_laid_that_may_have_one_is_not_surely_the_first_where_anybodys_are_taken(
    *, takes_anybodys: bool, was_at: bool, is_doubted: bool
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys))
    taken = gone(A1, 1000, "Ann"), gone(B2, 1200, "Ben")
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), *taken, decoder=decoder)
    first = came(Heap.DISCARD, 1210, observation("7D"), before=observation("7H"))
    reached = (gone(C1, 1100, "Cleo", sure=False),) * was_at
    first = replace(first, by=HandPosterior(((PlayerId("Cleo"), 0.6), (PlayerId("Ann"), 0.4))), reached=reached)
    second = came(Heap.DISCARD, 1450, observation("7C"), before=observation("7D"), player="Ben")
    events = told(first, replace(second, stops=(stopped("Ben", 1450),)), decoder=decoder)
    events += [*decoder.resolve(3300, lambda _: False), *decoder.finish()]
    assert [one.origin for one in events if isinstance(one, PileTopChanged)] == [A1, B2]
    assert (confidences(events)[0] == 1.0) is not is_doubted


def test_a_card_on_one_that_another_hand_may_have_laid_unseen_is_not_surely_the_first_once_a_third_covers_it() -> None:
    stops = (stopped("Ann", 1200), stopped("Ben", 1250))
    third = stopped("Cleo", 1500)
    for is_known in (False, True):
        decoder = EventDecoder(CARDS)
        told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(B2, 1000, "Ben"), decoder=decoder)
        hidden = () if is_known else (gone(A1, 1020, "Ann", sure=False),)
        if is_known:
            told(gone(A1, 1020, "Ann"), decoder=decoder)
        snap = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Ben")
        told(replace(snap, stops=stops, hidden=hidden), decoder=decoder)
        another = came(Heap.DISCARD, 1500, observation("7C"), before=observation("7D"), player="Cleo")
        events = [*told(replace(another, stops=(*stops, third)), decoder=decoder), *decoder.finish()]
        assert (confidences(events)[0] == 1) == is_known


def test_a_card_that_lay_on_one_of_which_nothing_is_known_was_not_surely_first() -> None:
    hidden = tuple(
        replace(gone(place, 1020, player), is_sure=False) for place, player in ((A1, "Ann"), (B1, "Ben"), (B2, "Ben"))
    )
    stops = (stopped("Ann", 1180), stopped("Ben", 1250))
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Cleo"), decoder=decoder)
    told(
        replace(came(Heap.DISCARD, 1250, observation("7D"), player="Ben"), stops=stops, hidden=hidden), decoder=decoder
    )
    assert told(came(Heap.DISCARD, 2200, observation("7C"), player="Ben"), decoder=decoder) == []
    events = list(decoder.resolve(3800, lambda place: place == B2))
    tops = [event for event in events if isinstance(event, PileTopChanged)]
    assert [(event.origin, event.seen.confidence) for event in tops] == [(B2, 0.6), (None, 1.0)]


def test_a_card_taken_back_is_not_surely_the_first_while_it_is_not_known_whose_lay_beneath_it() -> None:
    stops = (stopped("Ann", 1180), stopped("Cleo", 1190), stopped("Ben", 1250))
    for came_too, confidence in ((stops, 0.6), ((stops[0], stops[2]), 1.0)):
        decoder = EventDecoder(CARDS)
        told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(B2, 1020, "Ben"), decoder=decoder)
        hidden = tuple(replace(gone(place, 1000, "Ann"), is_sure=False) for place in (A1, B1))
        told(
            replace(came(Heap.DISCARD, 1250, observation("7D"), player="Ben"), stops=came_too, hidden=hidden),
            decoder=decoder,
        )
        events = told(came(Heap.DISCARD, 2000, observation("7C"), player="Ben"), decoder=decoder)
        (taken_back,) = (one for one in events if isinstance(one, PileTopChanged) and one.origin == B2)
        assert taken_back.seen.confidence == confidence


def test_a_card_that_shows_as_that_of_a_race_is_taken_off_it_is_none_of_those_known_beneath_it() -> None:
    decoder = EventDecoder(CARDS)
    told(
        came(Heap.DISCARD, 500, observation("7H"), player="Dan"),
        gone(A1, 1000, "Ann"),
        gone(B2, 1020, "Ben"),
        decoder=decoder,
    )
    stops = (stopped("Ann", 1150), stopped("Ben", 1250))
    told(replace(came(Heap.DISCARD, 1250, observation("7D"), player="Ben"), stops=stops), decoder=decoder)
    either = observation("7C").probabilities * np.float32(0.55) + observation("7H").probabilities * np.float32(0.42)
    shows = came(Heap.DISCARD, 2200, replace(observation("7C"), probabilities=either), player="Ben")
    events = told(replace(shows, confidence=0.55), decoder=decoder) + list(decoder.finish())
    (beneath,) = (one for one in events if isinstance(one, PileTopChanged) and one.origin == A1)
    assert beneath.face == parse_card("7C")
    assert beneath.seen.confidence > 0.9


def laid_on_each_other(first: Change, second: Change, *stops: HandStop) -> list[tuple[Face, Place | None, float]]:
    """What is told of two readings of the pile where hands stop: face, from where, and how surely."""
    decoder = EventDecoder(CARDS)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    taken = {"Ann": A1, "Ben": B2, "Cleo": C1}
    told(*(gone(taken[stop.player], 1000, stop.player) for stop in stops), decoder=decoder)
    events = told(*(replace(one, stops=stops) for one in (first, second)), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    return [(one.face, one.origin, one.seen.confidence) for one in events if isinstance(one, PileTopChanged)]


ANN_BEN = (stopped("Ann", 1210), stopped("Ben", 1260))
ALL = (stopped("Ann", 1160), stopped("Ben", 1205), stopped("Cleo", 1250))


def test_a_card_that_shows_soon_after_one_was_seen_but_not_after_its_hand_stopped_lay_beneath() -> None:
    late = came(Heap.DISCARD, 1400, observation("9D"), before=observation("7H"))
    shows = replace(came(Heap.DISCARD, 1700, observation("7C"), before=observation("9D"), player="Ben"), seen_ms=1780)
    faces = [(face, origin) for face, origin, _ in laid_on_each_other(late, shows, *ANN_BEN)]
    assert faces == [(parse_card("7C"), A1), (parse_card("9D"), B2), (parse_card("7C"), None)]


@pytest.mark.parametrize(
    ("first", "first_ms", "certainty", "stops", "confidences"),
    [
        ("7D", 1240, 1.0, ANN_BEN, [1.0, 1.0]),
        ("7D", 1240, 0.8, ANN_BEN, [1.0, 0.923]),
        ("9D", 1240, 1.0, ANN_BEN, [0.6, 0.6]),
        ("7D", 1240, 1.0, ALL, [0.6, 0.6, 0.6]),
        ("7D", 1210, 1.0, ALL, [1.0, 1.0, 1.0]),
    ],
    ids=["two", "doubtful top", "misread", "three", "the second of three"],
)
def test_a_card_that_was_read_before_one_on_it_is_sure_only_if_it_matches_and_it_is_known_which_one_it_is(
    first: str, first_ms: float, certainty: float, stops: tuple[HandStop, ...], confidences: list[float]
) -> None:
    beneath = came(Heap.DISCARD, first_ms, observation(first), before=observation("7H"), player=stops[-1].player)
    top = came(Heap.DISCARD, 1350, read("7C", certainty), before=observation(first), player=stops[-1].player)
    top = replace(top, confidence=certainty, seen_ms=1440)
    found = laid_on_each_other(beneath, top, *stops)
    assert [face for face, *_ in found[-2:]] == [parse_card(first), parse_card("7C")]
    assert [confidence for *_, confidence in found] == confidences


def test_a_card_that_seems_to_have_come_soon_but_shows_only_later_lay_beneath_the_one_that_was_seen_of_a_race() -> None:
    decoder = EventDecoder(CARDS)
    told(
        came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(A1, 1000), gone(B2, 1020, "Ben"), decoder=decoder
    )
    stops = (stopped("Ann", 1210), stopped("Ben", 1260))
    first = came(Heap.DISCARD, 1240, observation("7D"), before=observation("7H"))
    second = replace(came(Heap.DISCARD, 1350, observation("7C"), before=observation("7D"), player="Ben"), seen_ms=2200)
    events = told(*(replace(one, stops=stops) for one in (first, second)), decoder=decoder)
    events += [*decoder.resolve(3800, lambda _: False), *decoder.finish()]
    tops = [(one.face, one.origin) for one in events if isinstance(one, PileTopChanged)]
    assert tops == [(parse_card("7C"), A1), (parse_card("7D"), B2), (parse_card("7C"), None)]


@pytest.mark.parametrize(("found_ms", "confidence"), [(1700, 1.0), (None, 0.6)])
def test_a_card_that_shows_too_soon_to_be_one_beneath_lies_on_the_one_that_was_seen_of_a_race(
    found_ms: float | None, confidence: float
) -> None:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(B2, 1020, "Ben"), decoder=decoder)
    ann, ben = stopped("Ann", 1210), stopped("Ben", 1260)
    hidden = (gone(A1, 1000, sure=False), gone(B1, 1020, sure=False))
    beneath = came(Heap.DISCARD, 1240, observation("7D"), before=observation("7H"))
    top = came(Heap.DISCARD, 1350, observation("7C"), before=observation("7D"))
    for one in (beneath, top):
        events += told(replace(one, stops=(ann, ben), hidden=hidden, seen_ms=one.at.end_ms + 90), decoder=decoder)
    events += decoder.resolve(1600, lambda place: place in (A1, B1))
    if found_ms is not None:
        events += told(gone(A1, 1000), decoder=decoder)
        events += decoder.resolve(found_ms, lambda place: place == B1)
        events += decoder.resolve(found_ms + 50, lambda _: False)
    events += [*decoder.resolve(3800, lambda place: place in (A1, B1)), *decoder.finish()]
    assert laid(events) == [(parse_card("7D"), A1 if found_ms else B1, 1210), (parse_card("7C"), B2, 1260)]
    assert confidences(events)[1:] == [confidence] * 2


def test_a_card_that_a_hand_lays_down_is_none_that_another_hand_has_laid_in_a_race() -> None:
    decoder = EventDecoder(
        CARDS, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,), PlayerId("Cleo"): (C1,)})
    )
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), decoder=decoder)
    taken = gone(A1, 1000), gone(B2, 1010, "Ben"), gone(C1, 1020, "Cleo")
    stops = (stopped("Ann", 1160), stopped("Ben", 1205), stopped("Cleo", 1250))
    top = came(Heap.DISCARD, 1250, observation("7D"), before=observation("7H"), player="Cleo")
    told(*taken, replace(top, stops=stops), decoder=decoder)
    told(came(Heap.DISCARD, 2200, observation("7C"), before=observation("7D"), player="Cleo"), decoder=decoder)
    # It seems to lie there sooner than it was taken back.
    events = told(came(C1, 2190, BACK, BACK, "Cleo"), decoder=decoder)
    assert not {event.origin for event in events if isinstance(event, CardPlaced)} & {A1, B2}
    events += [*decoder.resolve(4000, lambda _: False), *decoder.finish()]
    assert {event.origin for event in events if isinstance(event, PileTopChanged)} >= {A1, B2}


def test_what_shows_beneath_the_top_card_was_told_too_early_where_another_hand_laid_one_between() -> None:
    pile = DiscardPile()
    decoder = EventDecoder(CARDS, pile=pile)
    told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), gone(B2, 1000, "Ben"), decoder=decoder)
    stops = (stopped("Ben", 1210), stopped("Cleo", 1310), stopped("Eve", 1370))
    hidden = (gone(A1, 1050, "Cleo", sure=False), gone(E1, 1060, "Eve", sure=False))
    early = came(Heap.DISCARD, 1210, observation("7C"), before=observation("7H"), player="Ben")
    told(replace(early, stops=stops[:2], hidden=hidden, seen_ms=1240), decoder=decoder)
    top = came(Heap.DISCARD, 1370, observation("7S"), before=observation("7C"), player="Eve")
    told(replace(top, stops=stops, hidden=hidden), gone(A1, 1050, "Cleo"), decoder=decoder)
    list(decoder.resolve(1700, lambda place: place == E1))
    events = told(came(Heap.DISCARD, 2000, observation("7C"), before=observation("7S"), player="Eve"), decoder=decoder)
    tops = [(one.face, one.origin) for one in events if isinstance(one, PileTopChanged)]
    assert tops == [(FACE_DOWN, A1), (parse_card("7S"), E1), (parse_card("7C"), None)]
    # The card that shows is not told to leave the one beneath it, should it be taken back.
    assert pile.faces == [parse_card("7H"), FACE_DOWN, parse_card("7C")]


def test_a_card_that_shows_again_soon_was_beneath_one_that_was_taken_back() -> None:
    seen = came(Heap.DISCARD, 1240, observation("7D"), before=observation("7H"), player="Ben")
    shows = replace(came(Heap.DISCARD, 1500, observation("7H"), before=observation("7D"), player="Ben"), seen_ms=1590)
    found = laid_on_each_other(seen, shows, *ANN_BEN)
    assert (parse_card("7H"), B2) not in [(face, origin) for face, origin, _ in found]
    assert found[-1][:2] == (parse_card("7H"), None)


@pytest.mark.parametrize("seen_by", [HandPosterior(((PlayerId("Ben"), 1.0),)), ()])
def test_a_card_beneath_others_is_sure_where_the_hand_without_an_arm_that_brought_it_was_seen_alone(
    seen_by: tuple[tuple[PlayerId, float], ...],
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys=True))
    stops = replace(stopped("Ben", 1200), sure=0.5), stopped("Cleo", 1310)
    told(came(Heap.DISCARD, 500, observation("2C"), player="Dan"), decoder=decoder)
    told(replace(gone(B2, 1000), by=UNSEEN_HAND), gone(C1, 1150, "Cleo"), decoder=decoder)
    first = replace(
        came(Heap.DISCARD, 1210, observation("2D"), observation("2C")), by=HandPosterior(seen_by), stops=stops
    )
    second = replace(came(Heap.DISCARD, 1320, observation("2H"), observation("2D"), "Cleo"), stops=stops)
    events = [*told(first, second, decoder=decoder), *decoder.finish()]
    first_top, *_ = (event for event in events if isinstance(event, PileTopChanged))
    assert first_top.origin == B2
    assert first_top.seen.confidence == (1.0 if seen_by else 0.6)


@pytest.mark.parametrize(("owner", "sure"), [("Ben", 1.0), ("Dan", 0.6)])
def test_a_card_of_a_race_is_doubted_where_only_who_took_it_out_of_anothers_slot_tells_its_hand(
    owner: str, sure: float
) -> None:
    decoder = EventDecoder(CARDS, owners=Owners({PlayerId(owner): (B2,)}, takes_anybodys=True))
    told(came(Heap.DISCARD, 500, observation("2C"), player="Dan"), gone(B2, 1000, "Ben"), decoder=decoder)
    first = came(Heap.DISCARD, 1320, observation("2H"), observation("2C"), "Cleo")
    second = replace(
        came(Heap.DISCARD, 1500, observation("2D"), observation("2H"), "Cleo"), stops=(stopped("Cleo", 1490),)
    )
    events = [*told(gone(C1, 1050, "Cleo"), first, second, decoder=decoder), *decoder.finish()]
    tops = [event for event in events if isinstance(event, PileTopChanged)]
    assert [(one.origin, one.seen.by, one.seen.confidence) for one in tops] == [
        (B2, HandPosterior(((PlayerId("Ben"), 1.0),)), sure),
        (C1, HandPosterior(((PlayerId("Cleo"), 1.0),)), 1.0),
    ]


@pytest.mark.parametrize(
    ("takes_anybodys", "sure", "seen_by", "is_doubted"),
    [
        (True, 0.5, UNSEEN_HAND, True),
        (True, 1.0, UNSEEN_HAND, False),
        (True, 0.5, HandPosterior.sole(PlayerId("Ben")), False),
        (False, 0.5, UNSEEN_HAND, False),
    ],
)
def test_the_only_card_of_a_race_is_in_doubt_where_a_hand_without_an_arm_tells_whose_it_is_if_anybodys_are_taken(
    sure: float, seen_by: HandPosterior, *, takes_anybodys: bool, is_doubted: bool
) -> None:
    unseen, faces = InFlightCard(B2, replace(gone(B2, 1020), by=UNSEEN_HAND), is_sure=True), Faces(CARDS)
    air, pile, hidden = CardsInAir(Owners(), in_flight=[unseen]), DiscardPile([CARDS[5], CARDS[5]]), HiddenArrivals()
    came_last = replace(came(Heap.DISCARD, 1250, observation("7D")), by=UNSEEN_HAND)
    came_last = replace(came_last, stops=(replace(stopped("Ben", 1245), sure=sure),))
    race = Race(came_last, CARDS[5], [unseen], 1250, is_for_anybodys=takes_anybodys, seen_by=seen_by)
    pending, doubts = PendingRace(air, hidden, race), Doubts(faces, air, pile)
    arrivals = ArrivalTelling(faces, air, pile, hidden, MovedCards(), Origins(air, pile, pending), doubts)
    telling = RaceTelling(faces, air, pile, hidden, pending, arrivals, doubts)
    (top,) = (event for event in telling.end() if isinstance(event, PileTopChanged))
    assert (top.seen.confidence < 1.0) is is_doubted
    assert pending.race is None
