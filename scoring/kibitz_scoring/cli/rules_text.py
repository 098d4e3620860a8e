"""The answers of `kibitz rules`: packs listed, shown, checked and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import changed_pack, find_pack, load_pack, original_of, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sheet import changed_keys


def pack_from(name: str, options: list[str]) -> RulePack:
    """Pack by its id or file with options `KEY=VALUE`, the value as JSON or as plain text."""
    pack = find_pack(name)
    return changed_pack(pack, dict(map(_option, options))) if options else pack


def list_lines() -> Iterator[str]:
    """A line for each game, then one for each variant."""
    yield from (_list_line(load_pack(pack_id)) for pack_id in pack_ids())
    yield from (_list_line(load_pack(pack_id)) for pack_id in variant_ids())


def show_lines(pack: RulePack) -> Iterator[str]:
    """Every key with its value; a star marks what differs from the game that the pack was made from."""
    changed = changed_keys(pack)
    reasons = {rule.key: f"  # {rule.author}: {rule.reason}" for rule in pack.house_rules}
    yield f"{pack.name} ({pack.id}), call: {pack.call_word}"
    for key, value in pack.keys().items():
        yield f"{'*' if key in changed else ' '} {key} = {_shown(value)}{reasons.get(key, '')}"
    yield f"hash {pack.content_hash}"


def check_line(pack: RulePack) -> str:
    """One line on a pack that is in order."""
    original = original_of(pack)
    changed = changed_keys(pack)
    based = f", {len(changed)} changed from {original.id}" if original else ""
    return f"{pack.name}: {len(pack.keys())} keys{based}, {len(pack.house_rules)} house rules, hash {pack.content_hash}"


def diff_lines(left: RulePack, right: RulePack) -> Iterator[str]:
    """A line for each key in which two packs differ."""
    theirs = right.keys()
    differing = [(key, value, theirs[key]) for key, value in left.keys().items() if value != theirs[key]]
    width = max((len(key) for key, _, _ in differing), default=0)
    for key, value, other in differing:
        yield f"{key:<{width}}  {_shown(value)} | {_shown(other)}"
    if not differing:
        yield f"{left.name} and {right.name} have the same rules."


def show_json(pack: RulePack) -> str:
    """A pack for other programs: its identity, keys, house rules and hash."""
    data = {
        "id": pack.id,
        "name": pack.name,
        "call_word": pack.call_word,
        "base": pack.base,
        "keys": pack.keys(),
        "house_rules": [rule.model_dump(mode="json") for rule in pack.house_rules],
        "content_hash": pack.content_hash,
    }
    return json.dumps(data)


def _list_line(pack: RulePack) -> str:
    players = (
        f"{pack.min_players}" if pack.min_players == pack.max_players else f"{pack.min_players}-{pack.max_players}"
    )
    based = f", a variant of {pack.base}" if pack.base else ""
    return f"{pack.id:<24} {pack.name}, {players} players{based}"


def _option(text: str) -> tuple[str, object]:
    key, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"option '{text}': expected KEY=VALUE, as in score.fail=add_10.")
    try:
        return key.strip(), json.loads(value)
    except ValueError:
        return key.strip(), value.strip()


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
