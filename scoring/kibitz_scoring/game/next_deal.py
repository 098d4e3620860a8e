"""Who deals the next round."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.turns import next_seat
from kibitz_scoring.game.record import GameState, played_round
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.rules.choices import NextDealer
from kibitz_scoring.score.tally import tally_round


def next_dealer(state: RoundState) -> int:
    """Seat of who deals after the round on the table, by `game.next_dealer`: nearest to the left among equals.

    The left has it, too, where the round has no scores.
    """
    left = next_seat(state, state.dealer)
    rule = state.pack.game.next_dealer
    if rule is NextDealer.ROTATE_LEFT or state.phase is not Phase.SCORED:
        return left
    # Who left after the reveal was scored, and does not deal; who joined after it was not, and has had no turn.
    out = {seat for seat, hand in enumerate(state.hands) if not any(hand)}
    absent = frozenset(seat for seat in out if seat in state.departed or not state.taken[seat])
    played = played_round(GameState((), replace(state, departed=absent)))
    try:
        scores = tally_round(state.pack, played.hands, played.caller, played.end).scores
    except InputError:
        return left
    by_seat = {seat: scores[player] for seat, player in enumerate(state.players) if seat not in state.departed | absent}
    return dealer_after(rule, state.dealer, len(state.players), state.departed, by_seat)


def dealer_after(
    rule: NextDealer, dealer: int, seats: int, departed: Collection[int], scores: Mapping[int, int]
) -> int:
    """Seat of who deals after a round of this dealer, by a rule and the scores of those who may deal, by seat.

    Among equals it is who sits nearest to the dealer's left, and without scores the next to the left who is there.
    """
    here = [seat for seat in ((dealer + step) % seats for step in range(1, seats + 1)) if seat not in departed]
    left = here[0] if here else dealer
    if rule is NextDealer.ROTATE_LEFT:
        return left
    dealing = [seat for seat in here if seat in scores]
    # Both take the first of equals.
    return (min if rule is NextDealer.LOWEST else max)(dealing, key=lambda seat: scores[seat], default=left)
