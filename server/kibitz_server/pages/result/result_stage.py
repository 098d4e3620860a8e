"""The stage after a round: its scores with reasons, the game so far, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import GameExtended, GameStarted
from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.evidence_dialog import EvidenceDialog
from kibitz_server.pages.result.score_panel import ScorePanel
from kibitz_server.pages.result.share_dialog import ShareDialog
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
        self._main.show((view.game, view.sheet is not None, view.play is not None, self._tools.is_dark()))

    def _draw(self, shown: tuple[GameView | None, bool, bool, bool]) -> None:
        game, sheet_open, is_watched, dark = shown
        if game is None:
            return
        with ui.element("div").classes("panel"):
            if not is_watched:
                self._draw_next(game, sheet_open=sheet_open)
            ScorePanel(self._tools.act, game, self._evidence.open, dark=dark, sheet_open=sheet_open)

    def _draw_next(self, game: GameView, *, sheet_open: bool) -> None:
        with ui.element("div").classes("button-row"):
            if game.is_over:
                start = GameStarted(game.pack, game.pack.content_hash, game.players)
                self._button(say("New game, same players"), "replay", lambda: self._tools.act(start))
                self._button(say("Play this one on"), "more_time", self._extend, "outline")
            else:
                again = self._button(say("Deal again"), "replay", lambda: self._tools.go(Stage.TABLE))
                again.set_enabled(not sheet_open)
            self._button(say("End the evening"), "bedtime", lambda: self._end(game), "flat")
        if not game.is_over:
            ui.label(say("{player} deals next.", player=game.next_dealer)).classes("subtitle")

    def _button(self, text: str, icon: str, act: Callable[[], object], look: str = "unelevated") -> ui.button:
        return ui.button(text, icon=icon, on_click=act).props(f"no-caps size=lg {look}")

    def _extend(self) -> None:
        if self._tools.act(GameExtended()):
            self._tools.go(Stage.TABLE)

    def _end(self, game: GameView) -> None:
        """Let go of the camera, and offer what may be taken along."""
        self._tools.desk.camera.close()
        ShareDialog(game).open()
