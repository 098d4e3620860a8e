"""Stops: when each player's hand came to rest at the discard pile, also where the card it brought is covered by then.

An arm is seen all along, whatever lies on the pile. While it moves, the strip of picture that it fills changes from
frame to frame; where that ends, the hand has arrived. The less changed with the last frame that still shows a change,
the sooner after the frame before that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap, Interval, PlayerId
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.past import Moment
from kibitz_vision.patches import alike
from kibitz_vision.places import TablePlaces

_BEHIND_MM = 330.0
"""How far behind the middle of a player's grid the shoulders are."""
_BESIDE_MM = (-80.0, -40.0, 0.0, 40.0, 80.0)
_STEP_MM = 4.0
_ALONG_MM = np.arange(40.0, 280.0, _STEP_MM)
_ACROSS_MM = np.arange(-52.0, 53.0, _STEP_MM)
_NARROW = np.abs(_ACROSS_MM) <= 14
_NEAR = int((_ALONG_MM < 170).sum())
"""So many steps of a way are watched all the time, the rest to tell whose arm it is."""
_TIP = _ALONG_MM[:_NEAR] < 80
_WATCHED = _ALONG_MM[:_NEAR] >= 56
"""Nearer to the middle of the pile, other cards come to lie."""
_BESIDE = 0.64
"""Cosine of the angle between ways on which one arm may seem to be on both."""
_SURER = 1.25
_FILLED = 0.65
_STILL = 0.04
_MOVING = 0.15
_AT_ONCE, _SLOWLY_MS = 0.17, 50.0
"""With so small a share of the change before, a hand stops as the frame between is taken; so much later with all."""
_LEAST_MS = 16.7
_MISJUDGED_MS = 7.0
"""With half a frame some three times the standard deviation of what is told of contacts (8 ms)."""
_SAME_MS = 60.0
_LEAST_WAY_MS = 100.0
"""A hand is under way to the pile at least so long."""

Strip = NDArray[np.uint8]
"""The picture along arms, shape (.., along, across, 3), from the pile to the player."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A player's hand came to rest at the pile, and how sure (0 to 1) it is that player's.

    `since_ms`: it cannot have come to rest before that.
    """

    player: PlayerId
    at: Interval
    sure: float
    since_ms: float = float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class _Filmed:
    """The near part of each way (players, hands, along, across, 3) in each moment, and `empty` as in the background.

    `changed` (moments, players, hands): share of what is watched of a way that changed since the moment before.
    """

    moments: Sequence[Moment]
    background: Image
    strips: Sequence[Strip]
    empty: Strip
    changed: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Approaches:
    """The ways from the discard pile to where each player's hands come from.

    `x`, `y` (players, hands, along, across) are px of quarter size; `own` (players, near part, across) is what no other
    player's way is nearer to, `beside` (players, players) who have their ways next to each other.
    """

    players: tuple[PlayerId, ...]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    own: NDArray[np.bool_]
    beside: NDArray[np.bool_]

    def stops(self, moments: Sequence[Moment], background: Image) -> tuple[Stop, ...]:
        """When hands came to rest, from frames in order of time; `background` is the table without hands."""
        found: list[Stop] = []
        filmed = self._filmed(moments, background)
        for number in range(len(self.players)):
            ways = [self._stops(number, hand, filmed) for hand in range(self.x.shape[1])]
            for stop in sorted((stop for way in ways for stop in way), key=lambda stop: -stop.sure):
                if not any(one.player == stop.player and _near(one, stop) for one in found):
                    found.append(stop)
        kept = [stop for stop in found if not any(self._is_of(stop, other) for other in found)]
        return tuple(sorted((self._blurred(stop, kept) for stop in kept), key=lambda stop: stop.at.end_ms))

    def _blurred(self, stop: Stop, others: Sequence[Stop]) -> Stop:
        """A stop with the time of another next to it as well: of two such arms each may seem to move with the other.

        So one of them may have come to rest long before the other did.
        """
        both = [stop, *(one for one in others if self._is_beside(stop, one) and _near(stop, one))]
        if len(both) == 1:
            return stop
        first_ms = min(min(one.since_ms, one.at.start_ms) for one in both)
        return replace(stop, at=Interval(first_ms, max(one.at.end_ms for one in both)))

    def _is_beside(self, stop: Stop, other: Stop) -> bool:
        return bool(self.beside[self.players.index(stop.player), self.players.index(other.player)])

    def _is_of(self, stop: Stop, other: Stop) -> bool:
        """Whether a stop is seen only since the arm of another player lies partly on this one's way."""
        return self._is_beside(stop, other) and _near(stop, other) and other.sure > _SURER * stop.sure

    def _filmed(self, moments: Sequence[Moment], background: Image) -> _Filmed:
        """The near parts of all ways in all moments: one look at each picture takes far less than one for each way."""
        x, y = self.x[:, :, :_NEAR], self.y[:, :, :_NEAR]
        height, width = background.shape[:2]
        watched = self.own[:, None] & (x >= 0) & (y >= 0) & (x < width) & (y < height)
        flat = x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])
        pictures = (background, *(moment.quarter for moment in moments))
        empty, *strips = (_strip(picture, *flat).reshape(*x.shape, 3) for picture in pictures)
        whole = np.maximum(np.count_nonzero(watched, axis=(-1, -2)), 1)
        changed = np.zeros((len(moments), *whole.shape))
        for k, (one, other) in enumerate(pairwise(strips)):
            changed[k + 1] = np.count_nonzero(~alike(one, other) & watched, axis=(-1, -2)) / whole
        return _Filmed(moments, background, strips, empty, changed)

    def _stops(self, number: int, hand: int, filmed: _Filmed) -> list[Stop]:
        way, moments, changed = (number, hand), filmed.moments, filmed.changed[:, number, hand]
        found = []
        for k in range(2, len(moments) - 1):
            if changed[k + 1] < _STILL <= changed[k] and max(changed[k - 1], changed[k]) >= _MOVING:
                calm = max((j for j in range(k) if changed[j] < _STILL), default=k)
                sure = _filled(filmed.strips[k + 1][way], filmed.strips[calm][way], filmed.empty[way])
                if sure >= _FILLED:
                    sure *= 0.5 + 0.5 * self._far(number, hand, moments[k + 1].quarter, filmed.background)
                    share = float(changed[k] / max(changed[k - 1], changed[k]))
                    began_ms = moments[calm].at_ms + _LEAST_WAY_MS
                    found.append(Stop(self.players[number], _interval(moments[k], share), sure, began_ms))
        return found

    def _far(self, number: int, hand: int, picture: Image, background: Image) -> float:
        """How far (0 to 1) the farther part of a way is filled, 1 where it is not in the picture."""
        x, y = self.x[number, hand, _NEAR:, _NARROW], self.y[number, hand, _NEAR:, _NARROW]
        height, width = background.shape[:2]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        different = ~alike(_strip(picture, x, y), _strip(background, x, y))
        return float(different[inside].mean()) if inside.any() else 1.0


