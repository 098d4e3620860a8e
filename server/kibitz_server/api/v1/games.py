"""Games: which there are, beginning and ending one, scoring a whole round, taking back."""

from __future__ import annotations

from typing import Annotated

from fastapi import HTTPException, Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import default_end
from kibitz_server.access.viewer import Right
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.projections import game_out, pack_out
from kibitz_server.api.v1.shapes.shapes import GameIn, GameOut, PackOut, RoundIn, SheetOut, StateOut
from kibitz_server.journal.entries import GameEnded, GameExtended, GameStarted, RoundConfirmed, SheetOpened, Undone
from kibitz_server.texts import say
from kibitz_server.views.evening_view import project_game

Seq = Annotated[int, Path(ge=1, le=2**53, description="The `id` of a game.")]


def game_routes(asking: Asking) -> Routes:
    """Their paths."""
    games = _Games(asking)
    return (
        Route("GET", "/packs", games.packs),
        Route("GET", "/games", games.games),
        Route("GET", "/games/{seq}", games.game),
        Route("GET", "/state", games.state),
        Route("POST", "/games", games.begin_game, 201),
        Route("POST", "/games/current/end", games.end_game),
        Route("POST", "/games/current/extend", games.extend_game),
        Route("POST", "/rounds", games.score_round, 201),
        Route("POST", "/undo", games.undo),
        Route("POST", "/redo", games.redo),
    )


class _Games:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def packs(self) -> list[PackOut]:
        """The games whose rules Kibitz knows."""
        return [pack_out(load_pack(pack_id)) for pack_id in pack_ids()]

    async def games(self, asker: Asker) -> list[GameOut]:
        """All games that are kept here, oldest first; for a device that only looks on the one being played."""
        evening = self._asking.desk.live.evening
        shown = evening.all_games if asker.role.may(Right.JUDGE) else tuple(filter(None, (evening.game,)))
        return [game_out(project_game(evening, game.seq, asker.role)) for game in shown]

    async def game(self, seq: Seq, asker: Asker) -> GameOut:
        """One game and its rounds."""
        with refusing(404):
            return game_out(project_game(self._asking.desk.live.evening, seq, asker.role))

    async def state(self, asker: Asker) -> StateOut:
        """The game being played and the round, as everybody at the table may know them."""
        return self._asking.state(asker)

    async def begin_game(self, wanted: GameIn, asker: Asker) -> GameOut:
        """Begin a game; another one that is being played is at its end."""
        pack = load_pack(wanted.pack, wanted.rules)
        self._asking.record(asker, GameStarted(pack, pack.content_hash, tuple(map(PlayerId, wanted.players))))
        return game_out(self._asking.game(asker))

    async def end_game(self, asker: Asker) -> GameOut:
        """End the game being played: no further round follows."""
        self._asking.record(asker, GameEnded())
        return game_out(self._asking.game(asker))

    async def extend_game(self, asker: Asker) -> GameOut:
        """Play one more round of a game that is over."""
        self._asking.record(asker, GameExtended())
        return game_out(self._asking.game(asker))

    async def score_round(self, played: RoundIn, asker: Asker) -> SheetOut:
        """Score a round from its hands; all or nothing, like a sheet that is confirmed on the page."""
        game = self._asking.game(asker)
        hands = {PlayerId(name): parse_hand(" ".join(cards)) for name, cards in played.hands.items()}
        if set(hands) != set(game.players):
            raise InputError(say("hands: expected one of each of {players}.", players=", ".join(game.players)))
        caller = None if played.caller is None else PlayerId(played.caller)
        if caller is not None and caller not in game.players:
            raise InputError(say("caller: {caller} is not at the table.", caller=caller))
        self._asking.record(asker, SheetOpened())
        confirmed = tuple((player, hands[player]) for player in game.players)
        try:
            self._asking.record(asker, RoundConfirmed(confirmed, caller, default_end(caller)))
        except HTTPException:
            # What was refused leaves no sheet behind for the page to stumble over.
            await self.undo(asker)
            raise
        scored = game_out(self._asking.game(asker))
        return SheetOut(round=scored.rounds[-1], game=scored)

    async def undo(self, asker: Asker) -> StateOut:
        """Take back what was done last."""
        change = self._asking.view(asker).undo
        if change is None:
            raise HTTPException(409, say("There is nothing to undo."))
        self._asking.record(asker, Undone(change.seq))
        return self._asking.state(asker)

    async def redo(self, asker: Asker) -> StateOut:
        """Bring back what was taken back last."""
        change = self._asking.view(asker).redo
        if change is None:
            raise HTTPException(409, say("There is nothing to bring back."))
        self._asking.record(asker, Undone(change.seq))
        return self._asking.state(asker)
