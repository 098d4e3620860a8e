"""What was played: evenings and players, and the clips that are kept."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query

from kibitz_server.access.route_rights import may_ask
from kibitz_server.access.viewer import Role
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.shapes import ClipOut, PastEveningOut, PastGameOut
from kibitz_server.views.clip_view import shelved_view
from kibitz_server.views.history import History, PastGame, project_history, search
from kibitz_server.views.statistics import PlayerStatistics
from kibitz_vision.clips.shelf import Shelved

_Wanted = Annotated[str, Query(max_length=60, description="Any part of the name of a player or a game.")]


def past_routes(asking: Asking) -> Routes:
    """Their paths."""
    past = _Past(asking)
    return (
        Route("GET", "/history", past.history),
        Route("GET", "/statistics", past.statistics),
        Route("GET", "/clips", past.clips),
    )


class _Past:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def history(self, asker: Asker, search_for: _Wanted = "") -> list[PastEveningOut]:
        """The evenings with their games, the newest first."""
        evenings = self._found(asker, search_for).evenings
        return [PastEveningOut(day=one.day, games=list(map(_game_out, one.games))) for one in evenings]

    async def statistics(self, asker: Asker, search_for: _Wanted = "") -> list[PlayerStatistics]:
        """What players have done over all games, who played the most first."""
        return list(self._found(asker, search_for).players)

    async def clips(self, asker: Asker) -> list[ClipOut]:
        """The clips of snaps, disputes and questions, oldest first."""
        masked = self._asking.desk.masked
        with refusing():
            shelved = await asyncio.to_thread(self._asking.desk.shelf.clips)
        return [
            _clip_out(one, asker.role, is_played=one.head is None or masked.is_played(one.head.key)) for one in shelved
        ]

    def _found(self, asker: Asker, wanted: str) -> History:
        return search(project_history(self._asking.desk.live.evening, asker.role), wanted)


def _game_out(game: PastGame) -> PastGameOut:
    return PastGameOut(
        id=game.seq,
        begun=game.at,
        name=game.name,
        players=list(game.players),
        rounds=game.rounds,
        finished=game.is_finished,
        imported=game.is_imported,
        ahead=list(game.ahead),
    )


def _clip_out(shelved: Shelved, role: Role, *, is_played: bool) -> ClipOut:
    at = f"/clips/{shelved.name}"
    file = None if is_played or not may_ask(role, "GET", f"{at}.kibitz") else f"{at}.kibitz"
    return ClipOut(**shelved_view(shelved), film=f"{at}/film.mp4", photo_finish=f"{at}/photo-finish.png", file=file)
