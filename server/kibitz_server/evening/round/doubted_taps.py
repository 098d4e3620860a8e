"""Taps that the rules did not allow, judged at their time, once all that was done before them is settled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz_scoring.game.events import Called, Event, Passed, TimedOut
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.questions import ActId, Question
from kibitz_scoring.sentences import joined

_JUDGED = (Called, Passed, TimedOut)
"""What may be tapped at any time, whether it counts or not."""


@dataclass(frozen=True, slots=True)
class DoubtedTap:
    """What somebody tapped, which does not count, and why."""

    tap: TimedEvent
    act: ActId
    reason: str


class Taps:
    """The taps of a round, and those of them that are judged."""

    def __init__(self) -> None:
        self._times_ms: dict[ActId, float] = {}
        self._judged: dict[ActId, DoubtedTap | None] = {}

    def add(self, said: TimedEvent) -> None:
        """Take in what somebody said, if that has to be judged."""
        if said.act is not None and isinstance(said.event, _JUDGED):
            self._times_ms[said.act] = said.at.end_ms

    def forget(self) -> None:
        """The round is followed anew: judge all of them again."""
        self._judged = {}

    def judge(self, start: RoundState, told: Sequence[TimedEvent], is_settled: Callable[[float], bool]) -> None:
        """Judge those before whose time all is settled."""
        for act, at_ms in self._times_ms.items():
            if act not in self._judged and is_settled(at_ms):
                self._judged[act] = _doubt_of(start, told, act)

    @property
    def waiting_ms(self) -> tuple[float, ...]:
        """The times of those that are not judged."""
        return tuple(at_ms for act, at_ms in self._times_ms.items() if act not in self._judged)

    @property
    def doubts(self) -> tuple[DoubtedTap, ...]:
        """Those that do not count."""
        return tuple(filter(None, self._judged.values()))


def _doubt_of(start: RoundState, told: Sequence[TimedEvent], act: ActId) -> DoubtedTap | None:
    """Why a tap does not count, None where it does, or did not happen after all.

    `told` are all events of the round in their order, hidden faces included. An act that was all but over when
    somebody tapped may be settled after the tap: it counts where any order that can have been allows it.
    """
    at = next((number for number, one in enumerate(told) if one.act == act), None)
    if at is None:
        return None
    tap = told[at]
    reason = _reason(start, [one.event for one in told[:at]], tap.event)
    if not reason:
        return None
    at_ms, others = tap.at.end_ms, [one for one in told if one is not tap and one.at.start_ms <= tap.at.end_ms]
    before = [one.event for one in others if one.at.end_ms <= at_ms]
    under_way = [one.event for one in others if one.at.end_ms > at_ms]
    for number in range(len(under_way) + 1):
        if not _reason(start, [*before, *under_way[:number]], tap.event):
            return None
    return DoubtedTap(tap, act, reason)


def _reason(state: RoundState, before: Sequence[Event], event: Event) -> str:
    for one in before:
        state = apply(state, one)
    return joined(" ", (violation.reason for violation in check(state, event)))


def is_clear_before(
    tap: TimedEvent, told: Sequence[TimedEvent], asked: Sequence[Question], nothing: Sequence[Question]
) -> bool:
    """Whether nothing before a tap is `asked`, nor was `nothing` made of what a hand did since the last act."""
    at_ms = tap.at.end_ms
    if any(question.about and question.at.start_ms <= at_ms for question in asked):
        return False
    before = [one.at.end_ms for one in told if one.act != tap.act and one.at.end_ms <= at_ms]
    known_ms = max(before, default=0.0)
    return not any(known_ms < one.at.end_ms <= at_ms for one in nothing)
