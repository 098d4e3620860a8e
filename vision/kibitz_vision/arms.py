"""Arms: which player's hand is on a place, by the way from there to where the player sits.

An arm comes from its player's side of the table and ends at the finger tips. So it is a strip of picture, from the
place to the border, that differs from the empty-handed table, and it does not go on beyond the place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Actors, Place, PlayerId
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.places import TablePlaces
from kibitz_vision.stops import Approaches, approaches_of, homes_of

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
_OWN = 3.0
"""So much more likely it is the player's own hand that is on a card than one that seems to be there as much."""

Mask = NDArray[np.uint8]
"""255 where hands and arms are, in a picture of quarter size; 0 elsewhere."""


def arms_mask(quarter: Image, background: Image) -> Mask:
    """What differs from the table without hands."""
    blue, green, red = cv2.split(cv2.absdiff(quarter, background))
    different = cv2.max(cv2.max(blue, green), red)
    return np.asarray(cv2.threshold(different, _ARM_LEVELS, 255, cv2.THRESH_BINARY)[1], np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """Ways from every place to every player; `ways` (n, players, hands, along, across, 2) and `beyond` are px.

    `card` (n, points, 2) are spread over each place. `approaches`: the ways to the discard pile once more, to be
    followed in time.
    """

    places: tuple[Place, ...]
    players: tuple[PlayerId, ...]
    ways: NDArray[np.int32]
    beyond: NDArray[np.int32]
    far_part: NDArray[np.int32]
    card: NDArray[np.int32]
    approaches: Approaches

    def at(self, place: Place, mask: Mask) -> Actors:
        """Whose hand is on a place, most probable first, and nobody where none is."""
        return self._actors(place, self.reaching(place, mask))

    def over(self, place: Place, mask: Mask) -> Actors:
        """Whose hand or arm covers a good part of a place, also on its way to another."""
        number = self.places.index(place)
        covered = self._filled(self.card[number], mask)
        if np.nan_to_num(covered).mean() < _COVERED:
            return ()
        return self._actors(place, self._whole(number, mask).max(1))

    def touching(self, place: Place, mask: Mask) -> Actors:
        """Whose finger tips are on a place and hold nothing: its far part is free."""
        number = self.places.index(place)
        free = 1 - _mean(self._filled(self.far_part[number], mask), 0.0)
        return self._actors(place, (self._whole(number, mask) * free).max(1))

    def _actors(self, place: Place, reaching: NDArray[np.float64]) -> Actors:
        if reaching.max() < _LEAST:
            return ()
        own = np.array([place.startswith(f"p{seat}.") for seat in range(1, len(self.players) + 1)])
        odds = reaching**4 * np.where(own, _OWN, 1.0)
        odds /= odds.sum()
        order = np.argsort(-odds)
        return tuple((self.players[k], round(float(odds[k]), 3)) for k in order if odds[k] >= 0.05)

    def reaching(self, place: Place, mask: Mask) -> NDArray[np.float64]:
        """For each player (players,) how much an arm of theirs seems to end at a place, 0 to 1."""
        number = self.places.index(place)
        whole = self._whole(number, mask)
        passing = _mean(self._filled(self.beyond[number], mask), 0.0)
        scores: NDArray[np.float64] = (whole * (1 - 0.5 * passing)).max(1)
        return scores

    def _whole(self, number: int, mask: Mask) -> NDArray[np.float64]:
        """How much of each way from a place is filled (players, hands)."""
        filled = self._filled(self.ways[number], mask)
        # Beyond the border of the picture nobody knows: there the way may be filled.
        return _mean(filled[..., :_NEAR, :], 0.0) * _mean(filled[..., _NEAR:, :], 1.0)

    def _filled(self, spots: NDArray[np.int32], mask: Mask) -> NDArray[np.float64]:
        height, width = mask.shape
        x, y = spots[..., 0], spots[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        found = mask[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > 0
        return np.where(inside, found, np.nan)


def _mean(filled: NDArray[np.float64], unknown: float) -> NDArray[np.float64]:
    """Mean over the last two axes of what is known."""
    known = ~np.isnan(filled)
    count = known.sum((-1, -2))
    total = np.where(known, filled, 0.0).sum((-1, -2))
    means: NDArray[np.float64] = np.where(count > 0, total / np.maximum(count, 1), unknown)
    return means


def arms_of(table: TablePlaces) -> Arms:
    """The ways on a table."""
    places = tuple(table.quads_mm)
    spots = np.array([table.quads_mm[place].mean(axis=0) for place in places])
    homes = np.array([homes_of(table, player) for player in table.players])
    onward = homes[None] - spots[:, None, None]
    onward /= np.linalg.norm(onward, axis=-1, keepdims=True)
    aside = np.stack([-onward[..., 1], onward[..., 0]], -1)
    return Arms(
        places,
        table.players,
        _quarter_px(table, _strips(spots, onward, aside, _ALONG_MM)),
        _quarter_px(table, _strips(spots, onward, aside, -_BEYOND_MM)),
        _quarter_px(table, _strips(spots, onward, aside, -_FAR_PART_MM)),
        _quarter_px(table, np.stack([_within(table.quads_mm[place]) for place in places])),
        approaches_of(table),
    )


def _strips(spots: Points, onward: Points, aside: Points, along_mm: NDArray[np.float64]) -> Points:
    start = spots[:, None, None, None, None]
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


def _quarter_px(table: TablePlaces, spots_mm: Points) -> NDArray[np.int32]:
    px = table.in_picture(spots_mm)
    return np.clip(np.round((px + 0.5) / 4 - 0.5), -32000, 32000).astype(np.int32)
