"""Arrivals: cards on a heap that may have come from a slot that cannot be seen yet, and which slot it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import FACE_DOWN, Face, Heap, PileTopChanged, Place, TableEvent
from kibitz_vision.decoding.air import Hands
from kibitz_vision.decoding.attribution.ambiguity import contested, is_guessed
from kibitz_vision.decoding.attribution.contact_attribution import RACE_MS, by_arm
from kibitz_vision.decoding.attribution.whereabouts import since_it_lay
from kibitz_vision.decoding.exchanges import SLOT_FIRST_MS, is_brushed, is_exchange, may_be_brushed
from kibitz_vision.decoding.in_flight import (
    BOTH,
    Arrival,
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
from kibitz_vision.tracking.changes import Change, may_be_another, was_laid

_PATIENCE_MS, _DOUBTFUL_MS = 900.0, 1800.0
"""So long an event waits for a place to be seen, and so long for one of several where no card in the air may be it."""
_RATHER = 0.5
"""By so much more probably it was one hand than another."""
_BRUSHED_MS, _HAND_FULL_MS = 400.0, 800.0
"""A card that nobody saw go, and that is so soon back otherwise than it lay, was only brushed aside.

Longer by a hand that carries another: nobody looks at a card then.
"""


@dataclass(slots=True, eq=False)
class Arrivals(Hands):
    """What is in the air, and what lies on heaps of which it is not known yet where from.

    `moved`: cards in slots that lie otherwise than before, though nobody saw another come. `was_piled`: whether any
    card has come to the discard pile. `hides_replaced`: cards out of slots are put aside face down, whatever a back
    looks like.
    """

    arrivals: list[Arrival] = field(default_factory=list)
    moved: list[Change] = field(default_factory=list)
    was_piled: bool = False
    hides_replaced: bool = False

    def _by_arm(self, came: Change, since_ms: float) -> Change:
        """A card on the pile by the hand that came to rest there as it came, later than the card before.

        Where anybody's are taken, in doubt if that is only guessed.
        """
        change = by_arm(came, since_ms)
        is_for_anybodys = self.owners.takes_anybodys and self.may_match(came)
        return contested(change) if is_for_anybodys and is_guessed(came, change, self.in_flight) else change

    def _on_top(self, change: Change, face: Face) -> Iterator[TableEvent]:
        known = next((place for place, lying in self.open_faces.items() if lying == face), None)
        sure = self._origin(change, None)
        is_held = sure is not None and isinstance(sure.place, Heap)
        occluded_origins = self._hidden(replace(change, hidden=(*change.hidden, *change.reached)))
        hidden = occluded_origins if is_held else self._hidden(change)
        is_piled = self.was_piled or any(one.change.place is Heap.DISCARD for one in self.arrivals)
        if (sure is None and not is_piled) or (sure is not None and self._is_known(sure, change, hidden)):
            hidden = []
        laid = (one for one in self.moved if (hidden or is_held) and not is_brushed(one, sure))
        moved = next((one for one in laid if is_exchange(one, change)), None)
        if moved is not None and may_be_brushed(moved, leaving(moved), occluded_origins):
            hidden, moved = occluded_origins, None
        if known is not None:
            yield from self._arrived(change, face, self._own(known) or gone_by(known, change))
        elif moved is not None:
            self.moved.remove(moved)
            yield from self._exchange(Arrival(change, face, sure, []), leaving(moved), moved)
        elif hidden:
            self.arrivals.append(Arrival(change, face, sure, hidden))
        else:
            yield from self._arrived(self._contested_by_others(change, sure), face, sure)

    def _contested_by_others(self, change: Change, lift: InFlightCard | None) -> Change:
        """A card on the pile, in doubt as another is that may have been this one, where anybody's cards are taken."""
        others = [one for one in self.arrivals if lift is not None and one.sure is lift and self.owners.takes_anybodys]
        for one in others:
            one.change = contested(one.change)
        return contested(change) if others else change

    def _arrived(self, change: Change, face: Face, lift: InFlightCard | None) -> Iterator[TableEvent]:
        if change.place is Heap.ASIDE:
            is_hidden = self.hides_replaced and lift is not None and not isinstance(lift.place, Heap)
            yield from self._placed(change, FACE_DOWN if is_hidden else face, lift)
            return
        for other in _beneath(self.in_flight, change, lift):
            yield from self._take_from(other)
            self.pile.insert(-1, FACE_DOWN)
            yield PileTopChanged(seen_of(change), FACE_DOWN, other.place)
        is_first, self.was_piled = not self.was_piled, True
        if lift is None and self.was_drawn and is_first:
            lift = InFlightCard(Heap.DRAW, taken_before(change), is_sure=True)
        # A card that left no slot was in a hand, and so had been drawn.
        change = self._dated(self.doubted(change, lift), lift)
        origin = Heap.DRAW if lift is None else (yield from self._take_from(lift))
        if (taken := self._own(Heap.DISCARD)) is not None:
            taken.replaced = True
        yield PileTopChanged(seen_of(change), face, origin)

    def _dated(self, change: Change, lift: InFlightCard | None) -> Change:
        """A card on the pile, no earlier than its hand, which took up no other, can have brought it from its slot."""
        if lift is None or not lift.is_sure or isinstance(lift.place, Heap):
            return change
        is_only = not any(one is not lift and one_hand(one, lift) for one in self.in_flight)
        return replace(change, at=since_it_lay(lift, change, change.at)) if is_only else change

    def _may_have_come(self, change: Change, own: InFlightCard | None) -> bool:
        """Whether a card on a heap may be the one that lay where another lies now."""
        if not may_be_another(change):
            return False
        return any(self._left_for(change, own, arrival) is not None for arrival in self.arrivals)

    def _left_for(self, change: Change, own: InFlightCard | None, arrival: Arrival) -> InFlightCard | None:
        """How the card that lay where another lies now left, if a card on a heap may be that one."""
        hidden = next((one for one in arrival.hidden if one.place == change.place), None)
        if hidden is not None:
            return own or hidden
        if own is not None or not was_laid(change):
            return own if was_laid(change) and own is arrival.sure else None
        is_drawn = arrival.sure is None or isinstance(arrival.sure.place, Heap)
        return leaving(change) if is_drawn and is_exchange(change, arrival.change) else None

    def _exchanged(self, change: Change, own: InFlightCard | None) -> Iterator[TableEvent]:
        """Another card lies in a slot whose own may have come to a heap: so it did.

        The hand may have brushed this one as it took another from a hidden place: that is waited for where no card was
        seen to be drawn, or this one lies nearly as before.
        """
        waits, left = False, change.left
        for arrival in list(self.arrivals):
            lift = self._left_for(change, own, arrival)
            if lift is None or change.at.end_ms <= arrival.change.at.end_ms - SLOT_FIRST_MS:
                continue
            if lift is not own and is_brushed(change, arrival.sure):
                continue
            is_sole = arrival.sure is not None or not arrival.hidden or lift in arrival.hidden
            if lift is own or (is_sole and not may_be_brushed(change, lift, arrival.hidden)):
                self.arrivals.remove(arrival)
                yield from self._exchange(arrival, lift, change)
                return
            waits = True
            if lift in arrival.hidden:
                left = left or lift.change.at
        if waits:
            self._note_moved(replace(change, left=left))

    def _exchange(self, arrival: Arrival, lift: InFlightCard, change: Change) -> Iterator[TableEvent]:
        lift.replaced = True
        yield from self._arrived(arrival.change, arrival.face, lift)
        held = arrival.sure if arrival.sure in self.in_flight else self._origin(change, None)
        yield from self._placed(change, self.face(change.lying), held)

    def _was_brushed(self, own: InFlightCard, change: Change) -> bool:
        """Whether a card in the air was perhaps never taken up; one that is tilted slips a little as it comes down."""
        patience_ms = _HAND_FULL_MS if self._may_carry(change) else _BRUSHED_MS
        return not own.is_sure and change.at.end_ms - own.change.at.end_ms < patience_ms

    def _may_carry(self, change: Change) -> bool:
        """Whether the hand that laid a card may have brought one, or have laid one on a heap."""
        is_another = any(one.is_sure and one.change.by.may_be_one_with(change.by) for one in self.in_flight)
        return bool(self.arrivals) or is_another

    def _laid_anew(self, change: Change, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A card lies otherwise than before, though nobody surely saw it go: another may have come for it.

        Where it was away for as long as somebody looks at one, and no other was near, it was taken up and laid back.
        """
        taken = leaving(change)
        if own is None and change.by and not self._may_carry(change) and not self._was_brushed(taken, change):
            self.in_flight.append(taken)
            yield from self._returned(change, taken)
            return
        if own is not None:
            self.in_flight.remove(own)
            change = replace(change, left=own.change.at)
        self._note_moved(change)

    def _note_moved(self, change: Change) -> None:
        self.moved = [one for one in self.moved if change.at.end_ms - one.at.end_ms < _PATIENCE_MS]
        self.moved.append(change)

    def _wait(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Tell what had to wait until hidden places could be seen, or for as long as anybody would wait."""
        for arrival in list(self.arrivals):
            if arrival.sure not in self.in_flight and not (arrival.sure and isinstance(arrival.sure.place, Heap)):
                arrival.sure = None  # another has turned out to be that one, or it lies in its slot again
            gone = self._gone(arrival)
            theirs = [own for own in gone if own.change.by.may_be_one_with(arrival.change.by)]
            hidden = [one for one in arrival.hidden if is_hidden(one.place)]
            # One that another hand took may only be it if none of this hand's is.
            empty = {own.place for own in gone}
            arrival.hidden = hidden + [one for one in arrival.hidden if one.place in empty and one not in hidden]
            has_left = arrival.sure is not None and self._is_known(arrival.sure, arrival.change, hidden)
            is_doubtful = arrival.sure is None and len(arrival.hidden) > 1
            is_late = now_ms - arrival.change.at.end_ms > (_DOUBTFUL_MS if is_doubtful else _PATIENCE_MS)
            waits = self.owners.takes_anybodys and any(
                one.change.by.may_be_one_with(arrival.change.by) for one in hidden
            )
            if (theirs and not waits) or has_left or is_late or not hidden:
                self.arrivals.remove(arrival)
                yield from self._settled(arrival, self._likely(theirs or gone, hidden, arrival) or arrival.sure)

    def _gone(self, arrival: Arrival) -> list[InFlightCard]:
        """The cards that a card on a heap may be and that have surely gone before."""
        owns = [own for one in arrival.hidden if (own := self._own(one.place)) and own.is_sure]
        may_be = is_earlier if arrival.sure is None else is_before
        return [own for own in owns if may_be(own.change, arrival.change)]

    def _likely(
        self, gone: Sequence[InFlightCard], hidden: Iterable[InFlightCard], arrival: Arrival
    ) -> InFlightCard | None:
        """The card that came of those that have gone: the last one, or most likely that hand's if it takes anybody's.

        Then another may have been, if one is hidden that the hand was at since.
        """
        if not self.owners.takes_anybodys:
            return latest(gone)
        if gone and _has_later(gone, hidden, arrival.change):
            arrival.change = contested(arrival.change)
        return max(gone, key=lambda one: (one.change.by.together(arrival.change.by), when_ms(one)), default=None)

    def _date_back(self, lift: InFlightCard) -> None:
        """A card hidden as one of unknown origin came to a heap, and until it was found gone, may have gone before."""
        for arrival in self.arrivals:
            hidden = next((one for one in arrival.hidden if one.place == lift.place), None)
            if arrival.sure is not None or hidden is None or is_earlier(lift.change, arrival.change):
                continue
            if not any(one.place in self.empty for one in arrival.hidden if one is not hidden):
                lift.change = replace(lift.change, at=hidden.change.at)

    def _settled(self, arrival: Arrival, known: InFlightCard | None) -> Iterator[TableEvent]:
        """A card on a heap came from where one is known to have gone, else from where one lies otherwise since.

        One that was drawn may have gone there instead.
        """
        moved = next((one for one in self.moved if is_exchange(one, arrival.change)), None)
        if moved is not None and (known is None or isinstance(known.place, Heap)):
            self.moved.remove(moved)
            yield from self._exchange(arrival, leaving(moved), moved)
        else:
            lift = known or latest_before(arrival.hidden, arrival.change) or self._found_since(arrival.change)
            yield from self._arrived(arrival.change, arrival.face, lift)

    def _found_since(self, change: Change) -> InFlightCard | None:
        """A card that nobody knew to be hidden as one came to a heap, found gone since, and by the same hand."""
        lift = self._origin(change, None)
        return lift if lift is not None and lift.change.by.is_one_with(change.by) else None

    def _is_known(self, lift: InFlightCard, change: Change, hidden: Iterable[InFlightCard]) -> bool:
        """Whether a card in the air came to a heap, as it does not lie in its slot again.

        Not where it was hardly of that hand, and a hidden one may be.
        """
        odds = lift.change.by.together(change.by)
        return self._has_left(lift) and not any(one.change.by.together(change.by) > odds + _RATHER for one in hidden)

    def _has_left(self, lift: InFlightCard) -> bool:
        """Whether a card in the air does not lie in its slot again: that is empty, or another lies there."""
        return not isinstance(lift.place, Heap) and (lift.replaced or lift.place in self.empty)


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
        and 0 < change.at.end_ms - when_ms(one) < RACE_MS
        and one.change.by
        and change.by
        and one.change.by.together(change.by) >= BOTH
        and (lift is None or one.change.by.together(lift.change.by) < BOTH)
    ]
