"""Every frame of the last minute as JPEG, kept for looking again: bounded memory, shared between two processes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_vision.camera.process.shared_ring import SharedRing
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

KEPT_S = 62.0
"""Older frames are not shown, though a slow camera's may still be there: 60 s for people, after 2 s for the verdict."""

CAPACITY_BYTES = 598_000_000
"""With its labels less than 600 MB: a minute of 1920 x 1080 at 30 frames a second, each of 320 kB at most."""

JPEG_QUALITY = 88
"""Of frames that leave room for a minute of them; larger ones are kept as well as they fit, down to `LEAST_QUALITY`."""
LEAST_QUALITY = 50
_LABELS = 8192
"""A minute of 120 frames a second."""
_LOOK_EVERY, _OVER = 8, 32
"""The quality follows the size of so many frames, every so many frames."""
_STEP, _ROOM = 4, 0.8
"""It changes by so much, and upwards only where frames leave a fifth of the room: a step changes their size by less."""


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """A frame that may still be looked at: the index and the monotonic capture time of the `Frame` that it was."""

    index: int
    captured_ns: int


@dataclass(slots=True)
class RoomForAMinute:
    """How well frames are kept, so that those of the last minute find room in so many bytes, whatever the camera sends.

    `quality` is that of JPEG for the next frame.
    """

    capacity_bytes: int
    quality: int = JPEG_QUALITY
    _lately: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=_OVER))
    _count: int = 0

    def note(self, size: int, captured_ns: int) -> None:
        """A frame took so many bytes."""
        self._lately.append((size, captured_ns))
        self._count += 1
        span_s = (captured_ns - self._lately[0][1]) / 1e9
        if self._count % _LOOK_EVERY or span_s <= 0:
            return
        taken = sum(size for size, _ in list(self._lately)[1:]) / span_s * KEPT_S / self.capacity_bytes
        if taken > 1:
            self.quality = max(LEAST_QUALITY, self.quality - _STEP)
        elif taken < _ROOM:
            self.quality = min(JPEG_QUALITY, self.quality + _STEP)


class Film:
    """One process keeps frames, another looks at them."""

    def __init__(self, name: str | None = None) -> None:
        """Open the film `name`; without a name make a new one, whose maker must `unlink` it."""
        self._ring = SharedRing(_LABELS, CAPACITY_BYTES, name, outdated_ns=round(KEPT_S * 1.5e9))
        self._room = RoomForAMinute(self._ring.capacity_bytes)
        self.name = self._ring.name

    def keep(self, image: Image, index: int, captured_ns: int) -> None:
        """Keep a frame; one that takes more room than there is at all is left out."""
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._room.quality])
        self._room.note(data.size, captured_ns)
        if data.size <= self._ring.capacity_bytes:
            self._ring.put(np.asarray(data, dtype=np.uint8), captured_ns, index=index, size=image.shape[:2])

    @property
    def quality(self) -> int:
        """The quality of JPEG in which the next frame is kept."""
        return self._room.quality

    def kept(self, last_s: float = KEPT_S) -> tuple[KeptFrame, ...]:
        """The frames of so many seconds before the newest, oldest first."""
        return tuple(KeptFrame(index, at_ns) for index, at_ns in self._ring.times_ns(round(last_s * 1e9)).items())

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
