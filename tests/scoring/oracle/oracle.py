"""Worked cases collected from independent implementations, as the tests run them.

A test says with `runs` which cases it runs, and gets each as `case`. Whatever a case expects has to be looked at, and
its own options have to be in the pack; the fixture sees to both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack

RUN: dict[str, set[str]] = {}
"""Tests by the id of the case that they run."""

SKIPPED = {
    "kaboofe-s17": "the default takes one valid snap a discard",
    "kaboobe-empty": "the default ends the round earlier, when the last card leaves the deck",
    "cb-values": "Cameo has no joker",
    "sd-dg-1": "three 0s, but the deck has two",
    "jsy-decks": "one deck is played with",
    "jsy-circuit": "another game: a subsidy by place, which no key switches",
    "jsy-tieplace": "another game: a subsidy by place, which no key switches",
    "jsy-missed": "another game: points for a missed round, which no key switches",
    "js30-0": "another game: a caller's score is -30 whatever the hand, which no key switches",
    "js30-empty": "another game: an empty hand's bonus is shared, which no key switches",
    "pyc-opp": "another game: a matching card goes to an opponent's hand, which no key switches",
    "jamie-max": "another game: whoever has more than six cards is out, which no key switches",
}
"""Why a case is not run."""


class Noted(dict[str, Any]):
    """What a case says, and which of it was looked at."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told)
        self.unread = set(told)

    def __getitem__(self, key: str) -> Any:
        self.unread.discard(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.unread.discard(key)
        return super().get(key, default)

    def items(self) -> Any:
        self.unread.clear()
        return super().items()

    def __eq__(self, other: object) -> bool:
        self.unread.clear()
        return dict(self) == other

    __hash__ = None  # type: ignore[assignment]


@dataclass
class Case:
    """One worked case; `told` are the fields of the file that describe it."""

    id: str
    kind: str
    use: str
    contradicts: bool
    pack_id: str | None
    profile: Mapping[str, Any]
    given: Mapping[str, Any]
    expect: Noted
    options: Noted
    note: str = ""
    why_not: str = ""

    def fresh(self) -> Case:
        """The same case, of which nothing has been looked at."""
        return replace(self, expect=Noted(dict.copy(self.expect)), options=Noted(dict.copy(self.options)))

    def pack(self, pack_id: str | None = None, **house: object) -> RulePack:
        """The case's game (or another) with its values, its options and a house's; `__` stands for the dot of a key."""
        plain = load_pack(pack_id or self.pack_id or "")
        options = profile_options(plain, self.profile) | dict(self.options.items())
        options |= {key.replace("__", "."): value for key, value in house.items()}
        return load_pack(plain.id, options)


def profile_options(pack: RulePack, profile: Mapping[str, Any]) -> dict[str, object]:
    """House rules that turn the pack's values into those of another implementation."""
    options: dict[str, object] = {}
    for rank, value in profile.items():
        if rank in ("J", "Q", "K"):
            colours = value if isinstance(value, dict) else {"black": value, "red": value}
            known = {colour: points for colour, points in colours.items() if points is not None}
            options |= {f"values.{rank}.{colour}": points for colour, points in known.items()}
        elif rank == "A":
            options["values.A"] = value
        elif rank == "JK" and value is not None and pack.deck.jokers:
            options["values.joker"] = value
    return options


def read_cases(path: Path) -> dict[str, Case]:
    """All cases by their ids."""
    meta, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["id"]: _case(row, meta["value_profiles"]) for row in rows}


def _case(row: Mapping[str, Any], profiles: Mapping[str, Any]) -> Case:
    return Case(
        row["id"],
        row["kind"],
        row["use"],
        row["relation"] == "contradicts",
        row["pack"],
        profiles.get(row["value_profile"], {}),
        row["given"],
        Noted(row["expect"]),
        Noted(row.get("options", {})),
        row["note"],
        row.get("why_not", ""),
    )


def runs(*ids: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test runs these cases, one after another as `case`."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for case_id in ids:
            RUN.setdefault(case_id, set()).add(f"{test.__module__}.{test.__name__}")
        return pytest.mark.parametrize("case", ids, indirect=True)(test)

    return mark


def checked(case: Case) -> Iterator[Case]:
    """Hand a case to a test, and see afterwards that the test left nothing out."""
    yield case
    assert not case.expect.unread, f"{case.id} expects more: {sorted(case.expect.unread)}"
    assert not case.options.unread, f"{case.id} was run without its options: {sorted(case.options.unread)}"
