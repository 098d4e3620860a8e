"""Hidden arrivals: cards on heaps that may have come from a place that cannot be seen yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Face, Heap, Place
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_earlier
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change


@dataclass(slots=True, eq=False)
class Arrival:
    """A card on a heap that came from one of several places; `hidden` may still turn out to be empty.

    `sure`: the card in the air that it is if it is none of those.
    """

    change: Change
    face: Face
    sure: InFlightCard | None
    hidden: list[InFlightCard]


@dataclass(slots=True, eq=False)
class HiddenArrivals:
    """The arrivals of which it is not known yet where from they came, in order of time."""

    arrivals: list[Arrival] = field(default_factory=list)

    def on_pile(self) -> list[Arrival]:
        """Those on the discard pile."""
        return [one for one in self.arrivals if one.change.place is Heap.DISCARD]

    def on_top(self, pile: DiscardPile) -> list[Arrival]:
        """The top card of the pile, where it is one of them."""
        return [one for one in self.on_pile() if pile.shows(one.face)]

    def sole_origins(self, face: Face, at_ms: float) -> dict[Place, float]:
        """Slots whose cards came to the pile before one if they had gone by then, and when: no others can have."""
        unknown = [one for one in self.on_pile() if one.sure is None]
        earlier = [one for one in unknown if one.face != face and one.change.at.end_ms < at_ms]
        sole = [one for one in earlier if len({lift.place for lift in one.hidden}) == 1]
        return {one.hidden[0].place: one.change.at.end_ms for one in sole}

    def contest(self, lift: InFlightCard) -> bool:
        """Doubt the arrivals that are this card unless they are a hidden one; whether there are any."""
        others = [one for one in self.arrivals if one.sure is lift]
        for one in others:
            one.change = contested(one.change)
        return bool(others)

    def date_back(self, lift: InFlightCard, empty: Collection[Place]) -> None:
        """A card hidden as one of unknown origin came to a heap, and until it was found gone, may have gone before."""
        for arrival in self.arrivals:
            hidden = next((one for one in arrival.hidden if one.place == lift.place), None)
            if arrival.sure is not None or hidden is None or is_earlier(lift.change, arrival.change):
                continue
            if not any(one.place in empty for one in arrival.hidden if one is not hidden):
                lift.change = replace(lift.change, at=hidden.change.at)
