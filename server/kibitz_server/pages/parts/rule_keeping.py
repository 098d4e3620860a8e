"""After a ruling: whether the table keeps it as a house rule, by the switch that says the same, or in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

from nicegui import ui

from kibitz_scoring.rules.rule_pack import NOTE
from kibitz_server.evening.kept_rules import Switch
from kibitz_server.journal.play_entries import RuleKept
from kibitz_server.pages.parts.house_rule_words import spoken_value
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.rule_names import rule_name


class RuleKeeping:
    """Draws what may be kept; `close` is done once something is, or nothing is to be."""

    def __init__(self, tools: ActTools, close: Callable[[], object]) -> None:
        self._tools = tools
        self._close = close

    def draw(self, ruling: str, reason: str, switches: Sequence[Switch]) -> None:
        """Offer the switches that a ruling amounts to, where there are none a note in words, and to keep nothing."""
        ui.label(say("Keep it as a house rule, from the next round on?")).classes("subtitle")
        why = reason or say("ruled at the table")
        with ui.element("div").classes("button-row"):
            for switch in switches:
                rule, value = say(rule_name(switch.key)), spoken_value(switch.value)
                label = say("From now on: {rule}: {value}", rule=rule, value=value)
                keep = ui.button(label, on_click=partial(self._keep, switch.key, json.dumps(switch.value), why))
                keep.props("no-caps unelevated").classes("answer")
        if not switches:
            note = ui.textarea(say("In words, for the rules sheet"), value=reason or ruling)
            note.props("outlined autogrow maxlength=200").classes("rule-note")
        with ui.element("div").classes("button-row"):
            if not switches:
                keep = ui.button(say("Keep these words"), on_click=lambda: self._note(note))
                keep.props("no-caps unelevated").classes("answer")
            ui.button(say("Only this once"), on_click=self._close).props("no-caps outline").classes("answer")

    def _note(self, note: ui.textarea) -> None:
        text = str(note.value or "").strip()
        note.error = None if text else say("Write down first what was agreed.")
        if text:
            self._keep(NOTE, json.dumps(text, ensure_ascii=False), say("ruled at the table"))

    def _keep(self, rule: str, value: str, why: str) -> None:
        if self._tools.act(RuleKept(rule, value, say("the table"), why)):
            self._close()
