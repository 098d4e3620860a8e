"""What the house changed of a game's rules, on the page."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_server.texts import say
from kibitz_server.views.words.house_rule_words import house_rule_texts


def draw_house_rules(pack: RulePack) -> None:
    """Say which rules the house changed, nothing where it changed none."""
    if not pack.house_rules:
        return
    with ui.element("div").classes("house-rules-told"):
        ui.label(say("House rules")).classes("subtitle")
        for text in house_rule_texts(pack):
            ui.label(text)
