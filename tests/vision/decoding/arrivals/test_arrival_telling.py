"""Cards on a heap, and the slots from which they may have come unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.arrivals.heap_changes import (
    A1,
    A2,
    B1,
    B2,
    C1,
    LAID_MM,
    drawn,
    lies,
    on_pile,
    origins,
    with_free_hands,
)
from tests.vision.decoding.decoder_changes import (
    BACK,
    CARDS,
    came,
    change,
    gone,
    kinds,
    observation,
    told,
)

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    Heap,
    Interval,
    PileTopChanged,
    Place,
)
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop


@pytest.mark.parametrize(("is_hidden", "origin"), [(True, A1), (False, Heap.DRAW)])
def test_a_card_that_its_hand_hid_until_after_one_came_to_the_pile_may_be_that_one(
    is_hidden: bool, origin: Place
) -> None:
    decoder = with_free_hands()
    hidden = (gone(A1, 2020, sure=False), gone(B1, 2020, sure=False))
    told(replace(on_pile(2040), hidden=hidden), decoder=decoder)
    events = list(decoder.resolve(2100, lambda place: is_hidden or place == B1))
    events += told(change(Kind.EMPTIED, A1, 2300), decoder=decoder)
    events += decoder.resolve(2400, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [origin]
    went_ms = next(event.seen.at.end_ms for event in events if isinstance(event, CardLifted) and event.place == A1)
    assert went_ms == (2020 if is_hidden else 2300)


@pytest.mark.parametrize(("player", "origin"), [("Ann", A1), ("Ben", Heap.DRAW)])
def test_a_card_found_gone_later_by_the_same_hand_is_the_one_on_the_pile_if_none_has_gone_that_was_hidden(
    player: str, origin: Place
) -> None:
    found = change(Kind.EMPTIED, A1, 1700, player)
    assert origins(with_free_hands(), on_pile(2000, B1), found)[0] == origin


def test_a_card_whose_slot_has_another_by_now_is_the_one_on_the_pile_at_once() -> None:
    decoder = drawn()
    told(gone(A1, 1700), lies(A1, 1950, LAID_MM), decoder=decoder)
    assert [type(event) for event in told(on_pile(2000, B1), decoder=decoder)] == [PileTopChanged]


def test_a_card_for_which_another_came_long_ago_is_not_in_the_air_any_more() -> None:
    decoder = drawn()
    decoder.air.in_flight.append(InFlightCard(A2, gone(A2, 1500), told=True, is_sure=True, replaced=True))
    assert origins(decoder, on_pile(9000)) == [Heap.DRAW]


@pytest.mark.parametrize(
    ("hidden", "is_held", "waits"), [((A1, B1), False, True), ((A1,), False, False), ((A1, B1), True, False)]
)
def test_it_is_waited_longer_for_one_of_two_hidden_slots_unless_a_card_in_the_air_may_be_the_one(
    hidden: tuple[Place, ...], is_held: bool, waits: bool
) -> None:
    decoder = drawn() if is_held else with_free_hands()
    told(on_pile(2000, *hidden), decoder=decoder)
    assert (list(decoder.resolve(3000, lambda _: True)) == []) == waits


def test_of_two_hidden_slots_that_one_was_left_which_stays_hidden() -> None:
    decoder = with_free_hands()
    told(on_pile(2000, A1, B1), decoder=decoder)
    piled = [event for event in decoder.resolve(3000, lambda place: place == B1) if isinstance(event, PileTopChanged)]
    assert [event.origin for event in piled] == [B1]


def test_which_of_two_slots_was_left_is_guessed_where_both_stay_hidden() -> None:
    decoder = with_free_hands()
    told(on_pile(2000, A1, B1), decoder=decoder)
    assert any(isinstance(event, PileTopChanged) for event in decoder.resolve(3900, lambda _: True))


def test_a_card_put_aside_may_come_from_a_hidden_slot_too() -> None:
    aside = replace(on_pile(2000, A1), place=Heap.ASIDE)
    decoder = drawn()
    assert told(aside, decoder=decoder) == []
    events = told(lies(A1, 2200, LAID_MM), decoder=decoder)
    placed = [(event.place, event.origin) for event in events if isinstance(event, CardPlaced)]
    assert placed == [(Heap.ASIDE, A1), (A1, Heap.DRAW)]


@pytest.mark.parametrize(("hides_replaced", "origin"), [(True, A1), (False, A1), (True, Heap.DRAW)])
def test_no_face_is_told_of_a_card_from_a_slot_that_the_rules_put_aside_face_down(
    hides_replaced: bool, origin: Place
) -> None:
    begun = drawn if origin is Heap.DRAW else with_free_hands
    decoder = begun(hides_replaced=hides_replaced)
    hidden = () if origin is Heap.DRAW else (A1,)
    events = told(replace(on_pile(2000, *hidden), place=Heap.ASIDE), decoder=decoder)
    (placed,) = (one for one in (*events, *decoder.resolve(9000, lambda _: True)) if isinstance(one, CardPlaced))
    is_told = not hides_replaced or origin is Heap.DRAW
    assert (placed.origin, placed.face) == (origin, parse_card("KS") if is_told else FACE_DOWN)


def test_the_first_card_on_the_pile_was_turned_from_the_draw_pile_that_others_were_dealt_from() -> None:
    decoder = drawn()
    told(came(A1, 1500, BACK), decoder=decoder)
    events = told(on_pile(2000, B1), decoder=decoder)
    assert kinds(events) == ["DrawPileTouched", "CardLifted", "PileTopChanged"]
    assert events[1].seen.at.end_ms < 2000


def test_a_card_on_the_pile_is_not_the_first_while_it_is_not_known_yet_where_one_before_it_came_from() -> None:
    decoder = drawn()
    assert told(on_pile(2000, B1), decoder=decoder) == []
    later = replace(on_pile(2600, B2), lying=observation("QH"), by=HandPosterior(((PlayerId("Ben"), 1.0),)))
    assert told(later, decoder=decoder) == []
    told(change(Kind.EMPTIED, B2, 2400, "Ben"), decoder=decoder)
    events = decoder.resolve(9000, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [Heap.DRAW, B2]


def test_a_card_on_a_pile_that_was_taken_away_may_come_from_a_hidden_slot() -> None:
    decoder = drawn()
    told(came(A1, 1500, BACK), on_pile(2000), change(Kind.EMPTIED, Heap.DISCARD, 3000), decoder=decoder)
    assert told(on_pile(4000, B1), decoder=decoder) == []


def test_a_card_that_another_hand_took_is_not_the_one_on_the_pile_while_others_of_its_own_hand_are_hidden() -> None:
    decoder = with_free_hands()
    seemed = on_pile(2000, B2, A1)  # Ann's arm lies over Ben's slot, too
    assert kinds(told(seemed, change(Kind.EMPTIED, B2, 1950, "Ben"), decoder=decoder)) == ["CardLifted", "SlotEmptied"]
    assert list(decoder.resolve(2300, lambda place: place == A1)) == []
    events = told(change(Kind.EMPTIED, A1, 1700), decoder=decoder)
    events += decoder.resolve(2500, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [A1]


def test_a_card_given_away_later_is_not_dated_back_to_one_on_the_pile_for_which_another_has_gone() -> None:
    decoder = with_free_hands()
    told(on_pile(2000, B2, A1), change(Kind.EMPTIED, B2, 1950, "Ben"), decoder=decoder)
    events = [*decoder.resolve(2300, lambda place: place == A1), *told(change(Kind.EMPTIED, A1, 2650), decoder=decoder)]
    events += decoder.resolve(2700, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [B2]


@pytest.mark.parametrize(("others", "since_ms"), [((), 1860.0), ((gone(A2, 1650),), 1600.0)])
def test_a_card_came_to_the_pile_no_earlier_than_its_hand_can_have_brought_it(
    others: tuple[Change, ...], since_ms: float
) -> None:
    stop = HandStop(PlayerId("Ann"), Interval(1600, 2000), 1.0)
    late = replace(on_pile(1980), stops=(stop,))
    events = told(*others, gone(A1, 1833), late, decoder=with_free_hands())
    (top,) = (event for event in events if isinstance(event, PileTopChanged))
    assert (top.origin, top.seen.at) == (A1, Interval(since_ms, 2000))


@pytest.mark.parametrize(("odds", "origin"), [(0.31, A1), (0.6, B2)])
def test_a_card_hardly_taken_by_the_hand_that_lays_one_is_not_that_one_where_a_hidden_one_may_be(
    odds: float, origin: Place
) -> None:
    decoder = with_free_hands()
    by = ((PlayerId("Ben"), 1.0 - odds), (PlayerId("Ann"), odds))
    told(replace(change(Kind.EMPTIED, B2, 1700), by=HandPosterior(by)), decoder=decoder)
    events = told(on_pile(2000, A1), decoder=decoder)
    events += told(change(Kind.EMPTIED, A1, 1750), decoder=decoder)
    events += decoder.resolve(2400, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [origin]


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_two_cards_of_which_either_may_have_left_a_slot_are_in_doubt_where_anybodys_are_taken(
    *, takes_anybodys: bool
) -> None:
    pile = DiscardPile([CARDS[0], parse_card("KH")], was_begun=True)
    decoder = EventDecoder(CARDS, owners=Owners({}, takes_anybodys), pile=pile)
    told(
        replace(gone(B2, 1000), by=UNSEEN_HAND),
        replace(change(Kind.EMPTIED, B2, 1000), by=UNSEEN_HAND),
        decoder=decoder,
    )
    hidden, stops = (gone(A1, 1100, sure=False),), (HandStop(PlayerId("Ann"), Interval(1167, 1200), 1.0),)
    came_first = change(Kind.CAME, Heap.DISCARD, 1200, lying=observation("KS"), before=observation("KH"), hidden=hidden)
    first = replace(came_first, stops=stops)
    second = change(Kind.CAME, Heap.DISCARD, 1900, "Ben", lying=observation("KC"), before=observation("KS"))
    events = [*told(first, second, decoder=decoder), *told(change(Kind.EMPTIED, A1, 1100), decoder=decoder)]
    events += decoder.resolve(3000, lambda _: False)
    found = {one.face: (one.origin, one.seen.confidence) for one in events if isinstance(one, PileTopChanged)}
    sure = 0.6 if takes_anybodys else 1.0
    assert found == {parse_card("KC"): (B2, sure), parse_card("KS"): (A1, sure)}


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_hand_with_a_card_over_another_slot_since_may_have_taken_that_where_anybodys_are_taken(
    *, takes_anybodys: bool
) -> None:
    decoder = EventDecoder(
        CARDS, pile=DiscardPile([CARDS[0], CARDS[1]], was_begun=True), owners=Owners({}, takes_anybodys)
    )
    hidden = (gone(A1, 1000, sure=False), gone(B2, 1700, sure=False))
    told(
        change(Kind.CAME, Heap.DISCARD, 2000, lying=observation("KS"), before=observation("KH"), hidden=hidden),
        decoder=decoder,
    )
    told(change(Kind.EMPTIED, A1, 1000), decoder=decoder)
    at_once = list(decoder.resolve(2300, lambda place: place == B2))
    late = list(decoder.resolve(3900, lambda place: place == B2))
    found = [(one.origin, one.seen.confidence) for one in (*at_once, *late) if isinstance(one, PileTopChanged)]
    assert found == [(A1, 0.6 if takes_anybodys else 1.0)]
    assert bool(at_once) is not takes_anybodys


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_hand_brought_the_card_that_it_took_most_likely_where_anybodys_are_taken(*, takes_anybodys: bool) -> None:
    decoder = EventDecoder(
        CARDS, pile=DiscardPile([CARDS[0], CARDS[1]], was_begun=True), owners=Owners({}, takes_anybodys)
    )
    hidden = (gone(A1, 1400, sure=False), gone(B1, 1360, sure=False))
    told(
        change(Kind.CAME, Heap.DISCARD, 1500, lying=observation("KS"), before=observation("KH"), hidden=hidden),
        decoder=decoder,
    )
    either = HandPosterior(((PlayerId("Ben"), 0.6), (PlayerId("Ann"), 0.4)))
    told(replace(change(Kind.EMPTIED, A1, 1400), by=HandPosterior(either)), decoder=decoder)
    events = list(decoder.resolve(1850, lambda place: place == B1))
    told(change(Kind.EMPTIED, B1, 1360), decoder=decoder)
    events += decoder.resolve(1890, lambda _: False)
    found = [(one.origin, one.seen.confidence) for one in events if isinstance(one, PileTopChanged)]
    assert found == [(B1 if takes_anybodys else A1, 1.0)]


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_of_cards_that_nobody_was_seen_to_take_the_first_one_is_laid_first(*, takes_anybodys: bool) -> None:
    owners = Owners({}, takes_anybodys)
    decoder = EventDecoder(CARDS, pile=DiscardPile([CARDS[0], CARDS[1]], was_begun=True), owners=owners)
    for place, at_ms in ((B2, 1100), (C1, 1200)):
        told(replace(change(Kind.EMPTIED, place, at_ms), by=UNSEEN_HAND), decoder=decoder)
    stops = (HandStop(PlayerId("Ann"), Interval(1867, 1900), 1.0),)
    came_first = change(Kind.CAME, Heap.DISCARD, 1900, lying=observation("KS"), before=observation("KH"))
    events = told(replace(came_first, stops=stops), decoder=decoder)
    origins_told = [one.origin for one in events if isinstance(one, PileTopChanged)]
    assert origins_told == [B2 if takes_anybodys else C1]


def test_a_card_that_turns_out_to_be_one_laid_before_is_not_the_next_one_as_well() -> None:
    decoder = EventDecoder(CARDS, pile=DiscardPile([parse_card("2C"), parse_card("KH")], was_begun=True))
    unseen = replace(gone(A1, 1700), by=UNSEEN_HAND)
    first = change(Kind.CAME, Heap.DISCARD, 2000, lying=observation("KS"), hidden=(gone(B1, 1750, sure=False),))
    hidden = (gone(B2, 1800, "Ben", sure=False),)
    rests = (HandStop(PlayerId("Ben"), Interval(2067, 2100), 1.0),)
    second = change(Kind.CAME, Heap.DISCARD, 2100, "Ben", lying=observation("KD"), hidden=hidden, stops=rests)
    events = told(unseen, first, second, decoder=decoder)
    events += [*decoder.resolve(2300, lambda place: place == B2), *decoder.resolve(4000, lambda place: place == B2)]
    tops = [(one.face, one.origin) for one in events if isinstance(one, PileTopChanged)]
    assert tops == [(parse_card("KS"), A1), (parse_card("KD"), B2)]
