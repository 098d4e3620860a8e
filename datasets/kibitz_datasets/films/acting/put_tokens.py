"""Tokens that people put on cards, and that go where these cards go until they are laid off."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.films.stage.bodies import Body, Hand, Ride
from kibitz_datasets.films.stage.motion import Move, Track, pose
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.table import SlotId

_ALONG_MM = (0.0, 29.0, -29.0)
"""Where on a card the first token lies, and others, along the card from its middle."""
_OFF_MM, _LIFT_MM = 2.5, 30.0


def put_token(stage: Stage, hand: Hand, slot: SlotId, points: int, at_ms: float) -> float:
    """Bring a token from beside the table and lay it on the card in a slot; returns when it lies there."""
    card = stage.lying[slot][-1]
    taken_ms = stage.reach(hand, hand.home, at_ms)
    number = sum(other.ride is not None and other.ride.carrier is card for other in stage.bodies)
    along = _ALONG_MM[min(number, len(_ALONG_MM) - 1)]
    offset = stage.rng.normal(0, _OFF_MM, 2) + np.array([0.0, along])
    ride = Ride(card, (float(offset[0]), float(offset[1])), float(stage.rng.uniform(0, 2 * np.pi)), float("inf"))
    start, target = pose(hand.home, 20.0), ride.at(taken_ms)
    laid_ms = taken_ms + stage.carry_ms(hand, start[:2], target[:2])
    track = Track(start)
    track.add(Move(taken_ms, laid_ms, start, target, lift_mm=_LIFT_MM))
    fingers = hand.track.at(taken_ms)
    hand.track.add(Move(taken_ms, laid_ms, fingers, pose(stage.grip(hand, target[:2]), 6.0), lift_mm=_LIFT_MM))
    hand.grips.append((taken_ms, laid_ms))
    hand.free_ms = laid_ms
    ride.since_ms = laid_ms
    body = Body(track, [(taken_ms, stage.next_layer())], token=points, ride=ride, born_ms=taken_ms)
    body.aloft.append((taken_ms, laid_ms))
    stage.bodies.append(body)
    return laid_ms
