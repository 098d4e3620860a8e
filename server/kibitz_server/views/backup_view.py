"""What a backup holds, for who decides whether to go on from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kibitz_server.evening.folding import fold
from kibitz_server.journal.recorded import Recorded


@dataclass(frozen=True, slots=True)
class BackupView:
    """When its last entry was written, how many games it has and how many rounds count in them."""

    at: datetime
    games: int
    rounds: int


def project_backup(held: Sequence[Recorded]) -> BackupView | None:
    """The backup that holds these entries; None where nothing is offered."""
    if not held:
        return None
    games = fold(held).all_games
    return BackupView(held[-1].at, len(games), sum(len(game.counted) for game in games))
