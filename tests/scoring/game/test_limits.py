"""Limits that a table may set: how many points may call, and what a turn costs whose time is over."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.round_state import PenaltyDue, RoundState
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.rules.packs import load_pack

from ..stories import TWO, broken, told


def revealing(caller: str = "p1", **house: object) -> RoundState:
    pack = load_pack("kaboo", {key.replace("__", "."): value for key, value in house.items()})
    return parse_table(
        f"round 1 reveal p1 | p1 ? ? - - | p2 ? ? ? ? | deck 47 | pile 7H | called {caller} | ended call", pack, TWO
    )


def test_a_call_with_too_many_points_is_known_once_the_last_card_lies_open() -> None:
    state = revealing(call__max_points=5)
    assert broken(state, "reveal p1.a1 3C") == []
    assert broken(state, "reveal p1.a1 KS") == []
    assert broken(state, "reveal p2.a1 KS") == []
    state = told(state, "reveal p1.a1 3C")
    assert broken(state, "reveal p1.a2 2C") == []
    assert broken(state, "reveal p2.a1 KS") == []
    assert "call.max_points" in broken(state, "reveal p1.a2 3D")


def test_without_a_limit_or_a_call_of_one_s_own_nobody_has_called_too_high() -> None:
    assert broken(told(revealing(), "reveal p1.a1 KS"), "reveal p1.a2 KC") == []
    state = told(revealing("p2", call__max_points=5), "reveal p1.a1 KS")
    assert "call.max_points" not in broken(state, "reveal p1.a2 KC")


def in_turn(**house: object) -> RoundState:
    pack = load_pack("kaboo", {key.replace("__", "."): value for key, value in house.items()})
    return parse_table("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H", pack, TWO)


@pytest.mark.parametrize(("choice", "due"), [("skip", ()), ("skip_and_penalty", (PenaltyDue(0, "turn.on_timeout"),))])
def test_a_turn_whose_time_is_over_is_lost_by_a_pass(choice: str, due: tuple[PenaltyDue, ...]) -> None:
    state = in_turn(turn__timer_s=60, turn__on_timeout=choice)
    assert broken(state, "p1 passes") == []
    after = told(state, "p1 passes")
    assert (after.turn, after.due) == (1, due)


def test_a_reminder_lets_nobody_pass() -> None:
    assert "turn.pass" in broken(in_turn(turn__timer_s=60), "p1 passes")
    assert "turn.pass" in broken(in_turn(turn__on_timeout="skip"), "p1 passes")


def test_where_a_turn_may_be_passed_anyway_a_pass_costs_nothing() -> None:
    house = {"turn__pass": True, "turn__timer_s": 60, "turn__on_timeout": "skip_and_penalty"}
    assert told(in_turn(**house), "p1 passes").due == ()
