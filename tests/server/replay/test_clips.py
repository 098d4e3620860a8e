"""The pictures of a race that the table ruled on are kept before the film forgets them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Heap, Place, TableEvent
from kibitz_server.desk import Desk, open_desk
from kibitz_server.evening.rulings import RuledSnap
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.pictures import kept_pictures
from kibitz_server.journal.play_entries import ActSaid, SnapRuled, TableSeen
from kibitz_server.replay.clips import SnapKeeper
from kibitz_server.settings import Settings
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ...films import write_film
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
    quads: dict[Place, Points] = {Heap.DISCARD: card_rectangle(np.array([WIDTH / 2, HEIGHT / 2]), 0.0)}
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
    return [one.captured_ns / 1e6 for one in desk.watch.kept()]


def snaps(desk: Desk) -> tuple[RuledSnap, ...]:
    assert desk.live.evening.game is not None
    return desk.live.evening.game.snaps


async def rule(desk: Desk, race: int, at_ms: float, wait_s: float) -> None:
    """The table rules, and the keeper has time to do its work."""
    desk.live.record(SnapRuled(race, 0, at_ms))
    await comes(lambda: bool(snaps(desk)[0].moments), wait_s)


def test_the_frames_of_a_ruled_race_are_kept_as_pictures_with_both_verdicts(
    filmed: Desk, tmp_path: Path, close_race: Performance
) -> None:
    times_ms = filmed_ms(filmed)
    race = see_the_race(filmed, close_race, times_ms[45])

    asyncio.run(rule(filmed, race, times_ms[-1], WAIT_S))

    (snap,) = snaps(filmed)
    assert len(snap.moments) > 10
    assert [moment.frame for moment in snap.moments] == sorted(moment.frame for moment in snap.moments)
    assert any(moment.touches for moment in snap.moments)
    assert {moment.picture for moment in snap.moments} == kept_pictures(tmp_path / "data")
    assert "first by" in snap.verdict
    assert "The table ruled" in snap.verdict


def test_where_no_film_shows_it_a_ruling_stands_without_pictures(tmp_path: Path, close_race: Performance) -> None:
    PIL.Image.new("RGB", SIZE, (90, 90, 90)).save(tmp_path / "table.png")
    desk = desk_at(tmp_path, tmp_path / "table.png", close_race)
    race = see_the_race(desk, close_race, 50_000.0)
    asyncio.run(rule(desk, race, 51_000.0, 0.2))
    assert [snap.moments for snap in snaps(desk)] == [()]
    assert kept_pictures(tmp_path / "data") == set()
    desk.close()


def test_what_was_ruled_before_a_start_is_not_looked_for_in_a_film(
    filmed: Desk, tmp_path: Path, close_race: Performance
) -> None:
    filmed.keeper.close()
    times_ms = filmed_ms(filmed)
    race = see_the_race(filmed, close_race, times_ms[45])
    asyncio.run(rule(filmed, race, times_ms[-1], 0.1))
    started = SnapKeeper(filmed.live, filmed.watch, filmed.camera, filmed.worker, tmp_path / "data")

    async def go_on() -> None:
        filmed.live.publish()
        await asyncio.sleep(0.2)

    asyncio.run(go_on())
    started.close()
    assert [snap.moments for snap in snaps(filmed)] == [()]
    assert kept_pictures(tmp_path / "data") == set()
