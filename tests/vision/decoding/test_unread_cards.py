"""Cards that nobody could read on the pile until the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import CARDS, came, change, laid, observation, stopped, told

from kibitz_scoring.cards import parse_card
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Place, SlotId
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop

A1, B2 = SlotId("p1.a1"), SlotId("p2.b2")
BEN = stopped("Ben", 1500)


@pytest.mark.parametrize(
    ("kind", "stops", "unread"),
    [
        (Kind.EMPTIED, (BEN,), [(FACE_DOWN, B2, 1500)]),
        (Kind.EMPTIED, (stopped("Ben", 1300), BEN), []),
        (Kind.EMPTIED, (replace(BEN, sure=0.4),), []),
        (Kind.EMPTIED, (stopped("Cleo", 1500),), []),
        (Kind.GONE, (BEN,), []),
    ],
    ids=["came later", "came before, too", "part of an arm", "another hand", "not seen empty"],
)
def test_a_card_that_nobody_could_read_until_the_end_came_as_its_hand_came_to_rest(
    kind: Kind, stops: tuple[HandStop, ...], unread: list[tuple[Face, Place | None, float]]
) -> None:
    decoder = EventDecoder(CARDS)
    snap = replace(came(Heap.DISCARD, 1400, observation("7D"), before=observation("7H")), stops=(stopped("Ann", 1400),))
    first, lost = came(Heap.DISCARD, 500, observation("7H"), player="Dan"), change(kind, B2, 1020, "Ben")
    lost = replace(lost, is_sure=kind is Kind.EMPTIED)
    events = told(first, change(Kind.EMPTIED, A1, 1100), snap, lost, decoder=decoder)
    decoder.note_stops((stopped("Ann", 1400), *stops))
    assert laid([*events, *decoder.finish()]) == [(parse_card("7D"), A1, 1400), *unread]
