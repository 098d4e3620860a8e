"""Clips are cut around what happens while a round is watched, before the film forgets it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.cards import parse_card
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Heap, Place, TableEvent
from kibitz_server.desk import Desk, open_desk
from kibitz_server.evening.game.filmed import FilmedMoment
from kibitz_server.journal.entries import CardRemoved, GameStarted, PicturesDeleted
from kibitz_server.journal.play_entries import (
    ActDisputed,
    ActSaid,
    QuestionAnswered,
    RevealWatched,
    SnapRuled,
    TableSeen,
    TimePassed,
)
from kibitz_server.replay import clips as clips_of_round
from kibitz_server.settings import Settings
from kibitz_vision.clips.clip import Clip
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ...films import write_film
from ...vision.clips.conftest import race_clip
from ..conftest import comes
from ..simulated_rounds import as_filmed, entries_of

PACK = load_pack("kaboo")
WAIT_S = 60.0
CONTACT_MS = 16_330.0
SIZE = WIDTH, HEIGHT = 320, 240


@pytest.fixture(scope="module")
def close_race() -> Performance:
    """A round of three in which two cards reach the pile in pictures that follow each other."""
    return perform(SimulationConfig(PACK, 3, 278, troubles=0.0, seconds=25.0))


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Three seconds of a bare table."""
    return write_film(tmp_path / "film.mp4", [np.full((HEIGHT, WIDTH, 3), 90, np.uint8)] * 90, fps=30)


def desk_at(tmp_path: Path, source: Path, performance: Performance) -> Desk:
    desk = open_desk(Settings(tmp_path / "data", str(source)))
    if desk.live.evening.game is None:
        desk.live.record(GameStarted(PACK, PACK.content_hash, performance.start.players))
    spots = {Heap.DISCARD: WIDTH / 2, Heap.DRAW: WIDTH / 2 - 70}
    quads: dict[Place, Points] = {heap: card_rectangle(np.array([x, HEIGHT / 2]), 0.0) for heap, x in spots.items()}
    desk.watch.confirm(TablePlaces(performance.start.players, SIZE, np.eye(3), quads))
    return desk


@pytest.fixture
def filmed(tmp_path: Path, film: Path, close_race: Performance) -> Iterator[Desk]:
    desk = desk_at(tmp_path, film, close_race)
    yield desk
    desk.close()


def see_the_race(desk: Desk, performance: Performance, middle_ms: float) -> int:
    """Let the table be seen up to a close race, at a time; returns the number of the race."""
    shift_ms = middle_ms - CONTACT_MS
    for entry, _ in entries_of(performance):
        shifted = entry
        if isinstance(entry, TableSeen):
            events: list[TableEvent] = [as_filmed(event, performance.stage.clock, shift_ms) for event in entry.events]
            if events[0].seen.at.end_ms > middle_ms + 600.0:
                break
            shifted = TableSeen(tuple(events))
        elif isinstance(entry, ActSaid):
            shifted = replace(entry, at_ms=entry.at_ms + shift_ms)
        desk.live.record(shifted)
    assert desk.live.play is not None
    return len(desk.live.play.races) - 1


def filmed_ms(desk: Desk) -> list[float]:
    """The times of the frames that are kept, once all of the film has been played."""
    source = desk.camera.source
    assert source is not None
    deadline = time.monotonic() + WAIT_S
    while len(source.kept()) < 90 and time.monotonic() < deadline:
        source.latest()
        time.sleep(0.02)
    return [one.captured_ns / 1e6 for one in source.kept()]


def filmed_of(desk: Desk) -> tuple[FilmedMoment, ...]:
    assert desk.live.evening.game is not None
    return desk.live.evening.game.filmed


def clips(desk: Desk) -> list[Clip]:
    return [desk.shelf.clip(name) for name in heads(desk)]


def clip_of(desk: Desk, kind: str) -> Clip:
    """The only clip of a kind."""
    (name,) = (name for name, its in heads(desk).items() if its == kind)
    return desk.shelf.clip(name)


def pauses_of(clip: Clip) -> list[float]:
    """From when to when clocks stood still in a clip, by the table's clock."""
    return [at_ms + clip.origin_ms for one in clip.contest.pauses for at_ms in (one.start_ms, one.end_ms)]


def heads(desk: Desk) -> dict[str, str]:
    return {one.name: one.head.kind for one in desk.shelf.clips() if one.head}


