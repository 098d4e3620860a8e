"""A question before something that cannot be meant lightly."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui


class Confirmation:
    """One dialog of a page, filled anew each time it asks."""

    def __init__(self) -> None:
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def ask(self, question: str, yes: str, no: str, then: Callable[[], object]) -> None:
        """Ask a question with the labels of its two answers, and do something after the first."""
        self._box.clear()
        with self._box:
            ui.label(question).classes("subtitle")
            with ui.element("div").classes("button-row"):
                ui.button(yes, on_click=lambda: self._answer(then)).props("no-caps unelevated color=negative")
                ui.button(no, on_click=self._dialog.close).props("no-caps flat")
        self._dialog.open()

    def _answer(self, then: Callable[[], object]) -> None:
        self._dialog.close()
        then()
