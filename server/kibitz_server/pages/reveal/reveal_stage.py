"""The stage at which hands are counted: from a picture, from what was watched, or card by card."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.journal.entries import SheetOpened
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.reveal.card_dialog import CardDialog
from kibitz_server.pages.reveal.live_reveal import LiveReveal
from kibitz_server.pages.reveal.sheet_panel import SheetPanel
from kibitz_server.pages.reveal.sources import Sources
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View


class RevealStage:
    """Draws the open sheet, or the ways to a picture of the hands."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._game: GameView | None = None
        self._panel: SheetPanel | None = None
        self._live: LiveReveal | None = None
        self._dialog = CardDialog(tools.act, tools.tell)
        self._main = Region(self._draw, "panel")

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        self._game = view.game
        number = len(view.game.score.rounds) + 1 if view.game else 0
        self._main.show((_mode(view), view.sheet.edits if view.sheet else None, number))
        self._dialog.show(view.sheet)
        if self._panel and view.sheet:
            self._panel.show(view.sheet)
        if self._live and view.play:
            self._live.show(view.play)

    def _draw(self, shown: tuple[str, object, int]) -> None:
        mode, _, number = shown
        game = self._game
        self._dialog.leave()
        self._panel = self._live = None
        if game is None:
            return
        if mode == "live":
            self._live = LiveReveal(self._tools, self._dialog, game.pack)
            with ui.expansion(say("From a picture"), icon="photo_camera").classes("another-picture"):
                ui.label(say("Who called and the snaps stay as they are known.")).classes("hint")
                Sources(self._tools, len(game.players))
        elif mode == "sheet":
            self._panel = SheetPanel(self._tools.act, self._dialog, game)
            with ui.expansion(say("Another picture"), icon="photo_camera").classes("another-picture"):
                Sources(self._tools, len(game.players))
        else:
            with ui.element("div").classes("panel-head"):
                ui.label(say("Score round {number}", number=number)).classes("panel-title")
                by_hand = ui.button(say("Without a picture"), icon="edit_note")
                by_hand.on_click(lambda: self._tools.act(SheetOpened())).props("no-caps flat")
            Sources(self._tools, len(game.players))


def _mode(view: View) -> str:
    return "sheet" if view.sheet else "live" if view.play else "picture"
