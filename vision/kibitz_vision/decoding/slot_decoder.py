"""Slot decoder: cards that come to lie in slots, were turned over there, lie there again or otherwise than before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.table import FACE_DOWN, CardFlipped, CardRevealed, Face, Heap, TableEvent
from kibitz_vision.decoding.arrivals.exchanges import Exchanges
from kibitz_vision.decoding.arrivals.origins import Origins
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import InFlightCard, gone_by, seen_of, taken_before
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.tracking.changes import Change, Kind, is_back, is_same, was_laid


@dataclass(slots=True, eq=False)
class SlotDecoder:
    """Makes events of what shows in slots; `began_ms`: when the table was seen first."""

    faces: Faces
    air: CardsInAir
    origins: Origins
    exchanges: Exchanges
    began_ms: float = float("-inf")

    def come(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot that had lost its own, or shows another side than before, or lies there again."""
        own = self.air.timed(change)
        is_unmoved = change.kind is Kind.BACK or is_same(change)
        if self.exchanges.may_have_come(change, own):
            yield from self.exchanges.come(change, own)
        elif own is None and change.place not in self.air.places.empty and is_unmoved:
            return
        elif own is not None and not own.replaced and (is_same(change) or is_back(change)):
            yield from self.air.return_own(change, own)
        elif not self._lay_there(change):
            yield from self._come_anew(change, self.faces.named(change.lying), own)

    def _come_anew(self, change: Change, face: Face, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A card was laid into a slot, turned over there or brushed."""
        turned = change.before is not None and change.before.is_back == isinstance(face, Card)
        if change.place in self.air.places.empty or change.before is None:
            yield from self._filled(change, face, own)
        elif turned and (isinstance(face, Card) or own is None or self.origins.of(change, own) is own):
            yield from self._turned(change, face, own)
        elif was_laid(change) and (own is None or self.exchanges.was_brushed(own, change)):
            yield from self.exchanges.lay_anew(change, own)
        elif own is not None:
            lift = self.origins.of(change, own) if own.is_sure or was_laid(change) else own
            if lift is own:
                yield from self.air.return_own(change, own)
            else:
                yield from self._replaced(change, face, own, lift)

    def _lay_there(self, change: Change) -> bool:
        """Whether a hand that goes away only shows what lay in a slot before anybody watched."""
        unknown = change.before is None and change.place not in self.air.places.empty
        was_in_hand = change.by and taken_before(change).at.start_ms >= self.began_ms
        return unknown and not (self.air.draws.was_begun or self.air.in_flight or was_in_hand)

    def _filled(self, change: Change, face: Face, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A card lies in a slot that was empty: its own again, or another."""
        lift = self.origins.of(change, own)
        if own is not None and lift is own:
            yield from self.air.return_own(change, own)
        else:
            yield from self.air.lay(change, face, lift)

    def _turned(self, change: Change, face: Face, own: InFlightCard | None) -> Iterator[TableEvent]:
        """A slot shows another side: its card was turned over, or a hidden one was laid down for an open one."""
        brought = self._brought(change) if own is None and face is FACE_DOWN else None
        if own is not None:
            self.air.in_flight.remove(own)
        if brought is None:
            yield from self._flipped(change, face)
        else:
            own = gone_by(change.place, change)
            self.air.in_flight.append(own)
            yield from self._replaced(change, face, own, brought)

    def _brought(self, change: Change) -> InFlightCard | None:
        """The card off a heap that the hand has which lays one into a slot, None where it has none."""
        lift = self.origins.of(change)
        if lift is None or not isinstance(lift.place, Heap):
            return None
        return lift if lift.change.by.may_be_one_with(change.by) else None

    def _replaced(
        self, change: Change, face: Face, own: InFlightCard, other: InFlightCard | None
    ) -> Iterator[TableEvent]:
        own.replaced = True
        yield from self.air.tell(own)
        yield from self.air.lay(change, face, other)

    def _flipped(self, change: Change, face: Face) -> Iterator[TableEvent]:
        yield CardFlipped(seen_of(change), change.place, face)
        self.air.places.close(change.place)
        if isinstance(face, Card) and not isinstance(change.place, Heap):
            self.air.places.open_faces[change.place] = face
            yield CardRevealed(seen_of(change), change.place, face)
