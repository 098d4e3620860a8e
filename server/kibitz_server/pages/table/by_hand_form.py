"""Beginning a round that people tell by hand: no camera, every act a tap where the group wants the referee."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView


class ByHandForm:
    """Who dealt and a button for the whole round, or one tap for the reveal only."""

    def __init__(self, tools: Tools, game: GameView) -> None:
        self._tools = tools
        self._game = game
        with spoken(ui.element("section").classes("watch-form"), say("Play without a camera")):
            with ui.element("div"):
                ui.label(say("Play without a camera")).classes("subtitle")
                hint = say("Tap what happens on one phone or laptop: the referee follows. Or score the reveal only.")
                ui.label(hint).classes("hint")
            dealer = ui.select(
                [str(player) for player in game.players], value=str(game.next_dealer), label=say("Dealer")
            )
            dealer.props("outlined dense").classes("watch-dealer")
            play = ui.button(say("Play without a camera"), icon="touch_app")
            play.on_click(lambda: self._begin(str(dealer.value))).props("no-caps unelevated")
            reveal = ui.button(say("Score the reveal only"), icon="photo_camera")
            reveal.on_click(lambda: tools.go(Stage.REVEAL)).props("no-caps outline")
            by_hand = ui.button(say("Without a picture"), icon="edit_note")
            by_hand.on_click(lambda: tools.act(SheetOpened())).props("no-caps outline")

    def _begin(self, name: str) -> None:
        dealer = next(player for player in self._game.players if player == name)
        self._tools.act(RoundWatched(dealer, is_dealt=True, by_hand=True))
