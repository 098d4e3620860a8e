"""A camera of which the test says which pictures it has kept."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.process.kept_frames import KEPT_S, KeptFrame
from kibitz_vision.frames import Frame


@dataclass
class KeptSource:
    """The pictures by their index, as JPEG files. Where they `pass`, they come one after the other from `begun_ns` on,
    and are kept for as long as a camera's; else all are there at once.
    """

    pictures: dict[int, bytes] = field(default_factory=dict)
    is_live: bool = True
    begun_ns: int = 5_000_000_000
    interval_ns: int = 33_000_000
    passes: bool = False

    def at_ns(self, index: int) -> int:
        """When a picture was taken."""
        return self.begun_ns + index * self.interval_ns

    def kept(self) -> tuple[KeptFrame, ...]:
        return tuple(KeptFrame(index, self.at_ns(index)) for index in self._indices())

    def _indices(self) -> Iterable[int]:
        if not self.passes:
            return sorted(self.pictures)
        newest = min(len(self.pictures), (time.monotonic_ns() - self.begun_ns) // self.interval_ns)
        return range(max(0, newest - round(KEPT_S * 1e9) // self.interval_ns), newest)

    def jpeg(self, index: int) -> bytes | None:
        return self.pictures.get(index)

    def latest(self) -> Frame | None:
        kept = self.kept()
        if not kept:
            return None
        image = cv2.imdecode(np.frombuffer(self.pictures[kept[-1].index], np.uint8), cv2.IMREAD_COLOR)
        return Frame(np.asarray(image, np.uint8), kept[-1].index, kept[-1].captured_ns)

    def frames_since(self, _after: int) -> list[Frame]:
        """Nobody watches."""
        return []

    @property
    def health(self) -> SourceHealth:
        return SourceHealth(SourceState.LIVE, "")

    def close(self) -> None:
        self.pictures.clear()
