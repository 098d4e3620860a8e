"""The gate of what NiceGUI serves: it would answer every path and method with the dashboard, and as often as asked."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable

from nicegui import Client
from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz_server.gate.bound_pages import forget, is_of_another, make_room_for
from kibitz_server.gate.headers import page_policy
from kibitz_server.gate.refusals import refusal
from kibitz_server.texts import say

_MOST_WAITING = 16
"""So many pages may be under way to a browser: each takes 0.55 MB until it is shown, or forgotten after a minute."""
_MOST_PAGES = 64
_SCRIPT = re.compile(rb"<script(?=[\s>])")


class DashboardGate:
    """Lets through what there is: `pages`, and what NiceGUI's own `routes` know.

    `others` are the routes of the app beside NiceGUI, which know their paths by other methods.
    """

    def __init__(
        self, app: ASGIApp, pages: Collection[str], routes: Iterable[BaseRoute], others: Iterable[BaseRoute]
    ) -> None:
        self._app, self._pages, self._routes, self._others = app, pages, routes, others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say that there is nothing here."""
        # NiceGUI draws its page for what was meant for itself.
        scope = {**scope, "endpoint": self._app}
        if scope["type"] == "http" and scope["path"] in self._pages:
            await self._serve_page(scope, receive, send)
        elif scope["type"] == "http" and is_of_another(scope):
            sentence = say("This page was opened by another device.")
            await refusal(403, sentence, Headers(scope=scope))(scope, receive, send)
        elif scope["type"] != "http" or _matches(self._routes, scope, Match.FULL):
            await self._app(scope, receive, send)
        elif _matches([*self._routes, *self._others], scope, Match.PARTIAL):
            await _not_so(scope, receive, send)
        else:
            sentence = say("There is nothing of this name here.")
            await refusal(404, sentence, Headers(scope=scope))(scope, receive, send)

    async def _serve_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _not_so(scope, receive, send)
        elif not make_room_for(scope.get("viewer")):
            sentence = say("This device has too many pages of Kibitz open: close some of them.")
            await refusal(503, sentence, Headers(scope=scope))(scope, receive, send)
        elif not _make_room():
            sentence = say("Kibitz is open on {number} pages already: close some of them.", number=_MOST_PAGES)
            await refusal(503, sentence, Headers(scope=scope))(scope, receive, send)
        else:
            # As it is, to be given its nonce; it does not travel far.
            plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            await self._app({**scope, "headers": plain}, receive, _with_nonce(send))


def _make_room() -> bool:
    """Forget pages that nobody waits for any more, the oldest first; whether another may be opened."""
    waiting = [page for page in Client.instances.values() if not page.has_socket_connection]
    for page in sorted(waiting, key=lambda page: page.created)[: max(0, len(waiting) + 1 - _MOST_WAITING)]:
        forget(page)
    return len(Client.instances) < _MOST_PAGES


def _with_nonce(send: Send) -> Send:
    """Gives each script of a page, none of which people can have written, the nonce of its policy."""
    nonce = secrets.token_urlsafe(16)
    started: list[Message] = []
    parts: list[bytes] = []

    async def send_with_nonce(message: Message) -> None:
        if message["type"] == "http.response.start":
            started.append(message)
            return
        if message["type"] != "http.response.body":
            await send(message)
            return
        parts.append(message.get("body", b""))
        if message.get("more_body"):
            return
        body = _SCRIPT.sub(b'<script nonce="' + nonce.encode() + b'"', b"".join(parts))
        headers = MutableHeaders(scope=started[0])
        headers["Content-Security-Policy"] = page_policy(nonce)
        headers["Content-Length"] = str(len(body))
        await send(started[0])
        await send({"type": "http.response.body", "body": body})

    return send_with_nonce


def _matches(routes: Iterable[BaseRoute], scope: Scope, wanted: Match) -> bool:
    return any(route.matches(scope)[0] is wanted for route in routes)


async def _not_so(scope: Scope, receive: Receive, send: Send) -> None:
    sentence = say("Nothing here can be asked by {method}.", method=scope["method"])
    answer = refusal(405, sentence, Headers(scope=scope))
    answer.headers["Allow"] = "GET"
    await answer(scope, receive, send)
