"""How large and how slow what is sent may be: counted as it arrives, whatever the browser was told."""

from __future__ import annotations

import asyncio
import re
from contextlib import nullcontext

from nicegui import Client
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz_server.gate.refusals import refusal
from kibitz_server.texts import say
from kibitz_server.watching.pictures.picture_process import MOST_FILE_BYTES

_MOST_BYTES = 1_100_000
"""Of all but files: Socket.IO takes a million."""
_AROUND_A_FILE = 64_000
PHOTO = "/api/v1/sheet/photo"
"""Where programs send the photo of a reveal."""
_MOST_FILES_AT_ONCE = 2
_SILENT_S = 20.0
_UPLOAD = re.compile(r"/_nicegui/client/([^/]+)/upload/(\d+)")


class BoundedBodies:
    """Ends requests that send more than they may, or nothing for long; files come one or two at a time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files = asyncio.Semaphore(_MOST_FILES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with what it sends measured."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = _most_bytes(scope["path"])
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdecimal() and int(announced[:19]) > most:
            await _too_large(most)(scope, receive, send)
            return
        body = _Body(receive, send, most)
        async with self._files if _takes_file(scope["path"]) else nullcontext():
            try:
                await self._app(scope, body.receive, body.send)
            except Exception:
                # Whatever an app makes of a body that broke off.
                if body.refused is None:
                    raise
        if body.refused is not None and not body.is_answered:
            await body.refused(scope, receive, send)


class _Body:
    """`refused` is what is answered in place of the app's own answer."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive, self._send, self._left, self._most = receive, send, most, most
        self._is_whole = False
        self.refused: ASGIApp | None = None
        self.is_answered = False

    async def receive(self) -> Message:
        if self.refused is not None:
            return {"type": "http.disconnect"}
        try:
            # An app that listens on for the end of the connection is not slow.
            message = await asyncio.wait_for(self._receive(), None if self._is_whole else _SILENT_S)
        except TimeoutError:
            sentence = say("Nothing came for {seconds:.0f} s of what was to be sent.", seconds=_SILENT_S)
            self.refused = _closing(refusal(408, sentence))
            return {"type": "http.disconnect"}
        self._is_whole = not message.get("more_body")
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.refused = _too_large(self._most)
            return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        if self.refused is None or self.is_answered:
            self.is_answered = True
            await self._send(message)


def _too_large(most: int) -> ASGIApp:
    sentence = say("This is larger than {megabytes:.0f} MB, and was not taken.", megabytes=most / 1e6)
    return _closing(refusal(413, sentence))


def _closing(answer: ASGIApp) -> ASGIApp:
    """What is still under way is not waited for."""
    answer.headers["Connection"] = "close"  # type: ignore[attr-defined]
    return answer


def _takes_file(path: str) -> bool:
    return path == PHOTO or _UPLOAD.fullmatch(path) is not None


def _most_bytes(path: str) -> int:
    """For a file as much as the page says of the field that it is given to."""
    if path == PHOTO:
        return MOST_FILE_BYTES + _AROUND_A_FILE
    if (named := _UPLOAD.fullmatch(path)) is None:
        return _MOST_BYTES
    page = Client.instances.get(named[1])
    field = page.elements.get(int(named[2][:9])) if page else None
    most = field.props.get("max-file-size") if field else None
    return (int(most) if most else _MOST_BYTES) + _AROUND_A_FILE
