"""Where the host sets the PIN by which a device becomes referee or host."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.access.pin_login import PinLogin
from kibitz_server.texts import say


class PinForm:
    """A field for a new PIN, and a button that takes it away."""

    def __init__(self, login: PinLogin) -> None:
        self._login = login
        ui.label(say("PIN")).classes("subtitle").props('role="heading" aria-level="3"')
        ui.label(say("With it a device becomes referee or host by itself.")).classes("hint")
        with ui.element("div").classes("button-row"):
            self._field = ui.input(say("4 to 12 digits"), password=True)
            self._field.props("outlined dense inputmode=numeric autocomplete=off maxlength=12")
            ui.button(say("Set the PIN"), on_click=self._set).props("no-caps outline")
            self._away = ui.button(say("Without a PIN"), on_click=self._clear).props("no-caps flat")
        self._told = ui.label().classes("hint").props("role=status")
        self._show()

    async def _set(self) -> None:
        try:
            await self._login.set(self._field.value or "")
        except KibitzError as error:
            self._told.set_text(say(str(error)))
            return
        self._field.value = ""
        self._show()

    def _clear(self) -> None:
        try:
            self._login.clear()
        except KibitzError as error:
            self._told.set_text(say(str(error)))
            return
        self._show()

    def _show(self) -> None:
        self._told.set_text(say("A PIN is set.") if self._login.is_set else say("No PIN is set."))
        self._away.set_visibility(self._login.is_set)
