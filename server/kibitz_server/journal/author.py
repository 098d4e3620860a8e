"""Who put something in: a device's role in the house, and whose device it is."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.players import PlayerId


@dataclass(frozen=True, slots=True)
class Author:
    """`role` as roles are named in `access`; `player` is None for a device that belongs to nobody at the table."""

    role: str
    player: PlayerId | None = None
