"""Ways of cards of which a part was not seen, or was taken for another card's, completed by what the game expects."""

from __future__ import annotations

from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.round_state import GiveDue, RoundState, card_at
from kibitz_scoring.referee.acts.act import is_slot
from kibitz_scoring.referee.acts.trace import Move, may_be_one
from kibitz_scoring.table import Heap, SlotId


def trace_gifts(state: RoundState, left: list[Move]) -> None:
    """Let a card that came into a gap be the one that is owed there, where its giver's hand had one of its own up.

    A hand that passed the draw pile seems to have a card off it, too.
    """
    for due in state.due:
        if not isinstance(due, GiveDue):
            continue
        giver = state.players[due.seat]
        for into in left:
            if into.target != due.slot or is_slot(into.origin) or not may_be_one(into.hand, giver):
                continue
            own = next((move for move in left if _may_be_given(state, move, into, due.seat)), None)
            if own is not None:
                left.remove(own)
                into.origin, into.lifted, into.events = own.origin, own.lifted, [*own.events, *into.events]
                break


def _may_be_given(state: RoundState, move: Move, into: Move, seat: int) -> bool:
    """Whether a card of a player was up, and lies nowhere else, as one came into a gap."""
    if not is_slot(move.origin) or move.target is not None or move.lifted is None or into.laid is None:
        return False
    is_own = place_of(state, SlotId(str(move.origin)))[0] == seat
    return is_own and move.lifted.end_ms < into.laid.end_ms and may_be_one(move.hand, state.players[seat])


def trace_lost_lifts(state: RoundState, left: list[Move]) -> None:
    """Give a card on the pile that came from nowhere the slot that was filled again although a card lay there."""
    for out in left:
        if out.origin is not None or not isinstance(out.target, Heap) or out.target is Heap.DRAW:
            continue
        left_from = {move.origin for move in left}
        for into in left:
            slot = into.target
            if slot is None or isinstance(slot, Heap) or slot in left_from or not may_be_one(into.hand, out.hand):
                continue
            if not is_slot(into.origin) and card_at(state, slot) is not None:
                out.origin = slot
                break
