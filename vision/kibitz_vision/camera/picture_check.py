"""Whether a camera's pictures are pictures of now: frozen, broken and black ones are told apart from a still table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kibitz_vision.detections import Image

FROZEN_AFTER_S = 1.5
BAD_AFTER_S = 0.5
_STEP_PX = 8
_FILLED_ROWS = 0.25
_DARK_MEAN = 16.0
_BLACK, _WHITE = 16, 250


class Trouble(StrEnum):
    """What is wrong with pictures that do arrive."""

    FROZEN = "frozen"
    BROKEN = "broken"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class _Spell:
    """Since when something has been so."""

    trouble: Trouble
    since_ns: int


_PATIENCE_S = {Trouble.FROZEN: FROZEN_AFTER_S, Trouble.BROKEN: BAD_AFTER_S, Trouble.DARK: BAD_AFTER_S}


class PictureCheck:
    """Looks at every picture of one camera in turn, at each 8th pixel of each 8th row."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._spell: _Spell | None = None

    def look(self, image: Image | None, captured_ns: int) -> Trouble | None:
        """What is wrong with this picture by itself; None stands for one that could not be decoded."""
        sample = None if image is None else np.ascontiguousarray(image[::_STEP_PX, ::_STEP_PX])
        trouble = self._judge(sample)
        if trouble is None:
            self._spell = None
        elif self._spell is None or self._spell.trouble is not trouble:
            self._spell = _Spell(trouble, captured_ns)
        self._last = sample if sample is not None else self._last
        return trouble

    def lasting(self, now_ns: int) -> Trouble | None:
        """What has been wrong for so long that people should hear of it."""
        spell = self._spell
        if spell is None or now_ns - spell.since_ns < _PATIENCE_S[spell.trouble] * 1e9:
            return None
        return spell.trouble

    def _judge(self, sample: Image | None) -> Trouble | None:
        if sample is None or _filled_rows(sample) >= _FILLED_ROWS:
            return Trouble.BROKEN
        # A sensor's noise makes every picture of the stillest table another one.
        if self._last is not None and np.array_equal(sample, self._last):
            return Trouble.FROZEN
        return Trouble.DARK if sample.mean() < _DARK_MEAN else None


def _filled_rows(sample: Image) -> float:
    """Share of rows in one colour throughout, as decoders fill in what did not come; black bars and glare are none."""
    first = sample[:, :1]
    plain = (sample == first).all(axis=(1, 2))
    level = first.max(axis=(1, 2))
    return float(np.mean(plain & (level > _BLACK) & (first.min(axis=(1, 2)) < _WHITE)))
