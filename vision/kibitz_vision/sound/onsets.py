"""Onsets: when a slap begins in a stream of sound, by how suddenly its spectrum grows.

A slap is broad, sudden and soon over. Speech and music grow more slowly or in few tones, hum does not grow at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Interval

_WINDOW_S, _STEPS = 0.008, 2
"""A spectrum is of so long, and is taken so many times within that."""
_BAND_HZ = (1000.0, 8000.0)
"""Where a slap is and a voice is not loud."""
_KNOWN_S = 1.5
"""What is usual is what was so lately."""
_LEAST_S = 0.25
_LOUDER_DB = 12.0
"""A slap stands out of what is usual by so much at least, in the middle of its band."""
_BROAD, _GROWN_DB = 0.6, 6.0
"""Such a share of the band grows by so much from one spectrum to the next but one."""
_APART_MS = 90.0
_RISEN = 0.25
"""An onset is where the sound first has such a share of its height."""
FIT_MS = 2.0
"""So exactly the onset is told of a slap that is recorded: within a quarter of a spectrum's length."""

Sound = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Onset:
    """Something sounded like a slap: when, and by how much louder than usual. Times are ms."""

    at_ms: Interval
    louder_db: float


class OnsetFinder:
    """Takes a stream of sound (mono, -1 to 1) block by block, without a gap, and tells each onset once.

    `late_ms` says how much later than it sounded a sample may be timed, at least and at most.
    """

    def __init__(self, rate_hz: float, late_ms: tuple[float, float] = (0.0, 0.0)) -> None:
        self._rate_hz, self._late_ms = rate_hz, late_ms
        self._size = round(_WINDOW_S * rate_hz)
        self._hop = self._size // _STEPS
        self._shape = np.hanning(self._size)
        hertz = np.fft.rfftfreq(self._size, 1 / rate_hz)
        self._band = (hertz >= _BAND_HZ[0]) & (hertz <= _BAND_HZ[1])
        self._sound = np.zeros(0, np.float32)
        self._usual: deque[float] = deque(maxlen=round(_KNOWN_S * rate_hz / self._hop))
        self._spectra: deque[NDArray[np.float64]] = deque(maxlen=_STEPS + 2)
        self._last_ms = float("-inf")

    def take(self, sound: Sound, at_ms: float) -> Iterator[Onset]:
        """The next block, and when its first sample was timed."""
        first_ms = at_ms - len(self._sound) / self._rate_hz * 1000
        self._sound = np.concatenate([self._sound, sound])
        start = 2 * self._size
        while start + 2 * self._size <= len(self._sound):
            level_db = self._look(start)
            if self._is_onset(level_db):
                told_ms = first_ms + self._risen(start) / self._rate_hz * 1000
                if told_ms - self._last_ms > _APART_MS:
                    self._last_ms = told_ms
                    yield self._onset(told_ms, level_db - float(np.median(self._usual)))
            self._usual.append(level_db)
            start += self._hop
        # What lies before is needed to see how a slap rises.
        self._sound = self._sound[start - 2 * self._size :]

    def _look(self, start: int) -> float:
        part = self._sound[start : start + self._size]
        spectrum = 20 * np.log10(np.abs(np.fft.rfft(part * self._shape))[self._band] + 1e-5)
        self._spectra.append(spectrum)
        return float(np.median(spectrum))

    def _is_onset(self, level_db: float) -> bool:
        if len(self._usual) < _LEAST_S * self._rate_hz / self._hop:
            return False
        grown = self._spectra[-1] - np.minimum(self._spectra[0], self._spectra[1])
        is_broad = float(np.mean(grown > _GROWN_DB)) > _BROAD
        return is_broad and level_db - float(np.median(self._usual)) > _LOUDER_DB

    def _risen(self, start: int) -> int:
        """The sample at which it first has a share of its height, about the spectrum that begins at `start`."""
        around = self._sound[start - self._size : start + 2 * self._size]
        height = np.abs(np.diff(around, prepend=around[:1]))
        smooth = max(1, round(0.0005 * self._rate_hz))
        height = np.convolve(height, np.ones(smooth) / smooth, mode="same")
        quiet = float(np.median(height[: self._size // 2]))
        top = int(height.argmax())
        risen = np.flatnonzero(height[: top + 1] >= quiet + _RISEN * (height[top] - quiet))
        return start - self._size + int(risen[0] if len(risen) else top)

    def _onset(self, told_ms: float, louder_db: float) -> Onset:
        least, most = self._late_ms
        return Onset(Interval(told_ms - most - FIT_MS, told_ms - least + FIT_MS), round(louder_db, 1))
