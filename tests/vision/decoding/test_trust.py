"""With how much confidence things are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileTopChanged,
    Seen,
    SlotId,
    TableEvent,
)
from kibitz_vision.decoding.trust import RECORDS, Record, kind_of, trusted

ANN = PlayerId("Ann")
SEEN = Seen(Interval(0.0, 33.0), by=HandPosterior.sole(ANN))
EVENTS = (
    CardLifted(SEEN, SlotId("p1.a1")),
    HandOver(SEEN, Heap.DRAW),
    PileTopChanged(SEEN, parse_card("7H")),
    PileTopChanged(SEEN, FACE_DOWN),
    PileRefilled(SEEN),
)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("confidence", [0.0, 0.3, 1.0])
def test_nothing_is_told_surely_nor_is_whose_hand_it_was(event: TableEvent, confidence: float) -> None:
    told = trusted(replace(event, seen=replace(event.seen, confidence=confidence))).seen
    assert 0 < told.confidence < 1
    assert 0.9 < told.by.of(ANN) < 1


def test_what_is_often_wrong_is_told_with_less_confidence() -> None:
    lifted, over = (trusted(event).seen.confidence for event in EVENTS[:2])
    assert over < lifted < 1


def test_a_card_whose_face_is_not_read_has_a_record_of_its_own() -> None:
    assert [kind_of(event) for event in EVENTS[2:4]] == ["pile_top_changed", "pile_top_unread"]


def test_a_record_without_a_fault_is_no_promise_and_a_longer_one_is_worth_more() -> None:
    assert Record(5, 5).share < Record(50, 50).share < 1
    assert Record(0, 5).share > 0
    assert all(record.right <= record.told for record in RECORDS.values())
