"""Version 1 of the programming interface: the same acts as on the page, through the same checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, HTTPException

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import default_end
from kibitz_server.access.viewer import Role
from kibitz_server.api.v1.projections import game_out, pack_out, state_out
from kibitz_server.api.v1.shapes import (
    ActIn,
    BeginIn,
    GameIn,
    GameOut,
    PackOut,
    RefusalOut,
    RoundIn,
    SheetOut,
    StateOut,
)
from kibitz_server.desk import Desk
from kibitz_server.journal.entries import Entry, GameEnded, GameStarted, RoundConfirmed, SheetOpened, Undone
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, WatchDropped
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View, project, project_game

PREFIX = "/api/v1"
_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": RefusalOut, "description": what}
    for status, what in (
        (400, "What was sent makes no sense."),
        (404, "There is none."),
        (409, "Not as things are now."),
    )
}


def create_resource_router(desk: Desk) -> APIRouter:
    """Games, rounds and acts of one desk."""
    router = APIRouter(prefix=PREFIX, tags=["version 1"], responses=_REFUSALS)
    resources = _Resources(desk)
    gets: Mapping[str, Callable[..., Any]] = {
        "/packs": resources.packs,
        "/games": resources.games,
        "/games/{seq}": resources.game,
        "/state": resources.state,
    }
    posts: Mapping[str, Callable[..., Any]] = {
        "/games": resources.begin_game,
        "/games/current/end": resources.end_game,
        "/rounds": resources.score_round,
        "/table": resources.begin_round,
        "/table/acts": resources.act,
        "/table/drop": resources.drop_round,
        "/undo": resources.undo,
        "/redo": resources.redo,
    }
    for path, answer in gets.items():
        router.get(path)(answer)
    for path, answer in posts.items():
        router.post(path, status_code=201 if path in ("/games", "/rounds", "/table") else 200)(answer)
    return router


class _Resources:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def packs(self) -> list[PackOut]:
        """The games whose rules Kibitz knows."""
        return [pack_out(load_pack(pack_id)) for pack_id in pack_ids()]

    async def games(self) -> list[GameOut]:
        """All games that are kept here, oldest first."""
        evening = self._desk.live.evening
        return [game_out(project_game(evening, game.seq, Role.HOST)) for game in evening.all_games]

    async def game(self, seq: int) -> GameOut:
        """One game and its rounds."""
        try:
            return game_out(project_game(self._desk.live.evening, seq, Role.HOST))
        except InputError as error:
            raise HTTPException(404, str(error)) from error

    async def state(self) -> StateOut:
        """The game being played and the round, as everybody at the table may know them."""
        return state_out(self._view())

    async def begin_game(self, wanted: GameIn) -> GameOut:
        """Begin a game; another one that is being played is at its end."""
        pack = load_pack(wanted.pack, wanted.rules)
        self._record(GameStarted(pack, pack.content_hash, tuple(map(PlayerId, wanted.players))))
        return game_out(self._game())

    async def end_game(self) -> GameOut:
        """End the game being played: no further round follows."""
        self._record(GameEnded())
        return game_out(self._game())

    async def score_round(self, played: RoundIn) -> SheetOut:
        """Score a round from its hands; all or nothing, like a sheet that is confirmed on the page."""
        game = self._game()
        hands = {PlayerId(name): parse_hand(" ".join(cards)) for name, cards in played.hands.items()}
        if set(hands) != set(game.players):
            raise InputError(say("hands: expected one of each of {players}.", players=", ".join(game.players)))
        caller = None if played.caller is None else PlayerId(played.caller)
        if caller is not None and caller not in game.players:
            raise InputError(say("caller: {caller} is not at the table.", caller=caller))
        self._record(SheetOpened())
        try:
            self._record(
                RoundConfirmed(tuple((player, hands[player]) for player in game.players), caller, default_end(caller))
            )
        except HTTPException:
            # What was refused leaves no sheet behind for the page to stumble over.
            self._undo()
            raise
        scored = game_out(self._game())
        return SheetOut(round=scored.rounds[-1], game=scored)

    async def begin_round(self, wanted: BeginIn) -> StateOut:
        """Begin a round that is told act by act, without a camera."""
        game = self._game()
        dealer = PlayerId(wanted.dealer) if wanted.dealer else game.next_dealer
        self._record(RoundWatched(dealer, is_dealt=True, by_hand=True))
        return state_out(self._view())

    async def act(self, said: ActIn) -> StateOut:
        """Tell what happens in the round being played, or say what no camera sees, such as a call."""
        if self._desk.live.play is None:
            raise HTTPException(409, say("No round is being played: begin one first."))
        self._record(ActSaid(self._desk.watch.now_ms(), said.event))
        return state_out(self._view())

    async def drop_round(self) -> StateOut:
        """Give up the round being played: nothing of it is scored."""
        if self._desk.live.play is None:
            raise HTTPException(409, say("No round is being played."))
        self._record(WatchDropped())
        return state_out(self._view())

    async def undo(self) -> StateOut:
        """Take back what was done last."""
        if self._view().undo is None:
            raise HTTPException(409, say("There is nothing to undo."))
        self._undo()
        return state_out(self._view())

    async def redo(self) -> StateOut:
        """Bring back what was taken back last."""
        change = self._view().redo
        if change is None:
            raise HTTPException(409, say("There is nothing to bring back."))
        self._record(Undone(change.seq))
        return state_out(self._view())

    def _undo(self) -> None:
        if (change := self._view().undo) is not None:
            self._record(Undone(change.seq))

    def _view(self) -> View:
        return project(self._desk.live.evening, Role.HOST, self._desk.live.play)

    def _game(self) -> GameView:
        game = project(self._desk.live.evening, Role.SPECTATOR).game
        if game is None:
            raise HTTPException(409, say("There is no game yet: begin one first."))
        return game

    def _record(self, entry: Entry) -> None:
        try:
            self._desk.live.record(entry)
        except InputError as error:
            raise HTTPException(409, str(error)) from error
