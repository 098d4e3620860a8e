"""The language that a browser is answered in: chosen on its page, else the house's, else the first that it asks for."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz_server.texts import asked, known_language

LANGUAGE_COOKIE = "kibitz_language"


class SpokenLanguage:
    """Says in `scope["language"]`, and to `say`, which language a request is answered in; `house` is None for any."""

    def __init__(self, app: ASGIApp, house: str | None) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its language."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        language = _chosen(headers) or self._house or _wanted(headers.get("accept-language", ""))
        token = asked.set(language)
        try:
            await self._app({**scope, "language": language}, receive, send)
        finally:
            asked.reset(token)


def _chosen(headers: Headers) -> str | None:
    return known_language(cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE, ""))


def _wanted(accepted: str) -> str | None:
    """The first of `de-AT,de;q=0.9,en;q=0.8` that Kibitz speaks; browsers name the one they like best first."""
    return next((code for part in accepted.split(",") if (code := known_language(part.partition(";")[0]))), None)
