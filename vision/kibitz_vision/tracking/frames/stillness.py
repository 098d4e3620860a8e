"""Stillness: for how long each pixel of the places has looked the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz_vision.table.patches import Atlas, Mask, alike, portion, portions

_MOST = 250


@dataclass(slots=True, eq=False)
class Stillness:
    """For so many frames on end, up to 251, each pixel (n, height, width) has looked as in the frame before."""

    frames: NDArray[np.uint8]

    @classmethod
    def of(cls, atlas: Atlas) -> Stillness:
        """That of the first frame: nothing is known yet."""
        return cls(np.zeros(atlas.shape[:3], np.uint8))

    def follow(self, atlas: Atlas, before: Atlas) -> None:
        """Take in the next frame."""
        self.frames = np.where(alike(atlas, before), np.minimum(self.frames, _MOST) + np.uint8(1), np.uint8(0))

    def shares(self, frames: int) -> NDArray[np.float64]:
        """Share of each place that has been at rest for so many frames."""
        return portions(self.frames >= frames)

    def share(self, number: int, frames: int, part: Mask | None = None) -> float:
        """The same of one place, or of a part of it that is not empty."""
        place = self.frames[number]
        return portion((place if part is None else place[part]) >= frames)
