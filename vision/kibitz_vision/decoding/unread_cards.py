"""Unread cards: those that nobody could read on the pile until the end, told by how their hands came to rest there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import FACE_DOWN, Heap, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.cards.carry_times import ONE_CARD_MS
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_before
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop


@dataclass(slots=True, eq=False)
class UnreadCards:
    """Tells of these cards; `stops`: hands that came to rest on the pile about when the last card came, and since."""

    air: CardsInAir
    pile: DiscardPile
    arrivals: ArrivalTelling
    stops: tuple[HandStop, ...] = ()

    def tell(self) -> Iterator[TableEvent]:
        """Those of which the slots are empty, and whose hands came to rest after the last card told."""
        told_ms = self.pile.last_laid_ms
        empty = self.air.places.empty
        gone = [one for one in self.air.in_flight if one.place in empty and not isinstance(one.place, Heap)]
        for lift in gone:
            came = self._came(lift, gone, told_ms)
            if came is not None:
                self.pile.lay(FACE_DOWN, came.at.start_ms)
                yield from self.arrivals.tell(replace(came, stops=self.stops), FACE_DOWN, lift)

    def _came(self, lift: InFlightCard, gone: Sequence[InFlightCard], told_ms: float) -> Change | None:
        """How a card came to the pile that was taken up, if its hand took no other and came to rest there since."""
        hand = lift.change.by.players
        stops = [one for one in self.stops if {one.player} == hand]
        since = [one for one in stops if is_before(lift.change, replace(lift.change, at=one.at))]
        is_sole = sum(bool(hand & one.change.by.players) for one in gone) == 1
        own_ms = max((self.pile.laid_ms.get(player, 0.0) for player in hand), default=0.0)
        if not (since and is_sole and since[0].is_whole and since[0].at.end_ms > max(told_ms, own_ms + ONE_CARD_MS)):
            return None
        by = HandPosterior.sole(since[0].player)
        return replace(lift.change, kind=Kind.CAME, place=Heap.DISCARD, at=since[0].at, by=by, lying=None)
