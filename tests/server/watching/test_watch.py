"""A round that is watched, and the camera that it is watched with."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.players import PlayerId
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import CardLifted, Heap, Interval, Seen, TableEvent
from kibitz_server.desk import open_desk
from kibitz_server.journal.entries import GameStarted
from kibitz_server.settings import Settings
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.watcher import Watcher

from ...films import write_film
from ..conftest import ANN, BEN, PACK, comes
from ..watched_tables import at_desk, grey_film


def _dealt_table(deck: Deck) -> Image:
    """A picture of a table of four players with their cards face down."""
    rng = np.random.default_rng(11)
    stage = Stage(plan_table(PACK, 4), NAMES[:4], frame_clock(rng, ClockConfig(), 1000.0), rng)
    for number, (seat, index) in enumerate(product(range(4), range(PACK.table.hand_size))):
        stage.lay_out(slot_id(PACK, seat, index), FRENCH52[number])
    stage.lay_out(Heap.DRAW)
    stage.lay_out(Heap.DISCARD, FRENCH52[40], up=True)
    size = (720, 1280)
    film = shoot(rng, stage, Props(deck), camera_over(stage.plan, size, 8.0, 1.0), size)
    return film.frame(0.0, np.eye(3))


def _picture(path: Path, grey: int) -> str:
    PIL.Image.new("RGB", (64, 48), (grey, grey, grey)).save(path)
    return str(path)


def test_a_camera_that_is_opened_while_a_round_is_watched_is_watched_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    update = Watcher.update

    def noted(watcher: Watcher, frame: Frame) -> list[TableEvent]:
        seen.append(int(frame.image[0, 0, 0]))
        return update(watcher, frame)

    monkeypatch.setattr(Watcher, "update", noted)

    async def watched() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        assert await comes(lambda: 90 in seen)
        desk.camera.open(_picture(tmp_path / "another.png", 200))
        assert await comes(lambda: 200 in seen)
        assert desk.watch.is_running

    desk = open_desk(Settings(tmp_path / "data", _picture(tmp_path / "table.png", 90)))
    desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    at_desk(desk, watched)


def test_what_a_film_shows_at_its_end_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished: list[int] = []
    finish = Watcher.finish

    def noted(watcher: Watcher) -> list[TableEvent]:
        finished.append(1)
        return finish(watcher)

    async def watched() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        assert await comes(lambda: bool(finished))
        await asyncio.sleep(0.5)
        assert finished == [1]
        assert desk.watch.is_running

    monkeypatch.setattr(Watcher, "finish", noted)
    greys = [np.full((48, 64, 3), 60 + grey, np.uint8) for grey in range(12)]
    desk = open_desk(Settings(tmp_path / "data", str(write_film(tmp_path / "film.mp4", greys, fps=30))))
    desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    at_desk(desk, watched)


def test_what_was_seen_is_written_once_though_something_fails_after_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lifted = CardLifted(Seen(Interval(0.0, 50.0)), Heap.DRAW)
    coming: list[TableEvent] = [lifted]
    frames: list[tuple[TableEvent, ...]] = []
    monkeypatch.setattr(Watcher, "update", lambda *_: [coming.pop()] if coming else [])

    async def watched() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        assert await comes(lambda: len(frames) > 2)

    desk = open_desk(Settings(tmp_path / "data", str(grey_film(tmp_path))))
    desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    see = desk.live.see

    def failing(events: tuple[TableEvent, ...], known_ms: float) -> None:
        frames.append(events)
        see(events, known_ms)
        raise RuntimeError("made up")

    monkeypatch.setattr(desk.live, "see", failing)
    at_desk(desk, watched)
    assert [event for events in frames for event in events] == [lifted]


@pytest.mark.parametrize("is_dealt", [False, True])
def test_people_are_asked_about_cards_that_lie_there_before_a_deal(
    tmp_path: Path, unseen_deck: Deck, *, is_dealt: bool
) -> None:
    table = _dealt_table(unseen_deck)
    said: list[str] = []

    async def watched() -> None:
        desk.watch.begin(ANN, is_dealt=is_dealt)
        assert await comes(lambda: desk.watch.places is not None)
        for _ in range(60):
            await asyncio.sleep(0.1)
            said.append(desk.watch.sentence)

    desk = open_desk(Settings(tmp_path / "data", str(write_film(tmp_path / "film.mp4", [table] * 75, fps=5))))
    desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN, PlayerId("Cleo"), PlayerId("Dan"))))
    at_desk(desk, watched)
    assert any("lie at all places already" in sentence for sentence in said) is not is_dealt
