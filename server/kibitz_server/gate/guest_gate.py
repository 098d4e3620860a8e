"""What a device that joined may reach, by the one table of rights; its open sockets end with its place."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import parse_qs

from fastapi.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz_server.access.guests import Guests
from kibitz_server.access.route_rights import HOMES, is_open, needed_right
from kibitz_server.access.viewer import Viewer
from kibitz_server.gate.own_pages import refuse
from kibitz_server.texts import say

_SOCKET_IO = "/_nicegui_ws/"
_LOAD_ANEW = '42["run_javascript",{"code":"window.location.reload()"}]'
"""A message (4) with an event (2) of Socket.IO, to a page of NiceGUI: it finds out that it is somebody else's now."""


class GuestGate:
    """Lets a guest through where its role has the right; who has the key of the start passes everywhere."""

    def __init__(self, app: ASGIApp, guests: Guests) -> None:
        self._app, self._guests = app, guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, refuse it, or lead to the device's own page."""
        viewer = scope.get("viewer")
        if not isinstance(viewer, Viewer) or viewer.guest is None:
            await self._app(scope, receive, send)
            return
        method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
        right = needed_right(method, scope["path"])
        may = is_open(method, scope["path"]) or (right is not None and viewer.role.may(right))
        if not may or _shares_a_session(scope):
            if method == "GET" and scope["path"] == "/":
                await RedirectResponse(HOMES[self._guests.kind_of(viewer)], status_code=303)(scope, receive, send)
                return
            await refuse(scope, receive, send, say("A {role} may not see or do this.", role=say(viewer.role)))
        elif scope["type"] == "websocket":
            await self._while_it_has_a_place(viewer, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _while_it_has_a_place(self, viewer: Viewer, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until its guest is somebody else, or nobody: not one message passes after that."""
        over = asyncio.Event()

        def look(_: str) -> None:
            if not self._guests.is_current(viewer):
                over.set()

        async def receive_so_long() -> Message:
            if over.is_set():
                return {"type": "websocket.disconnect", "code": 1008}
            coming, ending = asyncio.ensure_future(receive()), asyncio.ensure_future(over.wait())
            try:
                await asyncio.wait({coming, ending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                coming.cancel()
                ending.cancel()
            if not over.is_set():
                return coming.result()
            with suppress(RuntimeError):
                if scope["path"].startswith(_SOCKET_IO):
                    await send({"type": "websocket.send", "text": _LOAD_ANEW})
                await send({"type": "websocket.close", "code": 1008})
            return {"type": "websocket.disconnect", "code": 1008}

        async def send_so_long(message: Message) -> None:
            if not over.is_set():
                await send(message)

        key, guest = object(), str(viewer.guest)
        self._guests.watch(key, look)
        self._guests.came(guest)
        try:
            await self._app(scope, receive_so_long, send_so_long)
        finally:
            self._guests.unwatch(key)
            self._guests.went(guest)


def _shares_a_session(scope: Scope) -> bool:
    """Whether a socket would go on with a session that somebody else may have begun."""
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    return scope["path"].startswith(_SOCKET_IO) and "sid" in asked
