"""The newest frame, handed from one process to another through shared memory."""

from __future__ import annotations

import struct
from multiprocessing.shared_memory import SharedMemory

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

MAX_PIXELS = 4096 * 2304
"""Larger frames are refused; the memory is reserved for this size, and used only as far as frames reach."""

PLACES = 3
_COUNT = struct.Struct("<q")
_STAMP = struct.Struct("<q")
_LABEL = struct.Struct("<qqii")
_PLACE_BYTES = 64 + MAX_PIXELS * 3


class FrameMailbox:
    """One process puts frames, another takes the newest; nobody waits, and either may be killed at any moment.

    Frames go round `PLACES` places. Each place carries the index of its frame as a stamp, withdrawn while it is
    written: a taker that finds the stamp unchanged after copying has an untorn frame.
    """

    def __init__(self, name: str | None = None) -> None:
        """Open the mailbox `name`; without a name make a new one, whose maker must `unlink` it."""
        size = 64 + PLACES * _PLACE_BYTES
        self._memory = SharedMemory(name) if name else SharedMemory(create=True, size=size)
        self.name = self._memory.name
        assert self._memory.buf is not None
        self._buffer = self._memory.buf

    @property
    def count(self) -> int:
        """Frames put so far: the next frame's index."""
        return int(_COUNT.unpack_from(self._buffer, 0)[0])

    def put(self, image: Image, captured_ns: int) -> None:
        """Make this the newest frame. Raises InputError where it has more than `MAX_PIXELS` pixels."""
        height, width = image.shape[:2]
        if height * width > MAX_PIXELS:
            raise InputError(f"The picture has {width} x {height} pixels; expected at most 4096 x 2304.")
        index = self.count
        at = self._place(index)
        _STAMP.pack_into(self._buffer, at, -1)
        self._pixels(at, height, width)[:] = image
        _LABEL.pack_into(self._buffer, at, index, captured_ns, height, width)
        _COUNT.pack_into(self._buffer, 0, index + 1)

    def take(self, after: int = -1) -> Frame | None:
        """A copy of the newest frame if its index is above `after`, else None."""
        while (index := self.count - 1) > after:
            at = self._place(index)
            stamp, captured_ns, height, width = _LABEL.unpack_from(self._buffer, at)
            if stamp != index:
                continue
            image = self._pixels(at, height, width).copy()
            if _STAMP.unpack_from(self._buffer, at)[0] == index:
                return Frame(image, index, captured_ns)
        return None

    def close(self) -> None:
        """Let go of the memory in this process."""
        self._memory.close()

    def unlink(self) -> None:
        """Give the memory back to the system, once, by the mailbox's maker."""
        self._memory.unlink()

    def _place(self, index: int) -> int:
        return 64 + index % PLACES * _PLACE_BYTES

    def _pixels(self, at: int, height: int, width: int) -> Image:
        return np.ndarray((height, width, 3), np.uint8, self._buffer, at + 64)
