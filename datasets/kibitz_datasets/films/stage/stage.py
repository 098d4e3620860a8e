"""The stage of a simulated round: cards and hands with their tracks, and what hands do, with the truth about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.stage.motion import Move, Pose, Track, half_turns_off, pose
from kibitz_datasets.films.stage.seats import Seat, Spot, TablePlan
from kibitz_datasets.scenes.table_camera import CARD_MM
from kibitz_scoring.cards import Card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    CardReturned,
    DrawPileTouched,
    Face,
    Heap,
    Interval,
    PileTopChanged,
    Place,
    Seen,
    SlotId,
    TableEvent,
)

THICKNESS_MM = 0.3
_GRASP_MS = 60.0
_DWELL_MS = 90.0
_GRIP_MM = 14.0
"""How far short of a card's middle the finger tips hold it."""


@dataclass(slots=True, eq=False)
class Body:
    """One card as a thing: its track, when it was off the table, and its layer from each time on.

    `face` is None while nobody has seen it: it lies in the draw pile. It exists from `born_ms` until `gone_ms`.
    """

    track: Track
    layers: list[tuple[float, int]]
    face: Card | None = None
    up: bool = False
    origin: Place = Heap.DRAW
    aloft: list[tuple[float, float]] = field(default_factory=list)
    born_ms: float = float("-inf")
    gone_ms: float = float("inf")

    def is_aloft(self, start_ms: float, end_ms: float) -> bool:
        """Whether it is off the table at some moment of a time."""
        return any(lifted < end_ms and start_ms < laid for lifted, laid in self.aloft)

    def still_since(self) -> float:
        """When it came to rest last."""
        return self.aloft[-1][1] if self.aloft else self.born_ms

    def layer(self, time_ms: float) -> int:
        """Its layer since it was laid down last."""
        return next((layer for since, layer in reversed(self.layers) if since <= time_ms), self.layers[0][1])

    def leave(self, time_ms: float) -> None:
        """It is off the table from here on."""
        self.aloft.append((time_ms, float("inf")))

    def arrive(self, time_ms: float, layer: int) -> None:
        """It lies again, on top of what was laid before."""
        self.aloft[-1] = (self.aloft[-1][0], time_ms)
        self.layers.append((time_ms, layer))


@dataclass(slots=True, eq=False)
class Hand:
    """One of a player's two hands: its track, until when it is busy, and what it holds."""

    seat: int
    home: Spot
    track: Track
    free_ms: float = 0.0
    holds: Body | None = None


