"""What a ruling on a race says of each of its attempts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kibitz_scoring.game.events import Event, Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.referee.races import Attempt, Race, find_race
from kibitz_scoring.table import Interval
from kibitz_server.journal.play_entries import SnapRuled


def chosen_attempt(races: Sequence[Race], ruled: SnapRuled) -> Attempt | None:
    """The attempt that has it, None where nobody has, or the race is gone."""
    number = find_race(races, ruled.race, ruled.acts)
    if number is None or ruled.attempt is None:
        return None
    attempts = races[number].attempts
    if ruled.acts:
        wanted = ruled.acts[ruled.attempt] if ruled.attempt < len(ruled.acts) else None
        return next((one for one in attempts if one.act == wanted), None)
    return attempts[ruled.attempt]


def ruling_of(races: Sequence[Race], ruled: SnapRuled) -> TimedEvent | None:
    """What a ruling says that was not so before: the snap that has it, at the time of the ruling."""
    chosen = chosen_attempt(races, ruled)
    if chosen is None or chosen.snapped.verdict is Verdict.CORRECT:
        return None
    return TimedEvent(Interval(ruled.at_ms, ruled.at_ms), replace(chosen.snapped, verdict=Verdict.CORRECT))


def words_of(
    races: Sequence[Race], ruled: SnapRuled, events_of: Callable[[ActId], tuple[Event, ...]]
) -> dict[ActId, tuple[Event, ...]]:
    """What every attempt of the race is by a ruling, nothing where the race is gone."""
    number = find_race(races, ruled.race, ruled.acts)
    if number is None:
        return {}
    winner = chosen_attempt(races, ruled)
    words = {}
    for attempt in races[number].attempts:
        if attempt.act is not None:
            verdict = _ruled_verdict(attempt, winner)
            words[attempt.act] = tuple(
                replace(event, verdict=verdict) if isinstance(event, Snapped) else event
                for event in events_of(attempt.act)
            )
    return words


def _ruled_verdict(attempt: Attempt, winner: Attempt | None) -> Verdict:
    """What a snap is once the table has decided: of another rank it stays, whoever has it."""
    if attempt == winner:
        return Verdict.CORRECT
    if attempt.snapped.verdict is Verdict.WRONG:
        return Verdict.WRONG
    return Verdict.TOO_CLOSE if winner is None else Verdict.LATE
