"""What is owed after a snap: cards to take over stay where they are, and a race is not held up by its own costs."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.round_state import GiveDue, RoundState, TakeDue
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.rules.packs import load_pack

from ..stories import THREE, TWO, broken, told

CAMBIO = load_pack("cambio")


def table(more: str, *, turn: str = "p1", pack_id: str = "cambio", **house: object) -> RoundState:
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in house.items()})
    left = 41 - more.count("hand")
    return parse_table(
        f"round 1 turns {turn} | p1 ? ? ? ? | p2 ? ? ? ? | p3 ? ? ? ? | deck {left} | pile 7H{more}", pack, THREE
    )


def test_a_card_to_be_taken_over_is_not_given_away_before() -> None:
    state = told(table(" | top p1 snaps 0"), "p1 snaps p2.a1 8C wrong")
    state = told(state, "p2 snaps p1.a1 7C")
    assert [type(due) for due in state.due][-2:] == [TakeDue, GiveDue]
    assert "snap.wrong_other_takes_card" in broken(state, "p2 gives p2.a1 p1.a1")
    assert broken(state, "p2 gives p2.a2 p1.a1") == []
    state = told(state, "p2 gives p2.a2 p1.a1", "p1 penalty p1.x1")
    assert broken(state, "p1 collects p2.a1 p1.x2") == []
    assert told(state, "p1 collects p2.a1 p1.x2").due == ()


def test_a_card_to_be_taken_over_is_not_exchanged_or_swapped_out_before() -> None:
    owed = " | due p1 penalty snap.wrong_penalty | due p1 take p2.a1"
    assert "snap.wrong_other_takes_card" in broken(table(f" | power p1 JC{owed}"), "p1 exchanges p1.a1 p2.a1")
    assert "snap.wrong_other_takes_card" in broken(table(f" | hand p2 ? deck{owed}", turn="p2"), "p2 swaps p2.a1 3C")
    assert broken(table(f" | power p1 JC{owed}"), "p1 exchanges p1.a1 p2.a2") == []


def test_a_card_that_went_away_all_the_same_is_owed_no_more() -> None:
    state = table(" | due p1 take p2.a1 | due p2 give p1.x1")
    assert TakeDue(0, "p2.a1") in state.due
    assert TakeDue(0, "p2.a1") not in told(state, "p2 gives p2.a1 p1.x1").due


def test_who_has_no_card_left_has_none_to_give() -> None:
    state = parse_table(
        "round 1 turns p2 | p1 ? - - - | p2 ? ? ? ? | deck 48 | pile 7H | due p1 give p2.x1", CAMBIO, TWO
    )
    assert told(state, "p1 snaps p1.a1 7C").due == ()


@pytest.mark.parametrize("verdict", ["wrong", "late", "returned"])
def test_what_a_race_costs_keeps_no_right_card_of_the_same_race_off_the_pile(verdict: str) -> None:
    face = {"wrong": " 8C", "late": " 7D", "returned": ""}[verdict]
    state = told(table(" | top p1 snaps 0"), f"p1 snaps p2.a1{face} {verdict}")
    assert state.due
    assert broken(state, "p3 snaps p3.a1 7C") == []


def test_what_is_owed_for_something_else_comes_before_a_snap() -> None:
    state = table(" | top p1 snaps 0 | due p1 penalty peek.unlawful_penalty")
    assert "play.due" in broken(state, "p3 snaps p3.a1 7C")
    assert "play.due" in broken(table(" | top p1 snaps 0 | due p1 give p2.x1"), "p3 snaps p3.a1 7C")
