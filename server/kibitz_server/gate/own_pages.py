"""Who may ask: pages of this very address that were opened by the link of this start, and nobody else."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from fastapi.responses import RedirectResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz_server.gate.refusals import refusal
from kibitz_server.texts import say

OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
OPEN_TO_ALL = frozenset({"/healthz"})
"""Says no more than that Kibitz is there."""
_KEY = "key"
_SHOWN = 80
"""So much of what a stranger sent is repeated."""
_ELSEWHERE = frozenset({"cross-site", "same-site"})
"""What browsers say of pages of other sites, and of those of this host's other ports."""


class OwnPagesOnly:
    """Refuses what is not asked by a page of Kibitz's own address that has the key of this start, web sockets included.

    The link that `kibitz run` prints holds the key; who opens it, or one of the other `pages` with the key, has it from
    then on as a cookie that no script reads. A program sends it as `Authorization: Bearer KEY`.
    """

    def __init__(self, app: ASGIApp, key: str, pages: Collection[str]) -> None:
        self._app = app
        self._key = key
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a refusal or with the cookie."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if why := self._foreign(scope, headers):
            await _refuse(scope, receive, send, why)
        elif self._is_link(scope):
            await self._hand_key(scope, receive, send)
        elif scope["path"] not in OPEN_TO_ALL and not self._is_known(scope, headers):
            why = say("Open Kibitz by the link that it showed when it was started: that holds the key of this start.")
            await _refuse(scope, receive, send, why)
        else:
            await self._app(scope, receive, send)

    def _foreign(self, scope: Scope, headers: Headers) -> str:
        """Why this is no request of a page of our own, empty where it is one."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name_of(f"//{host}") not in OWN_HOSTS:
            return say("Kibitz has no such name: open it as 127.0.0.1 or localhost.")
        # A page has the address that it was loaded from, name and port.
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return say("A page of {origin} may not use Kibitz.", origin=origin[:_SHOWN])
        if headers.get("sec-fetch-site") in _ELSEWHERE and not self._is_opened(scope, headers):
            return say("A page of another address may not use Kibitz.")
        return ""

    def _is_opened(self, scope: Scope, headers: Headers) -> bool:
        """Whether somebody follows a link to a page, and it is not shown within another."""
        opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        return opened and scope["type"] == "http" and scope["method"] == "GET" and scope["path"] in self._pages

    def _is_known(self, scope: Scope, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self._is_key(given.strip()):
            return True
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        kept = cookies.get(_cookie_name(scope))
        return kept is not None and self._is_key(kept.value)

    def _is_key(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._key.encode())

    def _is_link(self, scope: Scope) -> bool:
        if scope["type"] != "http" or scope["path"] not in self._pages:
            return False
        given = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=None).get(_KEY, [""])
        return self._is_key(given[0])

    async def _hand_key(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Without the key, which is not to stand in the address line.
        answer = RedirectResponse(scope["path"], status_code=303, headers={"Cache-Control": "no-store"})
        answer.set_cookie(_cookie_name(scope), self._key, httponly=True, samesite="strict")
        await answer(scope, receive, send)


def link(address: str, key: str) -> str:
    """The link by which people open the page: the address with the key of this start."""
    return f"{address}?{_KEY}={key}"


def _cookie_name(scope: Scope) -> str:
    """Of this port: browsers give a cookie to every port of a host, and another Kibitz may listen there."""
    return f"kibitz-key-{(scope.get('server') or ('', 0))[1]}"


def _name_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await refusal(403, why, Headers(scope=scope))(scope, receive, send)
