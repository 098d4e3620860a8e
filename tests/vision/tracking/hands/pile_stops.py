"""Hands that come to rest at the discard pile, and a card that comes there."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Interval, Place
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

ANN, BEN, CLEO = PlayerId("Ann"), PlayerId("Ben"), PlayerId("Cleo")


def observation() -> CardObservation:
    return CardObservation(np.zeros((4, 2)), is_flat=True, is_back=False, probabilities=np.ones(54, np.float32))


def stop(player: PlayerId, at_ms: float) -> HandStop:
    return HandStop(player, Interval(at_ms - 17, at_ms + 17), 1.0)


def on_pile(at_ms: float, *stops: HandStop, by: HandPosterior = UNSEEN_HAND) -> Change:
    return Change(Kind.CAME, Heap.DISCARD, Interval(at_ms - 33, at_ms), 0, by, observation(), stops=stops)


def lifted(place: Place, at_ms: float, *by: tuple[PlayerId, float], sure: bool = True) -> InFlightCard:
    change = Change(Kind.GONE, place, Interval(at_ms - 33, at_ms), 0, HandPosterior(by))
    return InFlightCard(place, change, is_sure=sure)
