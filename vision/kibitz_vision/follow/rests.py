"""Rests: where a card lay and from when to when, from pictures of one camera in order of time, without known places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_scoring.cards import Card
from kibitz_vision.detections import CardReading, Face, Quad
from kibitz_vision.geometry import Points
from kibitz_vision.reading.overlap import share_of_smaller

_LEAST_PICTURES = 3
_LEAST_MS = 500.0
_NEAR = 0.12
_SAME_AREA = 1.25
_RECENT = 5
"""A reading of a card that a hand covers partly is off; some of those before are not."""
_SHIFT = 0.2
"""How much each reading moves the middle of a rest: a camera in a hand creeps on."""
_SHARED = 0.25
_HALF = 0.4
"""A card that lies there is found in this share of the pictures, hands or not; what flickers is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was read in a picture, and when it was taken in ms."""

    at_ms: float
    cards: tuple[CardReading, ...]


@dataclass(slots=True, eq=False)
class Rest:
    """A card lying in one place: where its middle (2,) is, when it was read, and what was read."""

    middle: Points
    times_ms: list[float] = field(default_factory=list)
    readings: list[CardReading] = field(default_factory=list)

    @property
    def face(self) -> Face:
        """Which side is up."""
        return self.readings[-1].face

    @property
    def card(self) -> Card | None:
        """What it was read as most often."""
        named = Counter(reading.card for reading in self.readings if reading.card is not None)
        return named.most_common(1)[0][0] if named else None

    @property
    def quad(self) -> Quad:
        """Its outline when it was read last."""
        return self.readings[-1].quad

    @property
    def first_ms(self) -> float:
        """When it was read there first."""
        return self.times_ms[0]

    @property
    def last_ms(self) -> float:
        """When it was read there last."""
        return self.times_ms[-1]

    def takes(self, reading: CardReading) -> bool:
        """Whether a reading may be of this card, still lying there."""
        named = self.card is None or reading.card is None or self.card == reading.card
        return named and self.face is reading.face and self.apart(reading.quad) < _NEAR and self.is_as_large(reading)

    def add(self, at_ms: float, reading: CardReading) -> None:
        """It was read there at a time."""
        self.times_ms.append(at_ms)
        self.readings.append(reading)
        self.middle = self.middle + _SHIFT * (reading.quad.mean(0) - self.middle)

    def apart(self, quad: Quad) -> float:
        """How far the middle of an outline is from where it lies, in sizes of the card."""
        return float(np.hypot(*(quad.mean(0) - self.middle))) / float(np.sqrt(_area(self.quad)))

    def likeness(self, reading: CardReading) -> tuple[float, float]:
        """How well a reading goes with it, of those that it may be of: a face not read is what was seen there last."""
        unread = reading.face is Face.UP and reading.card is None
        return (self.last_ms if unread else 0.0, -self.apart(reading.quad))

    def is_as_large(self, reading: CardReading) -> bool:
        """Whether a reading has the size of the card, as far as anybody can say."""
        area = _area(reading.quad)
        return any(1 / _SAME_AREA < area / _area(one.quad) < _SAME_AREA for one in self.readings[-_RECENT:])


def rests_in(looks: Sequence[Look]) -> list[Rest]:
    """The rests that pictures show, the first first; of outlines that overlap at one time only the one seen most."""
    found: list[Rest] = []
    for look in looks:
        for reading in look.cards:
            fitting = [rest for rest in found if rest.takes(reading)]
            rest = max(fitting, key=lambda one: one.likeness(reading), default=None)
            if rest is None:
                rest = Rest(reading.quad.mean(0))
                found.append(rest)
            if not rest.times_ms or rest.last_ms != look.at_ms:
                rest.add(look.at_ms, reading)
    kept: list[Rest] = []
    for rest in sorted(found, key=lambda rest: -len(rest.times_ms)):
        if _lay(rest, looks) and not any(_at_once(rest, other) for other in kept):
            kept.append(rest)
    return sorted(kept, key=lambda rest: rest.first_ms)


def _lay(rest: Rest, looks: Sequence[Look]) -> bool:
    meanwhile = sum(rest.first_ms <= look.at_ms <= rest.last_ms for look in looks)
    seen = len(rest.times_ms)
    return seen >= _LEAST_PICTURES and rest.last_ms - rest.first_ms >= _LEAST_MS and seen >= _HALF * meanwhile


def _at_once(rest: Rest, other: Rest) -> bool:
    """Whether two overlap in time and in place, so that one of them is mistaken."""
    together = rest.first_ms < other.last_ms and other.first_ms < rest.last_ms
    return together and share_of_smaller(rest.quad, other.quad) > _SHARED


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.asarray(quad, np.float32)))
