"""Routes of taught decks: the list of them, the file of one to hand on, its certificate with pictures."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse, JSONResponse

from kibitz_server.api.answers import NEVER_KEEP, attached, refusing
from kibitz_server.desk import Desk
from kibitz_server.texts import say, spoken_language
from kibitz_vision.teaching.certificate_page import certificate_page
from kibitz_vision.teaching.deck_file import SUFFIX


def create_deck_router(desk: Desk) -> APIRouter:
    """All routes about taught decks."""
    router = APIRouter()
    routes = _Routes(desk)
    router.get("/decks.json")(routes.list)
    router.get("/decks/{name}/certificate.html")(routes.certificate)
    router.get("/decks/{name}/file")(routes.file)
    return router


class _Routes:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def list(self) -> JSONResponse:
        decks = self._desk.decks
        told: list[dict[str, Any]] = []
        for one in await asyncio.to_thread(decks.shelf.decks):
            row: dict[str, Any] = {"name": one.name, "chosen": one.name in decks.chosen}
            if one.kept is None:
                row["fault"] = one.fault
            else:
                row |= {"faces": len(one.kept.deck.faces), "certificate": one.kept.certificate.model_dump(mode="json")}
            told.append(row)
        return JSONResponse({"decks": told}, headers=NEVER_KEEP)

    async def certificate(self, name: str) -> HTMLResponse:
        with refusing(404):
            kept = await asyncio.to_thread(self._desk.decks.shelf.deck, name)
        return HTMLResponse(certificate_page(kept.deck, kept.certificate, say, spoken_language()), headers=NEVER_KEEP)

    async def file(self, name: str) -> Response:
        with refusing(404):
            data = await asyncio.to_thread(lambda: self._desk.decks.shelf.path(name).read_bytes())
        return Response(data, media_type="application/zip", headers=attached(f"{name}{SUFFIX}"))
