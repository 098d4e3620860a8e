"""Exchanges: two cards that change places, also where each was seen to lie in a slot again, and not which one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from kibitz_scoring.game.changes.powers import LOOKS, SWAPS, power_of
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.attribution import seat_of_act
from kibitz_scoring.referee.acts.trace import Move

_EXCHANGED_MS = 6000.0
"""Nobody holds two cards for longer to exchange them."""


def exchanges(state: RoundState, left: list[Move]) -> Iterator[Act]:
    """Cards that went into each other's slots, or into one whose own card has been taken up, out of what is `left`."""
    for move in list(left):
        if move not in left or not (is_slot(move.origin) and is_slot(move.target)) or move.is_back:
            continue
        other = next(
            (other for other in left if other.origin == move.target and other.target in (move.origin, None)), None
        )
        if other is not None:
            left.remove(move)
            left.remove(other)
            kind = Kind.OPEN if other.target is None else Kind.EXCHANGED
            yield Act(kind, seat_of_act(state, (move, other)), (move, other), complete=kind is Kind.EXCHANGED)
    back = [move for move in left if move.is_back and is_slot(move.origin)]
    pairs = [pair for pair in combinations(back, 2) if _are_at_once(state, *pair)]
    if len(pairs) == 1:
        for move in pairs[0]:
            left.remove(move)
        alone = not any(may_be_exchanged(state, move, left) for move in pairs[0])
        yield Act(Kind.EXCHANGED, seat_of_act(state, pairs[0]), pairs[0], complete=alone)


def may_be_exchanged(state: RoundState, back: Move, left: Iterable[Move]) -> bool:
    """Whether a card that lies in a slot again may have changed places with one that is still in its hand."""
    open_lifts = (move for move in left if move.target is None and is_slot(move.origin))
    return any(_are_at_once(state, back, other) for other in open_lifts)


def _are_at_once(state: RoundState, first: Move, second: Move) -> bool:
    """Whether one hand had both cards at the same time, of a player who may exchange two and need not look any more."""
    power = state.power
    if power is None or first.origin == second.origin:
        return False
    if not first.hand == second.hand == state.players[power.seat]:
        return False
    kind = power_of(state.pack, power.card)
    has_looked = len(power.looked) >= LOOKS.get(kind, 0)
    return kind in SWAPS and has_looked and _is_while(first, second) and _is_while(second, first)


def _is_while(one: Move, other: Move) -> bool:
    """Whether a card had been taken up before another one lay again, and no longer than it takes to exchange them."""
    if one.lifted is None or other.laid is None:
        return one.lifted is not None
    return 0 < other.laid.end_ms - one.lifted.end_ms < _EXCHANGED_MS
