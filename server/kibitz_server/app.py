"""The app: the dashboard and its routes over one data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import to_say
from kibitz_server.api.routes import create_router
from kibitz_server.api.v1.docs import DESCRIPTION, mount_docs
from kibitz_server.api.v1.resources import create_resource_router
from kibitz_server.api.v1.stream import create_stream_router
from kibitz_server.desk import Desk, open_desk
from kibitz_server.gate.bound_pages import bind_pages
from kibitz_server.gate.guest_gate import GuestGate
from kibitz_server.gate.headers import SafeHeaders
from kibitz_server.gate.key_file import drop_key, take_key
from kibitz_server.gate.own_pages import OwnPagesOnly
from kibitz_server.gate.refusals import refusal
from kibitz_server.gate.sizes import BoundedBodies
from kibitz_server.gate.spoken_language import SpokenLanguage
from kibitz_server.gate.wrong_shapes import wrong_shape
from kibitz_server.pages.dashboard import mount_dashboard
from kibitz_server.pages.join.join_routes import create_join_router
from kibitz_server.settings import Settings
from kibitz_server.texts import ENGLISH, House, say

_NOT_SAID = (to_say("Not Found"), to_say("Method Not Allowed"), to_say("There was an error parsing the body"))
"""What the libraries below answer by themselves, in English."""


def create_app(settings: Settings) -> FastAPI:
    """App over the data folder of `settings`; `InputError` where the folder or the source cannot be used."""
    desk = open_desk(settings)
    app = FastAPI(
        title="Kibitz",
        description=DESCRIPTION,
        version=version("kibitz"),
        lifespan=_lifespan(desk),
        docs_url=None,
        redoc_url=None,
    )
    # The last one sees a request first.
    app.add_middleware(BoundedBodies)
    House.language = settings.language or ENGLISH
    app.state.key = settings.key or take_key(settings.data)
    app.add_middleware(GuestGate, guests=desk.guests)
    app.add_middleware(OwnPagesOnly, key=app.state.key, guests=desk.guests, house=settings.house)
    app.add_middleware(SafeHeaders)
    app.add_middleware(SpokenLanguage, house=settings.language)
    app.add_exception_handler(InputError, lambda asked, error: refusal(400, say(str(error)), asked.headers))
    app.add_exception_handler(RequestValidationError, _say_what_is_wrong)
    app.add_exception_handler(HTTPException, _say_why)
    app.include_router(create_router(desk), include_in_schema=False)
    app.include_router(create_join_router(desk), include_in_schema=False)
    app.include_router(create_resource_router(desk))
    app.include_router(create_stream_router(desk))
    mount_docs(app)
    app.mount("/assets", StaticFiles(directory=Path(str(files("kibitz_server") / "pages" / "assets"))))
    mount_dashboard(app, desk)
    bind_pages(desk.guests)
    app.state.desk = desk
    return app


def _lifespan(desk: Desk) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        work = desk.upkeep.run(), desk.keeper.take_up(), desk.keeper.look_after()
        beside = [asyncio.create_task(one) for one in work]
        yield
        for task in beside:
            task.cancel()
        drop_key(desk.settings.data)
        desk.close()

    return lifespan


def _say_what_is_wrong(asked: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(422, wrong_shape(error.errors()[0]), asked.headers)


def _say_why(asked: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = refusal(error.status_code, say(error.detail), asked.headers)
    answer.headers.update(error.headers or {})
    return answer
