"""Rule packs as TOML: every key of a game, or a base game with the keys that differ and with house rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping

from pydantic import ValidationError

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.pack_entries import Entries, Locate, changed_entries, make_pack, pack_identity, unknown_key
from kibitz_scoring.rules.rule_pack import IDENTITY, KEY_PATHS, HouseRule, RulePack

_BASE = "base"
_HOUSE_RULES = "house_rules"
_EXPECTED = "key, value, author and reason, each given once"


def parse_pack(text: str, place: str, load_base: Callable[[str], RulePack]) -> RulePack:
    """Pack from the text of a TOML file at `place`; `InputError` names the line.

    `load_base` gives the pack that `base` names; its keys stand where the file has none.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: not valid TOML: {error}.") from error
    # Of a list of tables the first line counts.
    lines = dict(reversed(list(_key_lines(text))))

    def locate(key: str) -> str:
        return f"{place}, line {lines[key]}" if key in lines else place

    base, rules = data.pop(_BASE, None), data.pop(_HOUSE_RULES, [])
    entries = dict(_flat(data))
    for key in entries:
        if key not in KEY_PATHS and key not in IDENTITY:
            raise InputError(f"{locate(key)}: {unknown_key(key)}")
    game = None if base is None else _load_base(base, load_base, locate)
    pack = make_pack(entries, locate) if game is None else _based(game, entries, locate)
    return with_house_rules(pack, tuple(_house_rules(rules, place)), lambda key: f"{place}, house rule '{key}'")


def _load_base(base: object, load_base: Callable[[str], RulePack], locate: Locate) -> RulePack:
    try:
        return load_base(str(base))
    except InputError as error:
        raise InputError(f"{locate(_BASE)}: {error}") from error


def _based(base: RulePack, entries: Entries, locate: Locate) -> RulePack:
    identity = {key: value for key, value in entries.items() if key in IDENTITY}
    keys = {key: value for key, value in entries.items() if key in KEY_PATHS}
    pack = make_pack(changed_entries(base, keys) | pack_identity(base) | identity, locate)
    return pack.model_copy(update={"base": base.id})


def _house_rules(rules: object, place: str) -> Iterator[HouseRule]:
    if not isinstance(rules, list):
        raise InputError(f"{place}: '{_HOUSE_RULES}' is {shown(rules)}: expected tables [[{_HOUSE_RULES}]].")
    for number, rule in enumerate(rules, start=1):
        where = f"{place}, house rule {number}"
        if not isinstance(rule, Mapping):
            raise InputError(f"{where}: found {shown(rule)}: expected {_EXPECTED}.")
        try:
            yield HouseRule.model_validate({name: _null(value) for name, value in rule.items()})
        except ValidationError as error:
            field = error.errors()[0]["loc"][0]
            raise InputError(f"{where}: '{field}' is {shown(rule.get(field))}: expected {_EXPECTED}.") from error


def _flat(data: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in data.items():
        key = prefix + name
        if isinstance(value, dict) and key not in KEY_PATHS:
            yield from _flat(value, f"{key}.")
        else:
            yield key, _null(value)


def _null(value: object) -> object:
    """TOML has no null: the word stands for it."""
    return None if value == "null" else value


def _key_lines(text: str) -> Iterator[tuple[str, int]]:
    prefix = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if listed := re.match(r"\s*\[\[([^\]]+)\]\]", line):
            prefix = f"{listed[1].strip()}."
            yield listed[1].strip(), number
        elif header := re.match(r"\s*\[([^\]]+)\]", line):
            prefix = f"{header[1].strip()}."
        elif entry := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            yield (prefix + entry[1]).replace('"', "").replace("'", ""), number
