"""The stage after a round: its scores with reasons, where everybody stands, and what comes next."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.journal.entries import GameEnded, GameExtended
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.seats.standings_list import draw_round, draw_standings
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.evidence_dialog import EvidenceDialog
from kibitz_server.pages.result.score_panel import ScorePanel
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View
from kibitz_server.views.standings import outcome_words


class ResultStage:
    """Draws the scores of the game that is played."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._evidence = EvidenceDialog(tools)
        self._main = Region(self._draw)

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        is_busy = view.sheet is not None or view.play is not None
        self._main.show((view.game, is_busy, self._tools.is_dark()))

    def _draw(self, shown: tuple[GameView | None, bool, bool]) -> None:
        game, is_busy, _ = shown
        if game is None:
            return
        with ui.element("div").classes("panel"):
            with ui.element("div").classes("panel-head"):
                ui.label(_title(game)).classes("panel-title")
            with ui.element("div").classes("result-columns"):
                if game.last_round:
                    draw_round(game.last_round)
                draw_standings(game)
            ui.label(outcome_words(game)).classes("verdict").props("role=status")
            self._draw_next(game, enabled=not is_busy)
            ScorePanel(self._tools, self._tools.act, game, self._evidence.open, sheet_open=is_busy)

    def _draw_next(self, game: GameView, *, enabled: bool) -> None:
        with ui.element("div").classes("button-row next-row"):
            if game.is_over:
                anew = ui.button(say("New game"), icon="casino", on_click=lambda: self._tools.go(Stage.TABLE))
                anew.props("no-caps unelevated size=lg")
                more = ui.button(say("One more round"), icon="add", on_click=lambda: self._tools.act(GameExtended()))
                more.props("no-caps outline size=lg")
                return
            again = ui.button(say("Deal again"), icon="replay", on_click=lambda: self._deal(game))
            again.props("no-caps unelevated size=lg").set_enabled(enabled)
            end = ui.button(say("End the evening"), icon="bedtime", on_click=lambda: self._tools.act(GameEnded()))
            end.props("no-caps outline size=lg").set_enabled(enabled)
            ui.label(say("{player} deals next.", player=game.next_dealer)).classes("hint")

    def _deal(self, game: GameView) -> None:
        """The next round in one tap: by hand as the last one, watched where a camera is open, else at its reveal."""
        desk = self._tools.desk
        if game.by_hand:
            self._tools.act(RoundWatched(game.next_dealer, is_dealt=True, by_hand=True))
            return
        if desk.camera.source is None:
            self._tools.go(Stage.REVEAL)
            return
        try:
            desk.watch.begin(game.next_dealer, is_dealt=False)
        except KibitzError as error:
            self._tools.tell(str(error))


def _title(game: GameView) -> str:
    if game.is_over:
        winners = f" {say('and')} ".join(game.score.winners)
        return say("The game is over: {winners} won", winners=winners) if winners else say("The evening is over")
    return say("After round {number}", number=len(game.score.rounds))
