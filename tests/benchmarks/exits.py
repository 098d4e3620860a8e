"""All pictures that leave a desk while a round is watched, asked for as pages ask for them, and kept in a folder."""

from __future__ import annotations

import time
from pathlib import Path

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient
from kibitz_server.replay.player import clip_shown

from kibitz_server.api.routes import create_router
from kibitz_server.desk import Desk
from kibitz_server.views.play_view import project_play
from kibitz_vision.table.places_file import write_places

_EVERY_S = 1.1
"""A little more than what a desk takes between two pictures of the table, so that each is a new one."""
_STEP = 6
"""One of so many pictures of a race is looked at."""


class Exits:
    """Pictures are named by their kind and the times, in ms of the film, between which they were taken."""

    def __init__(self, desk: Desk, start_ms: float, folder: Path) -> None:
        self._desk, self._start_ms, self._folder = desk, start_ms, folder
        app = FastAPI()
        app.include_router(create_router(desk))
        self._client = AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1")
        self._asked_s = float("-inf")
        self._had: set[str] = set()
        self._kept = 0
        folder.mkdir(parents=True, exist_ok=True)

    async def look(self) -> None:
        """Ask for whatever there is to be seen now; once a second at most."""
        if time.monotonic() - self._asked_s < _EVERY_S or self._desk.live.play is None:
            return
        self._asked_s = time.monotonic()
        if self._desk.live_table.is_there:
            since_ms = self._newest_ms()
            await self._keep("/table/now.jpg", "live", since_ms)
            self._keep_places()
        await self._keep_films()
        await self._keep_replays()

    async def _keep_films(self) -> None:
        play = self._desk.live.play
        if play is None:
            return
        for item in project_play(play).inbox:
            for url in self._desk.keeper.film(item.acts):
                if url not in self._had:
                    self._had.add(url)
                    await self._keep(url, "film", item.window_ms.start_ms, item.window_ms.end_ms)

    async def _keep_replays(self) -> None:
        play = self._desk.live.play
        for race in project_play(play).races if play else ():
            name = self._desk.keeper.name_of(race.acts)
            for frame in clip_shown(name, self._desk.masked.clip(name))[::_STEP] if name else ():
                if frame.url not in self._had:
                    self._had.add(frame.url)
                    await self._keep(frame.url, "replay", race.window_ms.start_ms, race.window_ms.end_ms)

    async def _keep(self, url: str, kind: str, since_ms: float, until_ms: float | None = None) -> None:
        answer = await self._client.get(url)
        until_ms = self._newest_ms() if until_ms is None else until_ms
        if answer.status_code == 200:
            times = (f"{max(0.0, at_ms - self._start_ms):.0f}" for at_ms in (since_ms, until_ms))
            name = f"{kind}-{'-'.join(times)}-{self._kept}.jpg"
            self._kept += 1
            (self._folder / name).write_bytes(answer.content)

    def _newest_ms(self) -> float:
        source = self._desk.camera.source
        frame = source.latest() if source else None
        return frame.captured_ns / 1e6 if frame else self._start_ms

    def _keep_places(self) -> None:
        path = self._folder / "places.json"
        if not path.exists() and (places := self._desk.watch.places) is not None:
            write_places(places, path, "film")
