"""Hands: the cards that are in the air, and what it means when one of them comes to lie somewhere."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

import numpy as np

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    CardReturned,
    DrawPileTouched,
    Face,
    Heap,
    Place,
    SlotFilled,
    TableEvent,
)
from kibitz_vision.changes import Change
from kibitz_vision.lifts import SAME_HAND, Lift, is_before, latest, seen_of, taken_before, together
from kibitz_vision.sights import Sight

_KNOCK_MS = 250.0
"""A card that lies again so soon was not taken up."""


@dataclass(slots=True, eq=False)
class Hands:
    """Cards in the air, the discard pile from the bottom up, faces that lie open in slots, and slots found empty.

    `was_drawn`: whether a card has been seen to be taken from the draw pile.
    """

    cards: tuple[Card, ...]
    lifts: list[Lift] = field(default_factory=list)
    pile: list[Face] = field(default_factory=list)
    open_faces: dict[Place, Card] = field(default_factory=dict)
    empty: set[Place] = field(default_factory=set)
    was_drawn: bool = False
    _vacated: list[Place] = field(default_factory=list)

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
        if change.is_sure and not lift.told:
            lift.change = change
        lift.is_sure |= change.is_sure
        return lift

    def _tell(self, lift: Lift) -> Iterator[TableEvent]:
        if not lift.told:
            lift.told = True
            self.open_faces.pop(lift.place, None)
            yield CardLifted(seen_of(lift.change), lift.place)

    def _lay_there(self, change: Change) -> bool:
        """Whether a hand that goes away only shows what lay in a slot before anybody watched."""
        unknown = change.before is None and change.place not in self.empty
        return unknown and not (self.was_drawn or self.lifts or change.by)

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
        # The first card on the pile, before any was drawn, was in a hand already when anybody began to watch.
        if change.place is not Heap.DISCARD or (len(self.pile) < 2 and not self.was_drawn):
            return []
        tilted = [one for one in self.lifts if not one.is_sure]
        hidden = [Lift(one.place, one) for one in change.hidden if one.place not in self.empty]
        return [
            one
            for one in (*tilted, *hidden)
            if together(one.change.by, change.by) >= SAME_HAND and is_before(one.change, change)
        ]
