"""Disputes: what is disputed is what happened last before the tap, and no clock runs until the table has ruled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.table import Interval
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Choice, Kind, dispute_of, entry_of
from kibitz_server.journal.entries import Entry, GameStarted, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActDisputed, Outcome, TableSeen, TimePassed
from kibitz_server.views.round.play_view import project_play

from ...conftest import NOON
from ...games import playing
from ...simulated_rounds import entries_of, performed

ROUND = ("kaboo", 3, 278)
SETTLED_MS = 2000.0
IN_WINDOW_MS, TURNED_UP_MS = 34_100.0, 35_000.0
"""At the first the 3 s for snaps after the last turn have run for 2.8 s, after the second cards are turned up."""
FOREVER = float("inf")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    opened = Live(Journal(tmp_path), clock=lambda: NOON)
    acted = performed(*ROUND)
    opened.record(GameStarted(acted.last.pack, acted.last.pack.content_hash, acted.start.players))
    yield opened
    opened.close()


def told() -> Iterator[Entry]:
    """The round as a camera tells it that knows all up to two seconds ago."""
    for entry, _ in entries_of(performed(*ROUND)):
        yield (
            TableSeen(entry.events, entry.events[0].seen.at.end_ms - SETTLED_MS)
            if isinstance(entry, TableSeen)
            else entry
        )


def until(live: Live, entries: Iterator[Entry], at_ms: float) -> None:
    for entry in entries:
        live.record(entry)
        if isinstance(entry, TableSeen) and entry.events[0].seen.at.end_ms >= at_ms:
            return


def last_window(live: Live) -> float:
    """Go to the last window of the round, before any card is turned up, and give the time by which all is known."""
    for entry in told():
        if isinstance(entry, TableSeen) and entry.events[0].seen.at.end_ms > TURNED_UP_MS:
            break
        live.record(entry)
    live.record(TimePassed(IN_WINDOW_MS))
    assert playing(live).state.phase is Phase.AFTER_LAST_TURN
    return IN_WINDOW_MS


def test_a_dispute_is_about_what_happened_last_before_the_tap_though_that_is_not_settled_yet(live: Live) -> None:
    entries = told()
    until(live, entries, 14_000.0)
    tapped_ms = 14_600.0
    settled_then = playing(live).happened[-1].act
    live.record(dispute_of(live.play, playing(live).state.players[1], tapped_ms))
    (dispute,) = playing(live).disputes.open
    assert dispute.act == ""
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("dispute"))
    assert item.answers == ()
    until(live, entries, 30_000.0)
    (dispute,) = playing(live).disputes.open
    before = [one.act for one in playing(live).happened if one.at.end_ms <= tapped_ms and one.act is not None]
    assert dispute.act == before[-1] != settled_then
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("dispute"))
    assert item.answers[0].choice == Choice(Kind.AS_IT_IS, dispute.act)


def test_what_a_dispute_is_about_becomes_known_by_time_alone(live: Live) -> None:
    until(live, told(), 14_000.0)
    live.record(dispute_of(live.play, playing(live).state.players[1], 14_600.0))
    for known_ms in range(12_500, 40_000, 500):
        live.see((), float(known_ms))
    assert playing(live).disputes.open[0].act


@pytest.mark.parametrize("ruled_after_ms", [500.0, 60_000.0, 600_000.0])
def test_the_last_window_does_not_run_out_while_a_dispute_is_open_and_runs_on_once_it_is_ruled(
    live: Live, ruled_after_ms: float
) -> None:
    known_ms = last_window(live)
    raised_ms = known_ms + 100.0
    live.record(TimePassed(raised_ms))
    live.record(ActDisputed(playing(live).state.players[0], at_ms=raised_ms))
    ruled_ms = raised_ms + ruled_after_ms
    live.record(TimePassed(ruled_ms))
    assert playing(live).state.phase is Phase.AFTER_LAST_TURN
    assert project_play(playing(live)).stands_still.startswith("Clocks stand still: ")
    (dispute,) = playing(live).disputes.open
    ruling = live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, dispute.act), ruled_ms))
    assert project_play(playing(live)).stands_still == ""
    assert playing(live).disputes.pauses == (Interval(raised_ms, ruled_ms),)
    live.record(TimePassed(ruled_ms + 100.0))
    assert playing(live).state.phase is Phase.AFTER_LAST_TURN
    closed = live.record(TimePassed(ruled_ms + 5000.0))
    assert playing(live).state.phase is Phase.REVEAL
    live.record(Undone(closed.seq))
    live.record(Undone(ruling.seq))
    assert playing(live).disputes.pauses == (Interval(raised_ms, FOREVER),)
    live.record(TimePassed(ruled_ms + 90_000.0))
    assert playing(live).state.phase is Phase.AFTER_LAST_TURN


def test_play_goes_on_being_followed_while_a_dispute_is_open(live: Live) -> None:
    entries = told()
    until(live, entries, 14_000.0)
    live.record(dispute_of(live.play, playing(live).state.players[1], 14_600.0))
    before = len(playing(live).happened)
    until(live, entries, 30_000.0)
    assert len(playing(live).happened) > before + 3


def test_a_ruling_says_of_a_dispute_that_what_it_was_about_stands_is_another_or_cannot_be_said(live: Live) -> None:
    until(live, told(), 30_000.0)
    live.record(TimePassed(60_000.0))
    player = playing(live).state.players[2]
    live.record(dispute_of(live.play, player, 60_000.0))
    act = playing(live).disputes.open[0].act
    outcomes = {
        kind: entry_of(live.play, Choice(kind, act), 61_000.0).disputes
        for kind in (Kind.AS_IT_IS, Kind.NOTHING, Kind.TOO_CLOSE)
    }
    assert [[one.outcome for one in found] for found in outcomes.values()] == [
        [Outcome.UPHELD],
        [Outcome.OVERTURNED],
        [Outcome.TOO_CLOSE],
    ]
    assert {(one.player, one.raised_ms) for found in outcomes.values() for one in found} == {(player, 60_000.0)}
    happened = playing(live).happened
    live.record(entry_of(live.play, Choice(Kind.TOO_CLOSE, act), 61_000.0))
    assert playing(live).happened == happened
    assert playing(live).disputes.open == ()


def test_two_disputes_at_once_stop_the_clocks_from_the_first_to_the_last_ruling(live: Live) -> None:
    entries = told()
    until(live, entries, 14_000.0)
    live.record(TimePassed(14_000.0))
    first, second, _ = playing(live).state.players
    live.record(ActDisputed(first, at_ms=14_600.0))
    until(live, entries, 25_000.0)
    live.record(ActDisputed(second, at_ms=25_500.0))
    until(live, entries, 35_000.0)
    acts = [dispute.act for dispute in playing(live).disputes.open]
    live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, acts[0]), 36_000.0))
    assert playing(live).disputes.pauses == (Interval(14_600.0, FOREVER),)
    live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, acts[1]), 37_000.0))
    assert playing(live).disputes.pauses == (Interval(14_600.0, 37_000.0),)


def test_a_dispute_of_an_earlier_version_names_its_act_and_stops_no_clock(live: Live) -> None:
    until(live, told(), 30_000.0)
    act = playing(live).happened[-1].act
    assert act is not None
    live.record(ActDisputed(playing(live).state.players[0], act))
    (dispute,) = playing(live).disputes.open
    assert (dispute.act, playing(live).disputes.pauses) == (act, ())
