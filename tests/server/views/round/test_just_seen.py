"""What was seen just now: where something moved, and never which card."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    DrawPileTouched,
    HandOver,
    Heap,
    Interval,
    PileTopChanged,
    Seen,
    SlotId,
)
from kibitz_server.views.round.just_seen import just_seen
from kibitz_server.views.words.act_words import ActWords

NAMES = ActWords(load_pack("kaboo"), (PlayerId("Ann"), PlayerId("Ben")))
SEEN = Seen(Interval(100, 133))
SLOT, SEVEN = SlotId("p1.a2"), parse_card("7H")


def test_a_card_that_came_is_told_once_however_much_more_becomes_known_of_it() -> None:
    waiting = (CardLanded(SEEN, SLOT), HandOver(SEEN, SLOT), CardPlaced(SEEN, SLOT, Heap.DRAW, SEVEN))
    assert just_seen(waiting, NAMES) == ("a card came to Ann's far right card",)


def test_no_face_is_told_also_of_what_lies_open_on_the_pile() -> None:
    assert just_seen((PileTopChanged(SEEN, SEVEN, SLOT),), NAMES) == ("a card came to the discard pile",)
    assert just_seen((CardFlipped(SEEN, SLOT, SEVEN),), NAMES) == ("a card was turned over at Ann's far right card",)


def test_the_last_few_are_told_the_latest_last() -> None:
    waiting = (
        DrawPileTouched(SEEN),
        CardLifted(SEEN, Heap.DRAW),
        CardLifted(SEEN, SLOT),
        CardReturned(SEEN, SLOT),
        CardLanded(SEEN, Heap.DISCARD),
    )
    assert just_seen(waiting, NAMES) == (
        "a card was taken up from the draw pile",
        "a card was taken up from Ann's far right card",
        "a card was laid back at Ann's far right card",
        "a card came to the discard pile",
    )
