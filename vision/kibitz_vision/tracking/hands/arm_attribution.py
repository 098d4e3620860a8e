"""Arm attribution: which player's hand is on a place, by the way from there to where the player sits.

An arm comes from its player's side of the table and ends at the finger tips. So it is a strip of picture, from the
place to the border, that differs from the empty-handed table, and it does not go on beyond the place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.patches import largest
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.tracking.frames.light import STEADY, Light
from kibitz_vision.tracking.hands.approaches import Approaches, approaches_of, homes_of

_ALONG_MM = np.arange(15.0, 700.0, 15.0)
_ACROSS_MM = (-14.0, 0.0, 14.0)
_NEAR = 9
"""So many steps from a place count as much as all that follow: they tell a hand from an arm that only passes."""
_BEYOND_MM = np.arange(75.0, 130.0, 15.0)
_FAR_PART_MM = np.arange(15.0, 62.0, 8.0)
_ARM_LEVELS = 12
_LEAST = 0.5
_COVERED = 0.3
_SPREAD = np.linspace(0.05, 0.95, 7)
_ELBOW_MM = 80.0
"""How high above the table an arm is where its way over the table ends, at most."""
_OWN = 3.0
"""So much more likely it is the player's own hand that is on a card than one that seems to be there as much."""

Mask = NDArray[np.uint8]
"""255 where hands and arms are, in a picture of quarter size; 0 elsewhere."""


