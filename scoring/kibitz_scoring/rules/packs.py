"""Rule packs: the five shipped games, their published variants, packs read from TOML files, and options on top."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_text
from kibitz_scoring.rules.pack_entries import changed_entries, make_pack, unknown_key
from kibitz_scoring.rules.pack_toml import parse_pack
from kibitz_scoring.rules.rule_pack import KEY_PATHS, RulePack
from kibitz_scoring.sentences import either

_PACK_IDS = ("scambodia", "dragons_gambit", "kaboo", "cameo", "cambio")
_VARIANT_IDS = (
    "cabo_first_edition",
    "cabo_second_edition",
    "scambodia_app",
    "cambio_red_minus_one",
    "cambio_kings_near_zero",
    "cambio_kings_below_zero",
)
_NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def pack_ids() -> tuple[str, ...]:
    """Ids of the five games."""
    return _PACK_IDS


def variant_ids() -> tuple[str, ...]:
    """Ids of the published variants of the games; `load_pack` takes them too."""
    return _VARIANT_IDS


def load_pack(pack_id: str, options: Mapping[str, object] = _NO_OPTIONS) -> RulePack:
    """Shipped game or variant with options: `options` maps dotted keys such as `score.fail` to values.

    A threshold turns a game of one round into a game of many, unless `game.rounds` is given too.
    Raises `InputError` for an unknown game or key and for a value of the wrong type.
    """
    if pack_id not in (*_PACK_IDS, *_VARIANT_IDS):
        expected = either((*_PACK_IDS, "a variant that `kibitz rules list` shows"))
        raise InputError(f"'{pack_id}' is not a known game: expected {expected}.")
    if not options:
        return _shipped(pack_id)
    return _with_options(pack_id, json.dumps(dict(options), sort_keys=True, default=str))


def read_pack(path: Path) -> RulePack:
    """Rule pack from a TOML file that gives every key, or that names a `base` and gives the rest.

    Raises `InputError` that names the file and the line.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8 text, as TOML has to be.") from error
    return parse_pack(text, str(path), load_pack)


def find_pack(name: str) -> RulePack:
    """Pack by its id, or from a file whose name ends in `.toml`."""
    return read_pack(Path(name)) if name.endswith(".toml") else load_pack(name)


def changed_pack(pack: RulePack, options: Mapping[str, object]) -> RulePack:
    """Pack with options on top; raises `InputError` for an unknown key and for a value of the wrong type."""
    for key in options:
        if key not in KEY_PATHS:
            raise InputError(f"options: {unknown_key(key)}")
    changed = make_pack(changed_entries(pack, options), lambda _: "options")
    kept = tuple(rule for rule in pack.house_rules if rule.key not in options)
    return changed.model_copy(update={"base": pack.base, "house_rules": kept})


def original_of(pack: RulePack) -> RulePack | None:
    """The shipped game or variant that a pack was made from, None for a game of its own."""
    shipped = (name for name in (pack.id, pack.base) if name in (*_PACK_IDS, *_VARIANT_IDS))
    return next(map(_shipped, shipped), None)


@cache
def _shipped(pack_id: str) -> RulePack:
    folder = files("kibitz_scoring.rules") / "packs"
    name = f"{pack_id}.toml"
    file = folder / name if pack_id in _PACK_IDS else folder / "variants" / name
    return parse_pack(file.read_text(encoding="utf-8"), name, load_pack)


@lru_cache(maxsize=256)
def _with_options(pack_id: str, options_json: str) -> RulePack:
    return changed_pack(_shipped(pack_id), json.loads(options_json))
