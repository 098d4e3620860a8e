"""Origins: which card in the air, or out of a place that a hand hides, one that comes to lie may be."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.table import Heap
from kibitz_vision.decoding.cards.in_flight import (
    InFlightCard,
    is_before,
    is_earlier,
    is_just_drawn,
    is_while_carrying,
    latest,
    when_ms,
)
from kibitz_vision.decoding.races.pending_race import PendingRace
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, was_laid

_REPLACED_MS = 4000.0
"""A card for which another came into its slot is laid down before; chosen on development films."""


@dataclass(frozen=True, slots=True, eq=False)
class Origins:
    """Where cards come from, by what is in the air, how much lies on the pile, and what a race there has taken."""

    air: CardsInAir
    pile: DiscardPile
    race: PendingRace

    def of(self, change: Change, own: InFlightCard | None = None) -> InFlightCard | None:
        """The card in the air that one is most likely: of the same hand, from elsewhere, taken up last.

        `own`: the card that had left the place. One that nobody was seen to take is rather another's where anybody's
        cards are taken.
        """
        hidden = self.hidden(change)
        in_flight = [one for one in self._taken(change, own, bool(hidden)) if self._may_be(one, change, own)]
        same = [one for one in in_flight if one.change.by.may_be_one_with(change.by)]
        if not same and own is not None:
            return own
        if not same and hidden:
            return None
        last = latest(same or in_flight)
        if last is None or last.change.by or not self.air.owners.takes_anybodys:
            return last
        if theirs := [one for one in same if one.change.by.is_one_with(change.by)]:
            return max(theirs, key=lambda one: (one.change.by.together(change.by), when_ms(one)))
        # Of several that nobody was seen to take, the one taken up first is laid first.
        return min((one for one in same or in_flight if not one.change.by), key=when_ms)

    def _taken(self, change: Change, own: InFlightCard | None, is_any_hidden: bool) -> list[InFlightCard]:
        """The cards that were surely taken up elsewhere, and in time."""
        taken = [one for one in self.air.in_flight if one.is_sure and one is not own and is_before(one.change, change)]
        if is_any_hidden:
            taken = [one for one in taken if not is_just_drawn(one, change)]
        taken = [one for one in taken if not any(is_while_carrying(one, other) for other in taken)]
        return [one for one in taken if not (one.replaced and change.at.end_ms - when_ms(one) > _REPLACED_MS)]

    def _may_be(self, lift: InFlightCard, change: Change, own: InFlightCard | None) -> bool:
        """Whether a card in the air may be one that lies now; what only goes up and down is not carried to a slot."""
        if self.race.has_laid(lift, change):
            return False
        if change.place is Heap.DISCARD:
            return lift.place is not Heap.DISCARD
        if isinstance(lift.place, Heap):
            return own is None or self._is_own(change)
        if own is None or lift.place in self.air.places.empty:
            return True
        return was_laid(change) and lift.change.by.is_one_with(own.change.by)

    def _is_own(self, change: Change) -> bool:
        """Whether a slot is of the player whose hand is there, as far as is known: others only look or exchange."""
        theirs = [place for player in change.by.players for place in self.air.owners.places_of(player)]
        return not theirs or change.place in theirs

    def hidden(self, change: Change) -> list[InFlightCard]:
        """The cards that one on a heap may be and of which it is not known that they have gone."""
        # The first card on the pile, before any was drawn, was in a hand already when anybody began to watch.
        is_first = len(self.pile.faces) < 2 and not self.air.draws.was_begun
        if change.place not in (Heap.DISCARD, Heap.ASIDE) or is_first:
            return []
        tilted = [one for one in self.air.in_flight if not one.is_sure]
        hidden = [InFlightCard(one.place, one) for one in change.hidden if one.place not in self.air.places.empty]
        theirs = [one for one in (*tilted, *hidden) if one.change.by.may_be_one_with(change.by)]
        in_time = [one for one in theirs if is_before(one.change, change)]
        # One that shows in part, with a hand at it, is less likely the one than one that its hand hid until then.
        if {one.place for one in in_time} - {one.place for one in change.reached}:
            return in_time
        return [one for one in theirs if one in in_time or (one in hidden and is_earlier(one.change, change))]
