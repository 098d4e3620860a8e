"""Cards on the discard pile and the hands that came to rest there with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_scoring.table import Heap, Interval, Place, PlayerId, SlotId
from kibitz_vision.changes import Change, Kind
from kibitz_vision.piled import Piled
from kibitz_vision.stops import Stop

STOP = Stop(PlayerId("Ann"), Interval(1480, 1514), 1.0)
FAR = float("inf")


def came(place: Place, at_ms: float, kind: Kind = Kind.CAME) -> Change:
    return Change(kind, place, Interval(at_ms - 33, at_ms), round(at_ms / 33), ())


def seen() -> tuple[Stop, ...]:
    return (STOP,)


def test_a_card_on_the_pile_is_told_when_the_hand_that_brought_it_has_been_seen_to_rest() -> None:
    piled = Piled()
    assert piled.take([came(Heap.DISCARD, 1500)], 1533, tuple) == []
    assert piled.take([], 1600, tuple) == []
    (told,) = piled.take([], 1633, seen)
    assert told.stops == (STOP,)
    assert piled.take([], 1666, seen) == []


def test_what_happens_elsewhere_is_told_at_once() -> None:
    changes = [came(SlotId("p1.a1"), 1500), came(Heap.DISCARD, 1500, Kind.LANDED), came(Heap.DISCARD, 1500, Kind.GONE)]
    assert Piled().take(changes, 1500, tuple) == changes


def test_a_card_that_lands_on_the_pile_is_told_once_more_with_the_hand_that_brought_it() -> None:
    piled, landed = Piled(), came(Heap.DISCARD, 1500, Kind.LANDED)
    assert piled.take([landed], 1533, tuple) == [landed]
    (glimpsed,) = piled.take([], 1633, seen)
    assert (glimpsed.kind, glimpsed.at, glimpsed.stops) == (Kind.GLIMPSED, landed.at, (STOP,))


def test_cards_on_the_pile_stay_in_their_order() -> None:
    first, second = came(Heap.DISCARD, 1400), came(Heap.DISCARD, 1450)
    piled = Piled()
    assert piled.take([first, second], 1460, tuple) == []
    assert [change.frame for change in piled.take([], FAR, tuple)] == [first.frame, second.frame]


def test_a_card_seen_long_after_it_came_is_told_at_once() -> None:
    assert [change.stops for change in Piled().take([came(Heap.DISCARD, 1000)], 1500, seen)] == [(STOP,)]


@pytest.mark.parametrize(
    ("seen_ms", "by", "stops"),
    [
        (1481.0, {"Ben": 1.0}, (STOP,)),
        (1480.0, {"Ben": 1.0}, ()),
        (1480.0, {"Ann": 1.0}, (STOP,)),
        (1480.0, {"Ben": 0.9, "Ann": 0.1}, ()),
    ],
)
def test_a_hand_that_comes_to_rest_after_a_card_was_seen_to_lie_did_not_bring_it_unless_it_alone_was_seen_there(
    seen_ms: float, by: dict[str, float], stops: tuple[Stop, ...]
) -> None:
    actors = tuple((PlayerId(player), odds) for player, odds in by.items())
    change = replace(came(Heap.DISCARD, 1450), by=actors, seen_ms=seen_ms)
    assert [told.stops for told in Piled().take([change], FAR, seen)] == [stops]
