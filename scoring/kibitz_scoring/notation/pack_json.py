"""A rule pack as JSON: where it comes from, every key, and the house rules, as journals and recordings keep it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule, RulePack

_IDENTITY = ("id", "name", "call_word", "base")


def pack_json(pack: RulePack) -> dict[str, JsonValue]:
    """Object that `parse_pack_json` reads back."""
    return pack.model_dump(mode="json", include={*_IDENTITY, "house_rules"}) | {"keys": pack.keys()}


def parse_pack_json(stored: Mapping[str, JsonValue]) -> RulePack:
    """The pack as it was played; what a newer version asks on top is answered as in the game that it was made from.

    `InputError` where it is no object as `pack_json` makes it.
    """
    keys, rules = stored.get("keys"), stored.get("house_rules", [])
    names = {name: stored.get(name) for name in _IDENTITY}
    if not isinstance(keys, Mapping) or not isinstance(rules, list) or not isinstance(names["id"], str):
        raise InputError("'id', 'keys' or 'house_rules' is missing or wrong: expected a rule pack as Kibitz keeps it.")
    known = (*pack_ids(), *variant_ids())
    shipped = next((name for name in (names["id"], names["base"]) if name in known), known[0])
    try:
        house_rules = tuple(HouseRule.model_validate(rule) for rule in rules)
    except ValidationError as error:
        raise InputError(f"'house_rules' hold what is no house rule: {error.errors()[0]['msg']}.") from error
    kept = {key: value for key, value in keys.items() if key in KEY_PATHS}
    return load_pack(str(shipped), kept).model_copy(update={**names, "house_rules": house_rules})
