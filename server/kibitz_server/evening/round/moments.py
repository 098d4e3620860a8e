"""Moments of a round at which something is told: now, or before an act that is listed already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.evening.round.play import Play

HappenedKey = str
"""What tells something that happened from all else in its round, by nothing that anybody may not know."""

_GONE = to_say("This act is not there any more: the list has changed meanwhile.")
_BEFORE_MS = 1.0
"""So long before an act begins what is told to come before it has been done."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time at the table in ms, and the table then, faces that nobody may know included."""

    at_ms: float
    state: RoundState


def keys_of(happened: Iterable[TimedEvent]) -> tuple[HappenedKey, ...]:
    """Key of each of all the things that happened in a round so far."""
    count: Counter[str] = Counter()
    keys = []
    for timed in happened:
        named = f"{timed.at.end_ms:.3f} {type(timed.event).__name__} {getattr(timed.event, 'player', '')}"
        count[named] += 1
        keys.append(f"{named} {count[named]}")
    return tuple(keys)


def playing(play: Play | None) -> Play:
    """The round that is played; `InputError` where none is any more."""
    if play is None:
        raise InputError(Sentence("No round is being played any more."))
    return play


def moment_now(play: Play, now_ms: float) -> Moment:
    """The moment after all that is settled; what was said before is not later."""
    return Moment(max(now_ms, play.last_ms), play.state)


def moment_before(play: Play, key: HappenedKey) -> Moment:
    """The moment just before something that happened; `InputError` where it is not there any more."""
    return _moment(play, _number(play, key))


def moment_before_act(play: Play, act: ActId) -> Moment:
    """The moment just before the first that an act is taken for."""
    number = next((number for number, happened in enumerate(play.happened) if happened.act == act), None)
    if number is None:
        raise InputError(_GONE)
    return _moment(play, number)


def moment_after(play: Play, key: HappenedKey, now_ms: float) -> Moment:
    """The moment just after it: before what comes next, or now."""
    number = _number(play, key) + 1
    return _moment(play, number) if number < len(play.happened) else moment_now(play, now_ms)


def _number(play: Play, key: HappenedKey) -> int:
    keys = keys_of(play.happened)
    if key not in keys:
        raise InputError(_GONE)
    return keys.index(key)


def _moment(play: Play, number: int) -> Moment:
    told = [one for one in play.settled if isinstance(one, TimedEvent)]
    state = reduce(apply, (timed.event for timed in told[:number]), play.start)
    before_ms = max((timed.at.end_ms for timed in told[:number]), default=float("-inf"))
    return Moment(_between_ms(before_ms, told[number]), state)


def _between_ms(before_ms: float, then: TimedEvent) -> float:
    """A time after another, and before an act begins where that leaves any, else at least before it is over."""
    if then.at.start_ms - _BEFORE_MS > before_ms:
        return then.at.start_ms - _BEFORE_MS
    if then.at.end_ms > before_ms:
        return (before_ms + then.at.end_ms) / 2
    return before_ms + _BEFORE_MS / 1000
