"""Backdrop: what the pictures show at a card's place before it is read there first and after it was read there last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from kibitz_vision.follow.glimpse import Glimpse, Patch, are_alike, is_still
from kibitz_vision.follow.rests import Look, Rest, Sighting
from kibitz_vision.reading.overlap import share_of_smaller

_KEPT = 64
_FAR_MS = 10_000.0
"""Further from a rest nobody looks: what a hand hides so long nobody can tell of."""
_ON_IT = 0.5
_AS_MUCH = 0.9
_HAND_MS = 900.0
"""A hand that passes over a card, and stops there for a moment, has gone by then; no card is taken and laid back so
soon to where it lay.
"""
_PASSING_MS = 500.0
"""A hand that lays a card down, or takes it, leaves it to be seen for less than this before and after it is read."""


class Shown(Enum):
    """What shows at a place of which nothing is read."""

    SAME = auto()
    """The card, although nobody reads it."""
    OTHER = auto()
    """Something else, and nothing moves."""
    HIDDEN = auto()
    """Nothing but what moves."""
    UNKNOWN = auto()
    """Nobody kept pictures."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What shows beyond a rest, the furthest time at which the card still does, and when something else does first."""

    shown: Shown
    same_ms: float
    other_ms: float | None = None


class Backdrop:
    """Looks at the places of cards when they are not read there."""

    def __init__(self, looks: Sequence[Look], rests: Sequence[Rest]) -> None:
        self._looks = looks
        self._rests = rests
        self._opened = lru_cache(_KEPT)(Glimpse.opened)

    def before(self, rest: Rest) -> Edge:
        """From when it was read there first back to when something else showed there."""
        times = (rest.first_ms - _FAR_MS, rest.first_ms)
        looks = [look for look in reversed(self._looks) if times[0] <= look.at_ms < times[1]]
        return self._beyond(rest, rest.lying(last=False), rest.first_ms, looks)

    def after(self, rest: Rest) -> Edge:
        """From when it was read there last on to when something else showed there."""
        times = (rest.last_ms, rest.last_ms + _FAR_MS)
        looks = [look for look in self._looks if times[0] < look.at_ms <= times[1]]
        return self._beyond(rest, rest.lying(last=True), rest.last_ms, looks)

    def _beyond(self, rest: Rest, lying: Sighting, from_ms: float, looks: Iterable[Look]) -> Edge:
        if lying.patch is None:
            return Edge(Shown.UNKNOWN, from_ms)
        others, quad = self._other_faces_ms(rest), lying.reading.quad
        # What the picture's edge cuts off when the camera moves has not gone.
        inside = _AS_MUCH * self._share_inside(lying)
        last: Patch | None = None
        same_ms, other_ms = from_ms, None
        for look in looks:
            if look.glimpse is None:
                return Edge(Shown.UNKNOWN, from_ms)
            opened = self._opened(look.glimpse)
            if opened.share_inside(quad) < inside:
                continue
            patch = opened.patch(quad)
            has_passed = abs(look.at_ms - same_ms) > _HAND_MS
            if look.at_ms in others or (has_passed and other_ms is not None):
                return Edge(Shown.OTHER, same_ms, other_ms or look.at_ms)
            if are_alike(lying.patch, patch):
                same_ms, other_ms = look.at_ms, None
            elif other_ms is None and last is not None and is_still(patch, last):
                other_ms = look.at_ms
            last = patch
        if other_ms is not None:
            return Edge(Shown.OTHER, same_ms, other_ms)
        return Edge(Shown.SAME if abs(same_ms - from_ms) > _PASSING_MS else Shown.HIDDEN, same_ms)

    def _share_inside(self, lying: Sighting) -> float:
        glimpse = next(look.glimpse for look in self._looks if look.at_ms == lying.at_ms)
        return 0.0 if glimpse is None else self._opened(glimpse).share_inside(lying.reading.quad)

    def _other_faces_ms(self, rest: Rest) -> set[float]:
        """When another face was read at its place: some are alike but for their names."""
        return {
            one.at_ms
            for other in self._rests
            if rest.is_firm and other.is_firm and rest.card != other.card
            if other.last_ms < rest.first_ms or rest.last_ms < other.first_ms
            if share_of_smaller(rest.quad, other.quad) > _ON_IT
            for one in other.sightings
            if one.reading.card == other.card and not one.reading.partial
        }
