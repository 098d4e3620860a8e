"""What the snaps of a round came to, for statistics and the journal."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.game.events import Verdict
from kibitz_scoring.referee.races import Attempt, Race
from kibitz_server.journal.play_entries import SnapOutcome, SnapOutcomes


def outcomes(races: Iterable[Race]) -> SnapOutcomes:
    """What each snap came to; of a race that is not decided none is told but those of another rank."""
    told = ((one.player, _outcome(race, one)) for race in races for one in race.attempts)
    return tuple((player, outcome) for player, outcome in told if outcome is not None)


def _outcome(race: Race, attempt: Attempt) -> SnapOutcome | None:
    verdict = attempt.snapped.verdict
    if verdict is Verdict.WRONG:
        return SnapOutcome.WRONG
    if race.ruled:
        return SnapOutcome.WON if attempt.player == race.winner else SnapOutcome.LOST
    if race.is_asked:
        return None
    return {Verdict.CORRECT: SnapOutcome.WON, Verdict.LATE: SnapOutcome.LOST}.get(verdict)
