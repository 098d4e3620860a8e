"""A sentence above all else on a page: why an act was refused, until it is closed or the next act is made."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.texts import say


class Banner:
    """One banner of a page; an empty sentence takes it away."""

    def __init__(self) -> None:
        self._box = Region(self._draw)

    def tell(self, sentence: str) -> None:
        """Show a sentence."""
        self._box.show(sentence)

    def _draw(self, sentence: str) -> None:
        if not sentence:
            return
        with ui.element("div").classes("banner").props('role="alert"') as banner:
            ui.icon("info", size="1.5em")
            ui.label(say(sentence))
            close = ui.button(icon="close", on_click=lambda: self.tell("")).props("flat round dense")
            spoken(close, say("Close the message"))
        banner.run_method("scrollIntoView", {"block": "nearest"})
