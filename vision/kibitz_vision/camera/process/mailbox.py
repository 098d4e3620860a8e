"""The newest frames, handed from one process to another through shared memory."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.process.shared_ring import Block, SharedRing
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

MAX_PIXELS = 4096 * 2304
"""Larger frames are refused."""

CAPACITY_BYTES = 96 * 1024 * 1024
"""About 36 frames of 1280 x 720, 16 of 1920 x 1080, 3 of the largest."""

_LABELS = 64
_TRIES = 100


class FrameMailbox:
    """One process puts frames, another takes the newest, or every one that it has not yet had."""

    def __init__(self, name: str | None = None) -> None:
        """Open the mailbox `name`; without a name make a new one, whose maker must `unlink` it."""
        self._ring = SharedRing(_LABELS, CAPACITY_BYTES, name)
        self.name = self._ring.name

    @property
    def count(self) -> int:
        """Frames put so far: the next frame's index."""
        return self._ring.count

    def put(self, image: Image, captured_ns: int) -> int:
        """Make this the newest frame, and return its index. Raises InputError where it is too large."""
        height, width = image.shape[:2]
        if height * width > MAX_PIXELS or image.size > self._ring.capacity_bytes:
            raise InputError(
                Sentence(
                    "The picture has {width} x {height} pixels; expected at most 4096 x 2304.",
                    width=width,
                    height=height,
                )
            )
        index = self.count
        self._ring.put(np.ascontiguousarray(image), captured_ns, index=index, size=(height, width))
        return index

    def take(self, after: int = -1) -> Frame | None:
        """A copy of the newest frame if its index is above `after`, else None.

        None, too, where it is always written over while it is copied, or was as its writer died.
        """
        for _ in range(_TRIES):
            index = self.count - 1
            if index <= after:
                break
            block = self._ring.read(index)
            if block is not None:
                return _frame(block)
        return None

    @property
    def ahead(self) -> int:
        """How many frames were put that the one who takes them all has not yet asked beyond; 0 while nobody does."""
        return 0 if self._ring.taken < 0 else self.count - 1 - self._ring.taken

    def release(self) -> None:
        """Nobody takes every frame any more."""
        self._ring.taken = -1

    def since(self, after: int) -> list[Frame]:
        """Copies of all frames above the index `after` that are still there, oldest first; the others are done with."""
        count = self.count
        self._ring.taken = max(0, after)
        blocks = (self._ring.read(index) for index in range(max(after + 1, count - _LABELS), count))
        return [_frame(block) for block in blocks if block is not None]

    def close(self) -> None:
        """Let go of the memory in this process."""
        self._ring.close()

    def unlink(self) -> None:
        """Give the memory back to the system, once, by the mailbox's maker."""
        self._ring.unlink()


def _frame(block: Block) -> Frame:
    return Frame(block.data.reshape(block.height, block.width, 3), block.index, block.at_ns)
