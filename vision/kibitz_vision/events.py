"""Events: what changes at single places mean together: which card came from where, and by whose hand."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

import numpy as np

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    FACE_DOWN,
    Actors,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Face,
    Heap,
    Interval,
    PileTopChanged,
    Place,
    Seen,
    SlotEmptied,
    SlotFilled,
    TableEvent,
)
from kibitz_vision.changes import Change, Kind
from kibitz_vision.sights import Sight

_KNOCK_MS = 250.0
"""A card that lies again so soon was not taken up."""
_SAME_HAND = 0.3


@dataclass(slots=True, eq=False)
class Lift:
    """A card that left its place and does not lie anywhere yet."""

    place: Place
    change: Change
    told: bool = False


@dataclass(slots=True, eq=False)
class Ledger:
    """Cards in the air, and the discard pile from the bottom up."""

    cards: tuple[Card, ...]
    lifts: list[Lift] = field(default_factory=list)
    pile: list[Face] = field(default_factory=list)

    def take(self, change: Change) -> list[TableEvent]:
        """The events that a change amounts to, in order of time."""
        match change.kind:
            case Kind.TOUCHED:
                return [DrawPileTouched(_seen(change))]
            case Kind.TAKEN | Kind.GONE:
                self._lift(change)
                return [CardLifted(_seen(change), Heap.DRAW)] if change.kind is Kind.TAKEN else []
            case Kind.EMPTIED:
                return list(self._emptied(change))
            case Kind.BACK:
                return list(self._returned(change))
            case Kind.CAME if change.place is Heap.DISCARD:
                return list(self._on_pile(change))
            case Kind.CAME:
                return list(self._came(change))

    def _lift(self, change: Change) -> Lift:
        lift = next((one for one in self.lifts if one.place == change.place != Heap.DRAW), None)
        if lift is None:
            lift = Lift(change.place, change, told=change.kind is Kind.TAKEN)
            self.lifts.append(lift)
        return lift

    def _tell(self, lift: Lift) -> Iterator[TableEvent]:
        if not lift.told:
            lift.told = True
            yield CardLifted(_seen(lift.change), lift.place)

    def _emptied(self, change: Change) -> Iterator[TableEvent]:
        lift = self._lift(change)
        yield from self._tell(lift)
        if not isinstance(change.place, Heap):
            yield SlotEmptied(_seen(lift.change), change.place)

    def _returned(self, change: Change) -> Iterator[TableEvent]:
        lift = next((one for one in self.lifts if one.place == change.place), None)
        if lift is None:
            return
        self.lifts.remove(lift)
        if lift.told or change.at.end_ms - lift.change.at.end_ms >= _KNOCK_MS:
            yield from self._tell(lift)
            yield CardReturned(_seen(change), change.place)

    def _came(self, change: Change) -> Iterator[TableEvent]:
        place, face = change.place, self.face(change.lying)
        own = next((one for one in self.lifts if one.place == place), None)
        if change.before is not None and change.before.is_back != (face is FACE_DOWN):
            if own is not None:
                self.lifts.remove(own)
            yield CardFlipped(_seen(change), place, face)
            if isinstance(face, Card) and not isinstance(place, Heap):
                yield CardRevealed(_seen(change), place, face)
            return
        if change.before is not None and own is None:
            return
        lift = self._origin(change)
        if lift is own and own is not None:
            yield from self._returned(change)
            return
        if own is not None:
            yield from self._tell(own)
        origin = yield from self._take_from(lift)
        yield CardPlaced(_seen(change), place, origin, face)
        if not isinstance(place, Heap):
            yield SlotFilled(_seen(change), place, origin, face)

    def _take_from(self, lift: Lift | None) -> Generator[TableEvent, None, Place | None]:
        if lift is None:
            return None
        self.lifts.remove(lift)
        yield from self._tell(lift)
        return lift.place

    def _on_pile(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if self.pile and self.pile[-1] == face:
            return
        if len(self.pile) > 1 and self.pile[-2] == face:
            self.pile.pop()
            self.lifts.append(Lift(Heap.DISCARD, change, told=True))
            yield CardLifted(_seen(change), Heap.DISCARD)
            yield PileTopChanged(_seen(change), face)
            return
        self.pile.append(face)
        origin = yield from self._take_from(self._origin(change))
        yield PileTopChanged(_seen(change), face, origin)

    def _origin(self, change: Change) -> Lift | None:
        """The card in the air that it is most likely: of the same hand, from elsewhere, taken up last."""
        open_lifts = [one for one in self.lifts if one.change.at.start_ms < change.at.end_ms - 60.0]
        if not open_lifts:
            return None
        same = [one for one in open_lifts if _together(one.change.by, change.by) >= _SAME_HAND]
        chosen = same or open_lifts
        elsewhere = [one for one in chosen if one.place != change.place]
        return max(elsewhere or chosen, key=lambda one: one.change.at.end_ms)

    def face(self, sight: Sight | None) -> Face:
        """What a card seen shows."""
        if sight is None or sight.is_back:
            return FACE_DOWN
        return self.cards[int(np.argmax(sight.probabilities[: len(self.cards)]))]


def _together(one: Actors, other: Actors) -> float:
    theirs = dict(other)
    return sum(odds * theirs.get(player, 0.0) for player, odds in one)


def _seen(change: Change) -> Seen:
    return Seen(Interval(change.at.start_ms, change.at.end_ms), 1.0, (change.frame,), change.by)
