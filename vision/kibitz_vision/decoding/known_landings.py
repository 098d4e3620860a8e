"""Known landings: those of cards of which all is told at the same time."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardPlaced,
    CardReturned,
    Heap,
    PileTopChanged,
    Place,
    TableEvent,
)


def without_known(events: Sequence[TableEvent]) -> list[TableEvent]:
    """The events without landings of cards of which all is told at the same time."""
    known: set[Place] = {one.place for one in events if isinstance(one, CardPlaced | CardFlipped | CardReturned)}
    known |= {Heap.DISCARD for one in events if isinstance(one, PileTopChanged)}
    return [event for event in events if not (isinstance(event, CardLanded) and event.place in known)]
