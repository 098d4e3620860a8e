"""What every answer of version 1 works with: who asks, what they may know, and the one way to record an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, HTTPException

from kibitz_server.access.acts import record
from kibitz_server.access.viewer import Right, Viewer, viewer_of
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.act_names import ActNames
from kibitz_server.api.v1.shapes.projections import state_out
from kibitz_server.api.v1.shapes.shapes import StateOut
from kibitz_server.desk import Desk
from kibitz_server.evening.round.moments import playing
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import Entry
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View, project
from kibitz_server.views.round.play_view import PlayView
from kibitz_server.views.sheet_view import SheetView

Asker = Annotated[Viewer, Depends(viewer_of)]


class Route(NamedTuple):
    """A path of version 1; the name of its answer is the operation's for good."""

    method: str
    path: str
    answer: Callable[..., Any]
    status: int = 200


Routes = Iterable[Route]


class Asking:
    """The evening of a desk as whoever asks may know it; each method answers 409 in a sentence where there is none."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.names = ActNames()

    @property
    def now_ms(self) -> float:
        """The time at the table."""
        return self.desk.watch.now_ms()

    def view(self, asker: Viewer) -> View:
        """The evening and the round being played."""
        return project(self.desk.live.evening, asker.role, self.desk.live.play)

    def state(self, asker: Viewer) -> StateOut:
        """The same in the shapes of version 1."""
        return state_out(self.view(asker), self.desk.live.unsaved)

    def game(self, asker: Viewer) -> GameView:
        """The game being played."""
        game = self.view(asker).game
        if game is None:
            raise HTTPException(409, say("There is no game yet: begin one first."))
        return game

    def table(self, asker: Viewer) -> PlayView:
        """The round being played."""
        play = self.view(asker).play
        if play is None:
            raise HTTPException(409, say("No round is being played: begin one first."))
        return play

    def play(self) -> Play:
        """The round being played, faces that nobody may know included: never to be sent."""
        with refusing():
            return playing(self.desk.live.play)

    def sheet(self, asker: Viewer) -> SheetView:
        """The open sheet."""
        sheet = self.view(asker).sheet
        if sheet is None:
            raise HTTPException(409, say("No round is being scored: open a sheet first."))
        return sheet

    def check_may_score(self, asker: Viewer) -> None:
        """403 for who may not score for all."""
        if not asker.role.may(Right.JUDGE):
            raise HTTPException(403, say("Only the host or a referee may do this."))

    def record(self, asker: Viewer, entry: Entry) -> None:
        """Do what an entry says."""
        with refusing():
            record(self.desk.live, asker, entry)
