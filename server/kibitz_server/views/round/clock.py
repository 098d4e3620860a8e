"""The clock of the table: what is left of a turn, when the table is reminded, and how long a card may be looked at."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.game.changes.powers import may_look
from kibitz_scoring.game.changes.timeouts import timeout_rule
from kibitz_scoring.game.events import TimedOut
from kibitz_scoring.game.round_state import PLAYED, Phase, RoundState, cards_of, held_by
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import OnTimeout
from kibitz_scoring.rules.sheet_words import TIMEOUTS
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.snaps.pauses import Pauses, running_ms
from kibitz_server.texts import say

_FIRST_REMINDER = 0.75
"""Part of a turn's time after which the table is reminded for the first time: 45 of 60 s."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """A turn with a time: whose, since when, and what may be said once it is over, one of them drawn by lot.

    `then` says what follows, empty where the table is only reminded. In the `pauses` it stands still.
    """

    player: PlayerId
    since_ms: float
    timer_s: int
    acts: tuple[str, ...]
    then: str
    pauses: Pauses = ()


@dataclass(frozen=True, slots=True)
class ReminderView:
    """What the clock says now; it is loud where the table is reminded, and over once the time is."""

    text: str
    is_loud: bool = False
    is_over: bool = False


def clock_of(state: RoundState, since_ms: float, pauses: Pauses = ()) -> ClockView | None:
    """The clock of the turn on the table, None where the game has none or nobody is on turn."""
    timer_s = state.pack.turn.timer_s
    if timer_s is None or state.phase not in PLAYED or state.phase is Phase.INITIAL_PEEK:
        return None
    player = state.players[state.turn]
    slots = [slot for slot, _ in cards_of(state, state.turn)]
    _, rule = timeout_rule(state, state.turn)
    if rule is OnTimeout.RANDOM_CARD and held_by(state, state.turn) is None:
        rule = OnTimeout.SKIP
    by_lot = rule is OnTimeout.RANDOM_CARD and slots
    events = [TimedOut(player, slot) for slot in slots] if by_lot else [TimedOut(player)]
    acts = tuple(format_event(event, state.players) for event in events)
    return ClockView(
        player, since_ms, timer_s, acts, "" if rule is OnTimeout.REMIND else Sentence(TIMEOUTS[rule]), pauses
    )


def reminder(clock: ClockView, now_ms: float) -> ReminderView:
    """What the clock says at a time: the table is reminded after three quarters of a turn's time, and at its end."""
    gone_s = running_ms(clock.since_ms, now_ms, clock.pauses) / 1000
    left_s = clock.timer_s - int(gone_s)
    if gone_s >= clock.timer_s:
        over = say("{player}'s time is over: {then}.") if clock.then else say("{player}'s time is over.")
        return ReminderView(over.format(player=clock.player, then=clock.then), is_loud=True, is_over=True)
    if gone_s >= _FIRST_REMINDER * clock.timer_s:
        return ReminderView(say("{player} has {left_s} s left.", player=clock.player, left_s=left_s), is_loud=True)
    return ReminderView(say("{player}: {left_s} s", player=clock.player, left_s=left_s))


def peek_seconds(state: RoundState) -> int | None:
    """How long a card that is looked at now may lie open, None where nobody looks or no time is set."""
    return state.pack.peek.seconds if may_look(state) else None
