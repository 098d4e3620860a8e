"""The deal: how a round begins."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.game.changes.moves import from_deck, lay, learned
from kibitz_scoring.game.changes.powers import offered
from kibitz_scoring.game.changes.turns import next_seat
from kibitz_scoring.game.events import Dealt, StarterTurned
from kibitz_scoring.game.round_state import (
    NO_TOP,
    Phase,
    RoundState,
    TableCard,
    deck_size,
    empty_round,
    everyone,
    seat_of,
)
from kibitz_scoring.table import FACE_DOWN


def dealt(state: RoundState, event: Dealt) -> RoundState:
    """A new round, in which everybody has a hand and the player after the dealer begins."""
    dealer = seat_of(state, event.dealer)
    fresh = empty_round(state, state.number + (state.phase is Phase.SCORED))
    size, up = state.pack.table.hand_size, state.pack.display.open_hands
    known = everyone(state) if up else frozenset[int]()
    faces = dict(enumerate(event.hands))
    hands = tuple(
        (None,) * size
        if seat in state.departed
        else tuple(
            TableCard(dict(enumerate(faces.get(seat, ()))).get(index, FACE_DOWN), 0, known, face_up=up)
            for index in range(size)
        )
        for seat in range(len(state.players))
    )
    taken = sum(map(len, filter(any, hands)))
    return replace(
        fresh,
        dealer=dealer,
        hands=hands,
        draw_pile=deck_size(state.pack) - taken,
        phase=Phase.INITIAL_PEEK,
        turn=next_seat(state, dealer),
    )


def starter_turned(state: RoundState, event: StarterTurned) -> RoundState:
    """The first card of the discard pile lies open; where the pack says so, its power may be used."""
    state, card = from_deck(state)
    if card is None:
        return state
    state = lay(state, learned(card, event.card, everyone(state)), NO_TOP)
    return offered(state, state.turn, event.card) if state.pack.piles.starter_power else state
