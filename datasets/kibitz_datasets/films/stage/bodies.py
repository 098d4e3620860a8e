"""What moves on a stage: cards, things that are none, and hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from kibitz_datasets.films.stage.motion import Pose, Track, pose
from kibitz_datasets.films.stage.seats import Spot
from kibitz_datasets.films.stage.things import ThingKind
from kibitz_scoring.cards import Card
from kibitz_scoring.table import Heap, Place

_TOKEN_MM = 0.5
"""So high above its card a token lies."""


@dataclass(slots=True, eq=False)
class Ride:
    """Where a token lies on a card: mm from its middle across and along, and its turn on the table at first.

    It goes with its card from `since_ms` on.
    """

    carrier: Body
    offset_mm: tuple[float, float]
    turn: float
    since_ms: float

    def at(self, time_ms: float) -> Pose:
        """Where the token is on its card."""
        card = self.carrier.at(time_ms)
        cos, sin = np.cos(card[3]), np.sin(card[3])
        across, along = self.offset_mm
        spot = card[:2] + np.array([across * cos - along * sin, across * sin + along * cos])
        return pose(spot, card[2] + _TOKEN_MM, self.turn + card[3])


@dataclass(slots=True, eq=False)
class Body:
    """One card, a token, or a thing: its track, when it moved, and its layer from each time on.

    `face` is None while nobody has seen it: it lies in the draw pile. It exists from `born_ms` until `gone_ms`. A token
    has its points, and the card on which it rides.
    """

    track: Track
    layers: list[tuple[float, int]]
    face: Card | None = None
    up: bool = False
    origin: Place = Heap.DRAW
    aloft: list[tuple[float, float]] = field(default_factory=list)
    thing: ThingKind | None = None
    token: int = 0
    ride: Ride | None = None
    born_ms: float = float("-inf")
    gone_ms: float = float("inf")

    def at(self, time_ms: float) -> Pose:
        """Its pose at a time."""
        if self.ride is not None and self.ride.since_ms <= time_ms:
            return self.ride.at(time_ms)
        return self.track.at(time_ms)

    def is_aloft(self, start_ms: float, end_ms: float) -> bool:
        """Whether it is off the table at some moment of a time."""
        carried = self.ride is not None and self.ride.carrier.is_aloft(max(start_ms, self.ride.since_ms), end_ms)
        return carried or any(lifted < end_ms and start_ms < laid for lifted, laid in self.aloft)

    def still_since(self) -> float:
        """When it came to rest last."""
        return self.aloft[-1][1] if self.aloft else self.born_ms

    def layer(self, time_ms: float) -> int:
        """Its layer since it was laid down last; a token's is next above its card's."""
        if self.ride is not None and self.ride.since_ms <= time_ms:
            return self.ride.carrier.layer(time_ms) + 1
        return 2 * next((layer for since, layer in reversed(self.layers) if since <= time_ms), self.layers[0][1])

    def leave(self, time_ms: float) -> None:
        """It is off the table from here on."""
        self.aloft.append((time_ms, float("inf")))

    def arrive(self, time_ms: float, layer: int) -> None:
        """It lies again, on top of what was laid before."""
        self.aloft[-1] = (self.aloft[-1][0], time_ms)
        self.layers.append((time_ms, layer))


def take_tokens(bodies: Iterable[Body], card: Body, at_ms: float) -> None:
    """A card that is laid off loses its tokens."""
    for body in bodies:
        if body.ride is not None and body.ride.carrier is card:
            body.gone_ms = min(body.gone_ms, at_ms)


@dataclass(frozen=True, slots=True)
class ArmSleeve:
    """A broad sleeve: how far from the finger tips it begins, and how far it reaches to each side of the arm."""

    from_mm: float
    half_mm: float


@dataclass(slots=True, eq=False)
class Hand:
    """One of a player's two hands: its track, until when it is busy, what it holds and when it held a card.

    `sleeve` is None where it is not broader than the arm; `rests_since` is since when it lies on the table, if it does.
    """

    seat: int
    home: Spot
    track: Track
    free_ms: float = 0.0
    holds: Body | None = None
    grips: list[tuple[float, float]] = field(default_factory=list)
    sleeve: ArmSleeve | None = None
    rests_since: float | None = None

    def grasp(self, body: Body, at_ms: float) -> None:
        """It holds a card from here on."""
        self.holds = body
        self.grips.append((at_ms, float("inf")))

    def release(self, at_ms: float) -> None:
        """It holds none from here on."""
        self.holds = None
        self.grips[-1] = (self.grips[-1][0], at_ms)

    def is_closed(self, time_ms: float) -> bool:
        """Whether it holds a card at a time."""
        return any(start_ms <= time_ms < end_ms for start_ms, end_ms in self.grips)


def held_by_hand(hand: Hand) -> Body:
    """The card that a hand holds."""
    if hand.holds is None:
        raise ValueError(f"a hand of seat {hand.seat + 1} holds nothing")
    return hand.holds
