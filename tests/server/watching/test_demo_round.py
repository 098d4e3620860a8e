"""The demo's film is watched, and what is said in it is heard when the film gets there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz_server.demo import DemoSaid
from kibitz_server.desk import open_desk
from kibitz_server.journal.play_entries import ActSaid, WatchDropped
from kibitz_server.settings import Settings
from kibitz_server.watching import demo_round
from kibitz_server.watching.watch import TableWatch

from ...kept_source import KeptSource
from ..conftest import comes
from ..watched_tables import GREY, at_desk, camera_with

SAID = (DemoSaid(2000.0, "p1 passes"), DemoSaid(4000.0, "p3 calls"))


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> KeptSource:
    """The film, and what is said in it."""
    kept = camera_with(GREY)
    monkeypatch.setattr("kibitz_server.watching.cameras.camera.open_source", lambda *_, **__: kept)
    monkeypatch.setattr(demo_round, "demo_said", lambda: SAID)
    return kept


def test_what_is_said_in_the_film_is_heard_when_it_gets_there_and_not_before(
    camera: KeptSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(Settings(tmp_path))
    begun_ms = camera.begun_ns / 1e6
    shown = [begun_ms]
    monkeypatch.setattr(TableWatch, "now_ms", lambda _: shown[0])

    def heard() -> list[str]:
        entries = [one.entry for one in desk.live.since(desk.live.evening.game.seq)] if desk.live.evening.game else []
        return [entry.event for entry in entries if isinstance(entry, ActSaid)]

    async def watch() -> None:
        playing = asyncio.create_task(demo_round.watch_demo_round(desk.live, desk.camera, desk.watch))
        assert await comes(lambda: desk.live.play is not None)
        for at_ms, expected in ((1900.0, []), (2100.0, ["p1 passes"]), (4100.0, ["p1 passes", "p3 calls"])):
            shown[0] = begun_ms + at_ms
            await asyncio.sleep(0.2)
            assert await comes(lambda expected=expected: heard() == expected)
        await playing

    at_desk(desk, watch)


def test_once_the_film_is_given_up_nothing_more_is_said(camera: KeptSource, tmp_path: Path) -> None:
    desk = open_desk(Settings(tmp_path))

    async def watch() -> None:
        playing = asyncio.create_task(demo_round.watch_demo_round(desk.live, desk.camera, desk.watch))
        assert await comes(lambda: desk.live.play is not None)
        desk.live.record(WatchDropped())
        await asyncio.wait_for(playing, 30)

    assert camera.pictures
    at_desk(desk, watch)
