"""Barrel distortion of wide-angle lenses: straight lines away from the middle bend outwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fisheye:
    """The division model: a point at radius r of the bent picture shows what was at r (1 - k) / (1 - k r^2).

    r is 1 in the corners, which stay where they are; `k` from 0 (straight) to below 1 (A. Fitzgibbon, CVPR 2001).
    """

    size: tuple[int, int]
    k: float

    def straight(self, bent: Points) -> Points:
        """Where points (n, 2) of the bent picture were in the straight one, in px."""
        middle, reach = self._frame()
        offset = (np.asarray(bent, np.float32) - middle) / reach
        squared = (offset**2).sum(-1, keepdims=True)
        return np.asarray(offset * ((1 - self.k) / (1 - self.k * squared)) * reach + middle, np.float32)

    def bent(self, straight: Points) -> Points:
        """Where points (n, 2) of the straight picture come to lie, in px; also of points outside of it."""
        middle, reach = self._frame()
        offset = (np.asarray(straight, np.float32) - middle) / (reach * (1 - self.k))
        squared = (offset**2).sum(-1, keepdims=True)
        # The positive root of u = r / (1 - k r^2), written so that it also holds at k = 0 and u = 0.
        return np.asarray(offset * (2 / (1 + np.sqrt(1 + 4 * self.k * squared))) * reach + middle, np.float32)

    def bend(self, picture: NDArray[Any], *, smooth: bool) -> NDArray[Any]:
        """The bent picture; `smooth` where its values may be mixed, as those of labels may not."""
        height, width = self.size
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        source = self.straight(np.stack([x, y], -1))
        how = cv2.INTER_LINEAR if smooth else cv2.INTER_NEAREST
        return np.asarray(cv2.remap(picture, source[..., 0], source[..., 1], how, borderMode=cv2.BORDER_REPLICATE))

    def _frame(self) -> tuple[Points, np.float32]:
        """The picture's middle (2,) and its distance from the corners, in px."""
        middle = np.asarray((np.array(self.size[::-1]) - 1) / 2, np.float32)
        return middle, np.float32(np.linalg.norm(middle))


def sample_fisheye(rng: Generator, size: tuple[int, int], strongest: float = 0.4) -> Fisheye | None:
    """The lens of a picture of (height, width) px: mostly straight (None), otherwise bent by up to `strongest`."""
    if rng.random() > 0.12:
        return None
    return Fisheye(size, float(rng.uniform(0.03, strongest)))
