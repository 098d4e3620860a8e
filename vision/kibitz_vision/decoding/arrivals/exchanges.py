"""Exchanges: another card comes to lie in a slot, as the one that lay there has come, or comes, to a heap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.table import Heap, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.moved_cards import (
    SLOT_FIRST_MS,
    MovedCards,
    is_brushed,
    is_exchange,
    may_be_brushed,
)
from kibitz_vision.decoding.cards.in_flight import InFlightCard, leaving
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.hidden_arrivals import Arrival, HiddenArrivals
from kibitz_vision.tracking.changes import Change, may_be_another, was_laid

_BRUSHED_MS, _HAND_FULL_MS = 400.0, 800.0
"""A card that nobody saw go, and that is so soon back otherwise than it lay, was only brushed aside.

Longer by a hand that carries another: nobody looks at a card then. Chosen on development films.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Exchanges:
    """Tells which cards in slots were laid there for others, be those on heaps already or still to come."""

    air: CardsInAir
    hidden: HiddenArrivals
    moved: MovedCards
    arrivals: ArrivalTelling

    def may_have_come(self, change: Change, own: InFlightCard | None) -> bool:
        """Whether a card on a heap may be the one that lay where another lies now."""
        if not may_be_another(change):
            return False
        return any(_left_for(change, own, arrival) is not None for arrival in self.hidden.arrivals)

    def come(self, change: Change, own: InFlightCard | None) -> Iterator[TableEvent]:
        """Another card lies in a slot whose own may have come to a heap: so it did.

        The hand may have brushed this one as it took another from a hidden place: that is waited for where no card was
        seen to be drawn, or this one lies nearly as before.
        """
        waits, left = False, change.left
        for arrival in list(self.hidden.arrivals):
            lift = _left_for(change, own, arrival)
            if lift is None or change.at.end_ms <= arrival.change.at.end_ms - SLOT_FIRST_MS:
                continue
            if lift is not own and is_brushed(change, arrival.sure):
                continue
            is_sole = arrival.sure is not None or not arrival.hidden or lift in arrival.hidden
            if lift is own or (is_sole and not may_be_brushed(change, lift, arrival.hidden)):
                self.hidden.arrivals.remove(arrival)
                yield from self.arrivals.exchange(arrival, lift, change)
                return
            waits = True
            if lift in arrival.hidden:
                left = left or lift.change.at
        if waits:
            self.moved.note(replace(change, left=left))

    def was_brushed(self, own: InFlightCard, change: Change) -> bool:
        """Whether a card in the air was perhaps never taken up; one that is tilted slips a little as it comes down."""
        patience_ms = _HAND_FULL_MS if self._may_carry(change) else _BRUSHED_MS
        return not own.is_sure and change.at.end_ms - own.change.at.end_ms < patience_ms

    def _may_carry(self, change: Change) -> bool:
        """Whether the hand that laid a card may have brought one, or have laid one on a heap."""
        is_another = any(one.is_sure and one.change.by.may_be_one_with(change.by) for one in self.air.in_flight)
        return bool(self.hidden.arrivals) or is_another

    def lay_anew(self, change: Change, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A card lies otherwise than before, though nobody surely saw it go: another may have come for it.

        Where it was away for as long as somebody looks at one, and no other was near, it was taken up and laid back.
        """
        taken = leaving(change)
        if own is None and change.by and not self._may_carry(change) and not self.was_brushed(taken, change):
            self.air.in_flight.append(taken)
            yield from self.air.return_own(change, taken)
            return
        if own is not None:
            self.air.in_flight.remove(own)
            change = replace(change, left=own.change.at)
        self.moved.note(change)


def _left_for(change: Change, own: InFlightCard | None, arrival: Arrival) -> InFlightCard | None:
    """How the card that lay where another lies now left, if a card on a heap may be that one."""
    hidden = next((one for one in arrival.hidden if one.place == change.place), None)
    if hidden is not None:
        return own or hidden
    if own is not None or not was_laid(change):
        return own if was_laid(change) and own is arrival.sure else None
    is_drawn = arrival.sure is None or isinstance(arrival.sure.place, Heap)
    return leaving(change) if is_drawn and is_exchange(change, arrival.change) else None
