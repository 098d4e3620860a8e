"""The stage of a simulated round: cards and hands with their tracks, and what hands do, with the truth about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.stage.bodies import ArmSleeve, Body, Hand, held_by_hand, take_tokens
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.stage.motion import Move, Pose, Track, half_turns_off, pose
from kibitz_datasets.films.stage.seats import Seat, Spot, TablePlan
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_datasets.scenes.optics.table_camera import CARD_MM
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
_DEALT, _FLICK_MS = 1.5, 70.0
"""How much faster than else cards are dealt, and how long a hand that threw one goes on."""
_ASKEW_MM, _ASKEW = 6.5, 0.16
"""How far off cards that are dealt carelessly lie; they are 9 mm apart, so that some overlap."""
_RESTS = 0.45
"""How often a hand is laid on the table rather than taken away."""


@dataclass(slots=True, eq=False)
class Stage:
    """Everything that moves, and what there was to see of it.

    Actions take the earliest time at which they may begin and return the time of their contact. `kinds` are the
    troubles that there are; `whims` draws what they ask for, so that a round without them is the same round; `noted`
    are those that have a time. With `has_tokens` people lay tokens on cards, else they only say so;
    with `has_mat` a printed mat lies on the table.
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
    kinds: frozenset[TroubleKind] = frozenset()
    whims: Generator = field(default_factory=np.random.default_rng)
    noted: list[Trouble] = field(default_factory=list)
    has_tokens: bool = False
    has_mat: bool = False
    _layer: int = 0

    def __post_init__(self) -> None:
        for number, seat in enumerate(self.plan.seats):
            homes = (seat.at(70, 330), seat.at(-70, 330))
            sleeve = self._sleeve()
            right, left = (Hand(number, home, Track(pose(home, 60.0)), sleeve=sleeve) for home in homes)
            self.hands.append((right, left))
            self.paces.append(float(self.rng.uniform(0.8, 1.25)))

    def _sleeve(self) -> ArmSleeve | None:
        if TroubleKind.SLEEVE not in self.kinds:
            return None
        return ArmSleeve(float(self.whims.uniform(140, 210)), float(self.whims.uniform(50, 76)))

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

    def _resting(self, place: Place, *, up: bool, dealt: bool = False) -> Pose:
        """A card as somebody lays it there: not quite straight."""
        loose = {Heap.DRAW: (0.7, 0.01), Heap.DISCARD: (5.0, 0.15), Heap.ASIDE: (5.0, 0.15)}
        far, turned = loose[place] if isinstance(place, Heap) else (2.0, 0.035)
        spot = self.plan.spot(place) + self.rng.normal(0, far, 2)
        height = THICKNESS_MM * len(self.lying.get(place, ()))
        turn = self.plan.turn(place) + self.rng.normal(0, turned)
        if dealt and TroubleKind.ASKEW in self.kinds:
            spot = spot + self.whims.normal(0, _ASKEW_MM, 2)
            turn += self.whims.normal(0, _ASKEW)
        return pose(spot, height, turn, up=up)

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
        if start_ms - hand.free_ms > 500 and hand.holds is None and hand.rests_since is None:
            self.retreat(hand)
            start_ms = max(start_ms, hand.rests_since or 0.0)
        if hand.rests_since is not None:
            self.noted.append(Trouble(TroubleKind.REST, Interval(hand.rests_since, start_ms)))
            hand.rests_since = None
        here = hand.track.at(start_ms)
        end_ms = start_ms + self.reach_ms(hand, spot, here)
        hand.track.add(Move(start_ms, end_ms, here, pose(spot, 3.0), lift_mm=25.0, bow_mm=self.rng.normal(0, 8)))
        hand.free_ms = end_ms
        return end_ms

    def retreat(self, hand: Hand, *, at_the_end: bool = False) -> None:
        """Take an idle hand back home, or lay it on the table at the own cards."""
        start_ms = hand.free_ms + _DWELL_MS
        here, target = hand.track.at(start_ms), pose(hand.home, 60.0)
        if np.hypot(*(here[:2] - hand.home)) <= 1:
            return
        rests = TroubleKind.REST in self.kinds and not at_the_end and self.whims.random() < _RESTS
        if rests:
            side = 1 if hand is self.hands[hand.seat][0] else -1
            target = pose(self.seat(hand).at(side * self.whims.uniform(15, 95), self.whims.uniform(45, 115)), 4.0)
        end_ms = start_ms + self.reach_ms(hand, target[:2], here)
        hand.track.add(Move(start_ms, end_ms, here, target, lift_mm=20.0))
        hand.rests_since = end_ms if rests else None

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
        hand.grasp(body, at_ms)
        hand.free_ms = at_ms
        self.saw(lambda seen: CardLifted(seen, place), at_ms, hand)
        return at_ms

    def tilt(self, hand: Hand, slot: SlotId, at_ms: tuple[float, float]) -> None:
        """Note that the card in a slot is raised at one edge from one time to another."""
        body = self.lying[slot][-1]
        body.aloft.append(at_ms)
        hand.grips.append(at_ms)
        self.saw(lambda seen: CardLifted(seen, slot), at_ms[0], hand)
        self.saw(lambda seen: CardReturned(seen, slot), at_ms[1], hand)

    def carry_ms(self, hand: Hand, start: Spot, spot: Spot) -> float:
        """How long a hand takes to carry a card from one spot to another."""
        return self.paces[hand.seat] * (170.0 + 0.55 * float(np.hypot(*(spot - start))))

    def carry(
        self, hand: Hand, target: Pose, after_ms: float, *, hurry: float = 1.0, lift_mm: float | None = None
    ) -> float:
        """Carry what the hand holds to a pose, 0 mm high to drag it; `hurry` divides the time it takes."""
        start_ms = max(after_ms, hand.free_ms)
        here = held_by_hand(hand).track.at(start_ms)
        end_ms = start_ms + self.carry_ms(hand, here[:2], target[:2]) / hurry
        self._move(hand, target, (start_ms, end_ms), 0.6 if hurry == 1 else 1.1, lift_mm)
        return end_ms

    def place(self, hand: Hand, place: Place, after_ms: float, *, up: bool, hurry: float = 1.0) -> float:
        """Lay down what the hand holds; the contact is when it lies still."""
        self.carry(hand, self._resting(place, up=up), after_ms, hurry=hurry)
        return self._lay(hand, place, hand.free_ms, up=up)

    def deal(self, hand: Hand, slot: SlotId, after_ms: float, *, up: bool) -> float:
        """Lay down a card that is dealt, or throw it: then it slides on alone, and the hand stops short."""
        target = self._resting(slot, up=up, dealt=True)
        if TroubleKind.THROW not in self.kinds:
            self.carry(hand, target, after_ms, hurry=_DEALT)
            return self._lay(hand, slot, hand.free_ms, up=up)
        body, start_ms = held_by_hand(hand), max(after_ms, hand.free_ms)
        here, fingers = body.track.at(start_ms), hand.track.at(start_ms)
        landed_ms = start_ms + self.carry_ms(hand, here[:2], target[:2]) * float(self.whims.uniform(0.7, 1.0))
        target[3] = half_turns_off(target[3], here[3]) + np.pi * int(self.whims.integers(-1, 2))
        slide = Move(start_ms, landed_ms, here, target, lift_mm=12.0, brake=0.0)
        body.track.add(slide)
        hand.track.add(replace(slide, start=fingers, end=self.fingers(hand, target)))
        left_ms = start_ms + (landed_ms - start_ms) * float(self.whims.uniform(0.3, 0.5))
        let_go = hand.track.at(left_ms)
        hand.track.add(Move(left_ms, left_ms + _FLICK_MS, let_go, let_go + (hand.track.at(left_ms + 20) - let_go)))
        hand.free_ms = left_ms + _FLICK_MS
        self.noted.append(Trouble(TroubleKind.THROW, Interval(left_ms, landed_ms), slot))
        self._lay(hand, slot, landed_ms, up=up)
        hand.grips[-1] = (hand.grips[-1][0], left_ms)
        return landed_ms

    def slap(self, hand: Hand, place: Place, during_ms: tuple[float, float]) -> float:
        """Bring what the hand holds face up onto a heap, from one exact time to another."""
        self._move(hand, self._resting(place, up=True), during_ms, brake=1.1)
        return self._lay(hand, place, hand.free_ms, up=True)

    def _move(
        self, hand: Hand, target: Pose, during_ms: tuple[float, float], brake: float, lift_mm: float | None = None
    ) -> None:
        body = held_by_hand(hand)
        start_ms, end_ms = during_ms
        here, fingers = body.track.at(start_ms), hand.track.at(start_ms)
        # It goes the shorter way round; but which edge is tilted up is not the same the other way round.
        if target[4]:
            here[3] = half_turns_off(here[3], target[3])
        else:
            target[3] = half_turns_off(target[3], here[3])
        usual_mm, bow_mm = float(self.rng.uniform(25, 45)), float(self.rng.normal(0, 12))
        move = Move(start_ms, end_ms, here, target, usual_mm if lift_mm is None else lift_mm, bow_mm, brake)
        body.track.add(move)
        hand.track.add(replace(move, start=fingers, end=self.fingers(hand, target)))
        hand.free_ms = end_ms

    def _lay(self, hand: Hand, place: Place, at_ms: float, *, up: bool) -> float:
        body = held_by_hand(hand)
        origin = None if body.origin == place else body.origin
        hand.release(at_ms)
        body.up = up
        body.arrive(at_ms, self.next_layer())
        self.lying.setdefault(place, []).append(body)
        if isinstance(place, Heap):
            take_tokens(self.bodies, body, at_ms)
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


def _laid(seen: Seen, place: Place, origin: Place | None, face: Face) -> TableEvent:
    """The event of a card that comes to lie; `origin` is None for one that is back where it was."""
    if place is Heap.DISCARD:
        return PileTopChanged(seen, face, origin)
    if origin is None:
        return CardReturned(seen, place)
    return CardPlaced(seen, place, origin, face)
