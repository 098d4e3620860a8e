"""Approaches: the ways from the discard pile to where each player's hands come from, and how a picture shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.patches import alike
from kibitz_vision.table.places import TablePlaces

_BEHIND_MM = 330.0
"""How far behind the middle of a player's grid the shoulders are."""
_SHOULDERS_MM = (-80.0, -40.0, 0.0, 40.0, 80.0)
_STEP_MM = 4.0
_ALONG_MM = np.arange(40.0, 280.0, _STEP_MM)
_ACROSS_MM = np.arange(-52.0, 53.0, _STEP_MM)
NARROW = np.abs(_ACROSS_MM) <= 14
TIP = _ALONG_MM < 80
MIDDLE = ~TIP & (_ALONG_MM < 170)
"""Where the finger tips of a hand on the pile are, and the rest of the hand."""
_BEYOND, _LEAST_BEYOND = _ALONG_MM >= 120, 100
"""Where hands that come to the pile beside an arm do not reach, and how many spots there tell how that moves."""
_FREE = _ALONG_MM >= 56
"""Nearer to the middle of the pile, other cards come to lie."""
_APART_MM, _LEAST_SPOTS = 45.0, 300
"""An arm reaches so far to both sides of its way; so much of each way is watched, wherever the others are."""

Strip = NDArray[np.uint8]
"""The picture along arms, shape (.., along, across, 3), from the pile to the player."""


@dataclass(frozen=True, slots=True, eq=False)
class Approaches:
    """The ways from the discard pile to where each player's hands come from.

    Of shape (players, hands, along, across): `x`, `y` in px of quarter size, and which spots are `inside` the picture
    and lie `apart` there, where other players' arms do not come.
    """

    players: tuple[PlayerId, ...]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    inside: NDArray[np.bool_]
    apart: NDArray[np.bool_]

    def strips(self, pictures: Sequence[Image]) -> list[Strip]:
        """All ways (players, hands, along, across, 3) in each picture.

        One look at each picture takes far less than one for each way.
        """
        x, y = (px.reshape(-1, px.shape[-1]) for px in (self.x, self.y))
        return [
            np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), np.uint8).reshape(*self.x.shape, 3)
            for picture in pictures
        ]

    def changed(self, strips: Sequence[Strip]) -> NDArray[np.float64]:
        """Shares (2, strips, players, hands) of each way that changed since the strip before.

        Of all that lies apart, and of what of that is beyond any hand on the pile: 0 where that is little.
        """
        beyond = self.apart & _BEYOND[:, None]
        beyond &= np.count_nonzero(beyond, axis=(-1, -2), keepdims=True) >= _LEAST_BEYOND
        areas = np.stack([self.apart, beyond])
        whole = np.maximum(np.count_nonzero(areas, axis=(-1, -2)), 1)
        changed = np.zeros((2, len(strips), *whole.shape[1:]))
        for k, (one, other) in enumerate(pairwise(strips)):
            changed[:, k + 1] = np.count_nonzero(~alike(one, other) & areas, axis=(-1, -2)) / whole
        return changed


def approaches_of(table: TablePlaces) -> Approaches:
    """The ways of all hands to the discard pile of a table."""
    pile = table.quads_mm[Heap.DISCARD].mean(axis=0)
    homes = np.stack([homes_of(table, player) - pile for player in table.players])
    points = _spots(homes[:, ::2])
    x, y = np.moveaxis(table.in_quarter(pile + points).astype(np.float32), -1, 0)
    width, height = (px // 4 for px in table.size_px)
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return Approaches(table.players, x, y, inside, _apart(points, homes) & inside)


def homes_of(table: TablePlaces, player: PlayerId) -> Points:
    """Where a player's arms may come from, (hands, 2) in mm."""
    grid = [table.quads_mm[slot] for slot in table.grid(player)]
    middle = np.mean(grid, axis=(0, 1))
    near = np.mean([quad[3] - quad[0] for quad in grid], axis=0)
    near /= np.hypot(*near)
    right = np.array([near[1], -near[0]])
    homes: Points = middle + near * _BEHIND_MM + np.array(_SHOULDERS_MM)[:, None] * right
    return homes


def _spots(homes: Points) -> Points:
    """Points (..., along, across, 2) along the ways to homes (..., 2), in mm from the pile."""
    ways = homes / np.linalg.norm(homes, axis=-1, keepdims=True)
    aside = np.stack([-ways[..., 1], ways[..., 0]], -1)
    along = ways[..., None, None, :] * _ALONG_MM[:, None, None]
    points: Points = along + aside[..., None, None, :] * _ACROSS_MM[:, None]
    return points


def _apart(points: Points, homes: Points) -> NDArray[np.bool_]:
    """What of ways (players, hands, along, across, 2) is so far from those to all homes (players, n, 2) of others."""
    found = []
    for seat, own in enumerate(points):
        others = np.delete(homes, seat, axis=0).reshape(-1, 2)
        away = np.full(own.shape[:-1], np.inf)
        for home in others:
            away = np.minimum(away, _from_way(own, home))
        away = np.where(_FREE[:, None], away, 0.0)
        farthest = np.sort(away.reshape(len(away), -1))[:, -_LEAST_SPOTS]
        found.append(away >= np.minimum(farthest, _APART_MM)[:, None, None])
    return np.stack(found)


def _from_way(points: Points, home: Points) -> Points:
    """How far spots (.., 2) are from the way between the pile and a home (2,), in mm."""
    onward = home / np.hypot(*home)
    along, aside = points @ onward, points @ np.array([-onward[1], onward[0]])
    away: Points = np.hypot(np.minimum(along, 0.0), aside)
    return away
