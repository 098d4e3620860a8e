"""What hands do between two acts that is no act of the game, and what each of it moves."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from kibitz_datasets.films.acting.moved_things import move_thing
from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.motion import Move, Pose, pose
from kibitz_datasets.films.stage.seats import Spot
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_scoring.slots import locate
from kibitz_scoring.table import Heap, Interval, Place, SlotId

_OFTEN = 0.6
"""Share of acts before which somebody does something else."""
_PUSH_MM, _PUSH_MS, _TURNED = (8.0, 28.0), (180.0, 450.0), 0.12
_NUDGE_MM = (3.0, 9.0)
_SLEEVE_HALF_MM = 55.0


@dataclass(frozen=True, slots=True)
class Interludes:
    """Which of them there are."""

    kinds: tuple[TroubleKind, ...]

    @classmethod
    def of(cls, kinds: Collection[TroubleKind]) -> Interludes:
        """Those among all troubles."""
        return cls(tuple(kind for kind in _DONE if kind in kinds))

    def before(self, stage: Stage, at_ms: float) -> float:
        """Maybe let somebody do one of them from a time on; returns when the next act can begin."""
        if not self.kinds or stage.whims.random() >= _OFTEN:
            return at_ms
        kind = self.kinds[int(stage.whims.integers(len(self.kinds)))]
        hands = [hand for pair in stage.hands for hand in pair if hand.holds is None]
        if not hands:
            return at_ms
        return max(at_ms, _DONE[kind](stage, hands[int(stage.whims.integers(len(hands)))], at_ms))


def push(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Push one of the own cards a little along the table; it stays down, and in its place."""
    if (slot := _own_slot(stage, hand)) is None:
        return at_ms
    body = stage.lying[slot][-1]
    start_ms = stage.reach(hand, stage.grip(hand, body.track.at(at_ms)[:2]), at_ms) + 50.0
    end_ms = start_ms + float(stage.whims.uniform(*_PUSH_MS))
    _shove(stage, body, (start_ms, end_ms), float(stage.whims.uniform(*_PUSH_MM)), hand)
    stage.noted.append(Trouble(TroubleKind.PUSH, Interval(start_ms, end_ms), slot))
    return end_ms


