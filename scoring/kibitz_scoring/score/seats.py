"""Who comes to a table and who leaves it between and during the rounds of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_scoring.players import PlayerId


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player plays no further round; what the player has scored stays."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Joining:
    """A player plays from here on, beginning with the total that a rule of the time gives, None for the game's."""

    player: PlayerId
    rule: str | int | None = None


@dataclass(frozen=True, slots=True)
class HandingOver:
    """Another person goes on in a player's seat, with the total."""

    player: PlayerId
    successor: PlayerId


SeatChange = Leaving | Joining | HandingOver


def account_holders(players: Iterable[PlayerId], changes: Iterable[SeatChange]) -> set[PlayerId]:
    """Everybody who has a total in a game of these players after these changes, those who have left too."""
    names = set(players)
    for change in changes:
        if isinstance(change, Joining):
            names.add(change.player)
        elif isinstance(change, HandingOver):
            names = names - {change.player} | {change.successor}
    return names
