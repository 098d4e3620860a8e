"""Changes at single places by one player each, and what a decoder tells of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz_scoring.cards import FRENCH52, parse_card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Interval, PileTopChanged, Place, TableEvent
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

CARDS = FRENCH52


def observation(text: str | None) -> CardObservation:
    """A back, or a face surely read."""
    odds = np.zeros(len(CARDS) + 2, np.float32)
    odds[-2 if text is None else CARDS.index(parse_card(text))] = 1.0
    return CardObservation(np.zeros((4, 2)), is_flat=True, is_back=text is None, probabilities=odds)


def read(text: str, certainty: float) -> CardObservation:
    """A face read so surely."""
    surely = observation(text)
    return replace(surely, probabilities=surely.probabilities * np.float32(certainty))


def face(seen: CardObservation | None) -> Face:
    return EventDecoder(CARDS).face(seen)


BACK = observation(None)


def change(kind: Kind, place: Place, at_ms: float, player: str = "Ann", **known: object) -> Change:
    by = HandPosterior.sole(PlayerId(player))
    return Change(kind, place, Interval(at_ms - 33, at_ms), round(at_ms / 33), by, **known)  # type: ignore[arg-type]


def came(
    place: Place, at_ms: float, card: CardObservation, before: CardObservation | None = None, player: str = "Ann"
) -> Change:
    return change(Kind.CAME, place, at_ms, player, lying=card, before=before)


def gone(place: Place, at_ms: float, player: str = "Ann", *, sure: bool = True) -> Change:
    return change(Kind.GONE, place, at_ms, player, is_sure=sure)


def told(*changes: Change, decoder: EventDecoder | None = None) -> list[TableEvent]:
    decoder = decoder or EventDecoder(CARDS)
    return [event for one in changes for event in decoder.take(one)]


def kinds(events: list[TableEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def laid(events: list[TableEvent]) -> list[tuple[Face, Place | None, float]]:
    """The cards told to lie on top of the pile after the first one: face, where from, and since when."""
    tops = [event for event in events if isinstance(event, PileTopChanged)]
    return [(event.face, event.origin, event.seen.at.end_ms) for event in tops[1:]]


def stopped(player: str, at_ms: float) -> HandStop:
    """A hand that came to rest on the pile in the frame until then, surely."""
    return HandStop(PlayerId(player), Interval(at_ms - 33, at_ms), 1.0)


def confidences(events: list[TableEvent]) -> list[float]:
    """How surely each card is told to lie on top of the pile."""
    return [event.seen.confidence for event in events if isinstance(event, PileTopChanged)]
