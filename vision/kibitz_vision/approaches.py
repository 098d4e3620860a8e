"""Approaches: the ways from the discard pile to where each player's hands come from, and how a picture shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap, PlayerId
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.patches import alike
from kibitz_vision.places import TablePlaces

_BEHIND_MM = 330.0
"""How far behind the middle of a player's grid the shoulders are."""
_SHOULDERS_MM = (-80.0, -40.0, 0.0, 40.0, 80.0)
_STEP_MM = 4.0
_ALONG_MM = np.arange(40.0, 280.0, _STEP_MM)
_ACROSS_MM = np.arange(-52.0, 53.0, _STEP_MM)
NARROW = np.abs(_ACROSS_MM) <= 14
_NEAR = int((_ALONG_MM < 170).sum())
"""So many steps of a way are watched all the time, the rest to tell whose arm it is."""
TIP = _ALONG_MM[:_NEAR] < 80
_WATCHED = _ALONG_MM[:_NEAR] >= 56
"""Nearer to the middle of the pile, other cards come to lie."""
_BESIDE, _AROUND = 0.64, -0.1
"""Cosines of the angle between ways on which one arm may seem to be on both, and on which one may touch both."""

Strip = NDArray[np.uint8]
"""The picture along arms, shape (.., along, across, 3), from the pile to the player."""


@dataclass(frozen=True, slots=True, eq=False)
class Approaches:
    """The ways from the discard pile to where each player's hands come from.

    `x`, `y` (players, hands, along, across) are px of quarter size; `own` (players, near part, across) is what no other
    player's way is nearer to. `beside` and `around` (players, players): whose arms may seem to be on each other's ways,
    and whose may touch them.
    """

    players: tuple[PlayerId, ...]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    own: NDArray[np.bool_]
    beside: NDArray[np.bool_]
    around: NDArray[np.bool_]

    def strips(self, pictures: Sequence[Image]) -> list[Strip]:
        """The near part of each way (players, hands, along, across, 3) in each picture.

        One look at each picture takes far less than one for each way.
        """
        x, y = self.x[:, :, :_NEAR], self.y[:, :, :_NEAR]
        flat = x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])
        return [_strip(picture, *flat).reshape(*x.shape, 3) for picture in pictures]

    def changed(self, strips: Sequence[Strip], size_px: tuple[int, int]) -> NDArray[np.float64]:
        """Share of what is watched of each way (strips, players, hands) that changed since the strip before.

        `size_px`: width and height of the pictures.
        """
        watched = self.own[:, None] & self._inside(np.s_[:, :, :_NEAR], size_px)
        whole = np.maximum(np.count_nonzero(watched, axis=(-1, -2)), 1)
        changed = np.zeros((len(strips), *whole.shape))
        for k, (one, other) in enumerate(pairwise(strips)):
            changed[k + 1] = np.count_nonzero(~alike(one, other) & watched, axis=(-1, -2)) / whole
        return changed

    def far_share(self, way: tuple[int, int], picture: Image, empty: Image) -> float:
        """How far (0 to 1) the farther part of a way (player, hand) is filled, 1 where it is not in the picture."""
        part = np.s_[*way, _NEAR:, NARROW]
        height, width = empty.shape[:2]
        inside = self._inside(part, (width, height))
        before, now = (_strip(image, self.x[part], self.y[part]) for image in (empty, picture))
        return float((~alike(now, before))[inside].mean()) if inside.any() else 1.0

    def _inside(self, part: tuple[slice | int | NDArray[np.bool_], ...], size_px: tuple[int, int]) -> NDArray[np.bool_]:
        x, y = self.x[part], self.y[part]
        return np.asarray((x >= 0) & (y >= 0) & (x < size_px[0]) & (y < size_px[1]))


def approaches_of(table: TablePlaces) -> Approaches:
    """The ways of all hands to the discard pile of a table."""
    pile = table.quads_mm[Heap.DISCARD].mean(axis=0)
    ways = np.stack([homes_of(table, player)[[0, 2, 4]] - pile for player in table.players])
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    spots = _spots(ways)
    px = table.in_quarter(pile + spots)
    x, y = px[..., 0].astype(np.float32), px[..., 1].astype(np.float32)
    middle = ways[:, 1]
    return Approaches(table.players, x, y, _own(middle), _are_within(middle, _BESIDE), _are_within(middle, _AROUND))


def homes_of(table: TablePlaces, player: PlayerId) -> Points:
    """Where a player's arms may come from, (hands, 2) in mm."""
    grid = [table.quads_mm[slot] for slot in table.grid(player)]
    middle = np.mean(grid, axis=(0, 1))
    near = np.mean([quad[3] - quad[0] for quad in grid], axis=0)
    near /= np.hypot(*near)
    right = np.array([near[1], -near[0]])
    homes: Points = middle + near * _BEHIND_MM + np.array(_SHOULDERS_MM)[:, None] * right
    return homes


def _spots(ways: Points) -> Points:
    """Points (..., along, across, 2) along ways (..., 2), in mm from the pile."""
    aside = np.stack([-ways[..., 1], ways[..., 0]], -1)
    along = ways[..., None, None, :] * _ALONG_MM[:, None, None]
    spots: Points = along + aside[..., None, None, :] * _ACROSS_MM[:, None]
    return spots


def _own(ways: Points) -> NDArray[np.bool_]:
    """What of each player's strip is nearer to their way (players, 2) than to any other."""
    spots = _spots(ways)[:, :_NEAR]
    onward = np.einsum("pacd,qd->qpac", spots, ways)
    seats = np.arange(len(ways))
    nearest = onward.argmax(axis=0) == seats[:, None, None]
    return np.asarray(nearest & _WATCHED[:, None])


def _are_within(ways: Points, cosine: float) -> NDArray[np.bool_]:
    """Between which ways (players, 2) the angle is so small, but for those of one player."""
    return np.asarray((ways @ ways.T > cosine) & ~np.eye(len(ways), dtype=bool))


def _strip(picture: Image, x: NDArray[np.float32], y: NDArray[np.float32]) -> Strip:
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
