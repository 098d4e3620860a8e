"""Cards that come to heaps while slots are hidden, and where they are told to have come from."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.decoding.decoder_changes import (
    BACK,
    CARDS,
    came,
    change,
    gone,
    observation,
    told,
)

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    CardPlaced,
    Heap,
    PileTopChanged,
    Place,
    SlotId,
)
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind

A1, A2, B1, B2, C1 = (SlotId(name) for name in ("p1.a1", "p1.a2", "p1.b1", "p2.b2", "p3.a1"))
TILTED_MM, BRUSHED_MM, LAID_MM = 0.1, 1.0, 3.0


def drawn(*, hides_replaced: bool = False) -> EventDecoder:
    """Ann holds a card she drew."""
    owners = Owners({PlayerId("Ann"): (A1, A2, B1), PlayerId("Ben"): (B2,)})
    decoder = EventDecoder(CARDS, owners=owners, hides_replaced=hides_replaced)
    drew = change(Kind.TAKEN, Heap.DRAW, 1000), change(Kind.CLEAR, Heap.DRAW, 1300, moved_mm=0.6)
    told(*drew, decoder=decoder)
    return decoder


def with_free_hands(*, hides_replaced: bool = False) -> EventDecoder:
    """Cards lie on the pile, and none is in the air."""
    return EventDecoder(CARDS, hides_replaced=hides_replaced, pile=DiscardPile([CARDS[0], CARDS[1]], was_begun=True))


def on_pile(at_ms: float, *hidden: Place) -> Change:
    occluded_origins = tuple(gone(place, at_ms - 300, sure=False) for place in hidden)
    return change(Kind.CAME, Heap.DISCARD, at_ms, lying=observation("KS"), hidden=occluded_origins)


def lies(place: Place, at_ms: float, moved_mm: float, player: str = "Ann") -> Change:
    return replace(came(place, at_ms, BACK, BACK, player), moved_mm=moved_mm)


def origins(decoder: EventDecoder, *changes: Change) -> list[Place | None]:
    """Where the cards on the pile and then those in slots came from, when nothing is hidden any more."""
    events = [*told(*changes, decoder=decoder), *decoder.resolve(9000, lambda _: False)]
    piled = [event.origin for event in events if isinstance(event, PileTopChanged)]
    return [*piled, *(event.origin for event in events if isinstance(event, CardPlaced))]
