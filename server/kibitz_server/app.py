"""The app: the dashboard and its routes over one data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz_scoring.errors import InputError
from kibitz_server.api.routes import create_router
from kibitz_server.desk import Desk, open_desk
from kibitz_server.pages.dashboard import mount_dashboard
from kibitz_server.settings import Settings
from kibitz_server.texts import say

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]", "::1")
OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def create_app(settings: Settings) -> FastAPI:
    """App over the data folder of `settings`; `InputError` where the folder or the source cannot be used."""
    desk = open_desk(settings)
    app = FastAPI(title="Kibitz", lifespan=_lifespan(desk), docs_url=None, redoc_url=None)
    # A page of another name that resolves to this machine must not read or change the evening.
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(LOOPBACK_NAMES))
    app.add_middleware(OwnPagesOnly)
    app.add_exception_handler(InputError, lambda _, error: _refusal(400, say(str(error))))
    app.add_exception_handler(RequestValidationError, _say_what_is_wrong)
    app.include_router(create_router(desk))
    app.mount("/assets", StaticFiles(directory=Path(str(files("kibitz_server") / "pages" / "assets"))))
    mount_dashboard(app, desk)
    app.state.desk = desk
    return app


class OwnPagesOnly:
    """Refuses requests that a page of another site sends through a visitor's browser, web sockets included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on unless its Origin is foreign; those without one do not come from a page."""
        if scope["type"] in ("http", "websocket"):
            origin = Headers(scope=scope).get("origin")
            if origin and urlsplit(origin).hostname not in OWN_HOSTS:
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 1008})
                else:
                    await _refusal(403, f"A page of {origin} may not use Kibitz.")(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _lifespan(desk: Desk) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        upkeep = asyncio.create_task(desk.upkeep.run())
        yield
        upkeep.cancel()
        desk.close()

    return lifespan


def _say_what_is_wrong(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong = error.errors()[0]
    where, name = wrong["loc"][0], ".".join(map(str, wrong["loc"][1:]))
    return _refusal(422, f"{where} {name}: found {wrong['input']!r}: {wrong['msg']}.")


def _refusal(status: int, sentence: str) -> JSONResponse:
    """The one shape that refusals have, FastAPI's own among them."""
    return JSONResponse({"detail": sentence}, status_code=status)
