"""Whatever is told, corrected, inserted or taken out later counts as if it had been told in time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Dealt, Event, Passed
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import pack_ids
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Choice, Kind, answered, dispute_of, entry_of
from kibitz_server.evening.round.moments import (
    keys_of,
    moment_after,
    moment_before,
    moment_before_act,
    moment_now,
    playing,
)
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import GameStarted, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TimePassed
from kibitz_server.views.words.change_words import change_of

from ...conftest import NOON
from ...simulated_rounds import entries_of, performed
from .test_offers import a_round

EVERY_MS = 1000.0
SEEDS = st.integers(1, 300)


@contextmanager
def table(pack_id: str, seed: int) -> Iterator[tuple[Live, list[Event]]]:
    """A round told by hand that has just begun, and what is to happen in it."""
    (deal, dealt), *rest = a_round(pack_id, seed)
    assert isinstance(dealt, Dealt)
    with tempfile.TemporaryDirectory() as folder:
        live = Live(Journal(Path(folder)), clock=lambda: NOON)
        live.record(GameStarted(deal.now.pack, deal.now.pack.content_hash, deal.now.players))
        live.record(RoundWatched(dealt.dealer, is_dealt=True, by_hand=True))
        yield live, [event for _, event in rest]
        live.close()


def said(live: Live, at_ms: float, event: Event) -> ActSaid:
    return ActSaid(at_ms, format_event(event, playing(live.play).state.players))


def tell(live: Live, events: list[Event]) -> None:
    for number, event in enumerate(events):
        live.record(said(live, EVERY_MS * (number + 1), event))


def outcome(play: Play | None) -> tuple[object, object]:
    played = playing(play)
    return [timed.event for timed in played.happened], played.state


def in_time(pack_id: str, seed: int, events: list[Event]) -> tuple[object, object]:
    with table(pack_id, seed) as (live, _):
        tell(live, events)
        return outcome(live.play)


@settings(max_examples=6)
@given(st.sampled_from(pack_ids()), SEEDS, st.data())
def test_an_act_inserted_later_counts_as_if_it_had_been_told_in_time(
    pack_id: str, seed: int, data: st.DataObject
) -> None:
    with table(pack_id, seed) as (live, events):
        missing = data.draw(st.integers(0, len(events) - 2))
        tell(live, [event for number, event in enumerate(events) if number != missing])
        play = playing(live.play)
        key = keys_of(play.happened)[missing]
        before = moment_before(play, key)
        if missing and data.draw(st.booleans()):
            before = moment_after(play, keys_of(play.happened)[missing - 1], 0.0)
        live.record(said(live, before.at_ms, events[missing]))
        assert outcome(live.play) == in_time(pack_id, seed, events)


@settings(max_examples=6)
@given(st.sampled_from(pack_ids()), SEEDS, st.data())
def test_an_act_corrected_later_counts_as_if_it_had_been_told_right(
    pack_id: str, seed: int, data: st.DataObject
) -> None:
    with table(pack_id, seed) as (live, events):
        wrong = data.draw(st.integers(0, len(events) - 1))
        told = list(events)
        told[wrong] = Passed(playing(live.play).state.players[data.draw(st.integers(0, 1))])
        tell(live, told)
        act = playing(live.play).happened[wrong].act
        assert act is not None
        corrected = live.record(answered(playing(live.play), act, (events[wrong],), 0.0))
        right = outcome(live.play)
        assert right == in_time(pack_id, seed, events)
        live.record(Undone(corrected.seq))
        assert outcome(live.play) == in_time(pack_id, seed, told)


@settings(max_examples=6)
@given(st.sampled_from(pack_ids()), SEEDS, st.data())
def test_an_act_taken_out_later_counts_as_if_it_had_never_been_told(
    pack_id: str, seed: int, data: st.DataObject
) -> None:
    with table(pack_id, seed) as (live, events):
        more = data.draw(st.integers(0, len(events) - 1))
        player = playing(live.play).state.players[data.draw(st.integers(0, 1))]
        tell(live, [*events[:more], Passed(player), *events[more:]])
        act = playing(live.play).happened[more].act
        assert act is not None
        live.record(entry_of(live.play, Choice(Kind.NOTHING, act), 0.0))
        assert outcome(live.play) == in_time(pack_id, seed, events)
        change = change_of(live.evening.last, live.evening.game, live.play)
        assert change is not None
        assert change.words == f"taken out: {player} passed"


@pytest.mark.parametrize(("pack_id", "players", "seed"), [("kaboo", 2, 3), ("cambio", 3, 5)])
def test_a_call_that_nobody_heard_is_inserted_into_a_watched_round(
    fresh: Live, tmp_path: Path, pack_id: str, players: int, seed: int
) -> None:
    performance = performed(pack_id, players, seed)
    prompt = Live(Journal(tmp_path / "prompt"), clock=lambda: NOON)
    for live in (fresh, prompt):
        pack = performance.last.pack
        live.record(GameStarted(pack, pack.content_hash, performance.start.players))
        for entry, _ in entries_of(performance):
            if live is prompt or not (isinstance(entry, ActSaid) and entry.event.endswith("calls")):
                live.record(entry)
    last_ms = performance.ended_ms + 20_000
    for live in (fresh, prompt):
        live.record(TimePassed(last_ms))
    at = next(at for at, timed in enumerate(playing(prompt.play).happened) if isinstance(timed.event, Called))
    call = playing(prompt.play).happened[at].event
    key = keys_of(playing(fresh.play).happened)[at]
    fresh.record(said(fresh, moment_before(playing(fresh.play), key).at_ms, call))
    assert outcome(fresh.play) == outcome(prompt.play)
    prompt.close()


def test_what_was_said_is_disputed_and_stays_or_is_taken_out() -> None:
    with table("kaboo", 1) as (live, events):
        tell(live, events[:4])
        players = playing(live.play).state.players
        live.record(dispute_of(live.play, players[1], playing(live.play).last_ms))
        (dispute,) = playing(live.play).disputes.open
        before = outcome(live.play)
        live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, dispute.act), 0.0))
        assert outcome(live.play) == before
        assert playing(live.play).disputes.open == ()


def test_what_is_not_there_any_more_is_a_sentence() -> None:
    with table("kaboo", 1) as (live, events):
        tell(live, events[:2])
        play = playing(live.play)
        assert moment_now(play, 0.0).at_ms == play.last_ms
        with pytest.raises(InputError, match="not there any more"):
            moment_before(play, "1.000 Drew Ann 1")
        with pytest.raises(InputError, match="not there any more"):
            moment_before_act(play, "1.000 p1 draws")
    with pytest.raises(InputError, match="No round is being played"):
        playing(None)
