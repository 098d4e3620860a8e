"""What a camera that misses nothing sees of a game event: what tests of the referee are fed."""

from __future__ import annotations

from collections.abc import Callable

from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.events import (
    CardTaken,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Gave,
    Looked,
    Matched,
    PenaltyTaken,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Took,
    Verdict,
)
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    CardFlipped,
    CardLifted,
    CardReturned,
    CardRevealed,
    Heap,
    PileRefilled,
    PileTopChanged,
    Seen,
    SlotEmptied,
    SlotFilled,
    TableEvent,
)

See = Callable[[PlayerId | None], Seen]
"""Gives the time, confidence and hand of the next sight, of a player's act or of nobody's."""


def emissions(state: RoundState, event: Event, see: See) -> list[TableEvent]:  # noqa: C901, PLR0911 - a case for each kind
    """Table events for one game event on this table, in their order; none for what no camera can see."""
    match event:
        case StarterTurned():
            return [PileTopChanged(see(None), event.card)]
        case Refilled():
            return [PileRefilled(see(None))]
        case Revealed():
            return [CardRevealed(see(None), event.slot, event.card)]
        case Looked():
            return [CardLifted(see(event.player), event.slot), CardReturned(see(event.player), event.slot)]
        case Drew():
            return [CardLifted(see(event.player), Heap.DRAW)]
        case Took():
            return [CardLifted(see(event.player), Heap.DISCARD)]
        case Discarded() | Swapped() | PenaltyTaken():
            return _drawn_card(event, see)
        case Exchanged() | Gave() | CardTaken():
            return _between_slots(event, see)
        case Snapped():
            return _snap(event, see)
        case Matched():
            return _match(state, event, see)
        case _:
            return []


def _drawn_card(event: Discarded | Swapped | PenaltyTaken, see: See) -> list[TableEvent]:
    by = event.player
    match event:
        case Discarded():
            return [PileTopChanged(see(by), event.card)]
        case PenaltyTaken():
            return [CardLifted(see(by), Heap.DRAW), SlotFilled(see(by), event.slot, Heap.DRAW)]
        case _:
            return [
                SlotEmptied(see(by), event.slot),
                PileTopChanged(see(by), event.out, event.slot),
                SlotFilled(see(by), event.slot),
            ]


def _between_slots(event: Exchanged | Gave | CardTaken, see: See) -> list[TableEvent]:
    by = event.player
    if isinstance(event, Exchanged):
        return [
            SlotEmptied(see(by), event.first),
            SlotEmptied(see(by), event.second),
            SlotFilled(see(by), event.second, event.first),
            SlotFilled(see(by), event.first, event.second),
        ]
    return [SlotEmptied(see(by), event.origin), SlotFilled(see(by), event.target, event.origin)]


def _snap(event: Snapped, see: See) -> list[TableEvent]:
    by = event.player
    lifted = CardLifted(see(by), event.slot)
    match event.verdict:
        case Verdict.RETURNED:
            return [lifted, CardReturned(see(by), event.slot)]
        case Verdict.CORRECT:
            return [lifted, PileTopChanged(see(by), event.card, event.slot)]
        case _:
            placed = PileTopChanged(see(by), event.card, event.slot)
            return [lifted, placed, CardReturned(see(by), event.slot)]


def _match(state: RoundState, event: Matched, see: See) -> list[TableEvent]:
    by = event.player
    flipped = CardFlipped(see(by), event.slot, event.card)
    if not state.discard or same_rank(event.card, state.discard[-1].face, state.pack.deck.base):
        return [flipped, PileTopChanged(see(by), event.card, event.slot)]
    return [
        flipped,
        CardLifted(see(by), event.slot),
        CardLifted(see(by), Heap.DISCARD),
        PileTopChanged(see(by), event.card, event.slot),
        SlotFilled(see(by), event.slot, Heap.DISCARD),
    ]
