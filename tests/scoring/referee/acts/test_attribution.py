"""Whose act something seems to be where no hand was seen."""

from __future__ import annotations

import pytest

from kibitz_scoring.referee.acts.attribution import seat_of_act
from kibitz_scoring.referee.acts.trace import Move
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Heap, SlotId

from ...stories import dealt

MINE, YOURS = SlotId("p1.a1"), SlotId("p2.a1")
PACK = load_pack("dragons_gambit", {"deck.base": "french52"})


@pytest.mark.parametrize(
    ("discarded", "seat"),
    [("9C", 0), ("8C", 1), ("3C", 1)],
    ids=["a power to look is whose turn it is", "one that puts a token is not", "no power"],
)
def test_a_card_taken_up_is_looked_at_by_who_may_or_else_by_its_owner(discarded: str, seat: int) -> None:
    looked_first = [f"p{seat} looks p{seat}.{slot}" for seat in (1, 2) for slot in ("b1", "b2")]
    state = dealt(PACK, *looked_first, "p1 draws", f"p1 discards {discarded}")
    assert seat_of_act(state, [Move(YOURS)]) == seat


def test_a_card_laid_on_a_pile_is_laid_by_its_owner_and_one_that_left_no_slot_by_whose_turn_it_is() -> None:
    state = dealt(PACK, "p1 draws")
    assert seat_of_act(state, [Move(YOURS, Heap.DISCARD)]) == 1
    assert seat_of_act(state, [Move(MINE, Heap.DISCARD)]) == 0
    assert seat_of_act(state, [Move(Heap.DRAW, Heap.DISCARD)]) == state.turn
