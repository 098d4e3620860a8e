"""What a group of table events comes to: which cards left which places, where they are now, and whose hand it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Face,
    HandOver,
    Heap,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    Place,
    PlayerId,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)

_STRANGER = 0.01
"""Probability of a hand that was not named beside others that were."""


@dataclass(slots=True)
class Trace:
    """Facts of one act, as they add up.

    `gone` are slots whose card was taken and is not back, `lifts` all places lifted from, in order, `back` the slots
    lifted from and returned to, `filled` slots with where their new card came from, `tops` the new faces on the
    discard pile with where they came from.
    """

    gone: list[SlotId] = field(default_factory=list)
    lifts: list[Place] = field(default_factory=list)
    back: list[SlotId] = field(default_factory=list)
    filled: dict[SlotId, Place | None] = field(default_factory=dict)
    tops: list[tuple[Face, Place | None]] = field(default_factory=list)
    flipped: dict[Place, Face] = field(default_factory=dict)
    revealed: list[tuple[SlotId, Card]] = field(default_factory=list)
    deck_touched: bool = False
    deck_lifted: bool = False
    pile_lifted: bool = False
    refilled: bool = False
    confidence: float = 1.0
    hands: list[Mapping[PlayerId, float]] = field(default_factory=list)

    def actor_weight(self, player: PlayerId) -> float:
        """How likely it is that all of this was done by one player's hand, 1 where no hand was seen."""
        return prod(named.get(player, _STRANGER) for named in self.hands)

    @property
    def pile_lift(self) -> int:
        """When among the lifts the top of the discard pile was, 0 where it was not."""
        return self.lifts.index(Heap.DISCARD) if Heap.DISCARD in self.lifts else 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened that means anything by itself."""
        return not (
            self.gone or self.back or self.filled or self.tops or self.revealed or self.refilled or self.deck_lifted
        )


def trace_of(events: Iterable[TableEvent]) -> Trace:
    """The facts that these events add up to."""
    trace = Trace()
    for event in events:
        trace.confidence = min(trace.confidence, event.seen.confidence)
        if event.seen.by:
            trace.hands.append(dict(event.seen.by))
        _add(trace, event)
    return trace


def _add(trace: Trace, event: TableEvent) -> None:
    match event:
        case CardLifted() | CardReturned() | SlotEmptied():
            _add_lift(trace, event)
        case PileTopChanged():
            _add_top(trace, event.face, event.origin)
        case CardPlaced() | SlotFilled():
            _add_placed(trace, event)
        case CardFlipped():
            trace.flipped[event.place] = event.face
        case CardRevealed():
            trace.revealed.append((event.place, event.face))
        case DrawPileTouched():
            trace.deck_touched = True
        case PileRefilled():
            trace.refilled = True
        case PileShuffled() | HandOver():
            pass
        case _:
            assert_never(event)


def _add_lift(trace: Trace, event: CardLifted | CardReturned | SlotEmptied) -> None:
    match event.place:
        case Heap.DRAW:
            trace.deck_touched = True
            trace.deck_lifted = isinstance(event, CardLifted)
        case Heap.DISCARD:
            trace.pile_lifted = isinstance(event, CardLifted)
            trace.lifts.append(event.place)
        case Heap.ASIDE:
            pass
        case slot if isinstance(event, CardReturned):
            if slot in trace.gone:
                trace.gone.remove(slot)
            trace.back.append(slot)
        case slot:
            _add_gone(trace, slot)


def _add_placed(trace: Trace, event: CardPlaced | SlotFilled) -> None:
    match event.place:
        case Heap.DISCARD:
            _add_top(trace, event.face, event.origin)
        case Heap():
            pass
        case slot:
            _add_fill(trace, slot, event.origin)


def _add_gone(trace: Trace, slot: SlotId) -> None:
    if slot not in trace.gone:
        trace.gone.append(slot)
        trace.lifts.append(slot)


def _add_top(trace: Trace, face: Face, origin: Place | None) -> None:
    trace.tops.append((face, origin))
    if origin is not None and not isinstance(origin, Heap):
        _add_gone(trace, origin)


def _add_fill(trace: Trace, slot: SlotId, origin: Place | None) -> None:
    trace.filled[slot] = origin
    if origin is not None and not isinstance(origin, Heap):
        _add_gone(trace, origin)
