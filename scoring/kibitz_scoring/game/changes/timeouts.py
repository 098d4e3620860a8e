"""The time for a turn is over: what the first and any further time-out of a player do."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.game.changes.claims import owe
from kibitz_scoring.game.changes.moves import in_slot, lay_off, lay_replaced, learned, lift, put, release
from kibitz_scoring.game.changes.seats import departed
from kibitz_scoring.game.changes.turns import finish_turn, start_act
from kibitz_scoring.game.events import TimedOut
from kibitz_scoring.game.round_state import PLAYED, RoundState, held_by, seat_of
from kibitz_scoring.rules.choices import OnTimeout


def timeout_rule(state: RoundState, seat: int) -> tuple[str, OnTimeout]:
    """Key and value that say what the next time-out of a player does."""
    turn = state.pack.turn
    if state.timeouts[seat] and turn.on_second_timeout is not None:
        return "turn.on_second_timeout", turn.on_second_timeout
    return "turn.on_timeout", turn.on_timeout


def timed_out(state: RoundState, event: TimedOut) -> RoundState:
    """The table after a player's time was over."""
    seat = seat_of(state, event.player)
    key, rule = timeout_rule(state, seat)
    state = replace(state, timeouts=tuple(count + (other == seat) for other, count in enumerate(state.timeouts)))
    if rule is OnTimeout.REMIND or state.phase not in PLAYED:
        return state
    if rule is OnTimeout.LEAVES:
        return departed(state, seat)
    state = start_act(state, seat)
    if state.power is not None and state.power.seat == seat:
        state = replace(state, power=None)
    elif rule is OnTimeout.RANDOM_CARD or held_by(state, seat) is not None:
        state = _random_card(state, seat, event)
    if rule is OnTimeout.SKIP_AND_PENALTY:
        state = owe(state, seat, key, 1)
    return finish_turn(state, seat)


def _random_card(state: RoundState, seat: int, event: TimedOut) -> RoundState:
    """The table after a drawn card took a place drawn by lot, or was laid off where none is named; no power follows."""
    state, held = release(state, seat)
    if held is None:
        return state
    state, leaving = (state, None) if event.slot is None else lift(state, event.slot)
    if event.slot is None or leaving is None:
        return lay_off(state, held.card, seat)
    state = put(state, event.slot, in_slot(state, held.card, leaving))
    return lay_replaced(state, learned(leaving, event.card, frozenset()), seat)
