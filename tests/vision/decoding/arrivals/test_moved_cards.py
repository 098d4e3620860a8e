"""Cards that lie otherwise in their slots, and for which others may have come."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import BACK, came, gone, observation

from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_vision.decoding.arrivals.moved_cards import MovedCards, is_brushed, is_exchange, may_be_brushed
from kibitz_vision.decoding.cards.in_flight import InFlightCard, leaving

A1, A2 = SlotId("p1.a1"), SlotId("p1.a2")
PILED = came(Heap.DISCARD, 2000, observation("KS"))
MOVED = replace(came(A1, 1900, BACK, BACK), moved_mm=3.0)
SLIGHTLY = replace(MOVED, moved_mm=1.0)


@pytest.mark.parametrize(
    ("at_ms", "player", "left_ms", "expected"),
    [(1900, "Ann", None, True), (1840, "Ann", None, False), (1900, "Ben", None, False), (1900, "Ann", 1990, False)],
    ids=["just before", "too early", "another hand", "its card was there for too long"],
)
def test_a_card_was_laid_for_one_on_a_heap_if_its_hand_did_so_just_before(
    at_ms: float, player: str, left_ms: float | None, *, expected: bool
) -> None:
    moved = replace(came(A1, at_ms, BACK, BACK, player), moved_mm=3.0)
    moved = moved if left_ms is None else replace(moved, left=Interval(left_ms - 33, left_ms))
    assert is_exchange(moved, PILED) is expected


def test_a_moved_card_is_forgotten_when_nobody_would_look_for_another_any_more() -> None:
    cards = MovedCards()
    cards.note(MOVED)
    cards.note(replace(MOVED, place=A2, at=Interval(2747, 2780)))
    assert [one.place for one in cards.moved] == [A1, A2]
    assert [one.place for one in cards.exchanged_for(PILED)] == [A1, A2]
    cards.note(replace(MOVED, place=A2, at=Interval(2787, 2820)))
    assert A1 not in [one.place for one in cards.moved]
    cards.forget(cards.moved[0])
    assert len(cards.moved) == 1


def test_only_a_card_that_lies_slightly_otherwise_was_brushed_by_a_hand_that_took_another() -> None:
    taken, drawn = InFlightCard(A2, gone(A2, 1800)), InFlightCard(Heap.DRAW, gone(Heap.DRAW, 1800))
    assert is_brushed(SLIGHTLY, taken)
    assert not is_brushed(SLIGHTLY, drawn)
    assert not is_brushed(SLIGHTLY, None)
    assert not is_brushed(MOVED, taken)
    assert may_be_brushed(SLIGHTLY, leaving(SLIGHTLY), [taken])
    assert not may_be_brushed(SLIGHTLY, leaving(SLIGHTLY), [InFlightCard(A2, gone(A2, 1800, "Ben"))])
    assert not may_be_brushed(MOVED, leaving(MOVED), [taken])
