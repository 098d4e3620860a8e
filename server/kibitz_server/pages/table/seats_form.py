"""Who leaves, joins and goes on in another's seat, and rulings from here on: what a table says beside its rounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.game.events import Departed, Event, HandedOver, Ruled
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import KEY_PATHS
from kibitz_server.evening.game.seating import joining
from kibitz_server.evening.kept_texts import MOST_NAME
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.rules.house_rules import GROUPS, draw_rule
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.words.rule_names import rule_name


class SeatsForm:
    """Buttons and fields for the seats and the rules of a game that goes on; not while a round is being scored."""

    def __init__(self, tools: Tools, game: GameView, *, enabled: bool) -> None:
        self._tools = tools
        self._game = game
        self._value: JsonValue = None
        with ui.expansion(say("Players and rules from here on"), icon="group").props("dense") as box:
            self._draw_players()
            self._draw_ruling()
        box.set_enabled(enabled)

    def _draw_players(self) -> None:
        name = ui.input(say("A new name")).props(f"outlined dense maxlength={MOST_NAME}")
        spoken(name, say("Name of who joins or takes over a seat"))
        with ui.element("div").classes("button-row"):
            self._button(say("Joins"), lambda: self._join(name))
            for player in self._game.players:
                self._button(say("{player} leaves", player=player), partial(self._say, Departed(player)))
                self._button(say("takes over from {player}", player=player), partial(self._hand_over, player, name))

    def _draw_ruling(self) -> None:
        groups = {key: f"{say(GROUPS[key.partition('.')[0]])}: {say(rule_name(key))}" for key in KEY_PATHS}
        key = ui.select(groups, label=say("A rule"), with_input=True).props("outlined dense clearable")
        field: Region[str | None] = Region(self._draw_rule)
        key.on_value_change(lambda event: field.show(event.value))
        who = ui.input(say("Who decided"), placeholder=say("the table")).props("outlined dense maxlength=40")
        why = ui.input(say("Why"), placeholder=say("agreed at the table")).props("outlined dense maxlength=120")
        self._button(say("Rule so"), lambda: self._rule(key, who.value, why.value))

    def _draw_rule(self, key: str | None) -> None:
        if key is None:
            return
        self._value = self._game.pack.keys()[key]
        draw_rule(key, self._value, self._enter)

    def _enter(self, value: JsonValue) -> None:
        self._value = value

    def _button(self, label: str, act: Callable[[], object]) -> None:
        ui.button(label, on_click=act).props("no-caps outline")

    def _join(self, field: ui.input) -> None:
        if name := _named(field):
            self._say(joining(self._game.seats, self._game.players, name))

    def _hand_over(self, player: PlayerId, field: ui.input) -> None:
        if name := _named(field):
            self._say(HandedOver(player, name))

    def _rule(self, key: ui.select, who: str | None, why: str | None) -> None:
        key.error = None if key.value else say("Choose a rule first.")
        if key.value:
            text = json.dumps(self._value)
            self._say(Ruled(key.value, text, who or say("the table"), why or say("agreed at the table")))

    def _say(self, event: Event) -> None:
        at_ms = self._tools.desk.watch.now_ms()
        self._tools.act(ActSaid(at_ms, format_event(event, self._game.seats)))


def _named(field: ui.input) -> PlayerId | None:
    """The name in a field; where there is none, the field asks for it."""
    name = str(field.value or "").strip()
    field.error = None if name else say("Enter a name first.")
    return PlayerId(name) if name else None
