"""Who deals the next round."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.record import GameState, played_round
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.game.turns import next_seat
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
    seats = ((state.dealer + step) % len(state.players) for step in range(1, len(state.players) + 1))
    dealing = {seat: scores[state.players[seat]] for seat in seats if seat not in state.departed | absent}
    wanted = (min if rule is NextDealer.LOWEST else max)(dealing.values(), default=None)
    return next((seat for seat, score in dealing.items() if score == wanted), left)
