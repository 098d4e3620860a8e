"""Rests: a card lying in one place for some time, from what was seen of it in pictures of one camera."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_scoring.cards import Card
from kibitz_vision.detections import CardReading, Face, Quad
from kibitz_vision.follow.glimpse import Glimpse, Patch, are_alike
from kibitz_vision.geometry import Points
from kibitz_vision.reading.overlap import share_of_smaller

CARD_MM = float(np.sqrt(63.0 * 88.0))
"""The side of a square as large as a card: cards are the rulers of their own places."""
_NEAR_MM = 9.0
_SAME_AREA = 1.25
_RECENT = 5
"""A reading of a card that a hand covers partly is off; some of those before are not."""
_SHIFT = 0.2
"""How much each reading moves the middle of a rest: a camera in a hand creeps on."""
_FIRM, _FIRM_SHARE = 3, 0.9
"""So often, and in so many of the readings with a name, one face is read of which it may be said that it is that."""
_AT_ONCE_MS = 250.0
"""No hand lays one card on another between two looks so near to each other: what differs then is read wrongly."""
UNREAD_MS = 1000.0
"""What is not read for longer lies under something, or is gone."""
_RAISED = 1.3
_OVER_IT = 0.4
"""So much larger is the area of a card 7 cm nearer to a camera that is half a metre away, as one that is lifted is; and
so much of its place it hides.
"""
_RAISED_MS = 3000.0
_RAISED_PICTURES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was read in a picture, when it was taken in ms, and a glimpse of it where somebody kept one."""

    at_ms: float
    cards: tuple[CardReading, ...]
    glimpse: Glimpse | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A reading, what showed there, and whether nothing moved there since the look before; None where nobody knows."""

    at_ms: float
    reading: CardReading
    patch: Patch | None = None
    still: bool | None = None


@dataclass(slots=True, eq=False)
class Rest:
    """A card lying in one place: where its middle (2,) is, and when and how it was seen there.

    `raised` are pictures that show it in a hand above its place, `unread` those that show it there unread.
    """

    middle: Points
    sightings: list[Sighting] = field(default_factory=list)
    raised: int = 0
    unread: int = 0

    @property
    def face(self) -> Face:
        """Which side was seen to be up most often."""
        return Counter(one.reading.face for one in self.sightings).most_common(1)[0][0]

    @property
    def card(self) -> Card | None:
        """What it was read as most often, if it is a face."""
        if self.face is Face.DOWN:
            return None
        named = self._named()
        return named.most_common(1)[0][0] if named else None

    @property
    def is_firm(self) -> bool:
        """Whether it is read as one face and no other."""
        named = self._named()
        return named.total() >= _FIRM and named.most_common(1)[0][1] >= _FIRM_SHARE * named.total()

    @property
    def is_partial(self) -> bool:
        """Whether no more than a corner of it was ever seen."""
        return all(one.reading.partial for one in self.sightings)

    @property
    def quad(self) -> Quad:
        """Its outline when it was read last."""
        return self.sightings[-1].reading.quad

    @property
    def patch(self) -> Patch | None:
        """What showed there when it was seen at rest last."""
        return self.lying(last=True).patch

    @property
    def first_ms(self) -> float:
        """When it was read there first."""
        return self.sightings[0].at_ms

    @property
    def last_ms(self) -> float:
        """When it was read there last."""
        return self.sightings[-1].at_ms

    @property
    def size_px(self) -> float:
        """The side of a square as large as the card; on the table that is `CARD_MM`."""
        return size_px(self.quad)

    def lying(self, *, last: bool) -> Sighting:
        """The last sighting of it, or the first one, at which nothing moved there."""
        order = self.sightings[::-1] if last else self.sightings
        return next((one for one in order if one.still), order[0])

    def takes(self, sighting: Sighting) -> bool:
        """Whether what is seen may be this card, still lying there."""
        reading = sighting.reading
        if self.raised >= _RAISED_PICTURES or self.apart_mm(reading.quad) >= _NEAR_MM or not self.is_as_large(reading):
            return False
        if sighting.patch is None or self.patch is None:
            return self._may_be(reading) and self.face is reading.face
        alike = are_alike(self.patch, sighting.patch)
        named_so = reading.card is not None and reading.card == self.card
        if not named_so and reading.card is not None and self.is_firm and sighting.at_ms - self.last_ms > _AT_ONCE_MS:
            return False
        if sighting.at_ms - self.lying(last=True).at_ms > UNREAD_MS:
            # A hand was there meanwhile: only what both name and picture say is this card still.
            return alike if None in (reading.card, self.card) else named_so and (alike or not sighting.still)
        # A name is read wrongly now and then, and a hand covers part of a card: one of both has to agree.
        under_hand = not sighting.still and reading.card is None and reading.face is self.face
        return alike or under_hand or named_so

    def add(self, sighting: Sighting) -> None:
        """It was seen there."""
        self.sightings.append(sighting)
        self.middle = self.middle + _SHIFT * (sighting.reading.quad.mean(0) - self.middle)

    def apart_mm(self, quad: Quad) -> float:
        """How far the middle of an outline is from where it lies."""
        return float(np.hypot(*(quad.mean(0) - self.middle))) / self.size_px * CARD_MM

    def likeness(self, reading: CardReading) -> tuple[float, float]:
        """How well a reading goes with it, of those that it may be of: a face not read is what was seen there last."""
        unread = reading.face is Face.UP and reading.card is None
        return (self.last_ms if unread else 0.0, -self.apart_mm(reading.quad))

    def is_as_large(self, reading: CardReading) -> bool:
        """Whether a reading has the size of the card, as far as anybody can say."""
        area = size_px(reading.quad) ** 2
        recent = (size_px(one.reading.quad) ** 2 for one in self.sightings[-_RECENT:])
        return any(1 / _SAME_AREA < area / known < _SAME_AREA for known in recent)

    def is_raised_in(self, sighting: Sighting) -> bool:
        """Whether what is seen may be this card in a hand above its place."""
        soon = 0 < sighting.at_ms - self.last_ms <= _RAISED_MS
        larger = size_px(sighting.reading.quad) ** 2 > _RAISED * self.size_px**2
        over_it = soon and larger and share_of_smaller(sighting.reading.quad, self.quad) > _OVER_IT
        return over_it and sighting.still is not True and self._may_be(sighting.reading)

    def _may_be(self, reading: CardReading) -> bool:
        return None in (self.card, reading.card) or self.card == reading.card

    def _named(self) -> Counter[Card]:
        return Counter(one.reading.card for one in self.sightings if one.reading.card is not None)


def size_px(quad: Quad) -> float:
    """The side of a square as large as an outline."""
    return float(np.sqrt(cv2.contourArea(np.asarray(quad, np.float32))))
