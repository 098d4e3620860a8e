"""The round being played: begun, looked at, given up; how far its reveal is, and its hands counted."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import SlotId
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.play_projections import question_out, race_out, settled_out
from kibitz_server.api.v1.shapes.play_shapes import QuestionOut, RaceOut, SettledOut, TurnedUpIn
from kibitz_server.api.v1.shapes.projections import table_out
from kibitz_server.api.v1.shapes.shapes import BeginIn, StateOut, TableOut
from kibitz_server.evening.round.telling import turned_up
from kibitz_server.journal.play_entries import RoundWatched, WatchDropped


def table_routes(asking: Asking) -> Routes:
    """Their paths."""
    table = _Table(asking)
    return (
        Route("GET", "/table", table.table),
        Route("POST", "/table", table.begin_round, 201),
        Route("POST", "/table/drop", table.drop_round),
        Route("GET", "/table/inbox", table.inbox),
        Route("GET", "/table/races", table.races),
        Route("GET", "/table/reveal", table.reveal),
        Route("POST", "/table/reveal", table.turn_up),
        Route("POST", "/table/count", table.count),
    )


class _Table:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def table(self, asker: Asker) -> TableOut:
        """The round being played, as everybody at the table may know it."""
        return table_out(self._asking.table(asker))

    async def begin_round(self, wanted: BeginIn, asker: Asker) -> StateOut:
        """Begin a round that is told act by act, or one that the camera watches."""
        game = self._asking.game(asker)
        dealer = PlayerId(wanted.dealer) if wanted.dealer else game.next_dealer
        if wanted.by_hand:
            self._asking.record(asker, RoundWatched(dealer, is_dealt=True, by_hand=True))
        else:
            self._asking.check_may_score(asker)
            with refusing():
                self._asking.desk.watch.begin(dealer, is_dealt=False)
        return self._asking.state(asker)

    async def drop_round(self, asker: Asker) -> StateOut:
        """Give up the round being played: nothing of it is scored."""
        self._asking.table(asker)
        self._asking.record(asker, WatchDropped())
        return self._asking.state(asker)

    async def inbox(self, asker: Asker) -> list[QuestionOut]:
        """All that waits to be decided: questions, open races, disputes, and calls that do not count."""
        keeper, names = self._asking.desk.keeper, self._asking.names
        return [question_out(item, keeper.name_of(item.acts), names) for item in self._asking.table(asker).inbox]

    async def races(self, asker: Asker) -> list[RaceOut]:
        """The snap races of the round, each with its verdict and the ways to rule on it."""
        keeper, names = self._asking.desk.keeper, self._asking.names
        return [race_out(race, keeper.name_of(race.acts), names) for race in self._asking.table(asker).races]

    async def reveal(self, asker: Asker) -> list[SettledOut]:
        """How far each hand is turned up, and which cards are waited for."""
        return [settled_out(hand) for hand in self._asking.table(asker).hands]

    async def turn_up(self, turned: TurnedUpIn, asker: Asker) -> StateOut:
        """Say what lies at a place; once every card is known the sheet is open, see GET /sheet."""
        play = self._asking.play()
        face = None if turned.card is None else parse_card(turned.card)
        with refusing():
            said = turned_up(play, SlotId(turned.slot), face, self._asking.now_ms)
        self._asking.record(asker, said)
        self._asking.desk.counter.count_if_complete()
        return self._asking.state(asker)

    async def count(self, asker: Asker) -> StateOut:
        """Open the sheet with the hands as they were followed, else as the camera's picture shows them."""
        self._asking.check_may_score(asker)
        self._asking.table(asker)
        with refusing():
            await self._asking.desk.counter.count()
        return self._asking.state(asker)
