"""Acts of the round being played: told, corrected, inserted, taken out; answers, rulings and disputes."""

from __future__ import annotations

from typing import Annotated

from fastapi import HTTPException, Query

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.game.projection import project
from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Right
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.play_projections import done_out, offer_out
from kibitz_server.api.v1.shapes.play_shapes import AnswerIn, DisputeIn, DoneOut, OfferOut, TellIn
from kibitz_server.api.v1.shapes.shapes import ActIn, PlayerIn, StateOut
from kibitz_server.evening.round.choices import Choice, dispute_of, entry_of
from kibitz_server.evening.round.offers import Draft
from kibitz_server.evening.round.telling import When, call_of, entry_told, moment_of
from kibitz_server.journal.entries import Entry
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.texts import say
from kibitz_server.views.round.offers_view import acts_of, offers_of
from kibitz_server.views.round.play_view import done_lately

_Named = Annotated[str | None, Query(min_length=1, max_length=600)]


def telling_routes(asking: Asking) -> Routes:
    """Their paths."""
    telling = _Telling(asking)
    return (
        Route("GET", "/table/acts", telling.acts),
        Route("POST", "/table/acts", telling.act),
        Route("GET", "/table/offers", telling.offers),
        Route("POST", "/table/tell", telling.tell),
        Route("POST", "/table/calls", telling.call),
        Route("POST", "/table/answers", telling.answer),
        Route("POST", "/table/disputes", telling.dispute),
    )


class _Telling:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def acts(self, asker: Asker) -> list[DoneOut]:
        """All that happened in the round, oldest first, each with what it may be corrected to."""
        self._asking.table(asker)
        play = self._asking.play()
        return [done_out(done, self._asking.names) for done in done_lately(play, project(play.state, None))]

    async def act(self, said: ActIn, asker: Asker) -> StateOut:
        """Tell what happens in the round being played, or say what no camera sees, such as a call."""
        self._asking.table(asker)
        return self._do(asker, ActSaid(self._asking.now_ms, said.event))

    async def offers(
        self, asker: Asker, before: _Named = None, after: _Named = None, instead: _Named = None
    ) -> list[OfferOut]:
        """What may have happened now, or before or after something, or instead of an act."""
        self._asking.table(asker)
        with refusing():
            when = self._when(before, after, instead)
            state = moment_of(self._asking.play(), when, self._asking.now_ms).state
            return [offer_out(offer, acts_of(state, offer)) for offer in offers_of(state)]

    async def tell(self, told: TellIn, asker: Asker) -> StateOut:
        """Tell one of the acts on offer: now, inserted before or after something, or instead of an act."""
        self._asking.table(asker)
        faces: dict[str, Card] = {name: parse_card(card) for name, card in told.faces.items()}
        with refusing():
            when = self._when(told.before, told.after, told.instead)
            draft = Draft(told.event, faces, told.verdict)
            entry = entry_told(self._asking.play(), when, draft, self._asking.now_ms)
        return self._do(asker, entry)

    async def call(self, who: PlayerIn, asker: Asker) -> StateOut:
        """A player calls; whether it counts is judged by the rules."""
        with refusing():
            entry = call_of(self._asking.play(), PlayerId(who.player), self._asking.now_ms)
        return self._asking.state(asker) if entry is None else self._do(asker, entry)

    async def answer(self, answer: AnswerIn, asker: Asker) -> StateOut:
        """Take an answer: to a question, as a ruling on a race or a dispute, or as a correction of an act."""
        with refusing():
            choice = Choice(answer.choice.kind, self._asking.names.act(answer.choice.act), answer.choice.number)
        inbox = self._asking.table(asker).inbox
        if not asker.role.may(Right.JUDGE) and all(choice != one.choice for item in inbox for one in item.answers):
            raise HTTPException(403, say("Only what is asked in the inbox may be answered from this device."))
        with refusing():
            entry = entry_of(self._asking.play(), choice, self._asking.now_ms, answer.reason)
        return self._do(asker, entry)

    async def dispute(self, who: DisputeIn, asker: Asker) -> StateOut:
        """A player disputes what happened last: all clocks stand still until the table has decided."""
        with refusing():
            entry = dispute_of(self._asking.play(), PlayerId(who.player), self._asking.now_ms)
        return self._do(asker, entry)

    def _when(self, before: str | None, after: str | None, instead: str | None) -> When:
        return When(before, after, None if instead is None else self._asking.names.act(instead))

    def _do(self, asker: Asker, entry: Entry) -> StateOut:
        self._asking.record(asker, entry)
        return self._asking.state(asker)
