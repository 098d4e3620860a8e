"""A clip belongs to its moment however late it is written: its round may be confirmed, or Kibitz started anew."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import PicturesDeleted, RoundConfirmed, Undone, format_entry, parse_entry
from kibitz_server.journal.play_entries import (
    ActDisputed,
    MomentFilmed,
    QuestionAnswered,
    RoundWatched,
    SnapRuled,
    TableSeen,
)
from kibitz_server.settings import Settings
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.shelf import ClipShelf

from ...kept_source import KeptSource
from ..conftest import comes, crashed
from ..simulated_rounds import entries_of, performed, unsure
from ..watched_tables import GREY, camera_with, desk_with, table_places

ROUND = performed("kaboo", 3, 278)
PACK, PLAYERS = ROUND.last.pack, ROUND.start.players
PLACES = table_places(PACK, PLAYERS)
RACED_MS = 17_500.0
WAIT_S = 60.0


@pytest.fixture
def camera() -> KeptSource:
    """A camera that has kept 26 s."""
    kept = camera_with(GREY, count=800)
    kept.begun_ns = 0
    return kept


@pytest.fixture
def desk(camera: KeptSource, tmp_path: Path) -> Iterator[Desk]:
    opened = desk_with(camera, tmp_path, PACK, PLAYERS)
    yield opened
    opened.close()


class Gate:
    """No clip comes onto the shelf before it is opened."""

    def __init__(self, shelf: ClipShelf) -> None:
        self._put, self._is_open = shelf.put, threading.Event()

    def put(self, name: str, clip: Clip) -> str:
        assert self._is_open.wait(WAIT_S)
        return self._put(name, clip)

    def open(self) -> None:
        self._is_open.set()


@pytest.fixture
def gate(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(desk.shelf)
    monkeypatch.setattr(desk.shelf, "put", gate.put)
    yield gate
    gate.open()


def play_with_a_moment_of_each_kind(desk: Desk) -> None:
    """A doubt, a race that is ruled on, a dispute, a correction and the reveal."""
    live = desk.live
    desk.watch.confirm(PLACES)
    desk.watch.begin(PLAYERS[0], is_dealt=False)
    for number, (entry, _) in enumerate(entries_of(ROUND)):
        if isinstance(entry, RoundWatched):
            continue
        if isinstance(entry, TableSeen) and entry.events[0].seen.at.end_ms > RACED_MS:
            break
        assert live.play is not None
        is_poor = isinstance(entry, TableSeen) and number % 7 == 0 and not live.play.questions
        live.record(TableSeen(tuple(map(unsure, entry.events))) if is_poor else entry)  # type: ignore[union-attr]
    play = live.play
    assert play is not None
    assert play.questions
    live.record(SnapRuled(len(play.races) - 1, 0, RACED_MS, play.races[-1].acts))
    live.record(ActDisputed(PLAYERS[0], play.races[-1].acts[0], RACED_MS))
    others = (one.act for one in play.decided if not any(one.act in race.acts for race in play.races))
    corrected = list(others)[-1]
    events = tuple(format_event(event, play.state.players) for event in play.events_of(corrected))
    live.record(QuestionAnswered(act=corrected, events=events, at_ms=RACED_MS))
    live.record(play.left())


def confirm(desk: Desk) -> None:
    hands = tuple((player, (ScoredCard(parse_card(f"{rank}C")),)) for rank, player in enumerate(PLAYERS, start=2))
    desk.live.record(RoundConfirmed(hands, None, RoundEnd.DECK))


def kinds_of_round(desk: Desk) -> set[ClipKind]:
    """What there are clips of, by the only round that was confirmed, with clips that are there as they are told."""
    (played,) = desk.live.evening.games[0].rounds
    for one in played.filmed:
        assert not one.clip or (one.clip in desk.shelf and one.acts)
    return {one.kind for one in played.filmed if one.clip}


def with_desk(folder: Path, act: Callable[[Desk], bool]) -> None:
    """Start anew on a data folder, wait until something is so, and end."""

    async def run() -> None:
        desk = open_desk(Settings(folder))
        try:
            await desk.keeper.take_up()
            assert await comes(lambda: act(desk), WAIT_S)
        finally:
            desk.close()

    asyncio.run(run())


def has_all(desk: Desk) -> bool:
    return kinds_of_round(desk) == {*ClipKind}


def test_whatever_a_clip_was_cut_for_it_is_attached_though_the_round_was_confirmed_before_it_was_written(
    desk: Desk, gate: Gate
) -> None:
    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        confirm(desk)
        assert kinds_of_round(desk) == set()
        gate.open()
        assert await comes(lambda: has_all(desk), WAIT_S)
        (played,) = desk.live.evening.games[0].rounds
        ruled = next(one for one in played.filmed if one.kind is ClipKind.SNAP and one.clip)
        assert "The table ruled" in ruled.words
        assert all(desk.shelf.clip(one.clip).seal == one.seal for one in played.filmed if one.clip)

    asyncio.run(course())


def test_clips_that_are_written_as_kibitz_is_stopped_are_attached_to_the_confirmed_round(
    desk: Desk, gate: Gate, tmp_path: Path
) -> None:
    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        confirm(desk)
        gate.open()
        desk.close()

    asyncio.run(course())
    with_desk(tmp_path, has_all)


def test_clips_that_a_killed_kibitz_had_written_and_not_told_are_attached_at_the_next_start(
    desk: Desk, gate: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.keeper, "_tell", lambda: None)

    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        confirm(desk)
        gate.open()
        assert await comes(lambda: {one.head.kind for one in desk.shelf.clips() if one.head} == {*ClipKind}, WAIT_S)

    asyncio.run(course())
    crashed(desk.live._journal)
    with_desk(tmp_path, has_all)


def test_a_clip_that_is_older_than_the_round_with_its_number_is_of_another_journal(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.keeper, "_tell", lambda: None)
    monkeypatch.setattr(desk.live, "_clock", lambda: datetime(2999, 1, 1, tzinfo=UTC))

    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        confirm(desk)
        assert await comes(lambda: len(desk.shelf.clips()) >= len(ClipKind), WAIT_S)

    asyncio.run(course())
    desk.close()
    with_desk(tmp_path, lambda again: kinds_of_round(again) == set())


def test_what_the_table_takes_back_after_a_restart_is_taken_back_in_the_clip_too(desk: Desk, tmp_path: Path) -> None:
    def snap(of: Desk) -> list[str]:
        assert of.live.evening.game
        return [one.words for one in of.live.evening.game.filmed if one.kind is ClipKind.SNAP and one.clip]

    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        assert desk.live.evening.last
        desk.live.record(Undone(desk.live.evening.last.seq))
        assert await comes(lambda: any("ruled" in words for words in snap(desk)), WAIT_S)
        desk.close()

    asyncio.run(course())

    async def go_on() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("kibitz_server.watching.cameras.camera.open_source", lambda *_, **__: camera_with(GREY))
            again = open_desk(Settings(tmp_path, "made up"))
        try:
            again.watch.confirm(PLACES)
            await again.keeper.take_up()
            ruled = next(one.seq for one in again.live.since(again.live.evening.games[0].seq) if is_ruling(one.entry))
            again.live.record(Undone(ruled))
            assert await comes(lambda: not any("ruled" in words for words in snap(again)), WAIT_S)
        finally:
            again.close()

    asyncio.run(go_on())


def is_ruling(entry: object) -> bool:
    return isinstance(entry, SnapRuled)


def test_once_the_pictures_of_a_game_are_deleted_no_clip_of_it_is_written_any_more(desk: Desk, gate: Gate) -> None:
    async def course() -> None:
        play_with_a_moment_of_each_kind(desk)
        confirm(desk)
        desk.live.record(PicturesDeleted(desk.live.evening.games[0].seq))
        gate.open()
        await asyncio.sleep(1.0)
        assert await comes(lambda: not desk.shelf.clips(), WAIT_S)
        await asyncio.sleep(1.0)
        assert desk.shelf.clips() == []

    asyncio.run(course())


def test_an_entry_of_a_clip_keeps_all_that_tells_its_moment() -> None:
    told = MomentFilmed(7, ClipKind.REVEAL, ("reveal",), "The reveal.", "20261128-203100-reveal", "0f")
    assert parse_entry(*format_entry(told)) == told
