"""Slips of the hand that are no act of the game: a reach that comes to nothing, and a card knocked askew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz_datasets.films.acting.interludes import own_slots
from kibitz_datasets.films.stage.bodies import Hand
from kibitz_datasets.films.stage.motion import Move
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.game.events import Discarded, Drew, Event, Swapped
from kibitz_scoring.table import Heap


@dataclass(frozen=True, slots=True)
class Slips:
    """How often, before an act, a hand reaches for nothing or knocks one of the own cards."""

    fumbled: float = 0.05
    knocked: float = 0.04

    def before(self, stage: Stage, seat: int, event: Event, at_ms: float) -> float:
        """Maybe slip; returns when the act can begin."""
        right, left = stage.hands[seat]
        draw, knock = stage.rng.random(2)
        if isinstance(event, Drew) and draw < self.fumbled:
            return _fumble(stage, right, at_ms)
        if isinstance(event, Swapped | Discarded) and knock < self.knocked:
            return _knock(stage, left, at_ms)
        return at_ms


def _fumble(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Reach towards the draw pile, think better of it, and begin again."""
    spot = stage.plan.spot(Heap.DRAW)
    short = spot + (hand.home - spot) * stage.rng.uniform(0.25, 0.5)
    stage.reach(hand, short, at_ms)
    hand.free_ms += stage.rng.uniform(100, 400)
    stage.retreat(hand)
    return hand.free_ms + stage.rng.uniform(300, 600)


def _knock(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Brush one of the own cards some mm and degrees aside."""
    slots = own_slots(stage, hand)
    if not slots:
        return at_ms
    body = stage.lying[slots[int(stage.rng.integers(len(slots)))]][-1]
    here = body.track.at(at_ms)
    touched_ms = stage.reach(hand, here[:2], at_ms)
    push = np.append(stage.rng.normal(0, 5, 2), [0, stage.rng.normal(0, 0.1), 0, 0])
    ended_ms = touched_ms + 110
    body.track.add(Move(touched_ms, ended_ms, here, here + push, brake=0.2))
    body.aloft.append((touched_ms, ended_ms))
    hand.track.add(Move(touched_ms, ended_ms, hand.track.at(touched_ms), hand.track.at(touched_ms) + push, brake=0.2))
    hand.free_ms = ended_ms
    return ended_ms
