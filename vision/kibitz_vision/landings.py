"""Landings: that a card has come to a place, told while the hand that brought it is still on it.

What card it is can often not be read before that hand is gone. That one lies there is clear sooner: where the table was
bare, something at rest has a corner of a card's; on the discard pile the detector finds another card than lay on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap
from kibitz_vision.changes import Change
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.looks import begin
from kibitz_vision.patches import CARD_AREA, LIKE, MARGIN_MM, MM_PER_PX, Atlas, Mask, likeness, shaded
from kibitz_vision.sights import Inspector, Sight
from kibitz_vision.spots import Spot
from kibitz_vision.tellings import Tellings

_AT_REST_FRAMES, _AT_REST = 2, 0.5
"""A card rests, and the fingers on it, when so much of it was the same for so many frames on end."""
_LOOKED_AT_REST, _STILL_THERE = 0.85, 0.45
_FILLED = 0.75
_BACK, _ASIDE_PX = 0.5, 5
_SAME = 0.97
_BARED_FRAMES = 2
_STRAIGHT = 0.6
_READ = 0.8
_REMEMBERED = 8
"""Cards of a heap."""
_SLOPES = np.linspace(-0.14, 0.14, 9)
_OFF_PX = 0.8
_EDGE_PX = round(MARGIN_MM / MM_PER_PX)
_INWARD_PX = 6
"""A card may lie so much to a side of its place."""

Resting = NDArray[np.uint8]
"""For each pixel of a patch (height, width) how many frames it has looked the same."""


@dataclass(slots=True, eq=False)
class _Asked:
    """A look at a patch: under way, or over (None)."""

    patch: Atlas
    sight: Future[Sight | None] | None


@dataclass(slots=True, eq=False)
class Landings:
    """Looks out for cards that come; looks at the discard pile are made in the `thread` where there is one."""

    thread: Executor | None = None
    _bared: set[int] = field(default_factory=set)
    _asked: dict[int, _Asked] = field(default_factory=dict)
    _heaps: dict[int, list[Sight]] = field(default_factory=dict)

    def update(
        self, spots: Iterable[Spot], shown: tuple[Atlas, Resting], eye: tuple[Inspector, Image], tell: Tellings
    ) -> Iterator[Change]:
        """The cards that have come by the next frame, each told once, and not where that has been told already.

        `shown`: the patches and for how many frames each pixel of them (n, height, width) has looked the same.
        """
        for spot in spots:
            self._pile_up(spot)
            if spot.busy_since is None or spot.has_landed or spot.place is Heap.DRAW:
                self._bared.discard(spot.number)
                self._asked.pop(spot.number, None)
                continue
            patch, resting = (part[spot.number] for part in shown)
            is_heap = isinstance(spot.place, Heap)
            seen = self._on_heap(spot, patch, resting, eye) if is_heap else self._in_slot(spot, patch, resting)
            if seen is not None:
                spot.has_landed = True
                yield tell.landed(spot, seen, CARD_AREA)

    def forget(self) -> None:
        """The camera was moved: what is under way is of no use any more."""
        self._bared.clear()
        self._asked.clear()

    def _in_slot(self, spot: Spot, patch: Atlas, resting: Resting) -> Atlas | None:
        """The patch, if it shows a card where the table was bare."""
        if spot.bare_run >= _BARED_FRAMES:
            self._bared.add(spot.number)
        was_bare = spot.lying is None or (spot.number in self._bared and _is_like_back(spot, patch))
        if not was_bare or spot.bare is None or _at_rest(resting, _AT_REST_FRAMES) < _AT_REST:
            return None
        return patch if shows_corner(patch, spot.bare) else None

    def _on_heap(self, spot: Spot, patch: Atlas, resting: Resting, eye: tuple[Inspector, Image]) -> Atlas | None:
        """The patch that was looked at last, if it shows another card than lay on top and much of it shows still."""
        asked, (inspector, image) = self._asked.get(spot.number), eye
        if asked is not None and asked.sight is not None:
            if not asked.sight.done():
                return None
            sight, asked.sight = asked.sight.result(), None
            if (
                sight is not None
                and _is_clear(sight, inspector.table.quads_mm[spot.place])
                and all(top.differs(sight) for top in self._heaps[spot.number][-2:])
                and likeness(patch, asked.patch) >= _STILL_THERE
            ):
                return asked.patch
        was_seen = asked is not None and likeness(patch, asked.patch) >= _SAME
        if not was_seen and _at_rest(resting, 1) >= _LOOKED_AT_REST:
            look = partial(inspector.look, image, spot.place)
            self._asked[spot.number] = _Asked(patch.copy(), begin(look, self.thread))
        return None

    def _pile_up(self, spot: Spot) -> None:
        """Note what lies on top of a heap: what is beneath it shows again when it is taken, and has not come then."""
        heap = self._heaps.setdefault(spot.number, [])
        if spot.lying is not None and isinstance(spot.place, Heap) and spot.lying not in heap[-1:]:
            if len(heap) > 1 and not heap[-2].differs(spot.lying):
                heap.pop()
            heap.append(spot.lying)
            del heap[:-_REMEMBERED]


def _at_rest(resting: Resting, frames: int) -> float:
    """Share of a card's pixels that have looked the same for so many frames."""
    return float((resting[CARD_AREA] >= frames).mean())


def _is_like_back(spot: Spot, patch: Atlas) -> bool:
    """Whether a patch has much of the back that lay at its place: a card that is turned over has not come."""
    if spot.lying is None or not spot.lying.is_back:
        return False
    # Another card does not lie exactly as that one did.
    around = np.ones((_ASIDE_PX, _ASIDE_PX), np.uint8)
    darkest, brightest = cv2.erode(spot.rested, around), cv2.dilate(spot.rested, around)
    off = cv2.max(cv2.subtract(darkest, patch), cv2.subtract(patch, brightest)).max(-1)
    return float((off[CARD_AREA] < LIKE).mean()) >= _BACK


def _is_clear(sight: Sight, place_mm: Points) -> bool:
    """Whether a card is seen well: about in its shape, or well enough to be read beneath a hand."""
    is_read = not sight.is_back and sight.certainty >= _READ
    return is_read or sight.is_flat or sight.is_about(place_mm)


def shows_corner(patch: Atlas, bare: Atlas) -> bool:
    """Whether on a place that was bare something lies that has two straight edges where a card's are."""
    over = ~shaded(patch, bare)
    if over[CARD_AREA].mean() < _FILLED:
        return False
    far_or_near = _has_edge(over) or _has_edge(over[::-1])
    return far_or_near and (_has_edge(over.T) or _has_edge(over.T[::-1]))


def _has_edge(over: Mask) -> bool:
    """Whether a straight edge is where the first rows go over from the table to a card."""
    strip = over[: _EDGE_PX + _INWARD_PX + 1, _EDGE_PX + 2 : -_EDGE_PX - 2]
    begins = strip[:-1] & strip[1:]
    first = begins.argmax(axis=0)
    seen = first > 0
    if seen.mean() < _STRAIGHT:
        return False
    steps = np.arange(strip.shape[1]) - strip.shape[1] / 2
    rows = (first - _SLOPES[:, None] * steps)[:, seen]
    near = np.abs(rows - np.median(rows, axis=1, keepdims=True)) <= _OFF_PX
    return bool(near.sum(axis=1).max() >= _STRAIGHT * strip.shape[1])
