"""The running totals as a thin strip beside every stage."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View
from kibitz_server.views.standings import leading


class TotalsStrip:
    """Draws each player's total; a tap goes to the result."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._box = Region(self._draw, "strip-place")

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        self._box.show(view.game)

    def _draw(self, game: GameView | None) -> None:
        if game is None:
            return
        leaders = leading(game)
        with spoken(ui.element("aside").classes("strip"), say("Running totals")):
            for seat, player in enumerate(game.totals):
                if player in game.players:
                    self._draw_total(seat, str(player), game.totals[player], leads=player in leaders)

    def _draw_total(self, seat: int, player: str, total: int, *, leads: bool) -> None:
        box = ui.element("button").classes(f"strip-total seat-{seat}{' leads' if leads else ''}").props("type=button")
        with spoken(box, say("{player} has {total} points", player=player, total=total)):
            ui.label(player).classes("strip-name")
            number = ui.label(str(total)).classes("strip-number")
            number.props["data-total"] = player
        box.on("click", lambda: self._tools.go(Stage.RESULT))
