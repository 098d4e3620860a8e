"""Routes of games that were played: exports, rules and score sheets, the picture of a result, the code for a phone."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from kibitz_scoring.rules.sheet import rules_sheet
from kibitz_server.access.viewer import viewer_of
from kibitz_server.api.answers import NEVER_KEEP, attached, refusing
from kibitz_server.evening.game.game_tables import format_table
from kibitz_server.evening.live import Live
from kibitz_server.texts import say, spoken_language
from kibitz_server.views.evening_view import GameView, project_game
from kibitz_server.views.sharing.bg_stats import MOST_OF_LOCATION, bg_stats_link
from kibitz_server.views.sharing.exports import export_evening, export_game, export_table
from kibitz_server.views.sharing.game_files import export_game_file
from kibitz_server.views.sharing.qr_codes import qr_code
from kibitz_server.views.sharing.result_picture import result_picture
from kibitz_server.views.sharing.score_sheet import score_sheet

_Location = Annotated[str, Query(max_length=MOST_OF_LOCATION)]


def create_game_router(live: Live) -> APIRouter:
    """All routes about games that were played."""
    router = APIRouter()
    routes = _Routes(live)
    router.get("/export/evening.json")(routes.export_evening)
    router.get("/export/evening.csv")(routes.export_evening_table)
    router.get("/export/games/{seq}.json")(routes.export_game)
    router.get("/export/games/{seq}.csv")(routes.export_game_table)
    router.get("/export/games/{seq}.kibitz")(routes.export_game_file)
    router.get("/games/{seq}/rules.html")(routes.rules)
    router.get("/games/{seq}/score-sheet.html")(routes.score_sheet)
    router.get("/games/{seq}/result.png")(routes.result)
    router.get("/games/{seq}/bg-stats.png")(routes.bg_stats)
    return router


class _Routes:
    def __init__(self, live: Live) -> None:
        self._live = live

    async def export_evening(self) -> JSONResponse:
        return _json(export_evening(self._live.evening), "kibitz-games.json")

    async def export_evening_table(self) -> Response:
        return _text(export_table(self._live.evening), "text/csv", "kibitz-games.csv")

    async def export_game(self, seq: int, request: Request) -> JSONResponse:
        return _json(export_game(self._game(seq, request)), f"kibitz-game-{seq}.json")

    async def export_game_table(self, seq: int, request: Request) -> Response:
        return _text(format_table([export_game(self._game(seq, request))]), "text/csv", f"kibitz-game-{seq}.csv")

    async def export_game_file(self, seq: int, request: Request) -> Response:
        game = self._game(seq, request)
        with refusing():
            text = export_game_file(game)
        return _text(text, "text/plain", f"kibitz-game-{seq}.kibitz")

    async def rules(self, seq: int, request: Request) -> HTMLResponse:
        return HTMLResponse(rules_sheet(self._game(seq, request).coming, say, spoken_language()))

    async def score_sheet(self, seq: int, request: Request) -> HTMLResponse:
        return HTMLResponse(score_sheet(self._game(seq, request)), headers=NEVER_KEEP)

    async def result(self, seq: int, request: Request) -> Response:
        picture = await asyncio.to_thread(result_picture, self._game(seq, request))
        return Response(picture, media_type="image/png", headers=NEVER_KEEP)

    async def bg_stats(self, seq: int, request: Request, location: _Location = "") -> Response:
        with refusing():
            code = qr_code(bg_stats_link(self._game(seq, request), location))
        return Response(code, media_type="image/png", headers=NEVER_KEEP)

    def _game(self, seq: int, request: Request) -> GameView:
        with refusing(404):
            return project_game(self._live.evening, seq, viewer_of(request).role)


def _json(data: dict[str, Any], name: str) -> JSONResponse:
    return JSONResponse(data, headers=attached(name))


def _text(text: str, media_type: str, name: str) -> Response:
    return Response(text, media_type=f"{media_type}; charset=utf-8", headers=attached(name))
