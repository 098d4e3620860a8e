"""The bared table: whether the table beneath a card is seen where it lay, and for how many frames on end."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.table.patches import CARD_AREA, THIRDS, Atlas, Mask, alike, grain, portion, shaded
from kibitz_vision.tracking.durations import LEAST_FRAMES, SURELY_AT_REST_MS
from kibitz_vision.tracking.frames.frame_pace import FramePace

_BARED, _THIRD_BARED = 0.12, 0.18
"""Of a third more is asked than of all; a hand that raises a card covers much of the rest."""
_MOSTLY, _LEAST_TELLING = 0.5, 0.04
_PART_MS = 267.0
"""An arm may look like the table's grain by chance, but not for long."""
_PLAIN_LEVELS = 3.0
"""On a table of less grain nobody can tell."""
_LEAST_GRAIN_PX, _SAME_GRAIN = 20, 0.35


@dataclass(slots=True, eq=False)
class BaredTable:
    """The table beneath a card: its patch, None while that has not been seen, and where it can be told from the card.

    `run`, `part_run` and `grain_run`: for how many frames on end most of it, a part, and its grain in that was seen.
    """

    bare: Atlas | None
    run: int = 0
    part_run: int = 0
    grain_run: int = 0
    _distinct: NDArray[np.bool_] = field(init=False)
    _unlike_shadow: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self._distinct = self._unlike_shadow = np.zeros(CARD_AREA.shape, bool)

    @classmethod
    def beneath(cls, card: Atlas, bare: Atlas | None) -> BaredTable:
        """That beneath a card that looks so."""
        table = cls(bare)
        if bare is not None:
            table._distinct = CARD_AREA & ~alike(card, bare)
            table._unlike_shadow = CARD_AREA & ~shaded(card, bare)
        return table

    def forget(self) -> None:
        """Count anew."""
        self.run = self.part_run = self.grain_run = 0

    def share(self, patch: Atlas) -> float:
        """Share of the card's pixels that show the table; 0 where it looks like the card."""
        assert self.bare is not None
        if self._distinct.sum() < _LEAST_TELLING * CARD_AREA.sum():
            return 0.0
        return portion(alike(patch, self.bare)[self._distinct])

    def follow(self, patch: Atlas) -> float:
        """Count the frames in which the table shows; the share as in `share`."""
        shown = self.share(patch)
        self.run = self.run + 1 if shown > _MOSTLY else 0
        self.part_run = self.part_run + 1 if self.is_seen_in_part(patch) else 0
        self.grain_run = self.grain_run + 1 if self.part_run and self.shows_grain(patch) else 0
        return shown

    def is_seen(self, pace: FramePace) -> bool:
        """Whether it has shown in part for longer than an arm that looks like it would."""
        grain_frames = pace.frames(SURELY_AT_REST_MS, LEAST_FRAMES)
        return self.part_run >= pace.frames(_PART_MS, LEAST_FRAMES) and self.grain_run >= grain_frames

    def is_seen_in_part(self, patch: Atlas) -> bool:
        """Whether it shows, maybe in the shadow of a hand, on part of the card or much of a third."""
        shown = self._shown(patch)
        return any(
            portion(shown[self._distinct & part]) > least
            for part, least in ((CARD_AREA, _BARED), *((third, _THIRD_BARED) for third in THIRDS))
            if (self._distinct & part).sum() >= _LEAST_TELLING * part.sum()
        )

    def shows_grain(self, patch: Atlas) -> bool:
        """Whether what looks like the table has its grain, too, as arms of its colour have not."""
        assert self.bare is not None
        expected = grain(self.bare)
        if float(expected[CARD_AREA].std()) < _PLAIN_LEVELS:
            return True
        inner = cv2.erode(np.asarray(self._distinct & self._shown(patch), np.uint8), np.ones((3, 3), np.uint8)) > 0
        if inner.sum() < _LEAST_GRAIN_PX:
            return False
        return float(np.corrcoef(grain(patch)[inner], expected[inner])[0, 1]) >= _SAME_GRAIN

    def _shown(self, patch: Atlas) -> Mask:
        """Where a patch shows the table, maybe in a shadow."""
        assert self.bare is not None
        return alike(patch, self.bare) | (self._unlike_shadow & shaded(patch, self.bare))
