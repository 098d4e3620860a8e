"""Events: what changes at single places mean together: which card came from where, and by whose hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardRevealed,
    Face,
    HandOver,
    Heap,
    SlotEmptied,
    TableEvent,
)
from kibitz_vision.decoding.in_flight import InFlightCard, gone_by, same_hand, seen_of
from kibitz_vision.decoding.take_backs import TakeBacks
from kibitz_vision.tracking.changes import Change, Kind, is_back, is_same, was_laid


@dataclass(slots=True, eq=False)
class EventDecoder(TakeBacks):
    """What is in the air and lies on the table, as far as the changes at single places tell."""

    def take(self, change: Change) -> list[TableEvent]:  # noqa: C901, PLR0911 - a case for each kind of change
        """The events that a change amounts to, in order of time."""
        match change.kind:
            case Kind.TOUCHED | Kind.TAKEN | Kind.CLEAR:
                return list(self._drawn(change))
            case Kind.GONE:
                if change.place not in self.empty:
                    self._lift(change)
                return []
            case Kind.OVER:
                return [HandOver(seen_of(change), change.place)]
            case Kind.LANDED:
                return [CardLanded(seen_of(change), change.place)]
            case Kind.GLIMPSED:
                self.pending.note(change)
                return []
            case Kind.SAME:
                self.pending.forget()
                return []
            case Kind.EMPTIED | Kind.CAME if change.place is Heap.DRAW:
                return list(self._refilled(change))
            case Kind.EMPTIED:
                return list(self._emptied(change))
            case Kind.CAME if change.place is Heap.DISCARD:
                return list(self._piled(change))
            case Kind.CAME if change.place is Heap.ASIDE:
                return list(self._aside(change))
            case Kind.CAME | Kind.BACK:
                return [*self._end_doubt(change), *self._put_back(change), *self._came(change)]

    def _drawn(self, change: Change) -> Iterator[TableEvent]:
        """A hand rests on the draw pile, goes with a card as it seems, or has left: then it is clear what it did."""
        if change.kind is Kind.TOUCHED:
            self.draws.touched = change
        elif change.kind is Kind.TAKEN:
            self.in_flight = [one for one in self.in_flight if not same_hand(one, change, Heap.DRAW)]
            self.in_flight.append(self.draws.taken(change))
            self.was_drawn = True
        else:
            self.in_flight, drawn = self.draws.cleared(change, self.in_flight)
            if drawn is not None:
                yield from self._tell(drawn)

    def _refilled(self, change: Change) -> Iterator[TableEvent]:
        for event in self.refilled(change):
            self.pending.forget()
            yield event

    def _emptied(self, change: Change) -> Iterator[TableEvent]:
        if change.place in self.empty:
            return
        lift = self._lift(change)
        lift.is_sure = True
        self.empty.add(change.place)
        self._date_back(lift)
        yield from self._tell(lift)
        if change.place is Heap.DISCARD:
            self.pile.clear()
            self.pending.forget()
        elif not isinstance(change.place, Heap):
            yield SlotEmptied(seen_of(lift.change), change.place)

    def _came(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot that had lost its own, or shows another side than before."""
        place, face = change.place, self.face(change.lying)
        own = self._timed(self._own(place), change)
        turned = change.before is not None and change.before.is_back == isinstance(face, Card)
        if self._may_have_come(change, own):
            yield from self._exchanged(change, own)
        elif own is None and place not in self.empty and (change.kind is Kind.BACK or is_same(change)):
            return
        elif own is not None and not own.replaced and (is_same(change) or is_back(change)):
            yield from self._returned(change, own)
        elif self._lay_there(change):
            return
        elif place in self.empty or change.before is None:
            lift = self._origin(change, own)
            yield from self._returned(change, own) if own and lift is own else self._placed(change, face, lift)
        elif turned and (isinstance(face, Card) or own is None or self._origin(change, own) is own):
            yield from self._turned(change, face, own)
        elif was_laid(change) and (own is None or self._was_brushed(own, change)):
            yield from self._laid_anew(change, own)
        elif own is not None:
            lift = self._origin(change, own) if own.is_sure or was_laid(change) else own
            yield from self._returned(change, own) if lift is own else self._replaced(change, face, (own, lift))

    def _turned(self, change: Change, face: Face, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A slot shows another side: its card was turned over, or a hidden one was laid down for an open one."""
        brought = self._brought(change) if own is None and face is FACE_DOWN else None
        if own is not None:
            self.in_flight.remove(own)
        if brought is None:
            yield from self._flipped(change, face)
        else:
            own = gone_by(change.place, change)
            self.in_flight.append(own)
            yield from self._replaced(change, face, (own, brought))

    def _brought(self, change: Change) -> InFlightCard | None:
        """The card off a heap that the hand has which lays one into a slot, None where it has none."""
        lift = self._origin(change, None)
        is_theirs = lift is not None and lift.change.by.may_be_one_with(change.by)
        return lift if is_theirs and lift is not None and isinstance(lift.place, Heap) else None

    def _replaced(
        self, change: Change, face: Face, in_flight: tuple[InFlightCard, InFlightCard | None]
    ) -> Iterator[TableEvent]:
        own, other = in_flight
        own.replaced = True
        yield from self._tell(own)
        yield from self._placed(change, face, other)

    def _flipped(self, change: Change, face: Face) -> Iterator[TableEvent]:
        yield CardFlipped(seen_of(change), change.place, face)
        self.open_faces.pop(change.place, None)
        if isinstance(face, Card) and not isinstance(change.place, Heap):
            self.open_faces[change.place] = face
            yield CardRevealed(seen_of(change), change.place, face)

    def _aside(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if change.before is None or change.left is not None or self.face(change.before) != face:
            yield from self._on_top(change, face)
