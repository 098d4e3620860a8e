"""Cards that show on the pile as the top one goes back into its slot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import BACK, CARDS, came, change, gone, laid, observation, stopped, told

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardPlaced, Heap, PileTopChanged, SlotId, TableEvent
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind

A1, A2, B2 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p2.b2")
LOST = change(Kind.EMPTIED, B2, 1020, "Ben")
SEVEN, SPADE = parse_card("7D"), parse_card("7S")
ON_TOP, BENEATH, LEFT = (SEVEN, A1, 1400), (SPADE, B2, 1367), (SPADE, None, 2200)


def shows(text: str = "7S", player: str = "Ann", **known: object) -> Change:
    return replace(came(Heap.DISCARD, 2200, observation(text), before=observation("7D"), player=player), **known)


def seen(decoder: EventDecoder, *changes: Change, hidden: tuple[SlotId, ...] = ()) -> list[TableEvent]:
    """Dan lays a card, Ann snaps one out of her first slot, which an arm perhaps hides, and then this is seen."""
    snap = replace(came(Heap.DISCARD, 1400, observation("7D"), before=observation("7H")), stops=(stopped("Ann", 1400),))
    snap = replace(snap, hidden=tuple(gone(place, 1100, sure=False) for place in hidden))
    first = came(Heap.DISCARD, 500, observation("7H"), player="Dan")
    return told(first, *([] if hidden else [change(Kind.EMPTIED, A1, 1100)]), snap, *changes, decoder=decoder)


@pytest.mark.parametrize("hidden", [(), (A1,), (A1, A2)])
def test_a_card_beneath_the_one_that_goes_back_is_that_of_the_hand_whose_card_nobody_saw_come(
    hidden: tuple[SlotId, ...],
) -> None:
    pile = DiscardPile()
    decoder = EventDecoder(CARDS, pile=pile)
    events = seen(decoder, LOST, shows(), hidden=hidden)
    back = told(came(A1, 2600, BACK, before=BACK if hidden else None), decoder=decoder)
    assert laid([*events, *back]) == [ON_TOP, BENEATH, LEFT]
    assert pile.faces == [parse_card("7H"), SPADE]
    placed = [(one.place, one.origin) for one in back if isinstance(one, CardPlaced)]
    assert placed == [(A1, Heap.DISCARD)]


def test_a_card_beneath_the_one_that_goes_back_was_there_before_it_though_nobody_saw_one_taken_up() -> None:
    pile = DiscardPile()
    events = seen(decoder := EventDecoder(CARDS, pile=pile), shows())
    events += told(came(A1, 2600, BACK), decoder=decoder)
    assert laid(events) == [ON_TOP, (SPADE, None, 1367), LEFT]
    beneath = next(one for one in events if isinstance(one, PileTopChanged) and one.face == SPADE)
    assert (beneath.seen.by, beneath.seen.at.start_ms, beneath.seen.confidence) == (UNSEEN_HAND, 467, 0.6)
    assert pile.faces == [parse_card("7H"), SPADE]


def test_a_second_card_of_the_same_hand_lies_on_top_where_that_hand_lays_none_back() -> None:
    events = seen(decoder := EventDecoder(CARDS), shows())
    events += decoder.resolve(9000, lambda _: False)
    assert [one.face for one in events if isinstance(one, PileTopChanged)] == [parse_card("7H"), SEVEN, SPADE]
    assert laid(events)[-1][2] == 2200


@pytest.mark.parametrize(("player", "is_doubted"), [("Ben", False), ("Cleo", True)])
def test_where_anybodys_cards_are_taken_the_one_beneath_is_doubted_if_its_hand_was_only_seen_to_take_it_up(
    player: str, *, is_doubted: bool
) -> None:
    slots = {PlayerId("Ben"): [B2]}
    decoder = EventDecoder(CARDS, owners=Owners(slots, takes_anybodys=True))
    lost = change(Kind.EMPTIED, B2, 1020, player)
    events = seen(decoder, lost, shows(), came(A1, 2600, BACK))
    beneath = next(one for one in events if isinstance(one, PileTopChanged) and one.origin == B2)
    assert beneath.seen.by == HandPosterior.sole(player)
    assert (beneath.seen.confidence < 1.0) is is_doubted


@pytest.mark.parametrize(("hidden", "is_known"), [((), True), ((A1, A2), False)])
def test_at_the_end_a_card_is_taken_for_the_one_beneath_where_the_slot_of_the_top_one_is_known(
    hidden: tuple[SlotId, ...], *, is_known: bool
) -> None:
    decoder = EventDecoder(CARDS)
    events = [*seen(decoder, LOST, shows(), hidden=hidden), *decoder.finish()]
    assert (BENEATH in laid(events)) is (LEFT in laid(events)) is is_known


def test_at_the_end_a_card_that_nobody_saw_come_was_there_before_so_that_nobody_is_surely_first() -> None:
    decoder = EventDecoder(CARDS)
    events = [*seen(decoder, shows()), *decoder.finish()]
    assert laid(events) == [ON_TOP, (SPADE, None, 1367), LEFT]


@pytest.mark.parametrize(
    ("lost", "then", "back"),
    [
        (LOST, shows(player="Cleo"), A1),
        (LOST, shows("9S"), A1),
        (LOST, shows(stops=(stopped("Ben", 1500),)), A1),
        (change(Kind.EMPTIED, B2, 1500, "Ben"), shows(), A1),
        (change(Kind.EMPTIED, B2, 700, "Ben"), shows(), A1),
        (change(Kind.EMPTIED, A2, 1020, "Ann"), shows(), A1),
        (replace(LOST, by=UNSEEN_HAND), shows(), A1),
        (LOST, shows(), A2),
    ],
    ids=[
        "another hand",
        "another rank",
        "its hand came later",
        "taken up later",
        "taken up long before",
        "its own hand's",
        "nobody's hand",
        "into another slot",
    ],
)
def test_else_a_card_that_shows_has_come_to_lie_on_top(lost: Change, then: Change, back: SlotId) -> None:
    decoder = EventDecoder(CARDS)
    events = seen(decoder, lost, then, came(back, 2600, BACK, before=BACK if back == A2 else None))
    events += [*decoder.resolve(4100, lambda _: False), *decoder.finish()]
    assert all(at_ms != 1367 for _, _, at_ms in laid(events))
    assert any(face == decoder.face(then.lying) for face, _, at_ms in laid(events) if at_ms == 2200)


def test_a_card_that_shows_for_long_while_none_goes_back_has_come_to_lie_on_top() -> None:
    decoder = EventDecoder(CARDS)
    events = seen(decoder, LOST, shows())
    assert laid([*events, *decoder.resolve(3999, lambda _: False)]) == [ON_TOP]
    assert laid([*events, *decoder.resolve(4001, lambda _: False)])[1:] != []


def test_a_card_that_shows_before_another_comes_has_come_to_lie_on_top() -> None:
    decoder = EventDecoder(CARDS)
    events = seen(
        decoder, LOST, shows(), came(Heap.DISCARD, 3400, observation("9S"), before=observation("7S"), player="Dan")
    )
    assert (SPADE, 2200) in [(face, at_ms) for face, _, at_ms in laid(events)]
