"""Routes of clips: the list of them, what each holds, and its pictures, masked."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import JSONResponse

from kibitz_scoring.errors import InputError
from kibitz_server.api.game_routes import NEVER_KEEP
from kibitz_server.desk import Desk
from kibitz_server.replay.film import film_of
from kibitz_server.views.clip_view import shelved_view
from kibitz_vision.clips.masked_clip import ClipView


def create_clip_router(desk: Desk) -> APIRouter:
    """All routes about clips."""
    router = APIRouter()
    routes = _Routes(desk)
    router.get("/clips.json")(routes.list)
    router.get("/clips/{name}.json")(routes.clip)
    router.get("/clips/{name}/film/{number}.jpg")(routes.film)
    router.get("/clips/{name}/{view}/{number}.jpg")(routes.picture)
    return router


class _Routes:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def list(self) -> JSONResponse:
        clips = await asyncio.to_thread(self._desk.shelf.clips)
        return _json({"clips": [shelved_view(one) for one in clips], "sentence": self._desk.keeper.sentence})

    async def clip(self, name: str) -> JSONResponse:
        try:
            view = await asyncio.to_thread(lambda: film_of(self._desk.masked.clip(name), name))
        except InputError as error:
            raise HTTPException(404, str(error)) from error
        return _json(view)

    async def film(self, name: str, number: int) -> Response:
        try:
            data = await self._desk.masked.film_picture(name, number)
        except InputError as error:
            raise HTTPException(404, str(error)) from error
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)

    async def picture(self, name: str, view: ClipView, number: int) -> Response:
        try:
            data = await self._desk.masked.picture(name, view, number)
        except InputError as error:
            raise HTTPException(404, str(error)) from error
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)


def _json(content: dict[str, Any]) -> JSONResponse:
    return JSONResponse(content, headers=NEVER_KEEP)
