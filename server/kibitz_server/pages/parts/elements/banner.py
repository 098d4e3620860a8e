"""A sentence above all else on a page: why an act was refused, until it is closed or the next act is made.

While a dialog is open it lies over that (see `kibitz.css`).
"""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say


class Banner:
    """One banner of a page; an empty sentence takes it away."""

    def __init__(self) -> None:
        self._box = Region(self._draw)
        self._shown: ui.element | None = None

    def tell(self, sentence: str) -> None:
        """Show a sentence where it is seen, though it may have stood there before."""
        self._box.show(sentence)
        if self._shown is not None:
            self._shown.run_method("scrollIntoView", {"block": "nearest"})

    def _draw(self, sentence: str) -> None:
        self._shown = None
        if not sentence:
            return
        with ui.element("div").classes("banner").props('role="alert"') as banner:
            ui.icon("info", size="1.5em")
            ui.label(say(sentence))
            close = ui.button(icon="close", on_click=lambda: self.tell("")).props("flat round dense")
            spoken(close, say("Close the message"))
        self._shown = banner
