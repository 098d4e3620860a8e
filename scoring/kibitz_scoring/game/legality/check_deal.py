"""Violations of the deal, of the card turned at its start, and of a refill of the draw pile."""

from __future__ import annotations

from kibitz_scoring.game.events import Dealt, StarterTurned
from kibitz_scoring.game.legality.violations import Found, broken, name, possible
from kibitz_scoring.game.next_deal import next_dealer
from kibitz_scoring.game.round_state import Phase, RoundState, can_refill, present, seat_of
from kibitz_scoring.rules.choices import WhenEmpty


def starter_violations(state: RoundState, event: StarterTurned) -> Found:
    """What the turning of the first card breaks."""
    if not state.pack.piles.starter:
        yield broken("piles.starter", "No card is turned before the first turn in {game}.", game=state.pack.name)
    elif state.phase is not Phase.INITIAL_PEEK or state.discard:
        yield broken("piles.starter", "One card is turned, before the first turn.")
    yield from possible(state, event.card)


def refill_violations(state: RoundState) -> Found:
    """What a refill of the draw pile breaks."""
    if state.pack.piles.when_empty is WhenEmpty.END_ROUND:
        yield broken("piles.when_empty", "The draw pile is not refilled in {game}.", game=state.pack.name)
    elif state.draw_pile or not can_refill(state):
        yield broken("piles.when_empty", "The draw pile is refilled only when it is empty.")


def deal_violations(state: RoundState, event: Dealt) -> Found:
    """What a deal breaks."""
    dealer = seat_of(state, event.dealer)
    if state.phase not in (Phase.SETUP, Phase.SCORED):
        yield broken("play.phase", "The round before is not over.")
    expected = next_dealer(state)
    if state.phase is Phase.SCORED and dealer != expected:
        yield broken("game.next_dealer", "It is {player}'s deal.", player=name(state, expected))
    if len(present(state)) < state.pack.min_players:
        yield broken(
            "table.players",
            "{game} needs {min_players} players.",
            game=state.pack.name,
            min_players=state.pack.min_players,
        )
    size = state.pack.table.hand_size
    if any(len(hand) != size for hand in event.hands):
        yield broken("table.hand_size", "Everybody is dealt {size} cards.", size=size)
