"""Whose act something seems to be, where a hand was seen and where none was."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.changes.powers import LOOKS, SWAPS, power_of
from kibitz_scoring.game.round_state import GiveDue, PenaltyDue, Phase, RoundState, TakeDue
from kibitz_scoring.referee.acts.trace import Move
from kibitz_scoring.table import Heap, SlotId


def seat_of_act(state: RoundState, moves: Sequence[Move]) -> int:
    """Seat of the hand that was seen, else of who has something to do there, else on turn."""
    hands = [move.hand for move in moves if move.hand in state.players]
    if hands and hands[0] is not None:
        return state.players.index(hands[0])
    slots = [
        SlotId(place)
        for move in moves
        for place in (move.origin, move.target)
        if place is not None and not isinstance(place, Heap)
    ]
    if not slots:
        return state.turn
    onto_heap = any(isinstance(move.target, Heap) for move in moves)
    return place_of(state, slots[0])[0] if onto_heap else _who_may(state, slots)


def _who_may(state: RoundState, slots: Sequence[SlotId]) -> int:
    """Seat that may look at, take, give or get a card in these slots."""
    owners = [place_of(state, slot)[0] for slot in slots]
    for due in state.due:
        match due:
            case TakeDue() if due.slot == slots[0]:
                return due.seat
            case GiveDue() | PenaltyDue() if due.seat == owners[0]:
                return due.seat
            case _:
                pass
    power = state.power
    if power is not None and state.phase is not Phase.INITIAL_PEEK:
        kind = power_of(state.pack, power.card)
        if kind in LOOKS or kind in SWAPS:
            return power.seat
    return owners[0]
