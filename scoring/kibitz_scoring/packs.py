"""Rule packs: the five shipped games, packs read from TOML files, and house rules on top of them."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from kibitz_scoring.errors import InputError, either, shown
from kibitz_scoring.rules import KEY_PATHS, RulePack, expected_at
from kibitz_scoring.sections import DASH

_PACK_IDS = ("scambodia", "dragons_gambit", "kaboo", "cameo", "cambio")
_IDENTITY = ("id", "name", "call_word")
_NO_OPTIONS: Mapping[str, object] = MappingProxyType({})

Entries = dict[str, object]
"""Values by dotted key, as written."""
Locate = Callable[[str], str]
"""Where a dotted key was written, for the start of a sentence."""


def pack_ids() -> tuple[str, ...]:
    """Ids of the shipped games."""
    return _PACK_IDS


def load_pack(pack_id: str, options: Mapping[str, object] = _NO_OPTIONS) -> RulePack:
    """Shipped game with house rules: `options` maps dotted keys such as `score.fail` to values.

    A threshold turns a game of one round into a game of many, unless `game.rounds` is given too.
    Raises `InputError` for an unknown game or key and for a value of the wrong type.
    """
    if pack_id not in _PACK_IDS:
        raise InputError(f"'{pack_id}' is not a known game: expected {either(_PACK_IDS)}.")
    if not options:
        return _shipped(pack_id)
    return _with_options(pack_id, json.dumps(dict(options), sort_keys=True, default=str))


def read_pack(path: Path) -> RulePack:
    """Rule pack from a TOML file that gives every key; `InputError` names the file and the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8 text, as TOML has to be.") from error
    return _parse_pack(text, str(path))


@cache
def _shipped(pack_id: str) -> RulePack:
    name = f"{pack_id}.toml"
    return _parse_pack((files("kibitz_scoring") / "packs" / name).read_text(encoding="utf-8"), name)


@lru_cache(maxsize=256)
def _with_options(pack_id: str, options_json: str) -> RulePack:
    base = _shipped(pack_id)
    options = json.loads(options_json)
    entries: Entries = {name: getattr(base, name) for name in _IDENTITY} | base.keys()
    if base.game.rounds == 1 and options.get("game.threshold") is not None:
        entries["game.rounds"] = None
    for key in options:
        if key not in KEY_PATHS:
            raise InputError(f"options: {_unknown(key)}")
    return _validated(entries | options, lambda _: "options")


def _parse_pack(text: str, place: str) -> RulePack:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: not valid TOML: {error}.") from error
    lines = dict(_key_lines(text))

    def locate(key: str) -> str:
        return f"{place}, line {lines[key]}" if key in lines else place

    entries = dict(_flat(data))
    for key in entries:
        if key not in KEY_PATHS and key not in _IDENTITY:
            raise InputError(f"{locate(key)}: {_unknown(key)}")
    return _validated(entries, locate)


def _flat(data: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in data.items():
        key = prefix + name
        if isinstance(value, dict) and key not in KEY_PATHS:
            yield from _flat(value, f"{key}.")
        else:
            yield key, None if value == "null" else value


def _key_lines(text: str) -> Iterator[tuple[str, int]]:
    prefix = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[([^\]]+)\]", line):
            prefix = f"{header[1].strip()}."
        elif entry := re.match(r"\s*([\w.\"'-]+)\s*=", line):
            yield (prefix + entry[1]).replace('"', "").replace("'", ""), number


def _validated(entries: Entries, locate: Locate) -> RulePack:
    missing = [key for key in (*_IDENTITY, *KEY_PATHS) if key not in entries]
    if missing:
        raise InputError(f"{locate(missing[0])}: the key '{missing[0]}' is missing: a rule pack gives every key.")
    try:
        pack = RulePack.model_validate_json(json.dumps(_nested(entries), default=str))
    except ValidationError as error:
        key = _key_of(error.errors()[0]["loc"])
        path = KEY_PATHS.get(key, (key,))
        raise InputError(f"{locate(key)}: '{key}' is {shown(entries[key])}: expected {expected_at(path)}.") from error
    _check_together(pack, locate)
    return pack


def _nested(entries: Entries) -> dict[str, object]:
    root: dict[str, object] = {}
    for key, value in entries.items():
        *sections, last = KEY_PATHS.get(key, (key,))
        node = root
        for name in sections:
            child = node.setdefault(name, {})
            assert isinstance(child, dict)
            node = child
        node[last] = value
    return root


def _key_of(loc: tuple[int | str, ...]) -> str:
    """Longest dotted key at the start of pydantic's location, which goes on into unions and lists."""
    names = [str(part) for part in loc]
    keys = (".".join(names[:length]) for length in range(len(names), 0, -1))
    return next(key for key in keys if key in KEY_PATHS or key in _IDENTITY)


def _check_together(pack: RulePack, locate: Locate) -> None:
    if pack.deck.jokers and pack.values.joker == DASH:
        raise InputError(
            f"{locate('deck.jokers')}: 'deck.jokers' is {pack.deck.jokers}, so 'values.joker' needs a whole number too."
        )
    for key, span in (("table.players", pack.table.players), ("score.modifier_clamp", pack.score.modifier_clamp)):
        if isinstance(span, tuple) and span[0] > span[1]:
            raise InputError(f"{locate(key)}: '{key}' is {list(span)}: expected the lower number first.")


def _unknown(key: str) -> str:
    known = {name.casefold(): name for name in KEY_PATHS}
    nearest = difflib.get_close_matches(key.casefold(), known, n=1, cutoff=0.0)[0]
    return f"'{key}' is not a key of a rule pack; the nearest is '{known[nearest]}'."
