"""Version 1 of the stream: after each change the whole state, which is small, so that nobody misses half of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from kibitz_server.access.viewer import Viewer, viewer_of
from kibitz_server.api.v1.asking import Asking
from kibitz_server.api.v1.events import events_out
from kibitz_server.api.v1.resources import PREFIX
from kibitz_server.api.v1.shapes.event_shapes import NewsOut
from kibitz_server.desk import Desk


def create_stream_router(desk: Desk) -> APIRouter:
    """The stream of one desk."""
    router, asking = APIRouter(prefix=PREFIX), Asking(desk)

    async def stream(socket: WebSocket, after: int | None = None) -> None:
        viewer = viewer_of(socket)
        await socket.accept()
        changed = asyncio.Event()
        changed.set()
        desk.live.watch(changed, changed.set)
        leaving = asyncio.create_task(_left(socket))
        try:
            told = _States(asking, viewer) if after is None else _News(asking, viewer, after)
            await _tell(socket, told, changed, leaving)
        finally:
            leaving.cancel()
            desk.live.unwatch(changed)

    router.websocket("/stream")(stream)
    return router


class _States:
    """The state alone."""

    def __init__(self, asking: Asking, viewer: Viewer) -> None:
        self._asking, self._viewer, self._told = asking, viewer, ""

    def next(self) -> str:
        """The state as JSON where it is another one than was told last, else nothing."""
        now = self._asking.state(self._viewer).model_dump_json()
        if now == self._told:
            return ""
        self._told = now
        return now


class _News:
    """What happened after a number, and the state after it."""

    def __init__(self, asking: Asking, viewer: Viewer, after: int) -> None:
        self._asking, self._viewer, self._after = asking, viewer, max(0, after)
        self._states, self._is_first = _States(asking, viewer), True

    def next(self) -> str:
        """What happened meanwhile as JSON, at first even where that is nothing."""
        events, is_other = events_out(self._asking.desk.event_log, self._after), self._states.next()
        if not (events.events or is_other or self._is_first):
            return ""
        self._is_first, self._after = False, events.newest
        return NewsOut(**dict(events), **dict(self._asking.state(self._viewer))).model_dump_json()


async def _tell(socket: WebSocket, news: _States | _News, changed: asyncio.Event, leaving: asyncio.Task[None]) -> None:
    """Send what there is to tell at once and after each change; who is slow finds only the newest state."""
    while not leaving.done():
        waiting = asyncio.create_task(changed.wait())
        await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        changed.clear()
        now = news.next()
        if now and not leaving.done():
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_text(now)


async def _left(socket: WebSocket) -> None:
    """Wait until the other side is gone; nothing that it says is heard."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()
