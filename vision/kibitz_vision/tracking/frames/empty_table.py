"""The empty table: what a picture shows where no hand is, kept up to date everywhere.

Light that drifts, a card that was pushed aside and a cup that was put down belong to the table once they have not moved
for some time. A hand that rests does not: it hangs together with an arm that comes in over the picture's border.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography
from kibitz_vision.table.patches import largest
from kibitz_vision.tracking.frames.light import Levels, block_means

_LOOK_EVERY_MS = 500.0
_MOVED, _DRIFTED, _OTHER = 2.5, 3.0, 10.0
"""Levels by which the mean of a block differs where something moved, where the light has drifted since the table was
seen, and where another thing lies: less than a hand does, which is told from 12 levels on.
"""
_DRIFTS_MS, _LIES_MS, _AT_BORDER_MS = 2_000.0, 4_000.0, 10_000.0
"""For so long a block has not moved where the light may have drifted and where a thing lies, and all of a thing that
reaches the border: a hand that rests there trembles, by a millimetre or more in so long. Sleeves may be of nearly the
table's colour, so that is asked of what only drifts there, too.
"""


@dataclass(slots=True, eq=False)
class EmptyTable:
    """A picture of quarter size without hands, in its first light; `means`: those of its blocks."""

    picture: Image
    means: Levels = field(init=False)
    _rested: Levels = field(init=False)
    _moved_ms: NDArray[np.float64] = field(init=False)
    _looked_ms: float = field(default=float("-inf"), init=False)

    def __post_init__(self) -> None:
        self.means = block_means(self.picture)
        self._rested = self.means
        self._moved_ms = np.full(self.means.shape[:2], np.inf)

    def paint(self, region: tuple[NDArray[np.intp], ...], quarter: Image) -> None:
        """In these rows and columns the table looks as in a normalized picture."""
        self.picture[region] = quarter[region]
        self.means = block_means(self.picture)

    def move(self, image_from_before: Homography) -> None:
        """The camera stands elsewhere."""
        warp = np.diag([0.25, 0.25, 1.0]) @ image_from_before @ np.diag([4.0, 4.0, 1.0])
        size = self.picture.shape[1::-1]
        moved = cv2.warpPerspective(self.picture, warp, size, borderMode=cv2.BORDER_REPLICATE)
        self.picture = np.asarray(moved, np.uint8)
        self.means = block_means(self.picture)
        self._moved_ms[:] = np.inf

    def follow(self, quarter: Image, changed: NDArray[np.bool_], at_ms: float) -> None:
        """Take in the next normalized picture, and which of its blocks changed."""
        self._moved_ms[changed | np.isinf(self._moved_ms)] = at_ms
        if at_ms - self._looked_ms < _LOOK_EVERY_MS:
            return
        self._looked_ms = at_ms
        means = block_means(quarter)
        # What creeps or trembles changes little from frame to frame, but more and more since it seemed to rest.
        moved = (_most(means, self._rested) > _MOVED) | (self._moved_ms == at_ms)
        self._moved_ms[moved] = at_ms
        self._rested = np.where(moved[..., None], means, self._rested)
        off, still_ms = _most(means, self.means), at_ms - self._moved_ms
        settled = (off > _DRIFTED) & (still_ms >= np.where(off < _OTHER, _DRIFTS_MS, _LIES_MS))
        if not settled.any():
            return
        settled &= ~_held(off, still_ms)
        whole = cv2.resize(settled.astype(np.uint8), quarter.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        self.paint(np.nonzero(whole), quarter)


def _held(off: Levels, still_ms: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which blocks belong to a thing that comes in over the border of the picture and may be a hand."""
    _, parts = cv2.connectedComponents(np.asarray(off > _DRIFTED, np.uint8), connectivity=8)
    rim = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    moving = [part for part in rim[rim > 0] if still_ms[parts == part].min() < _AT_BORDER_MS]
    return np.isin(parts, moving)


def _most(one: Levels, other: Levels) -> Levels:
    """How much blocks differ, in the colour in which they do most."""
    return np.asarray(largest(cv2.split(cv2.absdiff(one, other))), np.float32)
