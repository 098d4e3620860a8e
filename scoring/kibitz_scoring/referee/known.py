"""Whether a table event tells anything that is not known, as trackers say some things twice."""

from __future__ import annotations

from kibitz_scoring.cards import Card
from kibitz_scoring.game.round_state import Phase, RoundState, card_at
from kibitz_scoring.referee.acts.trace import Trace
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import (
    CardPlaced,
    CardRevealed,
    Heap,
    PileTopChanged,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)


def is_known(state: RoundState, trace: Trace, astray: frozenset[SlotId], seen: TableEvent) -> bool:
    """Whether an event only says again what is known: a slot that is full or empty, the card on top of the pile.

    `trace` is what was seen and is not settled.
    """
    match seen:
        case SlotFilled():
            return card_at(state, seen.place) is not None and not _is_under_way(trace, seen.place)
        case CardPlaced(origin=Heap.DRAW, place=slot) if state.phase is Phase.INITIAL_PEEK and not isinstance(
            slot, Heap
        ):
            # A card of the deal that was hidden until now.
            return card_at(state, slot) is not None and not _is_under_way(trace, slot)
        case SlotEmptied():
            dealt = state.phase not in (Phase.SETUP, Phase.SCORED)
            return dealt and card_at(state, seen.place) is None and not _is_under_way(trace, seen.place)
        case CardRevealed():
            card = card_at(state, seen.place)
            return card is not None and card.face_up and card.face == seen.face
        case PileTopChanged(origin=None) | CardPlaced(place=Heap.DISCARD, origin=None) if state.discard:
            single = sum(card == seen.face for card in deck_cards(state.pack)) == 1 or bool(astray)
            return isinstance(seen.face, Card) and single and state.discard[-1].face == seen.face
        case _:
            return False


def _is_under_way(trace: Trace, slot: SlotId) -> bool:
    return any(slot in (move.origin, move.target) for move in trace.moves)