def test_a_race_is_a_clip_within_a_second_and_its_ruling_is_written_into_it_and_into_the_journal(
    filmed: Desk, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        race = see_the_race(filmed, close_race, times_ms[45])
        began_s = time.monotonic()
        assert await comes(lambda: "snap" in heads(filmed).values(), WAIT_S)
        assert time.monotonic() - began_s < 3.0
        filmed.live.record(SnapRuled(race, 0, times_ms[-1], filmed.live.play.races[race].acts))  # type: ignore[union-attr]
        assert await comes(lambda: any("ruled" in one.words for one in filmed_of(filmed)), WAIT_S)

    asyncio.run(course())
    (snap,) = filmed_of(filmed)
    clip = filmed.shelf.clip(snap.clip)
    assert clip.seal == snap.seal
    assert "first by" in snap.words
    assert "The table ruled" in snap.words
    assert clip.ruling is not None
    assert clip.verdict is not None
    assert len(clip.verdict.contacts) == 2
    assert 30 < len(clip.frames) <= 90
    assert clip.frames[clip.at(clip.moment_ms)].at_ms == pytest.approx(clip.verdict.contacts[1].at_ms.end_ms, abs=35)
    assert clip.table.state.players == close_race.start.players
    assert all(format_event(one.event, clip.table.players) for one in clip.events)


def test_a_dispute_and_what_was_decided_of_it_are_one_clip(filmed: Desk, close_race: Performance) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        live = filmed.live
        assert live.play is not None
        act = live.play.races[-1].acts[0]
        raised_ms = times_ms[60]
        live.record(ActDisputed(close_race.start.players[0], act, raised_ms))
        assert await comes(lambda: {"dispute", "snap"} <= {*heads(filmed).values()}, WAIT_S)
        assert await comes(lambda: all(clip.contest.pauses for clip in clips(filmed)), WAIT_S)
        events = tuple(format_event(event, live.play.state.players) for event in live.play.events_of(act))
        live.record(QuestionAnswered(act=act, events=events, at_ms=raised_ms + 9000.0))
        name = next(name for name, kind in heads(filmed).items() if kind == "dispute")
        disputed, raced = filmed.shelf.clip(name), clip_of(filmed, "snap")
        assert disputed.title.startswith(f"{close_race.start.players[0]} disputes: ")
        assert " snapped " in disputed.title
        assert disputed.title.endswith(" card.")
        assert disputed.verdict is not None
        assert raced.verdict is not None
        assert disputed.verdict.chance == raced.verdict.chance
        assert len(disputed.verdict.contacts) == 2
        assert disputed.verdict.rule == raced.verdict.rule != ""
        assert await comes(lambda: filmed.shelf.clip(name).ruling is not None, WAIT_S)
        assert filmed.keeper.name_of((act,)) is not None
        assert filmed.keeper.film((act,))[0].endswith("/film/0.jpg")
        ruled = pytest.approx([raised_ms, raised_ms + 9000.0])
        assert await comes(lambda: all(pauses_of(clip) == ruled for clip in clips(filmed)), WAIT_S)

    asyncio.run(course())


def test_what_the_table_rules_of_a_disputed_race_stands_in_the_clip_of_the_dispute(
    filmed: Desk, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        race = see_the_race(filmed, close_race, times_ms[45])
        live = filmed.live
        assert live.play is not None
        acts = live.play.races[race].acts
        live.record(ActDisputed(close_race.start.players[0], acts[1], times_ms[60]))
        assert await comes(lambda: "dispute" in heads(filmed).values(), WAIT_S)
        live.record(SnapRuled(race, 1, times_ms[-1], acts, "we all saw it"))
        assert await comes(lambda: clip_of(filmed, "dispute").ruling is not None, WAIT_S)

    asyncio.run(course())
    ruling = clip_of(filmed, "dispute").ruling
    assert ruling is not None
    assert (ruling.sentence[:16], ruling.reason) == ("The table ruled:", "we all saw it")
    assert ruling.winner in close_race.start.players


def test_what_people_insert_correct_or_take_out_has_a_clip_while_the_film_holds_its_time(
    filmed: Desk, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        live = filmed.live
        assert live.play is not None
        at_ms, player = times_ms[70] - 2000.0, close_race.start.players[1]
        now_ms = filmed.watch.now_ms()
        assert now_ms - at_ms > 1000.0
        live.record(ActSaid(at_ms, "p2 looks p2.a1"))
        assert await comes(lambda: "correction" in heads(filmed).values(), WAIT_S)
        inserted = clip_of(filmed, "correction")
        assert inserted.title.startswith(f"It was told afterwards: {player} looked at {player}'s ")
        assert inserted.origin_ms + inserted.moment_ms == pytest.approx(at_ms)
        live.record(QuestionAnswered(act=f"{at_ms:.3f} p2 looks p2.a1", events=(), reason="no", at_ms=times_ms[-1]))
        assert await comes(lambda: clip_of(filmed, "correction").ruling is not None, WAIT_S)

    asyncio.run(course())
    taken_out = clip_of(filmed, "correction")
    assert taken_out.ruling is not None
    assert taken_out.ruling.reason == "no"


def test_a_card_that_is_corrected_on_the_sheet_of_a_watched_round_has_a_clip_of_the_reveal(
    filmed: Desk, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        live = filmed.live
        cards = map(parse_card, ("3S", "4S", "5S"))
        hands = tuple(
            (player, (ScoredCard(card),)) for player, card in zip(close_race.start.players, cards, strict=True)
        )
        live.record(RevealWatched(hands, close_race.start.players[0], RoundEnd.CALL))
        sheet = live.evening.game.sheet if live.evening.game else None
        assert sheet is not None
        live.record(CardRemoved(sheet.cards[0].card_id))
        assert await comes(lambda: {"reveal", "correction"} <= {*heads(filmed).values()}, WAIT_S)

    asyncio.run(course())
    corrected, revealed = clip_of(filmed, "correction"), clip_of(filmed, "reveal")
    assert corrected.window_ms == revealed.window_ms
    assert corrected.title == "The sheet was corrected after the reveal."


def test_a_call_that_does_not_count_has_its_clip(filmed: Desk, close_race: Performance) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        live = filmed.live
        assert live.play is not None
        seat = (live.play.state.turn + 1) % len(live.play.state.players)
        live.record(ActSaid(times_ms[60], f"p{seat + 1} calls"))
        live.record(TimePassed(times_ms[60] + 20_000.0))
        (doubt,) = live.play.doubts
        assert await comes(lambda: filmed.keeper.name_of((doubt.act,)) is not None, WAIT_S)
        assert filmed.keeper.film((doubt.act,))
        live.record(QuestionAnswered(act=doubt.act, at_ms=times_ms[60] + 21_000.0))
        name = filmed.keeper.name_of((doubt.act,))
        assert name is not None
        assert await comes(lambda: filmed.shelf.clip(name).ruling is not None, WAIT_S)

    asyncio.run(course())


def test_after_a_restart_clips_are_found_again_and_none_is_cut_twice(
    filmed: Desk, tmp_path: Path, film: Path, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        assert await comes(lambda: "snap" in heads(filmed).values(), WAIT_S)

    asyncio.run(course())
    before = heads(filmed)
    filmed.close()
    again = desk_at(tmp_path, film, close_race)

    async def go_on() -> None:
        again.live.publish()
        assert again.live.play is not None
        assert again.keeper.name_of(again.live.play.races[-1].acts) in before
        await asyncio.sleep(0.3)

    asyncio.run(go_on())
    assert heads(again) == before
    again.close()


def test_clips_that_are_too_old_go_when_kibitz_starts_and_while_it_runs(
    filmed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clips_of_round, "_TIDIED_S", 0.01)

    def put(name: str) -> None:
        filmed.shelf.put(name, race_clip())
        then_s = time.time() - 31 * 86_400
        os.utime(filmed.shelf.path(name), (then_s, then_s))

    async def course() -> None:
        put("before")
        beside = asyncio.create_task(filmed.keeper.look_after())
        assert await comes(lambda: not heads(filmed), WAIT_S)
        put("meanwhile")
        assert await comes(lambda: not heads(filmed), WAIT_S)
        beside.cancel()

    asyncio.run(course())


def test_where_no_film_shows_it_a_ruling_stands_without_a_clip(tmp_path: Path, close_race: Performance) -> None:
    PIL.Image.new("RGB", SIZE, (90, 90, 90)).save(tmp_path / "table.png")
    desk = desk_at(tmp_path, tmp_path / "table.png", close_race)

    async def course() -> None:
        race = see_the_race(desk, close_race, 50_000.0)
        desk.live.record(SnapRuled(race, 0, 51_000.0))

    asyncio.run(course())
    desk.close()
    assert [snap.clip for snap in filmed_of(desk)] == [""]
    assert heads(desk) == {}


def test_who_deletes_what_was_seen_of_a_game_deletes_its_clips(filmed: Desk, close_race: Performance) -> None:
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        see_the_race(filmed, close_race, times_ms[45])
        assert await comes(lambda: "snap" in heads(filmed).values(), WAIT_S)
        assert filmed.live.evening.game is not None
        filmed.shelf.keep(next(iter(heads(filmed))))
        filmed.live.record(PicturesDeleted(filmed.live.evening.game.seq))
        assert await comes(lambda: not heads(filmed), WAIT_S)

    asyncio.run(course())


def test_scoring_goes_on_while_the_disk_is_full_and_the_page_says_that_no_clips_are_kept(
    filmed: Desk, close_race: Performance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filmed.shelf, "_room", lambda _: 0)
    times_ms = filmed_ms(filmed)

    async def course() -> None:
        race = see_the_race(filmed, close_race, times_ms[45])
        assert await comes(lambda: "Clips are not kept just now" in filmed.keeper.sentence, WAIT_S)
        filmed.live.record(SnapRuled(race, 0, times_ms[-1]))
        assert filmed.live.play is not None
        assert filmed.live.play.races[race].ruled

    asyncio.run(course())
    assert heads(filmed) == {}
