"""A question before something that cannot be meant lightly, as long as the round is the one that it was asked about."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.pages.parts.elements.dialog_head import name_dialog
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say


class Confirmation:
    """One dialog of a page, filled anew each time it asks."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def ask(self, question: str, yes: str, no: str, then: Callable[[], object]) -> None:
        """Ask a question with the labels of its two answers, and do something after the first."""
        about = self._tools.desk.live.play

        def do() -> object:
            self._dialog.close()
            if self._tools.desk.live.play is about:
                # What takes its time is waited for by whoever called this.
                return then()
            self._tools.tell(say("The round has changed on another page meanwhile: nothing was done."))
            return None

        self._box.clear()
        with self._box:
            name_dialog(ui.label(question).classes("subtitle"))
            with ui.element("div").classes("button-row"):
                ui.button(yes, on_click=do).props("no-caps unelevated color=negative")
                ui.button(no, on_click=self._dialog.close).props("no-caps flat")
        self._dialog.open()
