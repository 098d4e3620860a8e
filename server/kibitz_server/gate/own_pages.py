"""Who may ask: pages of this very address, by the key of this start or as a device that joined, and nobody else."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from urllib.parse import parse_qs, urlsplit

from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz_server.access.guests import Guests
from kibitz_server.access.route_rights import JOIN, OVERLAY, PAGES, is_open
from kibitz_server.access.viewer import OWNER, Viewer
from kibitz_server.gate.refusals import nothing_to_see, refusal
from kibitz_server.texts import say

OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_KEY = "key"
_SHOWN = 80
"""So much of what a stranger sent is repeated."""
_ELSEWHERE = frozenset({"cross-site", "same-site"})
"""What browsers say of pages of other sites, and of those of this host's other ports."""
_KEPT_S = 30 * 24 * 3600
"""For as long as the house keeps a device's place."""


class OwnPagesOnly:
    """Refuses what is not asked by a page of Kibitz's own address, web sockets included, and finds out who asks.

    The link that `kibitz run` prints holds the key; who opens it, or another page with the key, has it from then on as
    a cookie that no script reads. A device that joined has its token in such a cookie. A program sends either as
    `Authorization: Bearer KEY`. Whoever asks stands in the scope as `viewer`. `house` are the names, with their ports,
    by which other devices open the page.
    """

    def __init__(self, app: ASGIApp, key: str, guests: Guests, house: Collection[str] = ()) -> None:
        self._app = app
        self._key = key
        self._guests = guests
        self._house = frozenset(house)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a refusal or with the cookie."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if why := self._foreign(scope, headers):
            await refuse(scope, receive, send, why)
        elif self._is_link(scope):
            await self._hand_key(scope, receive, send)
        elif (viewer := self._viewer(scope, headers)) is not None:
            await self._app({**scope, "viewer": viewer}, receive, send)
        elif scope["type"] == "http" and is_open(scope["method"], scope["path"]):
            await self._app(scope, receive, send)
        elif self._lost_its_place(scope, headers):
            await nothing_to_see(403)(scope, receive, send)
        else:
            await refuse(scope, receive, send, self._stranger(scope, headers))

    def _foreign(self, scope: Scope, headers: Headers) -> str:
        """Why this is no request of a page of our own, empty where it is one."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name_of(f"//{host}") not in OWN_HOSTS and host.lower() not in self._house:
            names = " ".join(sorted(self._house)) or "127.0.0.1, localhost"
            return say("Kibitz has no such name: open it as one of {names}.", names=names)
        # A page has the address that it was loaded from, name and port.
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return say("A page of {origin} may not use Kibitz.", origin=origin[:_SHOWN])
        if headers.get("sec-fetch-site") in _ELSEWHERE and not self._is_opened(scope, headers):
            return say("A page of another address may not use Kibitz.")
        return ""

    def _is_opened(self, scope: Scope, headers: Headers) -> bool:
        """Whether somebody follows a link to a page, and it is not shown within another."""
        opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        return opened and scope["type"] == "http" and scope["method"] == "GET" and scope["path"] in {*PAGES, JOIN}

    def _viewer(self, scope: Scope, headers: Headers) -> Viewer | None:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        tokens = [given.strip()] if scheme.lower() == "bearer" else []
        cookies = _cookies(headers)
        tokens += [cookies[name] for name in (_key_cookie(scope), guest_cookie(scope)) if name in cookies]
        for token in tokens:
            if self._is_key(token):
                return OWNER
            if (viewer := self._guests.viewer(token)) is not None:
                return viewer
        return None

    def _lost_its_place(self, scope: Scope, headers: Headers) -> bool:
        """Whether this is a layer over a stream that was let in before: thousands would read why it is not any more."""
        cookies = _cookies(headers)
        had_place = guest_cookie(scope) in cookies or _key_cookie(scope) in cookies
        return scope["type"] == "http" and scope["path"] == OVERLAY and had_place

    def _stranger(self, scope: Scope, headers: Headers) -> str:
        if guest_cookie(scope) in _cookies(headers):
            return say("This device has no place here any more: scan the code once more to join.")
        if self._house:
            return say("Scan the code that Kibitz shows to join, or open it by the link of its start.")
        return say("Open Kibitz by the link that it showed when it was started: that holds the key of this start.")

    def _is_key(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._key.encode())

    def _is_link(self, scope: Scope) -> bool:
        if scope["type"] != "http" or scope["path"] not in PAGES:
            return False
        given = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=None).get(_KEY, [""])
        return self._is_key(given[0])

    async def _hand_key(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Without the key, which is not to stand in the address line.
        answer = RedirectResponse(scope["path"], status_code=303, headers={"Cache-Control": "no-store"})
        answer.set_cookie(_key_cookie(scope), self._key, httponly=True, samesite="strict")
        await answer(scope, receive, send)


def link(address: str, key: str) -> str:
    """The link by which people open the page: the address with the key of this start."""
    return f"{address}?{_KEY}={key}"


def guest_cookie(scope: Scope) -> str:
    """The name of the cookie with a device's token."""
    return f"kibitz-guest-{_port(scope)}"


def hand_token(answer: Response, scope: Scope, token: str) -> None:
    """Give a device its place, for as long as it is kept.

    Lax, not strict: a phone may come from a link in a message, and nothing is done by opening a page.
    """
    answer.set_cookie(guest_cookie(scope), token, max_age=_KEPT_S, httponly=True, samesite="lax")


async def refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    """Answer with a refusal; a web socket is closed before it is open."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await refusal(403, why, Headers(scope=scope))(scope, receive, send)


def _key_cookie(scope: Scope) -> str:
    return f"kibitz-key-{_port(scope)}"


def _port(scope: Scope) -> int:
    """Of this port: browsers give a cookie to every port of a host, and another Kibitz may listen there."""
    return (scope.get("server") or ("", 0))[1]


def _cookies(headers: Headers) -> dict[str, str]:
    """By name: browsers send the cookies of all ports of a host, and those of others may be of any shape."""
    return cookie_parser(headers.get("cookie", ""))


def _name_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
