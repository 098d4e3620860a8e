"""What an evening remembers for the next one: who plays here, and the last table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_server.evening.evening import Evening


@dataclass(frozen=True, slots=True)
class LastTable:
    """The last game that people played: its rules with those of the house, and its players in seat order."""

    at: datetime
    pack: RulePack
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TableMemory:
    """`names` are those of all earlier players, who played last first; `last` is None before the first game."""

    names: tuple[PlayerId, ...]
    last: LastTable | None


def remember(evening: Evening) -> TableMemory:
    """What the games so far leave for the next one; demos leave nothing."""
    played = [game for game in reversed(evening.games) if not game.is_demo]

    def names() -> Iterator[PlayerId]:
        for game in played:
            yield from game.players

    last = None
    if played:
        game = played[0]
        enough = len(game.players) >= game.pack.min_players
        last = LastTable(game.at, game.pack, game.players if enough else game.start.players)
    return TableMemory(tuple(dict.fromkeys(names())), last)
