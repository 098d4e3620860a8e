"""The time for a turn is over: what the first and the second time-out of a player do."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.record import begin_game, play
from kibitz_scoring.game.round_state import PenaltyDue, RoundState
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack

from ...stories import THREE, TWO, allows, begun, breaks, dealt, told


def turn(*story: str, first: str = "remind", second: str | None = None) -> RoundState:
    house = {"turn.timer_s": 60, "turn.on_timeout": first, "turn.on_second_timeout": second}
    return dealt(load_pack("kaboo", house), *story, players=THREE)


def test_a_reminder_changes_nothing_but_the_count() -> None:
    state = turn("p1 draws")
    allows(state, "p1 times-out")
    reminded = told(state, "p1 times-out")
    assert (reminded.turn, reminded.timeouts) == (0, (1, 0, 0))
    assert "timeouts 1 0 0" in format_table(reminded)
    assert parse_table(format_table(reminded), reminded.pack, THREE) == reminded
    assert parse_event(format_event(parse_event("p1 times-out", THREE), THREE), THREE).player == "A"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("first", "story", "aside"),
    [
        ("skip", (), "pile 9H"),
        ("skip", ("p1 draws 7C",), "pile 9H 7C"),
        ("skip", ("p1 draws", "p1 discards 7C"), "pile 9H 7C"),
        ("random_card", (), "pile 9H ?"),
    ],
)
def test_a_turn_that_is_lost_ends_without_a_power(first: str, story: tuple[str, ...], aside: str) -> None:
    lost = told(turn(*story, first=first), "p1 times-out")
    assert (lost.turn, lost.power, lost.held) == (1, None, ())
    assert aside in format_table(lost)


def test_a_lost_turn_may_cost_a_card() -> None:
    assert told(turn(first="skip_and_penalty"), "p1 times-out").due == (PenaltyDue(0, "turn.on_timeout"),)
    again = turn("p1 times-out", first="remind", second="skip_and_penalty")
    assert told(again, "p1 times-out").due == (PenaltyDue(0, "turn.on_second_timeout"),)


def test_a_random_card_takes_a_place_drawn_by_lot() -> None:
    state = turn(first="random_card")
    breaks(state, "p1 times-out", "turn.on_timeout")
    breaks(state, "p1 times-out p2.a1", "play.place")
    allows(state, "p1 times-out p1.b2 9C")
    moved = told(state, "p1 times-out p1.b2 9C")
    assert "pile 9H 9C" in format_table(moved)
    assert (moved.turn, moved.power) == (1, None)
    assert format_event(parse_event("p1 times-out p1.b2 9C", THREE), THREE) == "p1 times-out p1.b2 9C"
    held = told(turn("p1 draws 2C", first="random_card"), "p1 times-out p1.b2 9C")
    assert "p1 ? ? ? 2C(1)" in format_table(held)
    assert told(turn(first="random_card"), "p1 times-out p1.x1").discard[-1:] != state.discard[-1:]
    empty = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile 9H | aside" + " ?_()" * 45
    nothing = parse_table(empty, load_pack("cambio", {"turn.timer_s": 60, "turn.on_timeout": "random_card"}), TWO)
    assert told(nothing, "p1 times-out p1.a1").hands == nothing.hands


def test_a_second_time_out_may_put_a_player_out_of_the_game() -> None:
    game = begin_game(load_pack("kaboo", {"turn.timer_s": 60, "turn.on_second_timeout": "leaves"}), THREE).now
    for line in ("p3 deals", "starter 9H", "p1 times-out", "p1 times-out"):
        game = play(game, parse_event(line, THREE))
    assert game.now.departed == {0}
    assert [type(change).__name__ for change in game.changes] == ["Leaving"]
    breaks(turn(), "p2 times-out", "play.turn")
    breaks(begun("kaboo", "starter 9H"), "p1 times-out", "turn.timer_s")
    over = told(turn(), "round-ends deck")
    assert told(over, "p1 times-out").phase is over.phase
