"""The frame backlog: frames kept until they can be followed, so that the deal itself is not missed."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.frames import Frame

_FULL_COLOUR = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
KEPT_AS = (cv2.IMWRITE_JPEG_QUALITY, 95, *_FULL_COLOUR)
"""With colours halved, backs of fine patterns look otherwise in the first frame that was not kept."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    jpeg: NDArray[np.uint8]
    index: int
    captured_ns: int


@dataclass(slots=True, eq=False)
class FrameBacklog:
    """The frames of the last `longest_ms` as JPEG, oldest first; so many may wait, and older ones are forgotten."""

    longest_ms: float
    _kept: deque[_Kept] = field(default_factory=deque, init=False)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def span_ms(self) -> float:
        """From the oldest frame to the newest, in ms of capture time; 0 where none waits."""
        return (self._kept[-1].captured_ns - self._kept[0].captured_ns) / 1e6 if self._kept else 0.0

    def keep(self, frame: Frame) -> None:
        """A frame that has to wait."""
        _, jpeg = cv2.imencode(".jpg", frame.image, KEPT_AS)
        self._kept.append(_Kept(np.asarray(jpeg, np.uint8), frame.index, frame.captured_ns))
        while self.span_ms > self.longest_ms:
            self._kept.popleft()

    def thin(self, most: int) -> None:
        """Leave at most so many frames, evenly over the time: whoever is late cannot make up for all."""
        if len(self._kept) > most:
            numbers = np.linspace(0, len(self._kept) - 1, most).round().astype(int)
            self._kept = deque(self._kept[number] for number in numbers)

    def take(self) -> Frame:
        """The oldest frame, which waits no longer."""
        kept = self._kept.popleft()
        image = cv2.imdecode(kept.jpeg, cv2.IMREAD_COLOR)
        assert image is not None
        return Frame(np.asarray(image, np.uint8), kept.index, kept.captured_ns)