def arms_mask(quarter: Image, background: Image, light: Light = STEADY) -> Mask:
    """What differs from the table without hands by more than noise in a light; nothing where nobody knows the light."""
    if not light.is_clear:
        return np.zeros(quarter.shape[:2], np.uint8)
    different = cv2.absdiff(quarter, background)
    if max(light.noise) > 1:
        different = cv2.transform(different, np.diag(1 / np.array(light.noise)))
    return np.asarray(cv2.threshold(largest(cv2.split(different)), _ARM_LEVELS, 255, cv2.THRESH_BINARY)[1], np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Pixels of a mask, shape (.., n, m), by their number in it; those out of the picture are not `known`."""

    pixels: NDArray[np.int32]
    known: NDArray[np.bool_]
    count: NDArray[np.intp]

    @classmethod
    def of(cls, spots_px: Points, size: tuple[int, int]) -> Spread:
        """The pixels next to spots (.., n, m, 2) in a picture of a size (width, height)."""
        at, last = np.round(spots_px), np.array(size) - 1
        known: NDArray[np.bool_] = np.logical_and.reduce((at >= 0) & (at <= last), -1)
        x, y = np.moveaxis(np.where(known[..., None], at, 0).astype(np.int32), -1, 0)
        return cls(y * size[0] + x, known, known.sum((-1, -2)))

    def __getitem__(self, number: int) -> Spread:
        return Spread(self.pixels[number], self.known[number], self.count[number])

    def filled(self, mask: Mask) -> NDArray[np.intp]:
        """How many of the pixels of the last two axes are not 0."""
        found: NDArray[np.intp] = ((mask.reshape(-1)[self.pixels] > 0) & self.known).sum((-1, -2))
        return found

    def share(self, mask: Mask, unknown: float) -> NDArray[np.float64]:
        """The same as a share of those that are known; `unknown` where none is."""
        return np.where(self.count > 0, self.filled(mask) / np.maximum(self.count, 1), unknown)


@dataclass(frozen=True, slots=True, eq=False)
class ArmAttribution:
    """Ways from every place to every player (n, players, hands, along, across): their `near` part and all that follow.

    `beyond` and `far_part` are ways on the other side of a place, `card` (n, 1, points) is spread over each place.
    `approaches`: the ways to the discard pile once more, to be followed in time.
    """

    places: tuple[Place, ...]
    players: tuple[PlayerId, ...]
    near: Spread
    farther: Spread
    beyond: Spread
    far_part: Spread
    card: Spread
    approaches: Approaches

    def at(self, place: Place, mask: Mask) -> HandPosterior:
        """Whose hand is on a place, most probable first, and nobody where none is."""
        return self._posterior(place, self.reaching(place, mask))

    def over(self, place: Place, mask: Mask) -> HandPosterior:
        """Whose hand or arm covers a good part of a place, also on its way to another."""
        number = self.places.index(place)
        card = self.card[number]
        if card.filled(mask) < _COVERED * card.known.size:
            return UNSEEN_HAND
        return self._posterior(place, self._whole(number, mask).max(1))

    def touching(self, place: Place, mask: Mask) -> HandPosterior:
        """Whose finger tips are on a place and hold nothing: its far part is free."""
        number = self.places.index(place)
        free = 1 - self.far_part[number].share(mask, 0.0)
        return self._posterior(place, (self._whole(number, mask) * free).max(1))

    def _posterior(self, place: Place, reaching: NDArray[np.float64]) -> HandPosterior:
        if reaching.max() < _LEAST:
            return UNSEEN_HAND
        own = np.array([place.startswith(f"p{seat}.") for seat in range(1, len(self.players) + 1)])
        odds = reaching**4 * np.where(own, _OWN, 1.0)
        odds /= odds.sum()
        order = np.argsort(-odds)
        return HandPosterior((self.players[k], round(float(odds[k]), 3)) for k in order if odds[k] >= 0.05)

    def reaching(self, place: Place, mask: Mask) -> NDArray[np.float64]:
        """For each player (players,) how much an arm of theirs seems to end at a place, 0 to 1."""
        number = self.places.index(place)
        whole = self._whole(number, mask)
        passing = self.beyond[number].share(mask, 0.0)
        scores: NDArray[np.float64] = (whole * (1 - 0.5 * passing)).max(1)
        return scores

    def _whole(self, number: int, mask: Mask) -> NDArray[np.float64]:
        """How much of each way from a place is filled (players, hands)."""
        # Beyond the border of the picture nobody knows: there the way may be filled.
        return self.near[number].share(mask, 0.0) * self.farther[number].share(mask, 1.0)


def arms_of(table: TablePlaces) -> ArmAttribution:
    """The ways on a table."""
    places = tuple(table.quads_mm)
    middles = np.array([table.quads_mm[place].mean(axis=0) for place in places])
    flat = np.array([homes_of(table, player) for player in table.players])
    homes = np.concatenate([flat, _over_elbows(table, flat[:, ::2])], axis=1)
    onward = homes[None] - middles[:, None, None]
    onward /= np.linalg.norm(onward, axis=-1, keepdims=True)
    aside = np.stack([-onward[..., 1], onward[..., 0]], -1)
    return ArmAttribution(
        places,
        table.players,
        _spread(table, _strips(middles, onward, aside, _ALONG_MM[:_NEAR])),
        _spread(table, _strips(middles, onward, aside, _ALONG_MM[_NEAR:])),
        _spread(table, _strips(middles, onward, aside, -_BEYOND_MM)),
        _spread(table, _strips(middles, onward, aside, -_FAR_PART_MM)),
        _spread(table, np.stack([_within(table.quads_mm[place]) for place in places])[:, None]),
        approaches_of(table),
    )


def _over_elbows(table: TablePlaces, homes_mm: Points) -> Points:
    """Where on the table (.., 2) in mm the camera sees elbows that are above homes."""
    foot, height_mm = table.camera_mm()
    seen: Points = foot + (homes_mm - foot) * (height_mm / max(height_mm - _ELBOW_MM, 1.0))
    return seen


def _strips(middles: Points, onward: Points, aside: Points, along_mm: NDArray[np.float64]) -> Points:
    start = middles[:, None, None, None, None]
    along = onward[..., None, None, :] * along_mm[:, None, None]
    across = aside[..., None, None, :] * np.array(_ACROSS_MM)[:, None]
    strips: Points = start + along + across
    return strips


def _within(quad: Points) -> Points:
    """Points (n, 2) spread over a quad."""
    right, down = np.meshgrid(_SPREAD, _SPREAD)
    corners = np.stack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down], -1)
    points: Points = corners.reshape(-1, 4) @ quad
    return points


def _spread(table: TablePlaces, spots_mm: Points) -> Spread:
    width, height = table.size_px
    return Spread.of(table.in_quarter(spots_mm), (width // 4, height // 4))
