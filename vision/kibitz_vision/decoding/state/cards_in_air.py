"""Cards in the air: which are, from where, and what is told as one is taken up or comes to lie somewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    CardLifted,
    CardPlaced,
    CardReturned,
    DrawPileTouched,
    Face,
    Heap,
    PileTopChanged,
    Place,
    SlotFilled,
    TableEvent,
)
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.attribution.whereabouts import lay_then
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS
from kibitz_vision.decoding.cards.in_flight import (
    InFlightCard,
    by_free_hands,
    is_before,
    is_knock,
    is_while_carrying,
    same_hand,
    seen_of,
    taken_before,
    when_ms,
)
from kibitz_vision.decoding.state.draws import Draws
from kibitz_vision.decoding.state.known_places import KnownPlaces
from kibitz_vision.tracking.changes import Change


@dataclass(slots=True, eq=False)
class CardsInAir:
    """The cards that left their `places`, or the draw pile (`draws`), and lie nowhere yet; `owners` say whose they are.

    `_taken`: how the card was taken up that left each place last, and lies elsewhere now or there again.
    """

    owners: Owners
    places: KnownPlaces = field(default_factory=KnownPlaces)
    draws: Draws = field(default_factory=Draws)
    in_flight: list[InFlightCard] = field(default_factory=list)
    _taken: dict[Place, InFlightCard] = field(default_factory=dict)

    def own(self, place: Place) -> InFlightCard | None:
        """The card in the air that left a place last."""
        return max(
            (one for one in self.in_flight if one.place == place), key=lambda one: not one.replaced, default=None
        )

    def timed(self, change: Change) -> InFlightCard | None:
        """The card in the air that left a place where one has come, with when it did as far as that is known by now."""
        own = self.own(change.place)
        if own is not None and change.left is not None and not own.told:
            own.change = replace(own.change, at=change.left)
        return own

    def holds_for(self, place: Place) -> bool:
        """Whether a card is in the air from elsewhere than a place."""
        return any(one.is_sure and one.place != place for one in self.in_flight)

    def awaits(self, landed: Change) -> bool:
        """Whether a card may have come for the one that lay there: one is in the air of that hand from elsewhere.

        Drawn cards are laid into own slots.
        """
        owner = self.owners.owner_of(landed.place)
        others = [one for one in self.in_flight if one.is_sure and one.place != landed.place]
        return any(
            landed.by
            and is_before(one.change, landed)
            and one.change.by.may_be_one_with(landed.by)
            and (not isinstance(one.place, Heap) or landed.by[0][0] == owner)
            for one in others
        )

    def has_all(self, player: PlayerId, came: Change, is_hidden: Callable[[Place], bool]) -> bool:
        """Whether all cards that a player may have brought as one came to the pile lie where they lay.

        But for any others took. Where players take anybody's, those of others count that could not be seen then.
        """
        places, takes_any = self.owners.places_of(player), self.owners.takes_anybodys
        in_air = [one for one in self.in_flight if one.change.by.may_be_one_with(HandPosterior.sole(player))]
        gone = [one for one in in_air if takes_any or one.place in places]
        taken = (one for one in self._taken.values() if one.place in places)
        gone += [one for one in taken if came.at.end_ms - when_ms(one) < LONGEST_CARRY_MS]
        hidden = [one.place for one in came.hidden if takes_any and is_before(one, came)]
        is_seen = not any(is_hidden(place) for place in (*places, *hidden))
        return bool(places) and is_seen and all(lay_then(one, player, came) for one in gone)

    def lift(self, change: Change) -> InFlightCard:
        """A card leaves its place, or is seen to have left it for sure."""
        lift = self.own(change.place)
        free = by_free_hands(change, self.in_flight, is_for_anybodys=self.owners.takes_anybodys)
        change = free if change.by else self.owners.owned(change)
        if lift is None or lift.replaced:
            lift = InFlightCard(change.place, change)
            self.in_flight.append(lift)
        if change.is_sure and not lift.told:
            lift.change = change
        lift.is_sure |= change.is_sure
        return lift

    def draw(self, change: Change) -> None:
        """A hand seems to take a card off the draw pile."""
        self.in_flight = [one for one in self.in_flight if not same_hand(one, change, Heap.DRAW)]
        self.in_flight.append(self.draws.taken(change))

    def clear_draws(self, change: Change) -> Iterator[TableEvent]:
        """No hand is over the draw pile any more: it is clear what they took."""
        self.in_flight, drawn = self.draws.cleared(change, self.in_flight)
        if drawn is not None:
            yield from self.tell(drawn)

    def tell(self, lift: InFlightCard) -> Iterator[TableEvent]:
        """That a card was taken up, unless it is told already."""
        if not lift.told:
            lift.told = True
            self.places.close(lift.place)
            if lift.place is Heap.DRAW:
                self.draws.told_ms.append(when_ms(lift))
                yield DrawPileTouched(seen_of(lift.touched or lift.change))
            yield CardLifted(seen_of(lift.change), lift.place)

    def return_own(self, change: Change, own: InFlightCard) -> Iterator[TableEvent]:
        """A card lies in its slot again."""
        self.in_flight.remove(own)
        self.places.fill(change.place)
        if not is_knock(own, change):
            # It may be another's that is taken for it: its hand may have brought it to the pile.
            self._taken[own.place] = own
            yield from self.tell(own)
            yield CardReturned(seen_of(change), change.place)

    def lay(self, change: Change, face: Face, lift: InFlightCard | None) -> Iterator[TableEvent]:
        """A card comes to lie in a slot or is put aside; one that nobody knows of was drawn."""
        if lift is None:
            lift = InFlightCard(Heap.DRAW, taken_before(change), is_sure=True)
        origin = yield from self.land(lift)
        self.places.fill(change.place)
        own = self.own(change.place)
        if own is not None:
            own.replaced = True
        yield CardPlaced(seen_of(change), change.place, origin, face)
        if not isinstance(change.place, Heap):
            yield SlotFilled(seen_of(change), change.place, origin, face)

    def land(self, lift: InFlightCard) -> Generator[TableEvent, None, Place]:
        """A card is in the air no more, as it lies somewhere; where it came from."""
        self.in_flight = [one for one in self.in_flight if one is not lift and not is_while_carrying(one, lift)]
        yield from self.tell(lift)
        self._taken[lift.place] = lift
        if not isinstance(lift.place, Heap) and not lift.replaced:
            self.places.leave(lift.place)
        return lift.place

    def uncover(self, change: Change, face: Face) -> Iterator[TableEvent]:
        """The top card of the discard pile is taken up, and another shows."""
        self.in_flight.append(InFlightCard(Heap.DISCARD, change, told=True, is_sure=True))
        yield CardLifted(seen_of(change), Heap.DISCARD)
        yield PileTopChanged(seen_of(change), face)
