"""Event decoder: what changes at single places mean together: which card came from where, and by whose hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardLanded, Face, HandOver, Heap, Place, SlotEmptied, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.arrivals.exchanges import Exchanges
from kibitz_vision.decoding.arrivals.moved_cards import MovedCards
from kibitz_vision.decoding.arrivals.origins import Origins
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import seen_of
from kibitz_vision.decoding.held_cards import HeldCards
from kibitz_vision.decoding.pile_decoder import PileDecoder
from kibitz_vision.decoding.race_telling import RaceTelling
from kibitz_vision.decoding.races.pending_race import PendingRace
from kibitz_vision.decoding.refill import Refill
from kibitz_vision.decoding.slot_decoder import SlotDecoder
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import HiddenArrivals
from kibitz_vision.decoding.take_backs import TakeBacks
from kibitz_vision.decoding.unread_cards import UnreadCards
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation


class EventDecoder:
    """Hands each change on to those that know what lies there, and gives the table events that follow."""

    def __init__(
        self,
        cards: tuple[Card, ...],
        *,
        owners: Owners | None = None,
        hides_replaced: bool = False,
        pile: DiscardPile | None = None,
    ) -> None:
        """`hides_replaced`: cards out of slots are put aside face down; `pile`: what is known to lie there already."""
        self._faces = faces = Faces(cards)
        self.owners = owners or Owners()
        self.air = air = CardsInAir(self.owners)
        pile, moved = pile or DiscardPile(), MovedCards()
        self._hidden = hidden = HiddenArrivals()
        race, doubts = PendingRace(air, hidden), Doubts(faces, air, pile)
        origins = Origins(air, pile, race)
        arrivals = ArrivalTelling(faces, air, pile, hidden, moved, origins, doubts, hides_replaced)
        races = RaceTelling(faces, air, pile, hidden, race, arrivals, doubts)
        take_backs = TakeBacks(faces, air, pile, hidden, arrivals, doubts)
        held, unread = HeldCards(faces, self.owners), UnreadCards(air, pile, arrivals)
        self._arrivals, self._take_backs, self._unread = arrivals, take_backs, unread
        self._pile = PileDecoder(faces, air, pile, origins, arrivals, doubts, race, races, take_backs, held, unread)
        self._slots = SlotDecoder(faces, air, origins, Exchanges(air, hidden, moved, arrivals))
        self._refill = Refill(air.places, pile)

    def begin(self, slots: Mapping[PlayerId, Sequence[Place]], began_ms: float) -> None:
        """The table is seen first: whose slots are which."""
        self.owners.slots, self._slots.began_ms = slots, began_ms

    def take(self, change: Change) -> list[TableEvent]:
        """The events that a change amounts to, in order of time."""
        return list(self._events(change))

    def _events(self, change: Change) -> Iterator[TableEvent]:
        match change.kind:
            case Kind.TOUCHED | Kind.TAKEN | Kind.CLEAR:
                yield from self._at_draw_pile(change)
            case Kind.GONE:
                if change.place not in self.air.places.empty:
                    self.air.lift(change)
            case Kind.OVER:
                yield HandOver(seen_of(change), change.place)
            case Kind.LANDED:
                yield CardLanded(seen_of(change), change.place)
            case Kind.GLIMPSED:
                self._pile.pending.note(change)
            case Kind.SAME:
                self._pile.pending.forget()
            case Kind.EMPTIED:
                yield from self._refilled(change) if change.place is Heap.DRAW else self._emptied(change)
            case Kind.CAME | Kind.BACK:
                yield from self._came(change)

    def _came(self, change: Change) -> Iterator[TableEvent]:
        """A card lies there that did not lie so before, or again."""
        if change.kind is Kind.CAME and change.place is Heap.DRAW:
            yield from self._refilled(change)
        elif change.kind is Kind.CAME and change.place is Heap.DISCARD:
            yield from self._pile.come(change)
        elif change.kind is Kind.CAME and change.place is Heap.ASIDE:
            yield from self._put_aside(change)
        else:
            yield from self._pile.end_doubt(change)
            yield from self._take_backs.put_back(change)
            yield from self._slots.come(change)

    def _at_draw_pile(self, change: Change) -> Iterator[TableEvent]:
        """A hand rests on the draw pile, goes with a card as it seems, or has left: then it is clear what it did."""
        if change.kind is Kind.TOUCHED:
            self.air.draws.touched = change
        elif change.kind is Kind.TAKEN:
            self.air.draw(change)
        else:
            yield from self.air.clear_draws(change)

    def _refilled(self, change: Change) -> Iterator[TableEvent]:
        for event in self._refill.tell(change):
            self._pile.pending.forget()
            yield event

    def _emptied(self, change: Change) -> Iterator[TableEvent]:
        empty = self.air.places.empty
        if change.place in empty:
            return
        lift = self.air.lift(change)
        lift.is_sure = True
        empty.add(change.place)
        self._hidden.date_back(lift, empty)
        yield from self.air.tell(lift)
        if change.place is Heap.DISCARD:
            self._pile.clear()
        elif not isinstance(change.place, Heap):
            yield SlotEmptied(seen_of(lift.change), change.place)

    def _put_aside(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if change.before is None or change.left is not None or self.face(change.before) != face:
            yield from self._arrivals.come(change, face)

    def face(self, observation: CardObservation | None) -> Face:
        """What a card seen shows; one that may as well be another is not named."""
        return self._faces.named(observation)

    @property
    def known(self) -> set[Face]:
        """The cards of the discard pile, and those that wait to be told."""
        return self._pile.known

    def note_stops(self, stops: tuple[HandStop, ...]) -> None:
        """Hands came to rest on the discard pile about when the last card came, and since."""
        self._unread.stops = stops

    def vacated(self) -> list[Place]:
        """Places whose card was found to have gone elsewhere, since this was asked last."""
        return self.air.places.vacated()

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        return self._pile.resolve(now_ms, is_hidden)

    def finish(self) -> Iterator[TableEvent]:
        """What waited for more to be seen, as far as it is known."""
        return self._pile.finish()
