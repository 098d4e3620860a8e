"""Version 1 of the stream: after each change the whole state, which is small, so that nobody misses half of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from kibitz_server.access.viewer import Role
from kibitz_server.api.v1.projections import state_out
from kibitz_server.api.v1.resources import PREFIX
from kibitz_server.desk import Desk
from kibitz_server.views.evening_view import project


def create_stream_router(desk: Desk) -> APIRouter:
    """The stream of one desk."""
    router = APIRouter(prefix=PREFIX)

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        changed = asyncio.Event()
        changed.set()
        desk.live.watch(changed, changed.set)
        leaving = asyncio.create_task(_left(socket))
        try:
            await _tell(socket, desk, changed, leaving)
        finally:
            leaving.cancel()
            desk.live.unwatch(changed)

    router.websocket("/stream")(stream)
    return router


async def _tell(socket: WebSocket, desk: Desk, changed: asyncio.Event, leaving: asyncio.Task[None]) -> None:
    """Send the state at once and whenever it is another one; who is slow finds only the newest."""
    told = ""
    while not leaving.done():
        waiting = asyncio.create_task(changed.wait())
        await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        changed.clear()
        now = state_out(project(desk.live.evening, Role.SPECTATOR, desk.live.play)).model_dump_json()
        if now != told and not leaving.done():
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_text(now)
            told = now


async def _left(socket: WebSocket) -> None:
    """Wait until the other side is gone; nothing that it says is heard."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()
