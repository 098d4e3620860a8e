"""A rule pack: every rule of one game as a typed, frozen value under a dotted key such as `score.fail`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from enum import StrEnum
from typing import get_args

from pydantic import BaseModel, Field, JsonValue
from pydantic.fields import FieldInfo

from kibitz_scoring.rules.score_sections import Game, Score
from kibitz_scoring.rules.sections import (
    DASH,
    Call,
    Dash,
    Deck,
    Display,
    Disputes,
    EmptyHandRule,
    Keep,
    Match,
    Pairs,
    Peek,
    Piles,
    Powers,
    Section,
    Snap,
    Table,
    Turn,
    Values,
)
from kibitz_scoring.sentences import either


class HouseRule(Section):
    """A change that a table made: the dotted key, its value, who decided it and why."""

    key: str
    value: JsonValue
    author: str = Field(min_length=1)
    reason: str = Field(min_length=1)


NOTE = "note"
"""The key of a house rule that no key of a pack expresses: its value is what was agreed, in words."""


class RulePack(Section):
    """One game's rules, resolved: `id`, the `name` and `call_word` people use, and every key of the contract.

    `base` is the id of the game that a pack was made from, None for a game of its own; `house_rules` say who changed
    what and why. Both tell where the rules come from: they are no rules, and the content hash leaves them out.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="lower-case letters, digits and _")
    name: str = Field(min_length=1, description="a text that is not empty")
    call_word: str = Field(min_length=1, description="a text that is not empty")
    deck: Deck
    values: Values
    table: Table
    peek: Peek
    piles: Piles
    turn: Turn
    keep: Keep
    powers: Powers
    match: Match
    snap: Snap
    pairs: Pairs
    call: Call
    empty_hand: EmptyHandRule
    score: Score
    game: Game
    display: Display
    dispute: Disputes = Disputes()
    base: str | None = None
    house_rules: tuple[HouseRule, ...] = ()

    @property
    def min_players(self) -> int:
        """Fewest players the game is made for."""
        return self.table.players[0]

    @property
    def max_players(self) -> int:
        """Most players the game is made for."""
        return self.table.players[1]

    @property
    def has_tokens(self) -> bool:
        """Whether +1 and -1 may lie on cards."""
        return self.score.modifier_clamp != DASH

    @property
    def notes(self) -> tuple[HouseRule, ...]:
        """House rules that no key expresses."""
        return tuple(rule for rule in self.house_rules if rule.key == NOTE)

    def keys(self) -> dict[str, JsonValue]:
        """Every dotted key with its value, in the order of the contract."""
        data = self.model_dump(mode="json", by_alias=True)
        return {key: _value_at(data, path) for key, path in KEY_PATHS.items()}

    @property
    def content_hash(self) -> str:
        """SHA-256 over id and keys, as 64 hexadecimal digits: equal for equal rules, whatever they were made from."""
        text = json.dumps({"id": self.id, "keys": self.keys()}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _value_at(data: JsonValue, path: tuple[str, ...]) -> JsonValue:
    for name in path:
        assert isinstance(data, dict)
        data = data[name]
    return data


def _paths(model: type[BaseModel], prefix: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, field in model.model_fields.items():
        path = (*prefix, field.alias or name)
        section = field.annotation
        if isinstance(section, type) and issubclass(section, Section):
            yield from _paths(section, path)
        elif prefix:
            yield path


KEY_PATHS: dict[str, tuple[str, ...]] = {".".join(path): path for path in _paths(RulePack)}
"""Path through the sections of a pack for each dotted key; `powers.J` and `powers.J.optional` are keys of their own."""


IDENTITY = ("id", "name", "call_word")
"""What a pack is called, beside its keys."""


def expected_at(path: tuple[str, ...]) -> str:
    """What a value at this path has to be, in words."""
    field = _field(_section_at(path), path[-1])
    return field.description or either(tuple(_choices(field.annotation)))


def choices_at(path: tuple[str, ...]) -> tuple[str, ...]:
    """The words that a value at this path chooses from, none where it is not chosen from a list."""
    return tuple(_choices(_field(_section_at(path), path[-1]).annotation))


def _section_at(path: tuple[str, ...]) -> type[BaseModel]:
    """Section in which the last name of a path stands."""
    model: type[BaseModel] = RulePack
    for name in path[:-1]:
        section = _field(model, name).annotation
        assert isinstance(section, type)
        assert issubclass(section, BaseModel)
        model = section
    return model


def _field(model: type[BaseModel], alias: str) -> FieldInfo:
    return next(field for name, field in model.model_fields.items() if alias == (field.alias or name))


def _is_required(path: tuple[str, ...]) -> bool:
    return _field(_section_at(path), path[-1]).is_required()


def _choices(annotation: object) -> Iterator[str]:
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        yield from annotation
    elif annotation == Dash:
        yield f'"{DASH}"'
    else:
        for part in get_args(annotation):
            yield from _choices(part)


REQUIRED_KEYS = tuple(key for key, path in KEY_PATHS.items() if _is_required(path))
"""Keys that a pack file without a base has to give; the others have the same value in every game by default."""
