"""Refill: the draw pile runs out, and a new one is made of the discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.table import Heap, Interval, PileRefilled, PileShuffled, TableEvent
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS
from kibitz_vision.decoding.cards.in_flight import seen_of
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.known_places import KnownPlaces
from kibitz_vision.tracking.changes import Change, Kind


@dataclass(frozen=True, slots=True, eq=False)
class Refill:
    """Tells when the draw pile is empty and when it is made anew, of all but the top card of the discard pile."""

    places: KnownPlaces
    pile: DiscardPile

    def tell(self, change: Change) -> Iterator[TableEvent]:
        """The draw pile ran out, or a new one lies there that somebody made of the discard pile but its top card."""
        if change.kind is Kind.EMPTIED:
            self.places.empty.add(Heap.DRAW)
        elif Heap.DRAW in self.places.empty and change.lying is not None and change.lying.is_back and change.by:
            self.places.fill(Heap.DRAW)
            self.pile.keep_top()
            # Cards that are only laid down are not held for so long where the draw pile lies.
            if change.left is not None and change.at.end_ms - change.left.start_ms >= LONGEST_CARRY_MS:
                during = Interval(change.left.start_ms, change.at.start_ms)
                yield PileShuffled(seen_of(replace(change, at=during)), Heap.DRAW)
            yield PileRefilled(seen_of(change))
