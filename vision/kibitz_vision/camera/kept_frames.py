"""Every frame of the last seconds as JPEG, kept for looking again: bounded memory, shared between two processes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from kibitz_vision.camera.shared_ring import SharedRing
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

KEPT_S = 17.0
"""Older frames are not shown, though a slow camera's may still be there: 15 s for people, after 2 s for the verdict."""

CAPACITY_BYTES = 96 * 1024 * 1024
"""17 s of 1280 x 720 at 30 frames a second where a frame takes at most 195 kB; of larger pictures less."""

JPEG_QUALITY = 88
_LABELS = 1024


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """A frame that may still be looked at: the index and the monotonic capture time of the `Frame` that it was."""

    index: int
    captured_ns: int


class Film:
    """One process keeps frames, another looks at them."""

    def __init__(self, name: str | None = None) -> None:
        """Open the film `name`; without a name make a new one, whose maker must `unlink` it."""
        self._ring = SharedRing(_LABELS, CAPACITY_BYTES, name)
        self.name = self._ring.name

    def keep(self, image: Image, index: int, captured_ns: int) -> None:
        """Keep a frame; one that takes more room than there is at all is left out."""
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if data.size <= self._ring.capacity_bytes:
            self._ring.put(np.asarray(data, dtype=np.uint8), captured_ns, index=index, size=image.shape[:2])

    def kept(self) -> tuple[KeptFrame, ...]:
        """The frames of the last `KEPT_S` before the newest, oldest first."""
        times = self._ring.times_ns()
        after_ns = max(times.values(), default=0) - round(KEPT_S * 1e9)
        return tuple(KeptFrame(index, at_ns) for index, at_ns in times.items() if at_ns >= after_ns)

    def jpeg(self, index: int) -> bytes | None:
        """JPEG file of a kept frame, None where it is gone."""
        block = self._ring.read(index)
        return None if block is None else block.data.tobytes()

    def frame(self, kept: KeptFrame) -> Frame | None:
        """A kept frame as it was but for JPEG's losses, None where it is gone."""
        block = self._ring.read(kept.index)
        image = None if block is None else cv2.imdecode(block.data, cv2.IMREAD_COLOR)
        return None if image is None else Frame(np.asarray(image, np.uint8), kept.index, kept.captured_ns)

    def close(self) -> None:
        """Let go of the memory in this process."""
        self._ring.close()

    def unlink(self) -> None:
        """Give the memory back to the system, once, by the film's maker."""
        self._ring.unlink()
