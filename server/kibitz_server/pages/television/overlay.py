"""A page to lay over a stream's picture: transparent but for the totals and the newest verdict."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.theme import HEAD
from kibitz_server.pages.television.score_tiles import draw_tiles, score_tiles
from kibitz_server.pages.television.screen import Screen, draw_line
from kibitz_server.views.headlines import headline, verdict


class Overlay:
    """One browser source of a streaming program, 1920 x 1080 px or larger."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def build(self) -> None:
        """Lay out the page and follow the evening until it is closed."""
        ui.add_head_html(HEAD)
        ui.add_head_html("<style>html, body { background: transparent !important; }</style>")
        screen = Screen(self._desk)
        with ui.element("main").classes("overlay"):
            screen.add(draw_line, verdict, "screen-verdict")
            screen.add(draw_line, headline, "screen-headline")
            screen.add(draw_tiles, score_tiles, "screen-tiles")
        screen.follow()
