"""The page for a television on the wall: read from three metres, and nothing on it to tap but the sound."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.theme import HEAD
from kibitz_server.pages.parts.invitation_code import InvitationCode
from kibitz_server.pages.parts.speaker import Speaker
from kibitz_server.pages.play.table_view import draw_live_table, draw_piles
from kibitz_server.pages.television.score_tiles import draw_tiles, score_tiles
from kibitz_server.pages.television.screen import Screen, draw_line
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.views.headlines import headline, latest, verdict

_SEEN_FROM_M, _SCREEN_M = 3.0, 1.2
"""How far a table is from a television of 55 inches, and how wide that is."""
_READ_FROM_WIDTHS = 10.0
"""A phone's camera reads a code from ten times its width, its quiet edge left out: a rule of thumb of printers."""
CODE_SHARE = _SEEN_FROM_M / _READ_FROM_WIDTHS / _SCREEN_M
"""So much of the screen's width the dots of the code take."""


class Television:
    """One television; all that it shows may be known by everybody at the table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def build(self) -> None:
        """Lay out the page and follow the evening until it is closed."""
        ui.add_head_html(HEAD)
        ui.dark_mode(value=True)
        speaker = Speaker()
        screen = Screen(self._desk, speaker)
        with ui.element("main").classes("television"):
            with ui.element("header").classes("screen-head"):
                screen.add(draw_line, headline, "screen-headline")
                screen.add(draw_line, lambda view: view.game.pack.name if view.game else "Kibitz", "screen-game")
                with ui.element("div").classes("screen-sound"):
                    speaker.draw_switch()
            InvitationCode(self._desk, "screen-invitation", CODE_SHARE)
            with ui.element("div").classes("screen-table"):
                # By the round and its places only: the picture itself is fetched anew by the browser.
                screen.add(self._draw_table, self._table, "screen-picture")
                with ui.element("div").classes("screen-beside"):
                    screen.add(_draw_piles, _piles, "screen-piles")
                    screen.add(draw_line, verdict, "screen-verdict")
                    screen.add(_lines, latest, "screen-latest")
            screen.add(draw_tiles, score_tiles, "screen-tiles")
            ui.label(say("Kibitz cannot be reached just now.")).classes("screen-away").props("role=status")
        screen.follow()

    def _table(self, view: View) -> bool:
        return view.play is not None and self._desk.watch.places is not None

    def _draw_table(self, is_there: bool) -> None:
        if is_there:
            draw_live_table(self._desk)


def _piles(view: View) -> tuple[int, int, Card | None] | None:
    return (view.play.draw_pile, view.play.pile, view.play.top) if view.play else None


def _draw_piles(shown: tuple[int, int, Card | None] | None) -> None:
    if shown:
        draw_piles(shown)


def _lines(texts: tuple[str, ...]) -> None:
    for text in texts:
        ui.label(text)
