"""Taps that the rules did not allow, judged at their time, once all that was done before them is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_scoring.game.events import Called, Event, Passed, TimedOut
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.questions import ActId

JUDGED = (Called, Passed, TimedOut)
"""What may be tapped at any time, whether it counts or not."""


@dataclass(frozen=True, slots=True)
class DoubtedTap:
    """What somebody tapped, which does not count, and why."""

    tap: TimedEvent
    act: ActId
    reason: str


def doubt_of(start: RoundState, told: Sequence[TimedEvent], act: ActId) -> DoubtedTap | None:
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
    return " ".join(violation.reason for violation in check(state, event))
