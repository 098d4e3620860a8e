"""Arrival telling: cards that come to heaps, told once it is known from which place each came, or at last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.table import FACE_DOWN, Face, Heap, PileTopChanged, Place, TableEvent
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.arrivals.moved_cards import MovedCards, is_brushed, may_be_brushed
from kibitz_vision.decoding.arrivals.origins import Origins
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.attribution.whereabouts import since_it_lay
from kibitz_vision.decoding.cards.carry_times import HIDDEN_MS, LONGEST_CARRY_MS, UNDECIDED_MS
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import (
    BOTH,
    InFlightCard,
    gone_by,
    is_before,
    is_earlier,
    latest,
    latest_before,
    leaving,
    one_hand,
    seen_of,
    taken_before,
    when_ms,
)
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import Arrival, HiddenArrivals
from kibitz_vision.tracking.changes import Change

_RATHER = 0.5
"""By so much more probably it was one hand than another; chosen on development films."""


@dataclass(slots=True, eq=False)
class ArrivalTelling:
    """Tells of cards on heaps, by what is in the air, hidden, or lies otherwise in its slot.

    `hides_replaced`: cards out of slots are put aside face down, whatever a back looks like.
    """

    faces: Faces
    air: CardsInAir
    pile: DiscardPile
    hidden: HiddenArrivals
    moved: MovedCards
    origins: Origins
    doubts: Doubts
    hides_replaced: bool = False

    def come(self, change: Change, face: Face) -> Iterator[TableEvent]:
        """A card lies on a heap: it is told where from it came, or that is waited for."""
        known = self.air.places.showing(face)
        sure = self.origins.of(change)
        is_held = sure is not None and isinstance(sure.place, Heap)
        occluded_origins = self.origins.hidden(replace(change, hidden=(*change.hidden, *change.reached)))
        hidden = occluded_origins if is_held else self.origins.hidden(change)
        is_begun = self.pile.was_begun or bool(self.hidden.on_pile())
        if (sure is None and not is_begun) or (sure is not None and self._is_known(sure, change, hidden)):
            hidden = []
        moved = self._laid_for(change, sure) if hidden or is_held else None
        if moved is not None and may_be_brushed(moved, leaving(moved), occluded_origins):
            hidden, moved = occluded_origins, None
        if known is not None:
            yield from self.tell(change, face, self.air.own(known) or gone_by(known, change))
        elif moved is not None:
            self.moved.forget(moved)
            yield from self.exchange(Arrival(change, face, sure, []), leaving(moved), moved)
        elif hidden:
            self.hidden.arrivals.append(Arrival(change, face, sure, hidden))
        else:
            yield from self.tell(self._contested_by_others(change, sure), face, sure)

    def _laid_for(self, change: Change, sure: InFlightCard | None) -> Change | None:
        """The card that seems to have been laid into a slot for one on a heap, and was not brushed."""
        return next((one for one in self.moved.exchanged_for(change) if not is_brushed(one, sure)), None)

    def _contested_by_others(self, change: Change, lift: InFlightCard | None) -> Change:
        """A card on the pile, in doubt as another is that may have been this one, where anybody's cards are taken."""
        if lift is None or not self.air.owners.takes_anybodys:
            return change
        return contested(change) if self.hidden.contest(lift) else change

    def tell(self, change: Change, face: Face, lift: InFlightCard | None) -> Iterator[TableEvent]:
        """A card lies on a heap, and it is known by now which of those in the air it is."""
        if change.place is Heap.ASIDE:
            is_hidden = self.hides_replaced and lift is not None and not isinstance(lift.place, Heap)
            yield from self.air.lay(change, FACE_DOWN if is_hidden else face, lift)
            return
        for other in _beneath(self.air.in_flight, change, lift):
            yield from self.air.land(other)
            self.pile.slip_in()
            yield PileTopChanged(seen_of(change), FACE_DOWN, other.place)
        is_first = self.pile.begin()
        if lift is None and self.air.draws.was_begun and is_first:
            lift = InFlightCard(Heap.DRAW, taken_before(change), is_sure=True)
        # A card that left no slot was in a hand, and so had been drawn.
        change = self._dated(self.doubts.doubted(change, lift), lift)
        origin = Heap.DRAW if lift is None else (yield from self.air.land(lift))
        if (taken := self.air.own(Heap.DISCARD)) is not None:
            taken.replaced = True
        yield PileTopChanged(seen_of(change), face, origin)

    def _dated(self, change: Change, lift: InFlightCard | None) -> Change:
        """A card on the pile, no earlier than its hand, which took up no other, can have brought it from its slot."""
        if lift is None or not lift.is_sure or isinstance(lift.place, Heap):
            return change
        is_only = not any(one is not lift and one_hand(one, lift) for one in self.air.in_flight)
        return replace(change, at=since_it_lay(lift, change, change.at)) if is_only else change

    def exchange(self, arrival: Arrival, lift: InFlightCard, change: Change) -> Iterator[TableEvent]:
        """A card on a heap is one (`lift`) for which another was laid into its slot (`change`)."""
        lift.replaced = True
        yield from self.tell(arrival.change, arrival.face, lift)
        held = arrival.sure if arrival.sure in self.air.in_flight else self.origins.of(change)
        yield from self.air.lay(change, self.faces.named(change.lying), held)

    def take_back(self, change: Change) -> Iterator[TableEvent]:
        """The top card is taken up again: where it is not known yet where from it came, it was this hand's."""
        for arrival in self.hidden.on_top(self.pile):
            own = [one for one in arrival.hidden if one.change.by.is_one_with(change.by)]
            if len(own) == 1:
                self.hidden.arrivals.remove(arrival)
                yield from self.tell(arrival.change, arrival.face, own[0])

    def wait(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Tell what had to wait until hidden places could be seen, or for as long as anybody would wait."""
        for arrival in list(self.hidden.arrivals):
            if arrival.sure not in self.air.in_flight and not (arrival.sure and isinstance(arrival.sure.place, Heap)):
                arrival.sure = None  # another has turned out to be that one, or it lies in its slot again
            gone = self._gone(arrival)
            theirs = [own for own in gone if own.change.by.may_be_one_with(arrival.change.by)]
            hidden = [one for one in arrival.hidden if is_hidden(one.place)]
            # One that another hand took may only be it if none of this hand's is.
            empty = {own.place for own in gone}
            arrival.hidden = hidden + [one for one in arrival.hidden if one.place in empty and one not in hidden]
            has_left = arrival.sure is not None and self._is_known(arrival.sure, arrival.change, hidden)
            waits = self.air.owners.takes_anybodys and any(
                one.change.by.may_be_one_with(arrival.change.by) for one in hidden
            )
            if (theirs and not waits) or has_left or _is_late(arrival, now_ms) or not hidden:
                self.hidden.arrivals.remove(arrival)
                yield from self._settle(arrival, self._likely(theirs or gone, hidden, arrival) or arrival.sure)

    def finish(self) -> Iterator[TableEvent]:
        """Tell what has waited, as far as it is known; in doubt where several cards may be the one that came."""
        for arrival in self.hidden.arrivals:
            if len(arrival.hidden) > 1 and not self._is_of_its_hand(arrival):
                arrival.change = contested(arrival.change)
        yield from self.wait(float("inf"), lambda _: True)

    def _is_of_its_hand(self, arrival: Arrival) -> bool:
        """Whether a card surely came out of a slot by the hand that brought it, and by none that brought another.

        Those that it may be and that have gone, or all of them if none has, are only that hand's.
        """
        hand = arrival.change.by.surely
        others = (one.change.by for one in self.hidden.arrivals if one is not arrival)
        if not hand or arrival.sure is not None or any(by.may_be_one_with(arrival.change.by) for by in others):
            return False
        return all(one.change.by.players == hand for one in self._gone(arrival) or arrival.hidden)

    def _gone(self, arrival: Arrival) -> list[InFlightCard]:
        """The cards that a card on a heap may be and that have surely gone before."""
        owns = [own for one in arrival.hidden if (own := self.air.own(one.place)) and own.is_sure]
        may_be = is_earlier if arrival.sure is None else is_before
        return [own for own in owns if may_be(own.change, arrival.change)]

    def _likely(
        self, gone: Sequence[InFlightCard], hidden: Iterable[InFlightCard], arrival: Arrival
    ) -> InFlightCard | None:
        """The card that came of those that have gone: the last one, or most likely that hand's if it takes anybody's.

        Then another may have been, if one is hidden that the hand was at since.
        """
        if not self.air.owners.takes_anybodys:
            return latest(gone)
        if gone and _has_later(gone, hidden, arrival.change):
            arrival.change = contested(arrival.change)
        return max(gone, key=lambda one: (one.change.by.together(arrival.change.by), when_ms(one)), default=None)

    def _settle(self, arrival: Arrival, known: InFlightCard | None) -> Iterator[TableEvent]:
        """A card on a heap came from where one is known to have gone, else from where one lies otherwise since.

        One that was drawn may have gone there instead.
        """
        moved = next(self.moved.exchanged_for(arrival.change), None)
        if moved is not None and (known is None or isinstance(known.place, Heap)):
            self.moved.forget(moved)
            yield from self.exchange(arrival, leaving(moved), moved)
        else:
            lift = known or latest_before(arrival.hidden, arrival.change) or self._found_since(arrival.change)
            yield from self.tell(arrival.change, arrival.face, lift)

    def _found_since(self, change: Change) -> InFlightCard | None:
        """A card that nobody knew to be hidden as one came to a heap, found gone since, and by the same hand."""
        lift = self.origins.of(change)
        return lift if lift is not None and lift.change.by.is_one_with(change.by) else None

    def _is_known(self, lift: InFlightCard, change: Change, hidden: Iterable[InFlightCard]) -> bool:
        """Whether a card in the air came to a heap, as it does not lie in its slot again.

        Not where it was hardly of that hand, and a hidden one may be.
        """
        odds = lift.change.by.together(change.by)
        has_left = self.air.places.have_lost(lift)
        return has_left and not any(one.change.by.together(change.by) > odds + _RATHER for one in hidden)


def _is_late(arrival: Arrival, now_ms: float) -> bool:
    """Whether a card has been waited for as long as anybody would."""
    is_doubtful = arrival.sure is None and len(arrival.hidden) > 1
    return now_ms - arrival.change.at.end_ms > (UNDECIDED_MS if is_doubtful else HIDDEN_MS)


def _has_later(gone: Iterable[InFlightCard], hidden: Iterable[InFlightCard], change: Change) -> bool:
    """Whether the hand that brought a card may have taken a hidden one up after all those that it surely took."""
    last = latest(gone)
    theirs = (one for one in hidden if one.change.by.may_be_one_with(change.by))
    return last is not None and any(when_ms(one) > when_ms(last) for one in theirs)


def _beneath(in_flight: Iterable[InFlightCard], change: Change, lift: InFlightCard | None) -> list[InFlightCard]:
    """Cards in hands that reached the pile together with the top one: they lie under it, nobody saw them come."""
    return [
        one
        for one in in_flight
        if one is not lift
        and one.is_sure
        and not isinstance(one.place, Heap)
        and 0 < change.at.end_ms - when_ms(one) < LONGEST_CARRY_MS
        and one.change.by
        and change.by
        and one.change.by.together(change.by) >= BOTH
        and (lift is None or one.change.by.together(lift.change.by) < BOTH)
    ]
