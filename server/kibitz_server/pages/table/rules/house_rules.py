"""House rules: the form that changes single keys of a pack, with the rules sheet beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule, RulePack
from kibitz_scoring.rules.sheet import changed_keys
from kibitz_scoring.rules.sheet_lines import sheet_sections
from kibitz_scoring.sentences import to_say
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.table.rules.rule_field import RuleField
from kibitz_server.texts import say
from kibitz_server.views.words.house_rule_words import spoken_value
from kibitz_server.views.words.rule_names import rule_name

GROUPS: Mapping[str, str] = {
    "score": to_say("Scores"),
    "values": to_say("Values of the cards"),
    "game": to_say("The game"),
    "call": to_say("The call"),
    "empty_hand": to_say("An empty hand"),
    "deck": to_say("The deck"),
    "table": to_say("Players and hands"),
    "peek": to_say("The first look"),
    "piles": to_say("Draw and discard pile"),
    "turn": to_say("The turn"),
    "keep": to_say("Keeping a drawn card"),
    "powers": to_say("Powers"),
    "match": to_say("Matching"),
    "snap": to_say("Snapping"),
    "pairs": to_say("Pairs"),
    "display": to_say("The table's display"),
    "dispute": to_say("Disputes"),
}
"""Sections of a pack by what the page calls them, first what changes the score."""


class HouseRulesForm:
    """Fields for every key of a pack; what differs from the pack's own value is a house rule."""

    def __init__(self, pack: RulePack) -> None:
        self._pack = pack
        self._defaults = pack.keys()
        self._changes: dict[str, JsonValue] = {}
        with ui.element("div").classes("rules-beside"):
            with ui.element("div"):
                ui.label(say("Change what your table plays otherwise. Each rule shows the game's own value.")).classes(
                    "hint"
                )
                self._problem = ui.label("").classes("problem").props('role="alert"')
                self._problem.set_visibility(False)
                self._draw_reason()
                order = list(GROUPS)
                keys = sorted(KEY_PATHS, key=lambda key: order.index(key.partition(".")[0]))
                for section, group in groupby(keys, key=lambda key: key.partition(".")[0]):
                    self._draw_group(say(GROUPS[section]), tuple(group))
            with spoken(ui.element("section").classes("rules-told").props("tabindex=0"), say("Rules sheet")):
                self._sheet = Region(draw_rules_sheet)
        self._sheet.show(pack)

    def apply(self, pack: RulePack) -> RulePack:
        """The pack with the house rules; `InputError` for a value that makes no sense."""
        author = (self._author.value or "").strip() or say("the table")
        reason = (self._reason.value or "").strip() or say("agreed before the game")
        rules = [HouseRule(key=key, value=value, author=author, reason=reason) for key, value in self._changes.items()]
        return with_house_rules(pack, rules, lambda key: say(rule_name(key)))

    def _draw_reason(self) -> None:
        with ui.element("div").classes("button-row"):
            who = ui.input(say("Who decided"), placeholder=say("the table"))
            self._author = who.props("outlined dense maxlength=40")
            why = ui.input(say("Why"), placeholder=say("agreed before the game"))
            self._reason = why.props("outlined dense maxlength=120")

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
                draw_rule(key, self._defaults[key], lambda value, key=key: self._change(key, value))  # type: ignore[misc]

    def _change(self, key: str, value: JsonValue) -> None:
        self._changes.pop(key, None)
        if value != self._defaults[key] or isinstance(value, bool) != isinstance(self._defaults[key], bool):
            self._changes[key] = value
        try:
            self._sheet.show(self.apply(self._pack))
            self._problem.text = ""
        except InputError as error:
            self._problem.text = say(str(error))
        self._problem.set_visibility(bool(self._problem.text))


def draw_rule(key: str, value: JsonValue, change: Callable[[JsonValue], object]) -> None:
    """A rule by its name, with the value that holds now and the field that changes it."""
    with ui.element("div").classes("rule-field"):
        ui.label(say(rule_name(key))).classes("rule-name")
        ui.label(say("now: {value}", value=spoken_value(value))).classes("hint")
        RuleField(key, say(rule_name(key)), value, change)


def draw_rules_sheet(pack: RulePack) -> None:
    """The rules in sentences, those that the house changed marked."""
    if pack.notes:
        ui.label(say("House rules")).classes("subtitle")
        with ui.element("ul").classes("rule-lines"):
            for note in pack.notes:
                with ui.element("li").classes("is-changed"):
                    ui.label(f"◆ {note.value}")
    changed = changed_keys(pack)
    for title, lines in sheet_sections(pack).items():
        ui.label(say(title)).classes("subtitle")
        with ui.element("ul").classes("rule-lines"):
            for line in lines:
                is_changed = any(key in changed for key in line.keys)
                with ui.element("li").classes("is-changed" if is_changed else ""):
                    ui.label(f"◆ {say(line.text)}" if is_changed else say(line.text))
