"""What happened, in words that name places by where they lie."""

from __future__ import annotations

import re

import pytest

from kibitz_scoring.game.events import Drew, Exchanged, Moved, Snapped, Swapped, Verdict
from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.views.words.act_words import ActWords

from ...simulated_rounds import performed

ANN, BEN = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
WORDS = ActWords(load_pack("kaboo"), PLAYERS)


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ((Drew(ANN), Swapped(ANN, SlotId("p1.a1"))), "Ann drew a card and swapped the card in hand for Ann's far left"),
        ((Snapped(BEN, SlotId("p2.b2"), verdict=Verdict.LATE),), "Ben snapped Ben's near right card too late"),
        ((Exchanged(ANN, SlotId("p1.b1"), SlotId("p2.x1")),), "exchanged Ann's near left card and Ben's extra card"),
        ((Moved(Heap.DRAW, SlotId("p2.x2")),), "a card went from the draw pile to Ben's second extra card"),
        ((), "nothing that counts"),
    ],
)
def test_acts_are_told_by_who_and_where(events: tuple[object, ...], text: str) -> None:
    assert text in WORDS.told(events)  # type: ignore[arg-type]


@pytest.mark.parametrize("pack_id", pack_ids())
def test_each_place_of_a_hand_has_words_of_its_own_that_are_not_its_name(pack_id: str) -> None:
    pack = load_pack(pack_id)
    slots = slot_ids(pack, 1, pack.table.hand_size + 3)
    words = [ActWords(pack, first_state(pack, PLAYERS).players).place(slot) for slot in slots]
    assert len(set(words)) == len(slots)
    assert not any(re.search(r"\bp\d", text) for text in words)


@pytest.mark.parametrize("round_played", [("kaboo", 2, 3), ("cambio", 3, 5), ("scambodia", 4, 1)])
def test_no_act_of_a_round_is_told_by_the_name_of_a_place(round_played: tuple[str, int, int]) -> None:
    acted = performed(*round_played)
    words = ActWords(acted.last.pack, acted.last.players)
    texts = [words.told([happening.timed.event]) for happening in acted.happenings]
    assert len(texts) > 20
    assert not [text for text in texts if re.search(r"\bp\d|[{}]", text)]
