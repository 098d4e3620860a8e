"""Somebody asks for a player's name that another device holds: the holder and the host answer with one tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.guest_file import Guest
from kibitz_server.access.viewer import Right, Viewer
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.regions import Rows
from kibitz_server.texts import say

Request = tuple[Guest, PlayerId]


class NameRequests:
    """Put on the dashboard and on every phone's page; shows what this viewer has to answer, or waits for."""

    def __init__(self, desk: Desk, viewer: Viewer, tell: Callable[[str], object]) -> None:
        self._guests, self._viewer, self._tell = desk.guests, viewer, tell
        self._rows = Rows(self._draw, ui.element("div").classes("name-requests"))
        follow(desk.guests, lambda: self._rows.show({guest.id: (guest, player) for guest, player in self._mine()}))

    def _mine(self) -> tuple[Request, ...]:
        return tuple(one for one in self._guests.asking() if self._answers(one[1]) or one[0].id == self._viewer.guest)

    def _answers(self, player: PlayerId) -> bool:
        return self._viewer.role.may(Right.MANAGE) or (player == self._viewer.player)

    def _draw(self, request: Request) -> None:
        guest, player = request
        with ui.element("div").classes("banner is-offer").props("role=status"):
            if not self._answers(player):
                ui.label(say("You asked for {player}'s name: their device or the host lets it go.", player=player))
                return
            device = guest.device or say("A device")
            ui.label(say("{device} asks to speak for {player}.", device=device, player=player))
            give = ui.button(say("Let {player} go", player=player), on_click=partial(self._let_go, player))
            give.props("no-caps unelevated")
            keep = ui.button(say("Keep it"), on_click=partial(self._guests.keep, player))
            keep.props("no-caps flat")

    def _let_go(self, player: PlayerId) -> None:
        try:
            self._guests.let_go(player)
        except KibitzError as error:
            self._tell(str(error))