def approaches_of(table: TablePlaces) -> Approaches:
    """The ways of all hands to the discard pile of a table."""
    pile = table.quads_mm[Heap.DISCARD].mean(axis=0)
    ways = np.stack([homes_of(table, player)[[0, 2, 4]] - pile for player in table.players])
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    spots = _spots(ways)
    px = (table.in_picture(pile + spots) + 0.5) / 4 - 0.5
    x, y = px[..., 0].astype(np.float32), px[..., 1].astype(np.float32)
    return Approaches(table.players, x, y, _own(ways[:, 1]), _beside(ways[:, 1]))


def homes_of(table: TablePlaces, player: PlayerId) -> Points:
    """Where a player's arms may come from, (hands, 2) in mm."""
    grid = [table.quads_mm[slot] for slot in table.grid(player)]
    middle = np.mean(grid, axis=(0, 1))
    near = np.mean([quad[3] - quad[0] for quad in grid], axis=0)
    near /= np.hypot(*near)
    right = np.array([near[1], -near[0]])
    homes: Points = middle + near * _BEHIND_MM + np.array(_BESIDE_MM)[:, None] * right
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


def _beside(ways: Points) -> NDArray[np.bool_]:
    return np.asarray((ways @ ways.T > _BESIDE) & ~np.eye(len(ways), dtype=bool))


def _strip(picture: Image, x: NDArray[np.float32], y: NDArray[np.float32]) -> Strip:
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _filled(rests: Strip, before: Strip, empty: Strip) -> float:
    """How far (0 to 1) an arm fills a strip: what differs from the empty one, or came to lie over what was there."""
    there, then = (~alike(strip, empty)[:, _NARROW] for strip in (rests, before))
    new = ~alike(rests, before)[:, _NARROW]
    parts = []
    for part in (_TIP, ~_TIP):
        has_come = there[part].mean() >= then[part].mean() - _STILL
        parts.append(max(there[part].mean(), new[part].mean() * has_come))
    return float(min(parts))


def _interval(last: Moment, share: float) -> Interval:
    """When a hand stopped, of which the last frame with a change shows such a share of the change before."""
    between_ms = last.at_ms - last.before_ms
    at_ms = last.before_ms + float(np.clip((share - _AT_ONCE) * _SLOWLY_MS, -_LEAST_MS / 2, between_ms))
    half_ms = max(between_ms / 2, _LEAST_MS)
    return Interval(at_ms - half_ms - _MISJUDGED_MS, at_ms + half_ms)


def _near(one: Stop, other: Stop) -> bool:
    return abs(one.at.end_ms - other.at.end_ms) < _SAME_MS
