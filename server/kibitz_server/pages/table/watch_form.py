"""Letting the camera watch the round that is about to begin."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.recording import RecordingSwitches
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.places_dialog import PlacesDialog
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView

_ASK_S = 1.0


class WatchForm:
    """Who deals, whether the cards lie there already, and a button; only while a camera is open at the table."""

    def __init__(self, tools: Tools, game: GameView) -> None:
        self._desk = tools.desk
        self._tell = tools.tell
        self._game = game
        self._places = PlacesDialog(tools, game)
        self._box = Region(self._draw)
        self._ask()
        ui.timer(_ASK_S, self._ask)

    def _ask(self) -> None:
        self._box.show(self._desk.camera.source is not None)

    def _draw(self, has_camera: bool) -> None:
        if not has_camera:
            return
        players = self._game.players
        with spoken(ui.element("section").classes("watch-form"), say("Watch the round")):
            with ui.element("div"):
                ui.label(say("Let the camera watch this round")).classes("subtitle")
                ui.label(say("It follows the cards, judges snaps and counts the hands at the reveal.")).classes("hint")
            dealer = ui.select(
                [str(player) for player in players], value=str(self._game.next_dealer), label=say("Dealer")
            )
            dealer.props("outlined dense").classes("watch-dealer")
            is_dealt = ui.checkbox(say("The cards lie there already"))
            recording = RecordingSwitches(self._desk)
            begin = ui.button(say("Watch the round"), icon="visibility")
            begin.on_click(lambda: self._begin(str(dealer.value), recording, is_dealt=bool(is_dealt.value)))
            begin.props("no-caps unelevated")
            ui.button(say("Places of the table"), icon="grid_view", on_click=self._places.open).props("no-caps outline")

    def _begin(self, name: str, recording: RecordingSwitches, *, is_dealt: bool) -> None:
        dealer = next(player for player in self._game.players if player == name)
        try:
            self._desk.watch.begin(dealer, is_dealt=is_dealt)
            recording.begin()
        except KibitzError as error:
            self._tell(str(error))
