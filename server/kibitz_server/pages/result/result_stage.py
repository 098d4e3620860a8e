"""The stage after a round: its scores with reasons, the game so far, and what comes next."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.evidence_dialog import EvidenceDialog
from kibitz_server.pages.result.score_panel import ScorePanel
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View


class ResultStage:
    """Draws the scores of the game that is played."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._evidence = EvidenceDialog()
        self._main = Region(self._draw)

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        self._main.show((view.game, view.sheet is not None, self._tools.is_dark()))

    def _draw(self, shown: tuple[GameView | None, bool, bool]) -> None:
        game, sheet_open, dark = shown
        if game is None:
            return
        with ui.element("div").classes("panel"):
            with ui.element("div").classes("button-row"):
                again = ui.button(say("Deal again"), icon="replay", on_click=lambda: self._tools.go(Stage.TABLE))
                again.props("no-caps unelevated size=lg").set_enabled(not sheet_open)
            ScorePanel(self._tools.act, game, self._evidence.open, dark=dark, sheet_open=sheet_open)
