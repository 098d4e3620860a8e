"""The clock of the table: reminders, what a time-out says, and how long a card may be looked at."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.events import Dealt
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TimePassed
from kibitz_server.views.round.clock import clock_of, peek_seconds, reminder
from kibitz_server.views.round.play_view import project_play

A, B = PlayerId("A"), PlayerId("B")
TIMED = {"turn.timer_s": 60, "turn.on_timeout": "random_card"}


def begun(pack_id: str, *story: str, **options: object) -> RoundState:
    state = apply(first_state(load_pack(pack_id, options), (A, B)), Dealt(B))
    for line in story:
        state = apply(state, parse_event(line, (A, B)))
    return state


@pytest.mark.parametrize(
    ("gone_s", "text", "loud", "over"),
    [
        (0, "A: 60 s", False, False),
        (44.9, "A: 16 s", False, False),
        (45, "A has 15 s left.", True, False),
        (59.5, "A has 1 s left.", True, False),
        (60, "A's time is over: the card drawn takes a place drawn by lot.", True, True),
    ],
)
def test_the_table_is_reminded_at_three_quarters_and_at_the_end(
    gone_s: float, text: str, loud: bool, over: bool
) -> None:
    clock = clock_of(begun("scambodia", "starter 9H", "p1 draws", **TIMED), 1000.0)
    assert clock
    told = reminder(clock, 1000.0 + 1000 * gone_s)
    assert (told.text, told.is_loud, told.is_over) == (text, loud, over)


def test_a_random_card_goes_to_a_place_drawn_by_lot() -> None:
    clock = clock_of(begun("scambodia", "starter 9H", "p1 draws", **TIMED), 0.0)
    assert clock
    assert clock.acts == tuple(f"p1 times-out p1.{place}" for place in ("a1", "a2", "b1", "b2"))
    plain = clock_of(begun("scambodia", "starter 9H", "p1 draws", **{"turn.timer_s": 60}), 0.0)
    assert plain
    assert plain.acts == ("p1 times-out",)
    assert reminder(plain, 60_000.0).text == "A's time is over."
    assert clock_of(begun("scambodia", "starter 9H", "p1 draws"), 0.0) is None
    assert clock_of(begun("scambodia", "starter 9H", **TIMED), 0.0) is None


def test_cameo_s_looks_have_a_time() -> None:
    assert peek_seconds(begun("cameo")) == 2
    assert peek_seconds(begun("cameo", "p1 draws")) is None
    assert peek_seconds(begun("cameo", "p1 draws", "p1 uses 7C")) == 2
    assert peek_seconds(begun("cameo", "p1 draws", "p1 uses JC")) is None
    assert peek_seconds(begun("kaboo")) is None


def test_the_clock_of_a_watched_round_begins_with_each_turn() -> None:
    pack = load_pack("scambodia", {"turn.timer_s": 60})
    play = Play(pack, (A, B), RoundWatched(B, is_dealt=True))
    for at_ms, line in ((1000.0, "starter 9H"), (5000.0, "p1 draws"), (8000.0, "p1 discards 2C")):
        play.take(ActSaid(at_ms, line))
    play.take(TimePassed(9000.0))
    clock = project_play(play).clock
    assert clock
    assert (clock.player, clock.since_ms, clock.timer_s) == (B, 8000.0, 60)
    play.take(ActSaid(70000.0, clock.acts[0]))
    play.take(TimePassed(71000.0))
    assert play.state.timeouts == (0, 1)
    reminded = project_play(play)
    assert reminded.clock
    assert reminded.clock.since_ms == 70000.0, "a reminder gives the time for a turn once more"
    assert reminded.lately[-1].text == "B ran out of time"


def test_nothing_goes_to_a_place_by_lot_where_no_card_is_drawn() -> None:
    clock = clock_of(begun("kaboo", "starter 9H", "p1 draws", "p1 discards 2C", **TIMED), 0.0)
    assert clock
    assert clock.acts == ("p2 times-out",)
    assert reminder(clock, 60_000.0).text == "B's time is over: the turn is lost."
