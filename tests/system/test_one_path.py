"""One path: of one film the page's journal and `kibitz watch` tell the same game, event for event."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, write_film
from kibitz_datasets.pool import Split
from kibitz_models.commands import app
from kibitz_models.watching.commands import watch_command
from kibitz_models.watching.following import Following
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.seen_lines import TimedEvent, event_json
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.timeline import Timeline
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import TableEvent
from kibitz_server.desk import open_desk
from kibitz_server.evening.live import Live
from kibitz_server.evening.round import play as evening_play
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import (
    ActDisputed,
    ActSaid,
    FilmEnded,
    PlayEntry,
    RevealWatched,
    RoundWatched,
)
from kibitz_server.journal.recorded import Recorded
from kibitz_server.settings import Settings
from kibitz_server.views.words.act_words import ActWords
from kibitz_server.watching import watch as table_watch
from kibitz_server.watching.cameras import camera as table_camera
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.camera.video import read_video
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.frames import Frame, encode_jpeg
from kibitz_vision.own_data import CLIPS
from kibitz_vision.watcher import SETTLED_MS

from ..server.conftest import comes
from ..short_round import WatchedRound, arguments_of
from ..told_races import read_race

WAIT_S = 300.0
SIZE = (640, 360)
Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """Two contacts, of which it becomes known only later what was seen between them."""
    folder = tmp_path_factory.mktemp("films") / "race"
    config = SimulationConfig(load_pack("kaboo"), 5, 7_000_020, size=SIZE, troubles=0.0, split=Split.TRAIN)
    write_film(config, perform_race(config, 2), folder)
    return read_filmed(folder)


class WholeFilm:
    """A film of which no frame is missed, however slowly it is looked at."""

    is_live = False

    def __init__(self, video: Path) -> None:
        self._frames = read_video(video)
        self._is_over = False

    @property
    def health(self) -> SourceHealth:
        return SourceHealth(SourceState.ENDED if self._is_over else SourceState.LIVE, "")

    def latest(self) -> Frame | None:
        return None

    def frames_since(self, _after: int) -> list[Frame]:
        frame = next(self._frames, None)
        self._is_over = frame is None
        return [] if frame is None else [frame]

    def kept(self) -> tuple[KeptFrame, ...]:
        return ()

    def jpeg(self, _index: int) -> bytes | None:
        return None

    def close(self) -> None:
        return None


class KeptFilm(WholeFilm):
    """The same, and what was looked at can be looked at again."""

    def __init__(self, video: Path) -> None:
        super().__init__(video)
        self._kept: dict[int, tuple[int, bytes]] = {}

    def frames_since(self, after: int) -> list[Frame]:
        frames = super().frames_since(after)
        self._kept |= {frame.index: (frame.captured_ns, encode_jpeg(frame.image)) for frame in frames}
        return frames

    def kept(self) -> tuple[KeptFrame, ...]:
        return tuple(KeptFrame(index, captured_ns) for index, (captured_ns, _) in list(self._kept.items()))

    def jpeg(self, index: int) -> bytes | None:
        return self._kept[index][1]


@contextmanager
def no_thread(**_: object) -> Iterator[None]:
    """A recording waits for every look, as it does for `kibitz watch`."""
    yield None


def told_by_page(
    film: FilmedRound,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: type[WholeFilm] = WholeFilm,
    disputed_ms: float | None = None,
) -> list[Recorded]:
    """The journal of a page on which a film is watched from its first to its last frame."""
    monkeypatch.setattr(table_camera, "open_source", lambda _text, **_: source(film.video))
    monkeypatch.setattr(table_watch, "ThreadPoolExecutor", no_thread)

    async def watched() -> None:
        desk = open_desk(Settings(data, str(film.video)))
        ended: list[FilmEnded] = []
        record = desk.live.record

        def noted(entry: Any) -> Recorded:
            ended.extend([entry] if isinstance(entry, FilmEnded) else [])
            return record(entry)

        monkeypatch.setattr(desk.live, "record", noted)
        try:
            desk.live.record(GameStarted(film.pack, film.pack.content_hash, film.players))
            desk.watch.begin(film.players[0], is_dealt=False)
            for act in film.acts:
                desk.live.record(ActSaid(act.at.end_ms, format_event(act.event, film.players)))
            if disputed_ms is not None:
                desk.live.record(ActDisputed(film.players[0], at_ms=disputed_ms))
            assert await comes(lambda: bool(ended) or desk.live.play is None, WAIT_S)
        finally:
            desk.close()

    asyncio.run(watched())
    journal = Journal(data)
    journal.close()
    return journal.recorded


def events_on_page(journal: list[Recorded]) -> Lines:
    """The game events that follow from a journal, in the lines of `kibitz watch`."""
    play: Play | None = None
    players = next(one.entry.players for one in journal if isinstance(one.entry, GameStarted))
    for entry in (recorded.entry for recorded in journal):
        if isinstance(entry, RoundWatched):
            play = Play(next(one.entry.pack for one in journal if isinstance(one.entry, GameStarted)), players, entry)
        elif isinstance(entry, PlayEntry) and play is not None:
            play.take(entry)
    assert play is not None
    return [event_json(timed, players) for timed in play.happened]


def events_of_watch(film: FilmedRound) -> Lines:
    done = CliRunner().invoke(app, arguments_of(film, "--json"), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return events_of(done.stdout.splitlines())


def events_of(lines: Iterable[str]) -> Lines:
    """The game events among the lines of `kibitz watch`."""
    return [line for line in map(json.loads, lines) if line["type"] == "event"]


def test_of_a_filmed_race_the_page_and_the_command_tell_the_same_events_at_the_same_times(
    race: FilmedRound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = parse_table(race.start, race.pack, race.players)

    def in_play(*_: object) -> RoundState:
        return start

    monkeypatch.setattr(evening_play, "first_state", in_play)
    monkeypatch.setattr(watch_command, "first_state", in_play)
    journal = told_by_page(race, tmp_path, monkeypatch)
    told = events_on_page(journal)
    assert told == events_of_watch(race)
    assert [line["event"] for line in told[-2:]] == ["p5 snaps p5.b2 4H", "p3 snaps p3.a1 4S late"]


def clips_in(folder: Path) -> list[tuple[object, ...]]:
    """Of each clip what it is about, its title, its moment and contacts by the table's clock, and what decided it."""
    told = []
    for shelved in ClipShelf(folder).clips():
        clip = read_clip(shelved.path)
        words = ActWords(clip.table.pack, clip.table.players, Sentence)
        # Who disputes it is told to the page only, and it is the page that says where cards lie.
        title = words.retold(clip.title).rpartition(": ")[2]
        verdict = clip.verdict
        contacts = [
            (one.player, one.slot, *(round(ms + clip.origin_ms, 3) for ms in (one.at_ms.start_ms, one.at_ms.end_ms)))
            for one in (verdict.contacts if verdict else ())
        ]
        decided = (verdict.sentence, verdict.rule, verdict.chance) if verdict else None
        moment_ms = round(clip.origin_ms + clip.moment_ms, 3)
        told.append((clip.kind, title, moment_ms, contacts, decided, len(clip.frames)))
    return sorted(told)


