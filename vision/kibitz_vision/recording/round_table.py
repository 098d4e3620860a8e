"""The table that a round or a part of one begins with: rules, players, what lies where, and the models that watch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, JsonValue, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.pack_json import pack_json, parse_pack_json
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack


class _Table(BaseModel):
    pack: dict[str, JsonValue]
    players: list[str]
    table: str
    models: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class RoundTable:
    """`start` is the table at first in the notation of tables, `models` the hash of each model that watches it."""

    pack: RulePack
    players: tuple[PlayerId, ...]
    start: str
    models: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: RoundState, models: Mapping[str, str]) -> RoundTable:
        """The table as it stands."""
        return cls(state.pack, state.players, format_table(state), dict(models))

    @property
    def state(self) -> RoundState:
        """The same as a state of the game; `InputError` where its text is none."""
        return parse_table(self.start, self.pack, self.players)

    def to_json(self) -> dict[str, Any]:
        """The content of `table.json`."""
        return {
            "pack": pack_json(self.pack),
            "pack_hash": self.pack.content_hash,
            "players": list(self.players),
            "table": self.start,
            "models": dict(self.models),
        }


def parse_round_table(data: bytes, name: str) -> RoundTable:
    """What `to_json` gave; `InputError` says what is wrong with the file `name`."""
    try:
        read = _Table.model_validate_json(data)
        players = tuple(map(PlayerId, read.players))
        pack = parse_pack_json(read.pack)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(f"{name}: {where} is damaged ({first['msg']}); expected a round's table.") from error
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    return RoundTable(pack, players, read.table, read.models)
