"""Events: what changes at single places mean together: which card came from where, and by whose hand."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field

import numpy as np

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Face,
    Heap,
    PileTopChanged,
    Place,
    SlotEmptied,
    SlotFilled,
    TableEvent,
)
from kibitz_vision.changes import Change, Kind
from kibitz_vision.lifts import (
    SAME_HAND,
    Arrival,
    Lift,
    gone_by,
    is_before,
    latest,
    same_hand,
    seen_of,
    taken_before,
    together,
    when_ms,
)
from kibitz_vision.sights import Sight

_KNOCK_MS = 250.0
"""A card that lies again so soon was not taken up."""
_PATIENCE_MS = 900.0
"""So long an event waits for a place to be seen."""
_RACE_MS = 600.0
_BOTH = 0.2


@dataclass(slots=True, eq=False)
class Ledger:
    """Cards in the air, the discard pile from the bottom up, faces that lie open in slots, and slots found empty."""

    cards: tuple[Card, ...]
    lifts: list[Lift] = field(default_factory=list)
    pile: list[Face] = field(default_factory=list)
    open_faces: dict[Place, Card] = field(default_factory=dict)
    empty: set[Place] = field(default_factory=set)
    arrivals: list[Arrival] = field(default_factory=list)
    _vacated: list[Place] = field(default_factory=list)

    def take(self, change: Change) -> list[TableEvent]:  # noqa: PLR0911 - a case for each kind of change
        """The events that a change amounts to, in order of time."""
        match change.kind:
            case Kind.TOUCHED:
                return [DrawPileTouched(seen_of(change))]
            case Kind.TAKEN:
                self.lifts = [one for one in self.lifts if not same_hand(one, change, Heap.DRAW)]
                self.lifts.append(Lift(Heap.DRAW, change, told=True, is_sure=True))
                return [CardLifted(seen_of(change), Heap.DRAW)]
            case Kind.GONE:
                if change.place not in self.empty:
                    self._lift(change)
                return []
            case Kind.EMPTIED:
                return list(self._emptied(change))
            case Kind.BACK:
                return list(self._came(change))
            case Kind.CAME if change.place is Heap.DISCARD:
                return list(self._on_pile(change))
            case Kind.CAME if change.place is Heap.ASIDE:
                return list(self._aside(change))
            case Kind.CAME:
                return list(self._came(change))

    def vacated(self) -> list[Place]:
        """Places whose card was found to have gone elsewhere, since this was asked last."""
        vacated, self._vacated = self._vacated, []
        return vacated

    def face(self, sight: Sight | None) -> Face:
        """What a card seen shows."""
        if sight is None or sight.is_back:
            return FACE_DOWN
        odds = np.asarray(sight.probabilities[: len(self.cards)], np.float64).copy()
        return self.cards[int(np.argmax(odds))]

    def _own(self, place: Place) -> Lift | None:
        return next((one for one in self.lifts if one.place == place), None)

    def _lift(self, change: Change) -> Lift:
        lift = self._own(change.place)
        if lift is None:
            lift = Lift(change.place, change)
            self.lifts.append(lift)
        lift.is_sure |= change.is_sure
        return lift

    def _tell(self, lift: Lift) -> Iterator[TableEvent]:
        if not lift.told:
            lift.told = True
            self.open_faces.pop(lift.place, None)
            yield CardLifted(seen_of(lift.change), lift.place)

    def _emptied(self, change: Change) -> Iterator[TableEvent]:
        if change.place in self.empty:
            return
        lift = self._lift(change)
        lift.is_sure = True
        self.empty.add(change.place)
        yield from self._tell(lift)
        if change.place is Heap.DISCARD:
            self.pile.clear()
        elif not isinstance(change.place, Heap):
            yield SlotEmptied(seen_of(lift.change), change.place)

    def _came(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot that had lost its own, or shows another side than before."""
        place, face = change.place, self.face(change.lying)
        own = self._own(place)
        turned = change.before is not None and change.before.is_back == isinstance(face, Card)
        if change.kind is Kind.BACK and own is not None and not own.replaced:
            yield from self._returned(change, own)
        elif change.kind is Kind.CAME and self._may_have_come(place):
            yield from self._exchanged(change, face)
        elif place in self.empty or change.before is None:
            lift = self._origin(change, own)
            yield from self._returned(change, own) if own and lift is own else self._placed(change, face, lift)
        elif turned and (isinstance(face, Card) or own is None or self._origin(change, own) is own):
            if own is not None:
                self.lifts.remove(own)
            yield from self._flipped(change, face)
        elif own is not None:
            lift = self._origin(change, own) if own.is_sure else own
            yield from self._returned(change, own) if lift is own else self._replaced(change, face, (own, lift))

    def _replaced(self, change: Change, face: Face, lifts: tuple[Lift, Lift | None]) -> Iterator[TableEvent]:
        own, other = lifts
        own.replaced = True
        yield from self._tell(own)
        yield from self._placed(change, face, other)

    def _flipped(self, change: Change, face: Face) -> Iterator[TableEvent]:
        yield CardFlipped(seen_of(change), change.place, face)
        self.open_faces.pop(change.place, None)
        if isinstance(face, Card) and not isinstance(change.place, Heap):
            self.open_faces[change.place] = face
            yield CardRevealed(seen_of(change), change.place, face)

    def _returned(self, change: Change, own: Lift) -> Iterator[TableEvent]:
        self.lifts.remove(own)
        self.empty.discard(change.place)
        if own.told or change.at.end_ms - own.change.at.end_ms >= _KNOCK_MS:
            yield from self._tell(own)
            yield CardReturned(seen_of(change), change.place)

    def _placed(self, change: Change, face: Face, lift: Lift | None) -> Iterator[TableEvent]:
        if lift is None:
            lift = Lift(Heap.DRAW, taken_before(change), told=True, is_sure=True)
            self.lifts.append(lift)
            yield DrawPileTouched(seen_of(lift.change))
            yield CardLifted(seen_of(lift.change), Heap.DRAW)
        origin = yield from self._take_from(lift)
        self.empty.discard(change.place)
        yield CardPlaced(seen_of(change), change.place, origin, face)
        if not isinstance(change.place, Heap):
            yield SlotFilled(seen_of(change), change.place, origin, face)

    def _take_from(self, lift: Lift) -> Generator[TableEvent, None, Place]:
        if lift in self.lifts:
            self.lifts.remove(lift)
        yield from self._tell(lift)
        if not isinstance(lift.place, Heap) and not lift.replaced:
            self.empty.add(lift.place)
            self._vacated.append(lift.place)
        return lift.place

    def _on_pile(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if self.pile and self.pile[-1] == face:
            return
        if len(self.pile) > 1 and self.pile[-2] == face:
            self.pile.pop()
            self.lifts.append(Lift(Heap.DISCARD, change, told=True, is_sure=True))
            yield CardLifted(seen_of(change), Heap.DISCARD)
            yield PileTopChanged(seen_of(change), face)
            return
        if len(self.pile) > 1 and self.pile[-2] is FACE_DOWN and self._origin(change, None) is None:
            self.pile[-2:] = [face]
            self.lifts.append(Lift(Heap.DISCARD, change, told=True, is_sure=True))
            yield CardLifted(seen_of(change), Heap.DISCARD)
            yield PileTopChanged(seen_of(change), face)
            return
        self.pile.append(face)
        known = next((place for place, lying in self.open_faces.items() if lying == face), None)
        sure, hidden = self._origin(change, None), self._hidden(change)
        if known is not None:
            yield from self._arrived(change, face, self._own(known) or gone_by(known, change))
        elif hidden:
            self.arrivals.append(Arrival(change, face, sure, hidden))
        else:
            yield from self._arrived(change, face, sure)

    def _arrived(self, change: Change, face: Face, lift: Lift | None) -> Iterator[TableEvent]:
        for other in self._beneath(change, lift):
            yield from self._take_from(other)
            self.pile.insert(-1, FACE_DOWN)
            yield PileTopChanged(seen_of(change), FACE_DOWN, other.place)
        # A card that left no slot was in a hand, and so had been drawn.
        origin = Heap.DRAW if lift is None else (yield from self._take_from(lift))
        yield PileTopChanged(seen_of(change), face, origin)

    def _beneath(self, change: Change, lift: Lift | None) -> list[Lift]:
        """Cards in hands that reached the pile together with the top one: they lie under it, nobody saw them come."""
        return [
            one
            for one in self.lifts
            if one is not lift
            and one.is_sure
            and not isinstance(one.place, Heap)
            and one.change.by
            and change.by
            and 0 < change.at.end_ms - when_ms(one) < _RACE_MS
            and together(one.change.by, change.by) >= _BOTH
            and (lift is None or together(one.change.by, lift.change.by) < _BOTH)
        ]

    def _may_have_come(self, place: Place) -> bool:
        """Whether a card on the pile may be the one of this slot."""
        return any(one.place == place for arrival in self.arrivals for one in arrival.hidden)

    def _exchanged(self, change: Change, face: Face) -> Iterator[TableEvent]:
        """Another card lies in a slot whose own may have come to the pile: so it did."""
        for arrival in list(self.arrivals):
            lift = next((one for one in arrival.hidden if one.place == change.place), None)
            if lift is not None and change.at.end_ms > lift.change.at.end_ms:
                self.arrivals.remove(arrival)
                lift.replaced = True
                yield from self._arrived(arrival.change, arrival.face, lift)
                held = arrival.sure if arrival.sure in self.lifts else self._origin(change, None)
                yield from self._placed(change, face, held)

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        for arrival in list(self.arrivals):
            owns = [own for one in arrival.hidden if (own := self._own(one.place)) and own.is_sure]
            gone = [own for own in owns if is_before(own.change, arrival.change)]
            arrival.hidden = [one for one in arrival.hidden if is_hidden(one.place)]
            if gone or not arrival.hidden or now_ms - arrival.change.at.end_ms > _PATIENCE_MS:
                self.arrivals.remove(arrival)
                lift = latest(gone) or arrival.sure or latest(arrival.hidden)
                yield from self._arrived(arrival.change, arrival.face, lift)

    def _aside(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if change.before is None or change.left is not None or self.face(change.before) != face:
            yield from self._placed(change, face, self._origin(change, None))

    def _origin(self, change: Change, own: Lift | None) -> Lift | None:
        """The card in the air that it is most likely: of the same hand, from elsewhere, taken up last."""
        taken = [one for one in self.lifts if one.is_sure and one is not own and is_before(one.change, change)]
        lifts = [one for one in taken if self._may_be(one, change.place, own)]
        same = [one for one in lifts if together(one.change.by, change.by) >= SAME_HAND]
        if not same and own is not None:
            return own
        if not same and self._hidden(change):
            return None
        return latest(same or lifts)

    def _may_be(self, lift: Lift, target: Place, own: Lift | None) -> bool:
        """Whether a card in the air may be one that lies now; what only goes up and down is not carried to a slot."""
        if target is Heap.DISCARD:
            return lift.place is not Heap.DISCARD
        return isinstance(lift.place, Heap) or own is None or lift.place in self.empty

    def _hidden(self, change: Change) -> list[Lift]:
        if change.place is not Heap.DISCARD:
            return []
        tilted = [one for one in self.lifts if not one.is_sure]
        hidden = [Lift(one.place, one) for one in change.hidden if one.place not in self.empty]
        return [
            one
            for one in (*tilted, *hidden)
            if together(one.change.by, change.by) >= SAME_HAND and is_before(one.change, change)
        ]