def test_of_a_filmed_race_that_is_disputed_the_page_and_the_command_cut_the_same_clips(
    race: FilmedRound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = parse_table(race.start, race.pack, race.players)
    for module in (evening_play, watch_command):
        monkeypatch.setattr(module, "first_state", lambda *_: start)
    disputed_ms = max(one.at.end_ms for one in race.done) + 200.0
    acts = tmp_path / "acts.jsonl"
    acts.write_text(json.dumps({"type": "pause", "start_ms": disputed_ms, "end_ms": None}), "utf-8")
    told_by_page(race, tmp_path, monkeypatch, KeptFilm, disputed_ms)
    asked = arguments_of(race, "--clips", str(tmp_path / "cut"))
    asked[asked.index("--acts") + 1] = str(acts)
    done = CliRunner().invoke(app, asked, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    on_page = clips_in(tmp_path / CLIPS)
    assert on_page == clips_in(tmp_path / "cut")
    assert [kind for kind, *_ in on_page] == [ClipKind.DISPUTE, ClipKind.SNAP]
    assert [len(contacts) for _, _, _, contacts, *_ in on_page] == [2, 2]  # type: ignore[arg-type]


def test_of_a_filmed_round_the_page_and_the_command_tell_the_same_events_at_the_same_times(
    short_round: FilmedRound, watched_short_round: WatchedRound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = told_by_page(short_round, tmp_path, monkeypatch)
    told = events_on_page(journal)
    assert told == events_of(watched_short_round.lines)
    assert len(told) > 10
    assert any(isinstance(recorded.entry, RevealWatched) for recorded in journal)


@dataclass
class ToldWatcher:
    """A watcher that tells what it is given, frame by frame."""

    told: dict[float, list[TableEvent]]
    known_ms: float = float("-inf")

    def update(self, frame: Frame) -> list[TableEvent]:
        at_ms = frame.captured_ns / 1e6
        self.known_ms = at_ms - SETTLED_MS
        return self.told.get(at_ms, [])

    def finish(self) -> list[TableEvent]:
        return []


def _frame(index: int, at_ms: float) -> Frame:
    return Frame(np.zeros((1, 1, 3), np.uint8), index, round(at_ms * 1e6))


def test_of_a_race_told_in_another_order_than_it_was_the_page_and_the_command_say_who_was_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_race = read_race()
    start, told = told_race.start, dict[float, list[TableEvent]]()
    for told_ms, event in told_race.told:
        told.setdefault(told_ms, []).append(event)
    times_ms = sorted({*told, *range(0, 6000, 33)})

    following = Following(ToldWatcher(told), Timeline(start))  # type: ignore[arg-type]
    done: list[TimedEvent] = []
    for index, at_ms in enumerate(times_ms):
        done += following.take(_frame(index, at_ms)).done

    monkeypatch.setattr(evening_play, "first_state", lambda *_: start)
    live = Live(Journal(tmp_path))
    live.record(GameStarted(start.pack, start.pack.content_hash, start.players))
    live.record(RoundWatched(start.players[start.dealer], is_dealt=False))
    for at_ms in times_ms:
        live.see(tuple(told.get(at_ms, ())), at_ms - SETTLED_MS)
    assert live.play is not None
    assert [event_json(timed, start.players) for timed in live.play.happened] == [
        event_json(timed, start.players) for timed in done
    ]
    assert [f"{one.player} {one.snapped.verdict}" for one in live.play.races[0].attempts] == ["Dan correct", "Ben late"]
    live.close()
