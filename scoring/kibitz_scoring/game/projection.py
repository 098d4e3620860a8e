"""What a viewer may see: every face that leaves Kibitz goes through here.

A camera glimpses faces that players must not know. They are sealed: until a card lies open, its face is shown to nobody
but the player who holds it in hand. Nor is anybody told which cards they have seen before: remembering is the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import (
    Corrected,
    Dealt,
    Drew,
    Event,
    Looked,
    PenaltyTaken,
    Snapped,
    Swapped,
    TimedOut,
    Verdict,
)
from kibitz_scoring.game.round_state import Held, Phase, RoundState, TableCard, card_at, cards_of, everyone
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DrawnCard, ReplacedCard, ShownTo
from kibitz_scoring.table import FACE_DOWN, Heap, SlotId

Role = PlayerId | None
"""A player at the table, or None for a screen that everybody sees."""


def project(state: RoundState, role: Role) -> RoundState:
    """The table as a viewer may see it; what is hidden has no face and nobody who knows it."""
    seats = everyone(state)
    return replace(
        state,
        hands=tuple(tuple(None if card is None else _shown(card, seats) for card in hand) for hand in state.hands),
        discard=tuple(_shown(card, seats) for card in state.discard),
        aside=tuple(_shown(card, seats) for card in state.aside),
        held=tuple(_held(state, held, role) for held in state.held),
    )


def lying_open(state: RoundState) -> frozenset[SlotId]:
    """The places of hands whose card everybody sees."""
    return frozenset(
        slot
        for seat in range(len(state.players))
        for slot, card in cards_of(state, seat)
        if card.face_up and isinstance(card.face, Card)
    )


def _shown(card: TableCard, seats: frozenset[int]) -> TableCard:
    if card.face_up:
        return replace(card, known_to=seats)
    return TableCard(FACE_DOWN, card.modifier)


def _held(state: RoundState, held: Held, role: Role) -> Held:
    if role is not None and state.players[held.seat] == role:
        return held
    return replace(held, card=_shown(held.card, everyone(state)))


def public_event(state: RoundState, event: Event) -> Event:
    """The event as everybody at the table may know it, given the table before it."""
    if state.pack.display.open_hands:
        return event
    match event:
        case Dealt():
            return replace(event, hands=())
        case Swapped():
            hidden = state.pack.piles.replaced_card is ReplacedCard.ASIDE_FACE_DOWN
            return replace(event, out=FACE_DOWN) if hidden else event
        case TimedOut():
            hidden = state.pack.piles.replaced_card is ReplacedCard.ASIDE_FACE_DOWN
            return replace(event, card=FACE_DOWN) if hidden else event
        case Drew() | Looked() | PenaltyTaken() | Snapped() | Corrected():
            return replace(event, card=FACE_DOWN) if _is_sealed(state, event) else event
        case _:
            return event


def _is_sealed(state: RoundState, event: Drew | Looked | PenaltyTaken | Snapped | Corrected) -> bool:
    match event:
        case Drew():
            return state.pack.turn.drawn_card is DrawnCard.PRIVATE
        case Looked():
            return state.phase is Phase.INITIAL_PEEK or state.pack.powers.shown_to is ShownTo.PLAYER
        case PenaltyTaken():
            return True
        case Snapped():
            return event.verdict in (Verdict.RETURNED, Verdict.INVALID)
        case Corrected():
            return not _is_open(state, event)
        case _:
            assert_never(event)


def _is_open(state: RoundState, event: Corrected) -> bool:
    match event.place:
        case Heap.DISCARD:
            return True
        case Heap.ASIDE:
            return bool(state.aside) and state.aside[-1].face_up
        case Heap.DRAW:
            return False
        case slot:
            card = card_at(state, slot)
            return card is not None and card.face_up
