"""Routes of clips: the list of them, what each holds, its pictures, masked, and what is exported of it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import FileResponse, JSONResponse

from kibitz_server.access.viewer import Right, viewer_of
from kibitz_server.api.answers import NEVER_KEEP, attached, refusing
from kibitz_server.desk import Desk
from kibitz_server.replay.film import film_of
from kibitz_server.texts import say
from kibitz_server.views.clip_view import shelved_view
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.evidence import evidence
from kibitz_vision.clips.film_export import export_film
from kibitz_vision.clips.masked_clip import ClipView
from kibitz_vision.clips.photo_finish import photo_finish
from kibitz_vision.detections import Image

T = TypeVar("T")


def create_clip_router(desk: Desk) -> APIRouter:
    """All routes about clips."""
    router = APIRouter()
    routes = _Routes(desk)
    router.get("/clips.json")(routes.list)
    router.get("/clips/{name}.json")(routes.clip)
    router.get("/clips/{name}.kibitz")(routes.file)
    router.get("/wrong-clips/{name}.zip")(routes.wrong)
    router.get("/clips/{name}/evidence.json")(routes.evidence)
    router.get("/clips/{name}/photo-finish.png")(routes.photo_finish)
    router.get("/clips/{name}/film.mp4")(routes.mp4)
    router.get("/clips/{name}/film/{number}.jpg")(routes.film_picture)
    router.get("/clips/{name}/{view}/{number}.jpg")(routes.picture)
    return router


class _Routes:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def list(self) -> JSONResponse:
        clips = await asyncio.to_thread(self._desk.shelf.clips)
        return _json({"clips": [shelved_view(one) for one in clips], "sentence": self._desk.keeper.sentence})

    async def clip(self, name: str, request: Request) -> JSONResponse:
        await self._check_game(name, request)
        shown, role = await self._shown(name), viewer_of(request).role
        is_played = self._desk.masked.is_played(shown.clip.key)
        with refusing(404):
            return _json(await asyncio.to_thread(film_of, shown.clip, name, role, is_played=is_played))

    async def file(self, name: str) -> FileResponse:
        """The clip itself, every frame as the camera saw it: of a round that goes on nobody gets it."""
        self._check_over((await self._shown(name)).clip.key)
        path = self._desk.shelf.path(name)
        return FileResponse(path, media_type="application/zip", filename=path.name, headers=NEVER_KEEP)

    async def wrong(self, name: str) -> Response:
        """The folder of a clip that was judged wrongly, with the right answer; as its file, see `file`."""
        with refusing(404):
            self._check_over(await asyncio.to_thread(self._desk.wrong.key, name))
            packed = await asyncio.to_thread(self._desk.wrong.zipped, name)
        return Response(packed, media_type="application/zip", headers=attached(f"{name}.zip"))

    def _check_over(self, key: str) -> None:
        if self._desk.masked.is_played(key):
            why = say("The round of this clip is being played: its file can be fetched after that.")
            raise HTTPException(404, why)

    async def evidence(self, name: str) -> JSONResponse:
        return _json(await self._made(name, lambda shown: evidence(shown.clip)))

    async def photo_finish(self, name: str, request: Request) -> Response:
        await self._check_game(name, request)
        picture = await self._made(name, self._finish)
        return Response(picture, media_type="image/png", headers=NEVER_KEEP)

    def _finish(self, shown: ShownClip) -> bytes:
        return _png(photo_finish(shown, self._desk.worker.pipeline()))

    async def mp4(self, name: str) -> Response:
        film = await self._made(name, self._mp4)
        return Response(film, media_type="video/mp4", headers=attached(f"{name}.mp4"))

    def _mp4(self, shown: ShownClip) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "film.mp4"
            for _ in export_film(shown, self._desk.worker.pipeline(), path):
                pass
            return path.read_bytes()

    async def _made(self, name: str, make: Callable[[ShownClip], T]) -> T:
        """What is made of a clip, in a thread; 404 with a sentence where that cannot be."""
        shown = await self._shown(name)
        with refusing(404):
            return await asyncio.to_thread(make, shown)

    async def _shown(self, name: str) -> ShownClip:
        """A clip as it may be looked at now, or 404 with a sentence."""
        with refusing(404):
            return await self._desk.masked.shown(name)

    async def _check_game(self, name: str, request: Request) -> None:
        """404 for a clip of another game than the one being played, where the viewer may not look at old games."""
        if viewer_of(request).role.may(Right.JUDGE):
            return
        game = self._desk.live.evening.game
        key = (await self._shown(name)).clip.key.partition(" ")[0]
        if game is None or not key.isdecimal() or int(key) < game.seq:
            raise HTTPException(404, say("This clip is not of the game being played."))

    async def film_picture(self, name: str, number: int, request: Request) -> Response:
        await self._check_game(name, request)
        with refusing(404):
            data = await self._desk.masked.film_picture(name, number)
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)

    async def picture(self, name: str, view: ClipView, number: int, request: Request) -> Response:
        await self._check_game(name, request)
        with refusing(404):
            data = await self._desk.masked.picture(name, view, number)
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)


def _png(image: Image) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()


def _json(content: dict[str, Any]) -> JSONResponse:
    return JSONResponse(content, headers=NEVER_KEEP)
