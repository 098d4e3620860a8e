"""Who sits at the table, and by which rules it plays from here on."""

from __future__ import annotations

import json

from kibitz_scoring.game.events import Departed, Event, HandedOver, Ruled
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.projections import game_out
from kibitz_server.api.v1.shapes.shapes import GameOut, PlayerIn, RulingIn, SuccessorIn
from kibitz_server.evening.game.seating import joining
from kibitz_server.journal.play_entries import ActSaid, RuleKept


def seat_routes(asking: Asking) -> Routes:
    """Their paths."""
    seats = _Seats(asking)
    return (
        Route("POST", "/players", seats.join),
        Route("POST", "/players/leave", seats.leave),
        Route("POST", "/players/take-over", seats.take_over),
        Route("POST", "/rules", seats.rule),
    )


class _Seats:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def join(self, who: PlayerIn, asker: Asker) -> GameOut:
        """Let somebody sit down between two rounds: on their own seat, a free one, or a new one."""
        game = self._asking.game(asker)
        return self._say(asker, joining(game.seats, game.players, PlayerId(who.player)))

    async def leave(self, who: PlayerIn, asker: Asker) -> GameOut:
        """Somebody leaves the table, in a round or after it."""
        return self._say(asker, Departed(PlayerId(who.player)))

    async def take_over(self, who: SuccessorIn, asker: Asker) -> GameOut:
        """Somebody takes over another's seat and total."""
        return self._say(asker, HandedOver(PlayerId(who.player), PlayerId(who.successor)))

    async def rule(self, ruling: RulingIn, asker: Asker) -> GameOut:
        """Play by another rule from here on, or from the next round on."""
        value = json.dumps(ruling.value, ensure_ascii=False)
        if ruling.at_once:
            return self._say(asker, Ruled(ruling.rule, value, ruling.author, ruling.reason))
        self._asking.record(asker, RuleKept(ruling.rule, value, ruling.author, ruling.reason))
        return game_out(self._asking.game(asker))

    def _say(self, asker: Asker, event: Event) -> GameOut:
        game = self._asking.game(asker)
        with refusing():
            said = ActSaid(self._asking.now_ms, format_event(event, game.seats))
        self._asking.record(asker, said)
        return game_out(self._asking.game(asker))
