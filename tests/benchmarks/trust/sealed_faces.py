"""Which faces nobody may know at a time of a filmed round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from tests.benchmarks.trust.witness import Witness

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Event
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState, cards_of

OPEN_MS = 3000.0
"""Before a card is open in the game, or after it is covered again, it may be seen for so long at most."""


def sealed_faces(witness: Witness, at_ms: float) -> frozenset[Card]:
    """Those that lie face down in hands, or are held, at a time, and were open to everybody at no time about then."""
    hidden: set[Card] = set()
    shown: set[Card] = set()
    for from_ms, to_ms, state, event in _course(witness):
        if from_ms <= at_ms <= to_ms:
            hidden |= _hidden(state)
        if to_ms >= at_ms - OPEN_MS and from_ms <= at_ms + OPEN_MS:
            shown |= _open(state)
        if abs(from_ms - at_ms) <= OPEN_MS:
            shown |= _told(state, event)
    return frozenset(hidden - shown)


def _course(witness: Witness) -> Iterator[tuple[float, float, RoundState, Event]]:
    """From when to when the table was as it was after an event."""
    times_ms = [one.at.end_ms for one in witness.happened]
    events = [one.event for one in witness.happened]
    return zip(times_ms, [*times_ms[1:], float("inf")], witness.states, events, strict=True)


def _hidden(state: RoundState) -> set[Card]:
    lying = (card for seat in range(len(state.hands)) for _, card in cards_of(state, seat) if not card.face_up)
    held = (one.card for one in state.held)
    return {card.face for card in (*lying, *held) if isinstance(card.face, Card)}


def _open(state: RoundState) -> set[Card]:
    up = (card for seat in range(len(state.hands)) for _, card in cards_of(state, seat) if card.face_up)
    return {card.face for card in (*up, *state.discard) if isinstance(card.face, Card)}


def _told(state: RoundState, event: Event) -> set[Card]:
    """The faces that everybody sees in an event."""
    public = public_event(state, event)
    values = (getattr(public, one.name) for one in fields(public))
    return {value for value in values if isinstance(value, Card)}
