"""What a watched round lets out over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import PIL.Image
import pytest

from kibitz_server.api.routes import create_router
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import RoundWatched, WatchDropped
from kibitz_server.settings import Settings
from kibitz_server.watching.sentences import lag_sentence

from .conftest import ANN, BEN, PACK
from .viewers import app_asked_by


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    PIL.Image.new("RGB", (64, 48), (90, 90, 90)).save(tmp_path / "table.png")
    opened = open_desk(Settings(tmp_path / "data", str(tmp_path / "table.png")))
    opened.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    yield opened
    opened.close()


def ask(desk: Desk, path: str) -> httpx.Response:
    app = app_asked_by()
    app.include_router(create_router(desk))

    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return await client.get(path)

    return asyncio.run(get())


def test_nobody_looks_through_the_camera_while_a_round_is_watched(desk: Desk) -> None:
    assert ask(desk, "/camera/latest.jpg").status_code == 200
    desk.live.record(RoundWatched(ANN, is_dealt=True))

    refused = ask(desk, "/camera/latest.jpg")

    assert refused.status_code == 409
    assert "being watched" in refused.json()["detail"]
    desk.live.record(WatchDropped())
    assert ask(desk, "/camera/latest.jpg").status_code == 200


def test_after_a_restart_the_watching_waits_for_people(desk: Desk) -> None:
    desk.live.record(RoundWatched(ANN, is_dealt=True))
    assert not desk.watch.is_running
    assert "Go on, or stop" in desk.watch.sentence


def test_people_are_told_when_what_is_shown_is_over_a_second_old() -> None:
    assert lag_sentence(0.0) == lag_sentence(900.0) == ""
    assert "4 s old" in lag_sentence(4200.0)
