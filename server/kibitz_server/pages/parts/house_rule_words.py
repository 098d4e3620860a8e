"""How the page tells house rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_server.texts import say

_NAMES: Mapping[str, str] = {
    "values.A": "ace",
    "values.J.black": "black jack",
    "values.J.red": "red jack",
    "values.Q.black": "black queen",
    "values.Q.red": "red queen",
    "values.K.black": "black king",
    "values.K.red": "red king",
    "values.joker": "joker",
    "deck.jokers": "jokers in the deck",
    "deck.copies": "decks",
    "table.hand_size": "cards dealt to each",
    "snap.enabled": "snapping",
    "snap.wrong_penalty": "cards for a wrong snap",
    "call.max_points": "most points to call with",
    "call.earliest_round": "earliest turn of their own to call in",
    "empty_hand.action": "an empty hand",
    "score.caller_succeeds": "call succeeds with",
    "score.success": "call succeeds",
    "score.fail": "call fails",
    "score.lowest": "lowest hand",
    "score.tie": "equal lowest hands",
    "score.fives": "fives",
    "game.rounds": "rounds",
    "game.threshold": "game ends at",
    "game.joins_with": "who joins begins with",
    "game.pot": "the pot",
    "turn.timer_s": "seconds for a turn",
    "turn.on_timeout": "when the time is over",
    "turn.on_second_timeout": "when it is over again",
}
"""What people call the keys they change most; another key is called by itself."""


def rule_name(key: str) -> str:
    """What the page calls a key."""
    return _NAMES.get(key, key)


def value_text(value: JsonValue) -> str:
    """A value as it is typed: a word as it stands, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def house_rule_texts(pack: RulePack) -> list[str]:
    """Each house rule with the game's own value, who decided and why."""
    original = original_of(pack)
    own = original.keys() if original else {}
    return [
        f"{rule_name(rule.key)} {_spoken_value(rule.value)}"
        + (f", not {_spoken_value(own[rule.key])}" if rule.key in own else "")
        + f" ({rule.author}: {rule.reason})"
        for rule in pack.house_rules
    ]


def draw_house_rules(pack: RulePack) -> None:
    """Say which rules the house changed, nothing where it changed none."""
    if not pack.house_rules:
        return
    with ui.element("div").classes("house-rules-told"):
        ui.label(say("House rules")).classes("subtitle")
        for text in house_rule_texts(pack):
            ui.label(text)


def _spoken_value(value: JsonValue) -> str:
    """`+10` for `add_10`, `-5` for `minus_5`, yes and no, and words without their underscores."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    text = re.sub(r"^add_(?=\d)", "+", value_text(value))
    return re.sub(r"^minus_(?=\d)", "-", text).replace("_", " ")
