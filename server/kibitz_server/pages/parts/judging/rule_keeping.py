"""What the table keeps of a ruling: as a house rule, by the switch that says the same, or as a note in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.rules.rule_pack import NOTE
from kibitz_server.evening.kept_rules import Switch
from kibitz_server.journal.play_entries import RuleKept
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.words.house_rule_words import spoken_value
from kibitz_server.views.words.rule_names import rule_name


class RuleKeeping:
    """Draws what may be kept; `close` is done once a switch is, or none is to be."""

    def __init__(self, tools: ActTools, close: Callable[[], object]) -> None:
        self._tools = tools
        self._close = close

    def offer(self, reason: str, switches: Sequence[Switch]) -> None:
        """After a ruling that contradicts the rules: the switches that would have said the same, or none of them."""
        ui.label(say("Keep it as a house rule, from the next round on?")).classes("subtitle")
        why = reason or say("ruled at the table")
        with ui.element("div").classes("button-row"):
            for switch in switches:
                rule, value = say(rule_name(switch.key)), spoken_value(switch.value)
                label = say("From now on: {rule}: {value}", rule=rule, value=value)
                keep = ui.button(label, on_click=partial(self._keep_switch, switch, why))
                keep.props("no-caps unelevated").classes("answer")
        with ui.element("div").classes("button-row"):
            ui.button(say("Only this once"), on_click=self._close).props("no-caps outline").classes("answer")

    def link_note(self, reason: Callable[[], str]) -> None:
        """A quiet link that opens a line for what was agreed in words, at first the reason that was given."""
        link = ui.button(say("Note for the rules sheet"), icon="edit_note").props("flat dense no-caps size=sm")
        with ui.element("div") as box:
            note = ui.textarea(say("In words, for the rules sheet")).props("outlined autogrow maxlength=200")
            keep = ui.button(say("Keep these words"), on_click=lambda: self._keep_note(note, box))
            keep.props("no-caps outline").classes("answer")
        box.set_visibility(False)

        def open_note() -> None:
            note.value = note.value or reason()
            box.set_visibility(True)

        link.on_click(open_note)

    def _keep_switch(self, switch: Switch, why: str) -> None:
        if self._keep(switch.key, switch.value, why):
            self._close()

    def _keep_note(self, note: ui.textarea, box: ui.element) -> None:
        text = str(note.value or "").strip()
        note.error = None if text else say("Write down first what was agreed.")
        if text and self._keep(NOTE, text, say("ruled at the table")):
            note.value = ""
            box.set_visibility(False)

    def _keep(self, rule: str, value: JsonValue, why: str) -> bool:
        return self._tools.act(RuleKept(rule, json.dumps(value, ensure_ascii=False), say("the table"), why))