@dataclass(slots=True, eq=False)
class Stage:
    """Everything that moves, and what there was to see of it.

    Actions take the earliest time at which they may begin and return the time of their contact.
    """

    plan: TablePlan
    players: tuple[PlayerId, ...]
    clock: FrameClock
    rng: Generator
    bodies: list[Body] = field(default_factory=list)
    lying: dict[Place, list[Body]] = field(default_factory=dict)
    hands: list[tuple[Hand, Hand]] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    seen: list[TableEvent] = field(default_factory=list)
    _layer: int = 0

    def __post_init__(self) -> None:
        for number, seat in enumerate(self.plan.seats):
            homes = (seat.at(70, 330), seat.at(-70, 330))
            right, left = (Hand(number, home, Track(pose(home, 60.0))) for home in homes)
            self.hands.append((right, left))
            self.paces.append(float(self.rng.uniform(0.8, 1.25)))

    def seat(self, hand: Hand) -> Seat:
        """The seat a hand belongs to."""
        return self.plan.seats[hand.seat]

    def next_layer(self) -> int:
        """A layer above all others so far."""
        self._layer += 1
        return self._layer

    def lay_out(self, place: Place, face: Card | None = None, *, up: bool = False, born_ms: float = 0.0) -> Body:
        """Put a card on the table without a hand, on top of what lies there."""
        pile = self.lying.setdefault(place, [])
        at = self._resting(place, up=up)
        body = Body(Track(at), [(born_ms, self.next_layer())], face, up, place, born_ms=born_ms)
        self.bodies.append(body)
        pile.append(body)
        return body

    def _resting(self, place: Place, *, up: bool) -> Pose:
        """A card as somebody lays it there: not quite straight."""
        loose = {Heap.DRAW: (0.7, 0.01), Heap.DISCARD: (5.0, 0.15), Heap.ASIDE: (5.0, 0.15)}
        far, turned = loose[place] if isinstance(place, Heap) else (2.0, 0.035)
        spot = self.plan.spot(place) + self.rng.normal(0, far, 2)
        height = THICKNESS_MM * len(self.lying.get(place, ()))
        return pose(spot, height, self.plan.turn(place) + self.rng.normal(0, turned), up=up)

    # Hands

    def reach_ms(self, hand: Hand, spot: Spot, start: Pose | None = None) -> float:
        """How long a hand takes to reach a spot."""
        start = pose(hand.home) if start is None else start
        return self.paces[hand.seat] * (150.0 + 0.5 * float(np.hypot(*(spot - start[:2]))))

    def grip(self, hand: Hand, spot: Spot) -> Spot:
        """Where the finger tips hold a card whose middle is there."""
        towards = hand.home - spot
        return np.asarray(spot + towards / max(float(np.hypot(*towards)), 1.0) * _GRIP_MM)

    def fingers(self, hand: Hand, card: Pose) -> Pose:
        """Finger tips that hold a card, by its near edge where that is tilted up."""
        tilt = card[4]
        if not tilt:
            return pose(self.grip(hand, card[:2]), card[2] + 3.0)
        raised = CARD_MM[1] * 0.8
        near = raised * np.cos(tilt) - CARD_MM[1] / 2
        spot = card[:2] + near * np.array([-np.sin(card[3]), np.cos(card[3])])
        return pose(spot, card[2] + raised * np.sin(tilt))

    def reach(self, hand: Hand, spot: Spot, after_ms: float) -> float:
        """Bring finger tips over a spot; from home where the hand has been idle."""
        start_ms = max(after_ms, hand.free_ms)
        if start_ms - hand.free_ms > 500 and hand.holds is None:
            self.retreat(hand)
        here = hand.track.at(start_ms)
        end_ms = start_ms + self.reach_ms(hand, spot, here)
        hand.track.add(Move(start_ms, end_ms, here, pose(spot, 3.0), lift_mm=25.0, bow_mm=self.rng.normal(0, 8)))
        hand.free_ms = end_ms
        return end_ms

    def retreat(self, hand: Hand) -> None:
        """Take an idle hand back home."""
        start_ms = hand.free_ms + _DWELL_MS
        here = hand.track.at(start_ms)
        if np.hypot(*(here[:2] - hand.home)) > 1:
            end_ms = start_ms + self.reach_ms(hand, hand.home, here)
            hand.track.add(Move(start_ms, end_ms, here, pose(hand.home, 60.0), lift_mm=20.0))

    # What hands do with cards

    def lift(self, hand: Hand, place: Place, after_ms: float, body: Body | None = None) -> float:
        """Take a card, the top one unless another is named, off its place; it stays in the hand."""
        pile = self.lying[place]
        body = pile[-1] if body is None else body
        self.reach(hand, self.grip(hand, body.track.at(after_ms)[:2]), after_ms)
        if place is Heap.DRAW:
            self.saw(DrawPileTouched, hand.free_ms, hand)
        return self.take(hand, place, hand.free_ms + _GRASP_MS, body)

    def take(self, hand: Hand, place: Place, at_ms: float, body: Body) -> float:
        """Take a card off its place at a given time; the hand has to be there."""
        self.lying[place].remove(body)
        body.origin = place
        body.leave(at_ms)
        hand.holds, hand.free_ms = body, at_ms
        self.saw(lambda seen: CardLifted(seen, place), at_ms, hand)
        return at_ms

    def tilt(self, hand: Hand, slot: SlotId, at_ms: tuple[float, float]) -> None:
        """Note that the card in a slot is raised at one edge from one time to another."""
        body = self.lying[slot][-1]
        body.aloft.append(at_ms)
        self.saw(lambda seen: CardLifted(seen, slot), at_ms[0], hand)
        self.saw(lambda seen: CardReturned(seen, slot), at_ms[1], hand)

    def carry_ms(self, hand: Hand, start: Spot, spot: Spot) -> float:
        """How long a hand takes to carry a card from one spot to another."""
        return self.paces[hand.seat] * (170.0 + 0.55 * float(np.hypot(*(spot - start))))

    def carry(self, hand: Hand, target: Pose, after_ms: float, *, hurry: float = 1.0) -> float:
        """Carry what the hand holds to a pose; `hurry` divides the time it takes."""
        start_ms = max(after_ms, hand.free_ms)
        here = held_by_hand(hand).track.at(start_ms)
        end_ms = start_ms + self.carry_ms(hand, here[:2], target[:2]) / hurry
        self._move(hand, target, (start_ms, end_ms), brake=0.6 if hurry == 1 else 1.1)
        return end_ms

    def place(self, hand: Hand, place: Place, after_ms: float, *, up: bool, hurry: float = 1.0) -> float:
        """Lay down what the hand holds; the contact is when it lies still."""
        self.carry(hand, self._resting(place, up=up), after_ms, hurry=hurry)
        return self._lay(hand, place, up=up)

    def slap(self, hand: Hand, place: Place, during_ms: tuple[float, float]) -> float:
        """Bring what the hand holds face up onto a heap, from one exact time to another."""
        self._move(hand, self._resting(place, up=True), during_ms, brake=1.1)
        return self._lay(hand, place, up=True)

    def _move(self, hand: Hand, target: Pose, during_ms: tuple[float, float], brake: float) -> None:
        body = held_by_hand(hand)
        start_ms, end_ms = during_ms
        here, fingers = body.track.at(start_ms), hand.track.at(start_ms)
        # It goes the shorter way round; but which edge is tilted up is not the same the other way round.
        if target[4]:
            here[3] = half_turns_off(here[3], target[3])
        else:
            target[3] = half_turns_off(target[3], here[3])
        lift_mm, bow_mm = float(self.rng.uniform(25, 45)), float(self.rng.normal(0, 12))
        move = Move(start_ms, end_ms, here, target, lift_mm, bow_mm, brake)
        body.track.add(move)
        hand.track.add(replace(move, start=fingers, end=self.fingers(hand, target)))
        hand.free_ms = end_ms

    def _lay(self, hand: Hand, place: Place, *, up: bool) -> float:
        body, at_ms = held_by_hand(hand), hand.free_ms
        origin = None if body.origin == place else body.origin
        hand.holds, body.up = None, up
        body.arrive(at_ms, self.next_layer())
        self.lying.setdefault(place, []).append(body)
        face: Face = body.face if up and body.face is not None else FACE_DOWN
        self.saw(lambda seen: _laid(seen, place, origin, face), at_ms, hand)
        return at_ms

    def show_top(self, at_ms: float, hand: Hand) -> None:
        """Another card is on top of the discard pile because one was taken back."""
        pile = self.lying[Heap.DISCARD]
        face = pile[-1].face if pile else None
        if face is not None:
            self.saw(lambda seen: PileTopChanged(seen, face), at_ms, hand)

    def last_touch(self, slot: SlotId) -> Seen:
        """How the last thing that happened in a slot was seen."""
        return next(event.seen for event in reversed(self.seen) if getattr(event, "place", None) == slot)

    def saw(self, event: Callable[[Seen], TableEvent], at_ms: float, hand: Hand) -> None:
        """Note what a camera could see at an exact time, by whose hand."""
        frames = (self.clock.first_showing(at_ms),)
        by = HandPosterior.sole(self.players[hand.seat])
        self.seen.append(event(Seen(Interval(at_ms, at_ms), 1.0, frames, by)))


def held_by_hand(hand: Hand) -> Body:
    """The card that a hand holds."""
    if hand.holds is None:
        raise ValueError(f"a hand of seat {hand.seat + 1} holds nothing")
    return hand.holds


def _laid(seen: Seen, place: Place, origin: Place | None, face: Face) -> TableEvent:
    """The event of a card that comes to lie; `origin` is None for one that is back where it was."""
    if place is Heap.DISCARD:
        return PileTopChanged(seen, face, origin)
    if origin is None:
        return CardReturned(seen, place)
    return CardPlaced(seen, place, origin, face)
