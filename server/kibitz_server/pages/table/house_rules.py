"""House rules: the form that changes single keys of a pack."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import groupby

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule, RulePack, choices_at, expected_at
from kibitz_server.pages.parts.house_rule_words import rule_name, value_text
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.texts import say

GROUPS: Mapping[str, str] = {
    "score": "Scores",
    "values": "Values of the cards",
    "game": "The game",
    "call": "The call",
    "empty_hand": "An empty hand",
    "deck": "The deck",
    "table": "Players and hands",
    "peek": "The first look",
    "piles": "Draw and discard pile",
    "turn": "The turn",
    "keep": "Keeping a drawn card",
    "powers": "Powers",
    "match": "Matching",
    "snap": "Snapping",
    "pairs": "Pairs",
    "display": "The table's display",
}
"""Sections of a pack by what the page calls them, first what changes the score."""


class HouseRulesForm:
    """Fields for every key of a pack; what differs from the pack's own value is a house rule."""

    def __init__(self, pack: RulePack) -> None:
        self._pack = pack
        self._defaults = pack.keys()
        self._changes: dict[str, JsonValue] = {}
        ui.label(say("Change what your table plays otherwise. Each rule shows the game's own value.")).classes("hint")
        self._problem = ui.label("").classes("problem").props('role="alert"')
        self._problem.set_visibility(False)
        self._draw_reason()
        order = list(GROUPS)
        keys = sorted(KEY_PATHS, key=lambda key: order.index(key.partition(".")[0]))
        for section, group in groupby(keys, key=lambda key: key.partition(".")[0]):
            self._draw_group(GROUPS[section], tuple(group))

    def apply(self, pack: RulePack) -> RulePack:
        """The pack with the house rules; `InputError` for a value that makes no sense."""
        author = (self._author.value or "").strip() or "the table"
        reason = (self._reason.value or "").strip() or "agreed before the game"
        rules = [HouseRule(key=key, value=value, author=author, reason=reason) for key, value in self._changes.items()]
        return with_house_rules(pack, rules, lambda _: "House rules")

    def _draw_reason(self) -> None:
        with ui.element("div").classes("button-row"):
            self._author = ui.input(say("Who decided"), placeholder=say("the table")).props(
                "outlined dense maxlength=40"
            )
            self._reason = ui.input(say("Why"), placeholder=say("agreed before the game")).props(
                "outlined dense maxlength=120"
            )

    def _draw_group(self, title: str, keys: tuple[str, ...]) -> None:
        with ui.expansion(title).props("dense") as group, ui.element("div").classes("rule-grid") as grid:
            pass
        # Some hundred fields: those of a group are made when it is opened for the first time.
        group.on_value_change(lambda event: self._fill(grid, keys) if event.value else None)

    def _fill(self, grid: ui.element, keys: tuple[str, ...]) -> None:
        if grid.default_slot.children:
            return
        with grid:
            for key in keys:
                self._draw_key(key)

    def _draw_key(self, key: str) -> None:
        default = value_text(self._defaults[key])
        path = KEY_PATHS[key]
        with ui.element("div").classes("rule-field"):
            options = _options(path, self._defaults[key])
            name = rule_name(key)
            ui.label(name if name == key else f"{name} ({key})")
            expected = "" if options else f"; expected {expected_at(path)}"
            ui.label(say("the game has {default}{expected}", default=default, expected=expected)).classes("hint")
            if options:
                field: ui.select | ui.input = ui.select(options, value=default)
            else:
                field = ui.input(value=default).props("maxlength=200")
            spoken(field.props("outlined dense"), key)
            field.on_value_change(lambda event: self._change(key, str(event.value)))

    def _change(self, key: str, text: str) -> None:
        value = parse_value(text.strip())
        self._changes.pop(key, None)
        if value != self._defaults[key]:
            self._changes[key] = value
        try:
            self.apply(self._pack)
        except InputError as error:
            self._problem.text = str(error)
        else:
            self._problem.text = ""
        self._problem.set_visibility(bool(self._problem.text))


def _options(path: tuple[str, ...], default: JsonValue) -> list[str]:
    if isinstance(default, bool):
        return ["true", "false"]
    choices = [choice.strip('"') for choice in map(str, choices_at(path))]
    # A key that takes words and numbers alike is typed.
    return choices if value_text(default) in choices and len(choices) > 1 else []


def parse_value(text: str) -> JsonValue:
    """Value from what was typed: JSON or else plain text; a fraction, which no key takes, stays text."""
    try:
        value: JsonValue = json.loads(text, parse_float=str, parse_constant=str)
    except ValueError:
        return text
    return value
