"""The stage before a deal: the game and its players, the camera and the places, the seats and rules from here on."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.changed_rules import draw_house_rules
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.by_hand_form import ByHandForm
from kibitz_server.pages.table.camera_form import CameraForm
from kibitz_server.pages.table.checks.checks_panel import ChecksPanel
from kibitz_server.pages.table.decks.decks_panel import DecksPanel
from kibitz_server.pages.table.seats_form import SeatsForm
from kibitz_server.pages.table.setup_panel import SetupPanel
from kibitz_server.pages.table.watch_form import WatchForm
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View
from kibitz_server.views.table_memory import remember


class TableStage:
    """Draws the table of a game between its rounds, or the form that begins a game."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._is_anew = False
        self._game: GameView | None = None
        self._main = Region(self._draw, "panel")

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        self._game = view.game
        game = view.game
        seats = (game.players, game.seats, game.pack, len(game.score.rounds)) if game else None
        is_anew = self._is_anew or game is None or game.is_over
        self._main.show((is_anew, seats, view.play is not None, view.sheet is not None))

    def _draw(self, shown: tuple[bool, object, bool, bool]) -> None:
        is_anew, _, is_watched, is_scored = shown
        if is_anew or self._game is None:
            if self._game is not None and not self._game.is_over:
                with ui.element("div").classes("panel-head"):
                    ui.space()
                    back = ui.button(say("Back to the game"), icon="arrow_back", on_click=self._turn)
                    back.props("no-caps flat")
            SetupPanel(self._tools, remember(self._tools.desk.live.evening))
        else:
            self._draw_table(self._game, is_watched=is_watched, is_scored=is_scored)

    def _draw_table(self, game: GameView, *, is_watched: bool, is_scored: bool) -> None:
        number = len(game.score.rounds) + 1
        with ui.element("div").classes("panel-head"):
            ui.label(say("Before round {number}", number=number)).classes("panel-title")
            ui.button(say("New game"), icon="casino", on_click=self._turn).props("no-caps flat")
        if not is_watched:
            WatchForm(self._tools, game)
        CameraForm(self._tools)
        if not (is_watched or is_scored):
            decks = DecksPanel(self._tools, game)
            ChecksPanel(self._tools, game, decks.dialog.open)
            ByHandForm(self._tools, game)
        draw_house_rules(game.coming)
        SeatsForm(self._tools, game, enabled=not is_scored)
        ui.link(say("Rules sheet"), f"/games/{game.seq}/rules.html", new_tab=True).classes("quiet-link")

    def _turn(self) -> None:
        self._is_anew = not self._is_anew
        self._tools.go(Stage.TABLE)
