"""Routes beside the dashboard: health, stored pictures and the camera's preview."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import FileResponse

from kibitz_server.access.viewer import Role
from kibitz_server.api.answers import KEEP, NEVER_KEEP, refusing
from kibitz_server.api.clip_routes import create_clip_router
from kibitz_server.api.deck_routes import create_deck_router
from kibitz_server.api.game_routes import create_game_router
from kibitz_server.api.print_routes import create_print_router
from kibitz_server.demo import demo_picture
from kibitz_server.desk import Desk
from kibitz_server.journal.pictures import card_crop, picture_path
from kibitz_server.texts import say
from kibitz_server.views.evening_view import project


def create_router(desk: Desk) -> APIRouter:
    """All routes over one desk."""
    router = APIRouter()
    routes = _Routes(desk)
    router.get("/healthz")(routes.health)
    router.get("/demo/{name}")(routes.demo)
    router.get("/pictures/{picture_id}.jpg")(routes.picture)
    router.get("/cards/{card_id}.jpg")(routes.card)
    router.get("/camera/latest.jpg")(routes.camera)
    router.get("/camera/choice/{number}.jpg")(routes.camera_choice)
    router.get("/table/now.jpg")(routes.table_now)
    router.include_router(create_game_router(desk.live))
    router.include_router(create_clip_router(desk))
    router.include_router(create_deck_router(desk))
    router.include_router(create_print_router())
    return router


class _Routes:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def health(self) -> dict[str, str]:
        return {"status": "ready", "clips": self._desk.keeper.sentence or "kept", "recording": self._recording()}

    def _recording(self) -> str:
        """Whether rounds are recorded, in a word: anybody may ask, and why is said on the page."""
        recorder, evening = self._desk.recorder, self._desk.evening_recorder
        if recorder.fault or evening.fault:
            return "stopped"
        return "on" if recorder.is_running or evening.is_on else "off"

    async def demo(self, name: str) -> FileResponse:
        return FileResponse(demo_picture(name), headers=KEEP)

    async def picture(self, picture_id: str) -> FileResponse:
        path = picture_path(self._desk.settings.data, picture_id)
        if not path.is_file():
            raise HTTPException(404, say("The picture {picture_id} is not kept here.", picture_id=picture_id))
        return FileResponse(path, headers=NEVER_KEEP)

    async def card(self, card_id: str) -> Response:
        sheet = project(self._desk.live.evening, Role.HOST).sheet
        for card in sheet.cards if sheet else ():
            if sheet and sheet.picture and card.card_id == card_id and card.corners:
                path = picture_path(self._desk.settings.data, sheet.picture.picture_id)
                crop = await asyncio.to_thread(card_crop, path, card.corners)
                return Response(crop, media_type="image/jpeg", headers=NEVER_KEEP)
        raise HTTPException(404, say("The open round has no picture of a card {card_id}.", card_id=card_id))

    async def camera(self) -> Response:
        if self._desk.live.play is not None:
            # The camera glimpses faces that the players must not know.
            raise HTTPException(409, say("A round is being watched: its picture is shown again when it is over."))
        with refusing(503):
            data = await self._desk.camera.preview()
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)

    async def table_now(self) -> Response:
        with refusing():
            data = await self._desk.live_table.picture()
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)

    async def camera_choice(self, number: int) -> Response:
        if self._desk.live.play is not None:
            raise HTTPException(409, say("A round is being watched: cameras are shown again when it is over."))
        with refusing(503):
            data = await self._desk.choice.picture(number)
        return Response(data, media_type="image/jpeg", headers=NEVER_KEEP)
