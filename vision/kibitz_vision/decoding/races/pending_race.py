"""Pending races: the race that the top card of the discard pile may be of, while it is not known whose cards came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Face, Heap, Place
from kibitz_vision.decoding.cards.in_flight import InFlightCard, when_ms
from kibitz_vision.decoding.races.race import Race, race_of
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.hidden_arrivals import HiddenArrivals
from kibitz_vision.tracking.changes import Change


@dataclass(slots=True, eq=False)
class PendingRace:
    """The `race` that is not told yet, if there is one, of cards in the air but those that earlier arrivals may be."""

    air: CardsInAir
    hidden: HiddenArrivals
    race: Race | None = None

    def take(self) -> Race | None:
        """The race, which is told now."""
        race, self.race = self.race, None
        return race

    def found(
        self, change: Change, face: Face, seen_by: HandPosterior, others: Iterable[InFlightCard] = ()
    ) -> Race | None:
        """The race that a card on the pile may be of, which may be one of the cards in the air or of these `others`.

        `seen_by`: whose hand seemed to lay it, whichever came to rest there.
        """
        taken = self.hidden.sole_origins(face, change.at.end_ms)
        gone = self.air.places.empty.union(taken)
        free = replace(change, hidden=tuple(one for one in change.hidden if one.place not in gone))
        in_flight, is_for_anybodys = _without(taken, (*self.air.in_flight, *others)), self.air.owners.takes_anybodys
        return race_of(in_flight, free, face, is_for_anybodys=is_for_anybodys, seen_by=seen_by)

    def look(self, is_hidden: Callable[[Place], bool]) -> None:
        """What is seen by now of the race, but of slots that an earlier card waits for."""
        if self.race is not None:
            taken = self.hidden.sole_origins(self.race.face, self.race.change.at.end_ms)
            self.race.look(_without(taken, self.air.in_flight), is_hidden)

    def has_laid(self, lift: InFlightCard, change: Change) -> bool:
        """Whether a card that lies in a slot now is none in the air, as another hand has laid that in the race."""
        was_raced = self.race is not None and lift.place in self.race.contestants.contacts
        return was_raced and change.place is not Heap.DISCARD and not lift.change.by.may_be_one_with(change.by)


def _without(taken: Mapping[Place, float], in_flight: Iterable[InFlightCard]) -> list[InFlightCard]:
    """Cards in the air but those that are `taken` to have come to the pile by then."""
    return [one for one in in_flight if one.place not in taken or (one.is_sure and when_ms(one) > taken[one.place])]
