"""What rounds that were played at the desk come to, in figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.benchmarks.evening.evening_desk import Answered

from kibitz_models.shares import share

_LATE = (Answered.LATER, Answered.AT_THE_REVEAL)


def figures(played: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Figures over all rounds, and over those at usual and at hard tables; shares with Wilson intervals."""
    tables = {table: [one for one in played if one["table"] == table] for table in ("usual", "hard")}
    return {
        "all": _of(played),
        "tables": {table: _of(some) for table, some in tables.items()},
        "rounds": [one["name"] for one in played],
        "not_exact": list(_not_exact(played)),
        "late_otherwise": [
            {"round": one["name"], "answered": way}
            for one in played
            for way in map(str, _LATE)
            if way in one["ways"] and not _is_same(one, way)
        ],
    }


def _of(played: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    prompt = [one["ways"][Answered.AT_ONCE] for one in played]
    asked = sum(len(way["asked"]) for way in prompt)
    late = [one for one in played if all(way in one["ways"] for way in _LATE)]
    return {
        "rounds": len(played),
        "exact": share(sum(way["exact"] for way in prompt), len(prompt)),
        "untouched": share(sum(not (way["asked"] or way["mended"] or way["problem"]) for way in prompt), len(prompt)),
        "untouched_and_exact": share(
            sum(way["exact"] and not (way["asked"] or way["mended"]) for way in prompt), len(prompt)
        ),
        "questions": asked,
        "questions_a_round": round(asked / len(prompt), 2) if prompt else None,
        "most_questions": max((len(way["asked"]) for way in prompt), default=0),
        "minor_a_round": round(sum(way["minor"] for way in prompt) / len(prompt), 2) if prompt else None,
        "mended": share(sum(bool(way["mended"]) for way in prompt), len(prompt)),
        "late_as_prompt": {str(way): share(sum(_is_same(one, way) for one in late), len(late)) for way in _LATE},
    }


def _is_same(one: Mapping[str, Any], way: str) -> bool:
    """Whether late answers come to the same hands, caller and scores as prompt ones."""
    late, prompt = one["ways"][way], one["ways"][Answered.AT_ONCE]
    return all(late[key] == prompt[key] for key in ("hands", "caller", "sheet"))


def _not_exact(played: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rounds whose sheet is not the true one, with how it differs."""
    for one in played:
        way, true = one["ways"][Answered.AT_ONCE], one["true"]
        if way["exact"]:
            continue
        hands = {
            player: {"told": way["hands"].get(player, []), "true": hand}
            for player, hand in true["hands"].items()
            if sorted(way["hands"].get(player, [])) != sorted(hand)
        }
        caller = {} if way["caller"] == true["caller"] else {"told": way["caller"], "true": true["caller"]}
        yield {
            "round": one["name"],
            "table": one["table"],
            "problem": way["problem"],
            "hands": hands,
            "caller": caller,
            "asked": way["asked"],
            "mended": way["mended"],
        }
