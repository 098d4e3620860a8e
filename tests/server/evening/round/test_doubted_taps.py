"""Taps that the rules may not allow are judged at their own time, not by what was settled when somebody tapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_scoring.game.events import Called
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import Phase, held_by
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import CardLifted, CardReturned, Interval, Seen, SlotId
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import entry_of
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, QuestionAnswered, TableSeen, TimePassed
from kibitz_server.views.round.play_view import project_play

from ...conftest import NOON
from ...games import playing
from ...simulated_rounds import entries_of, performed, unsure

SETTLED_MS = 2000.0
ROUNDS = [("kaboo", 2, 3), ("kaboo", 3, 278), ("cambio", 3, 5), ("scambodia", 4, 1), ("cameo", 2, 4), ("kaboo", 5, 31)]


def begun(folder: Path, pack_id: str, players: int, seed: int) -> Live:
    live = Live(Journal(folder), clock=lambda: NOON)
    acted = performed(pack_id, players, seed)
    live.record(GameStarted(acted.last.pack, acted.last.pack.content_hash, acted.start.players))
    return live


def test_a_true_call_right_after_another_act_counts_and_nobody_is_asked(tmp_path: Path) -> None:
    calls = too_early = 0
    for number, (pack_id, players, seed) in enumerate(ROUNDS):
        live = begun(tmp_path / str(number), pack_id, players, seed)
        for entry, _ in entries_of(performed(pack_id, players, seed)):
            if isinstance(entry, TableSeen):
                live.record(TableSeen(entry.events, entry.events[0].seen.at.end_ms - SETTLED_MS))
                continue
            if isinstance(entry, ActSaid) and entry.event.endswith("calls"):
                calls += 1
                caller = playing(live).state.players[int(entry.event[1]) - 1]
                too_early += bool(check(playing(live).state, Called(caller)))
            live.record(entry)
        live.record(TimePassed(playing(live).last_ms + 20_000))
        assert playing(live).doubts == ()
        live.close()
    assert calls >= 3
    assert too_early >= 1, "no call came before what was done before it was settled"


@pytest.mark.parametrize("counts", [True, False])
def test_a_call_out_of_turn_is_recorded_at_once_and_asked_about_once_it_is_known(tmp_path: Path, counts: bool) -> None:
    live = begun(tmp_path, "kaboo", 3, 278)
    for entry, _ in entries_of(performed("kaboo", 3, 278)):
        live.record(entry)
        if isinstance(entry, TableSeen) and entry.events[0].seen.at.end_ms > 14_000:
            break
    live.record(TimePassed(30_000.0))
    state = playing(live).state
    other = (state.turn + 2) % 3
    before = playing(live).happened
    live.record(ActSaid(31_000.0, f"p{other + 1} calls"))
    assert playing(live).doubts == ()
    assert playing(live).is_due(31_000.0)
    live.record(TimePassed(31_000.0))
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("tap"))
    assert item.title.startswith(f"{state.players[other]} called, which does not count: ")
    assert [answer.label for answer in item.answers] == ["Count it all the same", "It does not count"]
    assert playing(live).is_undecided
    live.record(entry_of(live.play, item.answers[not counts].choice, 32_000.0))
    assert playing(live).doubts == ()
    assert (playing(live).state.caller is not None) is counts
    assert (playing(live).happened == before) is not counts
    live.close()


def test_after_what_was_not_seen_clearly_a_call_counts_and_presses_nobody(tmp_path: Path) -> None:
    live = begun(tmp_path, "kaboo", 3, 278)
    for number, (entry, _) in enumerate(entries_of(performed("kaboo", 3, 278))):
        poor = isinstance(entry, TableSeen) and number > 30
        live.record(TableSeen(tuple(map(unsure, entry.events))) if poor else entry)  # type: ignore[union-attr]
        if playing(live).questions:
            break
    live.record(TimePassed(playing(live).last_ms + 10_000))
    play = playing(live)
    assert play.questions
    other = (play.state.turn + 1) % 3
    live.record(ActSaid(play.last_ms, f"p{other + 1} calls"))
    live.record(TimePassed(playing(live).last_ms + 1_000))
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("tap"))
    assert item.minor
    assert "Not seen clearly whether that counts: It is " in item.title
    assert playing(live).state.caller == other
    live.record(entry_of(playing(live), item.answers[1].choice, playing(live).last_ms))
    assert playing(live).state.caller is None
    live.close()


def test_a_call_out_of_turn_counts_where_a_hand_did_something_since_of_which_nothing_was_made(tmp_path: Path) -> None:
    live = begun(tmp_path, "cameo", 2, 4)
    for entry, _ in entries_of(performed("cameo", 2, 4)):
        live.record(entry)
        state = playing(live).state
        if state.phase is Phase.TURNS and sum(state.taken) > 1 and held_by(state, state.turn) is not None:
            break
    begins_ms = playing(live).last_ms + 10_000.0
    live.record(TimePassed(begins_ms))
    state = playing(live).state
    place, hand = SlotId(f"p{state.turn + 1}.a1"), HandPosterior.sole(state.players[state.turn], 0.95)
    lifted, back = (Seen(Interval(ms - 33.0, ms), 0.97, (), hand) for ms in (begins_ms + 1000.0, begins_ms + 3000.0))
    live.record(TableSeen((CardLifted(lifted, place), CardReturned(back, place)), back.at.end_ms))
    live.record(TimePassed(begins_ms + 10_000.0))
    assert playing(live).questions == ()
    other = (state.turn + 1) % 2
    live.record(ActSaid(begins_ms + 11_000.0, f"p{other + 1} calls"))
    live.record(TimePassed(begins_ms + 20_000.0))
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("tap"))
    assert item.minor
    assert playing(live).state.caller == other
    (nothing,) = (one for one in playing(live).decided if one.at.start_ms > begins_ms)
    live.record(QuestionAnswered(act=nothing.act, events=(), at_ms=begins_ms + 21_000.0))
    (item,) = (one for one in project_play(playing(live)).inbox if one.key.startswith("tap"))
    assert not item.minor, "somebody said that it was nothing"
    live.close()