def square(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Square up the discard pile with some taps at its sides."""
    pile = stage.lying.get(Heap.DISCARD, [])
    if len(pile) < 2:
        return at_ms
    spot = stage.plan.spot(Heap.DISCARD)
    start_ms = stage.reach(hand, stage.grip(hand, spot), max(at_ms, pile[-1].still_since())) + 60.0
    end_ms = start_ms + float(stage.whims.uniform(350, 700))
    for body in pile:
        here = body.track.at(start_ms)
        straight = here.copy()
        straight[:2] = spot + stage.whims.normal(0, 0.8, 2)
        straight[3] = stage.plan.turn(Heap.DISCARD) + np.pi * round((here[3] - stage.plan.turn(Heap.DISCARD)) / np.pi)
        _shift(body, here, straight, (start_ms, end_ms))
    _taps(stage, hand, start_ms, end_ms)
    stage.noted.append(Trouble(TroubleKind.SQUARE, Interval(start_ms, end_ms), Heap.DISCARD))
    return end_ms


def sweep(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Sweep with a flat hand over the own cards from one side to the other, as to wipe crumbs away."""
    side = float(stage.whims.choice((-1, 1)))
    far = [stage.seat(hand).at(side * 140, stage.whims.uniform(-90, 60)) for side in (side, -side)]
    start_ms = stage.reach(hand, far[0], at_ms)
    return _wander(stage, hand, TroubleKind.SWEEP, start_ms, [(far[1], 10.0)], slow_ms=350.0)


def tap(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Tap with a finger on an own card, or on the pile, some times."""
    slot = _own_slot(stage, hand)
    place: Place = Heap.DISCARD if slot is None or stage.whims.random() < 0.4 else slot
    spot = stage.plan.spot(place)
    start_ms = stage.reach(hand, stage.grip(hand, spot), at_ms)
    end_ms = start_ms + float(stage.whims.uniform(400, 1200))
    _taps(stage, hand, start_ms, end_ms)
    stage.noted.append(Trouble(TroubleKind.TAP, Interval(start_ms, end_ms), place))
    return end_ms


def point(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Point at cards of somebody else and gesture over them, high above the table."""
    others = [seat for number, seat in enumerate(stage.plan.seats) if number != hand.seat]
    seat = others[int(stage.whims.integers(len(others)))]
    spots = [seat.at(*stage.whims.uniform((-80, -70), (80, 70))) for _ in range(int(stage.whims.integers(2, 5)))]
    start_ms = stage.reach(hand, spots[0], at_ms)
    high = [(spot, float(stage.whims.uniform(35, 110))) for spot in spots]
    return _wander(stage, hand, TroubleKind.POINT, start_ms, high, slow_ms=180.0)


def both(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Straighten two of the own cards with both hands at once."""
    hands = [one for one in stage.hands[hand.seat] if one.holds is None]
    slots = own_slots(stage, hand)
    if len(hands) < 2 or len(slots) < 2:
        return at_ms
    chosen = [slots[int(number)] for number in stage.whims.choice(len(slots), 2, replace=False)]
    bodies = [stage.lying[slot][-1] for slot in chosen]
    reached = [
        stage.reach(one, stage.grip(one, body.track.at(at_ms)[:2]), at_ms)
        for one, body in zip(hands, bodies, strict=True)
    ]
    start_ms = max(reached) + 40.0
    end_ms = start_ms + float(stage.whims.uniform(*_PUSH_MS))
    for one, body, slot in zip(hands, bodies, chosen, strict=True):
        _shove(stage, body, (start_ms, end_ms), float(stage.whims.uniform(*_NUDGE_MM)), one)
        stage.noted.append(Trouble(TroubleKind.BOTH, Interval(start_ms, end_ms), slot))
    return end_ms


def nudge(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Reach towards the heaps, and brush a card beneath the arm aside with the sleeve."""
    spot = stage.plan.spot(Heap.DISCARD) + stage.whims.normal(0, 30, 2)
    start_ms = max(at_ms, hand.free_ms)
    end_ms = stage.reach(hand, spot, at_ms)
    found = [slot for slot in own_slots(stage, hand) if _under_arm(stage, hand, slot, spot, end_ms)]
    if not found:
        return end_ms
    slot = found[int(stage.whims.integers(len(found)))]
    during = (end_ms - (end_ms - start_ms) * 0.35, end_ms)
    _shove(stage, stage.lying[slot][-1], during, float(stage.whims.uniform(*_NUDGE_MM)), None)
    stage.noted.append(Trouble(TroubleKind.NUDGE, Interval(*during), slot))
    return end_ms


_DONE: dict[TroubleKind, Callable[[Stage, Hand, float], float]] = {
    TroubleKind.PUSH: push,
    TroubleKind.SQUARE: square,
    TroubleKind.SWEEP: sweep,
    TroubleKind.TAP: tap,
    TroubleKind.POINT: point,
    TroubleKind.BOTH: both,
    TroubleKind.NUDGE: nudge,
    TroubleKind.THINGS: move_thing,
}


def own_slots(stage: Stage, hand: Hand) -> list[SlotId]:
    """Slots of a hand's player in which a card lies."""
    return [
        place
        for place, pile in stage.lying.items()
        if pile and not isinstance(place, Heap) and locate(stage.plan.pack, place)[0] == hand.seat
    ]


def _own_slot(stage: Stage, hand: Hand) -> SlotId | None:
    slots = own_slots(stage, hand)
    return slots[int(stage.whims.integers(len(slots)))] if slots else None


def _under_arm(stage: Stage, hand: Hand, slot: SlotId, spot: Spot, at_ms: float) -> bool:
    """Whether a card lies beneath the way from a player to a spot."""
    onward = (hand.home - spot) / float(np.hypot(*(hand.home - spot)))
    offset = stage.lying[slot][-1].track.at(at_ms)[:2] - spot
    across = offset[0] * onward[1] - offset[1] * onward[0]
    return float(offset @ onward) > 0 and abs(float(across)) < _SLEEVE_HALF_MM


def _shove(stage: Stage, body: Body, during_ms: tuple[float, float], far_mm: float, hand: Hand | None) -> None:
    """Move a card along the table some mm in any direction, with the hand that is on it, if one is."""
    start_ms, end_ms = during_ms
    here = body.track.at(start_ms)
    way = float(stage.whims.uniform(0, 2 * np.pi))
    turned = float(stage.whims.normal(0, _TURNED))
    shift = np.array([np.cos(way) * far_mm, np.sin(way) * far_mm, 0, turned, 0, 0])
    _shift(body, here, here + shift, during_ms)
    if hand is not None:
        fingers = hand.track.at(start_ms)
        along = fingers + np.append(shift[:2], np.zeros(4))
        hand.track.add(Move(start_ms, end_ms, fingers, along, brake=0.3))
        hand.free_ms = end_ms


def _shift(body: Body, here: Pose, there: Pose, during_ms: tuple[float, float]) -> None:
    body.track.add(Move(*during_ms, here, there, brake=0.3))
    body.aloft.append(during_ms)


def _taps(stage: Stage, hand: Hand, start_ms: float, end_ms: float) -> None:
    """Up and down in one place until a time."""
    count = max(1, round((end_ms - start_ms) / 220))
    step_ms = (end_ms - start_ms) / count
    for number in range(count):
        begin_ms = start_ms + number * step_ms
        here = hand.track.at(begin_ms)
        aside = pose(here[:2] + stage.whims.normal(0, 4, 2), here[2])
        hand.track.add(Move(begin_ms, begin_ms + step_ms, here, aside, lift_mm=22.0))
    hand.free_ms = end_ms


def _wander(
    stage: Stage,
    hand: Hand,
    kind: TroubleKind,
    start_ms: float,
    way: list[tuple[Spot, float]],
    *,
    slow_ms: float,
) -> float:
    """Go with a free hand from one spot and height to the next."""
    now_ms = start_ms
    for spot, high_mm in way:
        here = hand.track.at(now_ms)
        after_ms = now_ms + slow_ms + 0.8 * float(np.hypot(*(spot - here[:2])))
        hand.track.add(Move(now_ms, after_ms, here, pose(spot, high_mm)))
        now_ms = after_ms
    hand.free_ms = now_ms
    stage.noted.append(Trouble(kind, Interval(start_ms, now_ms)))
    return now_ms
