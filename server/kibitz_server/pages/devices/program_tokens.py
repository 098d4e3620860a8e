"""Where the host gives a program a token of its own: shown once, and from then on a line in the list of devices."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_scoring.errors import InputError, KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Role
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say

_LOOKS_ON, _JUDGES, _SPEAKS = "look", "judge", "speak:"


class ProgramTokens:
    """Part of a host's dialog; `is_current` says whether whoever has opened the page is the host still."""

    def __init__(self, tools: Tools, is_current: Callable[[], bool]) -> None:
        self._desk, self._is_current = tools.desk, is_current
        ui.label(say("A token for a program")).classes("subtitle").props('role="heading" aria-level="3"')
        hint = say("With it a program sees and does what its role may. It is listed above as a device.")
        ui.label(hint).classes("hint")
        self._token = Region(self._draw_token)
        with ui.element("div").classes("button-row"):
            self._name = ui.input(say("Name of the program"))
            self._name.props("outlined dense autocomplete=off maxlength=40")
            self._may = ui.select(self._offered(), value=_LOOKS_ON, label=say("What it may do"))
            self._may.props("outlined dense options-dense")
            ui.button(say("Make a token"), on_click=self._make).props("no-caps outline")
        self._told = ui.label().classes("hint").props("role=status")

    def show(self) -> None:
        """Offer the players who are at the table now."""
        offered = self._offered()
        if offered != self._may.options:
            self._may.set_options(offered, value=self._may.value if self._may.value in offered else _LOOKS_ON)

    def _offered(self) -> dict[str, str]:
        game = self._desk.views.of(Role.SPECTATOR).game
        players = game.players if game else ()
        speaks = {_SPEAKS + player: say("speak for {player}", player=player) for player in players}
        return {_LOOKS_ON: say("only look on"), **speaks, _JUDGES: say("judge, as a referee")}

    def _draw_token(self, token: str | None) -> None:
        if token is not None:
            with ui.element("div").classes("shown-once").props("role=status"):
                ui.label(say("Its token, shown this once. It sends it as: Authorization: Bearer TOKEN"))
                ui.label(token).classes("secret")
                kept = ui.button(say("I have copied it"), on_click=lambda: self._token.show(None))
                kept.props("no-caps unelevated")

    def _make(self) -> None:
        self._told.set_text("")
        try:
            if self._is_current():
                self._token.show(self._made())
                self._name.value = ""
        except KibitzError as error:
            self._told.set_text(say(str(error)))

    def _made(self) -> str:
        name = " ".join((self._name.value or "").split())
        if not name:
            raise InputError(say("Give the program a name: by it you know it among the devices."))
        chosen = str(self._may.value)
        if chosen.startswith(_SPEAKS):
            player = PlayerId(chosen.removeprefix(_SPEAKS))
            return self._desk.guests.join(Role.PLAYER, player, name, DeviceKind.PROGRAM)
        role = Role.REFEREE if chosen == _JUDGES else Role.SPECTATOR
        return self._desk.guests.join(role, None, name, DeviceKind.PROGRAM)
