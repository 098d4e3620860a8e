"""House rules in words for people, never by their keys."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import NOTE, HouseRule, RulePack
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say
from kibitz_server.views.words.rule_names import rule_name, rule_word

_PARTS: Mapping[str, str] = {
    "cards": to_say("cards"),
    "card": to_say("card"),
    "value": to_say("points"),
    "count": to_say("how many"),
    "power": to_say("power"),
    "holder": to_say("its holder scores"),
    "others": to_say("all others score"),
    "from": to_say("from"),
    "to": to_say("to"),
    "once": to_say("once only"),
}


def part_name(part: str) -> str:
    """What the page calls a part of a larger value."""
    return say(_PARTS[part])


def house_rule_texts(pack: RulePack) -> list[str]:
    """Each house rule with the game's own value, who decided and why."""
    original = original_of(pack)
    own = original.keys() if original else {}
    return [f"{_text(rule, own)} ({rule.author}: {rule.reason})" for rule in pack.house_rules]


def _text(rule: HouseRule, own: Mapping[str, JsonValue]) -> str:
    if rule.key == NOTE:
        return str(rule.value)
    differs = say(", not {value}", value=spoken_value(own[rule.key])) if rule.key in own else ""
    return f"{say(rule_name(rule.key))}: {spoken_value(rule.value)}{differs}"


def spoken_value(value: JsonValue) -> str:
    """A value in words: yes and no, none, and lists and tables part by part."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if value is None:
        return say("none")
    if isinstance(value, list):
        return ", ".join(map(spoken_value, value)) or say("none")
    if isinstance(value, dict):
        return "; ".join(f"{part_name(name)} {spoken_value(part)}" for name, part in value.items())
    return say(rule_word(value)) if isinstance(value, str) else str(value)
