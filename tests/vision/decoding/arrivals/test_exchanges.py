"""Cards that lie otherwise in their slots as others come to heaps: laid there for those, or only brushed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.vision.decoding.arrivals.heap_changes import (
    A1,
    A2,
    B1,
    B2,
    BRUSHED_MM,
    LAID_MM,
    TILTED_MM,
    drawn,
    lies,
    on_pile,
    origins,
    with_free_hands,
)
from tests.vision.decoding.decoder_changes import (
    CARDS,
    change,
    gone,
    kinds,
    observation,
    told,
)

from kibitz_scoring.table import (
    CardLifted,
    CardPlaced,
    CardReturned,
    Heap,
    Interval,
    PileTopChanged,
    Place,
)
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Kind


def test_a_card_that_lies_as_before_has_not_gone_to_the_pile() -> None:
    assert origins(drawn(), on_pile(2000, A1, B1), lies(A1, 2200, TILTED_MM)) == [Heap.DRAW]


def test_a_card_that_lies_otherwise_came_for_the_one_on_the_pile() -> None:
    assert origins(drawn(), on_pile(2000, A1, B1), lies(B1, 2200, LAID_MM)) == [B1, Heap.DRAW]


def test_a_card_laid_down_just_before_came_for_the_one_on_the_pile() -> None:
    decoder = drawn()
    before = replace(lies(B1, 1950, LAID_MM), left=Interval(1500, 1533))
    events = told(before, on_pile(2000, A1), decoder=decoder)
    assert kinds(events) == ["CardLifted", "PileTopChanged", "CardPlaced", "SlotFilled"]
    assert isinstance(events[0], CardLifted)
    assert events[0].seen.at == Interval(1500, 1533)


def test_a_card_laid_down_later_came_for_the_one_on_the_pile_though_its_place_was_not_hidden() -> None:
    assert origins(drawn(), on_pile(2000, A1), lies(B1, 2100, LAID_MM)) == [B1, Heap.DRAW]


def test_a_card_brushed_as_its_neighbour_was_taken_did_not_come_for_the_one_on_the_pile() -> None:
    neighbour = change(Kind.EMPTIED, A1, 1700)
    assert origins(with_free_hands(), on_pile(2000, A1, B1), lies(A2, 1900, LAID_MM), neighbour) == [A1]


@pytest.mark.parametrize("held", [with_free_hands, drawn], ids=["no card seen to be drawn", "one drawn"])
@pytest.mark.parametrize(("moved_mm", "origin"), [(BRUSHED_MM, B1), (LAID_MM, A1)])
def test_a_hidden_card_that_was_perhaps_brushed_did_not_come_for_the_one_on_the_pile_if_its_hidden_neighbour_has_gone(
    moved_mm: float, origin: Place, held: Callable[[], EventDecoder]
) -> None:
    neighbour = change(Kind.EMPTIED, B1, 1700)
    assert origins(held(), on_pile(2000, A1, B1), lies(A1, 2100, moved_mm), neighbour)[0] == origin


@pytest.mark.parametrize("held", [with_free_hands, drawn], ids=["no card seen to be drawn", "one drawn"])
def test_a_hidden_card_that_was_perhaps_brushed_came_for_the_one_on_the_pile_if_no_other_has_gone(
    held: Callable[[], EventDecoder],
) -> None:
    unmoved, decoder = lies(B1, 2400, TILTED_MM), held()
    assert told(on_pile(2000, A1, B1), lies(A1, 2100, BRUSHED_MM), unmoved, decoder=decoder) == []
    lifted, piled, *_ = decoder.resolve(2500, lambda _: False)
    assert isinstance(lifted, CardLifted)
    assert isinstance(piled, PileTopChanged)
    assert (piled.origin, lifted.seen.at.end_ms) == (A1, 1700)


def test_a_card_that_lies_slightly_otherwise_came_for_the_one_on_the_pile_if_only_those_of_others_are_hidden() -> None:
    of_others = gone(B2, 1900, "Ben", sure=False)
    one_hidden = replace(on_pile(2000), hidden=(*on_pile(2000, A1).hidden, of_others))
    assert origins(with_free_hands(), one_hidden, lies(A1, 2100, BRUSHED_MM))[0] == A1


@pytest.mark.parametrize(("has_gone", "origin"), [(True, B1), (False, A2)])
def test_a_card_that_lay_slightly_otherwise_before_is_the_one_on_the_pile_only_if_none_that_hands_reach_has_gone(
    *, has_gone: bool, origin: Place
) -> None:
    reached = replace(on_pile(2000, A1), reached=(gone(B1, 1700, sure=False),))
    later = (change(Kind.EMPTIED, B1, 1700),) if has_gone else ()
    assert origins(with_free_hands(), lies(A2, 1950, BRUSHED_MM), reached, *later)[0] == origin


@pytest.mark.parametrize(("left_ms", "origin"), [(1533, B1), (2133, Heap.DRAW)])
def test_a_card_that_left_its_slot_after_one_came_to_the_pile_is_not_that_one(left_ms: float, origin: Place) -> None:
    moved = replace(lies(B1, 1950, LAID_MM), left=Interval(left_ms - 33, left_ms))
    assert origins(drawn(), moved, on_pile(2000, A1))[0] == origin
    assert origins(drawn(), on_pile(2000, A1), moved)[0] == origin


def test_a_card_that_lies_otherwise_came_for_one_card_alone() -> None:
    second = replace(on_pile(2100, A2), lying=observation("QS"))
    found = origins(with_free_hands(), on_pile(2000, A1, B1), second, lies(B1, 2080, LAID_MM))
    assert found.count(B1) == 1


def test_a_card_that_lies_otherwise_came_for_the_one_on_the_pile_if_no_hidden_one_has_gone() -> None:
    unmoved = lies(A1, 2400, TILTED_MM)
    found = origins(with_free_hands(), on_pile(2000, A1, B1), lies(A2, 1900, LAID_MM), unmoved)
    assert found == [A2, Heap.DRAW]


def test_a_card_taken_up_after_one_came_to_the_pile_was_not_that_one() -> None:
    later = gone(A2, 2300, sure=False), lies(A2, 2500, LAID_MM)
    assert A2 not in origins(with_free_hands(), on_pile(2000, A1, B1), *later, lies(A1, 2600, TILTED_MM))[:1]


def test_a_card_brushed_aside_long_before_did_not() -> None:
    assert origins(drawn(), lies(B1, 1500, LAID_MM), on_pile(2000, A1)) == [Heap.DRAW]
    assert origins(drawn(), gone(B1, 1400, sure=False), lies(B1, 1500, LAID_MM), on_pile(2000, A1)) == [Heap.DRAW]


def test_the_card_of_another_player_that_lies_otherwise_was_looked_at() -> None:
    decoder = drawn()
    events = told(gone(B2, 2000), lies(B2, 3000, LAID_MM), decoder=decoder)
    assert kinds(events) == ["CardLifted", "CardReturned"]


def test_two_cards_of_one_hand_that_lie_otherwise_changed_places() -> None:
    decoder = EventDecoder(CARDS)
    events = told(gone(A1, 1000), gone(B2, 1100), lies(B2, 2000, LAID_MM), lies(A1, 2100, LAID_MM), decoder=decoder)
    assert [event.origin for event in events if isinstance(event, CardPlaced)] == [A1, B2]


@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize(("moved_mm", "origin"), [(BRUSHED_MM, A1), (LAID_MM, B1)])
def test_a_card_that_lies_but_slightly_otherwise_as_its_neighbour_was_taken_was_brushed(
    is_before: bool, moved_mm: float, origin: Place
) -> None:
    other = replace(lies(B1, 1900, moved_mm), left=Interval(1850, 1883))
    seen = (other, on_pile(2000, B1)) if is_before else (on_pile(2000, B1), other)
    assert origins(with_free_hands(), gone(A1, 1700), *seen)[0] == origin


def test_a_card_that_nobody_saw_go_and_that_lies_otherwise_long_after_it_was_seen_last_was_looked_at() -> None:
    back = replace(lies(B2, 3000, LAID_MM, "Ben"), left=Interval(2000, 2033))
    lifted, returned = told(back, decoder=EventDecoder(CARDS))
    assert isinstance(lifted, CardLifted)
    assert isinstance(returned, CardReturned)
    assert (lifted.seen.at, returned.seen.at) == (Interval(2000, 2033), back.at)


@pytest.mark.parametrize(("left_ms", "player"), [(2700, "Ben"), (2000, "Ann")])
def test_a_card_that_was_hidden_shortly_or_by_a_hand_that_carries_one_was_only_brushed(
    left_ms: float, player: str
) -> None:
    back = replace(lies(B2, 3000, LAID_MM, player), left=Interval(left_ms, left_ms + 33))
    assert told(back, decoder=drawn()) == []


def test_a_card_was_taken_up_when_it_was_seen_last_to_lie_as_it_did_though_that_was_seen_later() -> None:
    back = replace(lies(B2, 3000, LAID_MM, "Ben"), left=Interval(2000, 2033))
    lifted, returned = told(gone(B2, 2900, sure=False), back, decoder=EventDecoder(CARDS))
    assert (lifted.seen.at, returned.seen.at) == (Interval(2000, 2033), back.at)


def test_a_card_that_seems_to_be_of_another_hand_is_the_one_on_the_pile_if_none_of_its_own_hand_is() -> None:
    taken, as_before = change(Kind.EMPTIED, B2, 1700, "Ben"), lies(A1, 2400, TILTED_MM)
    assert origins(with_free_hands(), on_pile(2000, B2, A1), taken, as_before) == [B2]


def test_a_card_hidden_until_one_came_to_the_pile_may_be_that_one_though_its_hand_was_at_another_that_shows() -> None:
    decoder = with_free_hands()
    at_another, hidden = gone(B1, 1800, sure=False), gone(A1, 1970, sure=False)
    seen = change(
        Kind.CAME, Heap.DISCARD, 2000, lying=observation("KS"), hidden=(hidden, at_another), reached=(at_another,)
    )
    told(seen, lies(B1, 2200, TILTED_MM), decoder=decoder)
    events = [*decoder.resolve(2300, lambda place: place == A1), *told(change(Kind.EMPTIED, A1, 1970), decoder=decoder)]
    events += decoder.resolve(2500, lambda _: False)
    assert [event.origin for event in events if isinstance(event, PileTopChanged)] == [A1]
