"""The newest blocks of bytes of one process, for another to read: bounded memory, nobody waits, nothing is torn."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

_SHARED_FOLDER = Path("/dev/shm")
_HEAD_BYTES = 64
_LABEL = np.dtype(
    [("index", "<i8"), ("at_ns", "<i8"), ("offset", "<i8"), ("size", "<i8"), ("height", "<i4"), ("width", "<i4")]
)


@dataclass(frozen=True, slots=True)
class Block:
    """A copy of one block with its label: index, capture time, and picture size in pixels."""

    index: int
    at_ns: int
    height: int
    width: int
    data: Bytes


class SharedRing:
    """One process puts blocks of any size, others read those that are still there; any may be killed at any moment.

    Blocks follow each other through the memory and begin again at its start: at its end, or sooner, once the block that
    lies there is `outdated_ns` older than the newest, so that no more memory is touched than is needed. Each has a
    label that carries its index as a stamp; a stamp is withdrawn before its block is written over, so a reader that
    finds the stamp unchanged after copying has an untorn block.
    """

    def __init__(
        self, labels: int, capacity_bytes: int, name: str | None = None, outdated_ns: int | None = None
    ) -> None:
        """Open the ring `name`; without a name make a new one, whose maker must `unlink` it."""
        self._outdated_ns = outdated_ns
        head = _HEAD_BYTES + labels * _LABEL.itemsize
        made = None if name else SharedMemory(create=True, size=head + _with_room(capacity_bytes))
        self._memory = made or SharedMemory(name)
        self.name = self._memory.name
        assert self._memory.buf is not None
        # The system may round the memory's size up to whole pages, for both sides alike.
        self.capacity_bytes = self._memory.size - head
        self._counts: npt.NDArray[np.int64] | None = np.ndarray(3, "<i8", self._memory.buf)
        self._labels: npt.NDArray[Any] | None = np.ndarray(labels, _LABEL, self._memory.buf, _HEAD_BYTES)
        self._data: Bytes | None = np.ndarray(self.capacity_bytes, np.uint8, self._memory.buf, head)
        if made:
            self._labels["index"] = -1
            self._counts[2] = -1

    @property
    def count(self) -> int:
        """Index of the block that comes next."""
        assert self._counts is not None
        return int(self._counts[0])

    @property
    def taken(self) -> int:
        """Index up to which somebody has taken every block, -1 while nobody does."""
        assert self._counts is not None
        return int(self._counts[2])

    @taken.setter
    def taken(self, index: int) -> None:
        assert self._counts is not None
        self._counts[2] = index

    def put(self, data: Bytes, at_ns: int, *, index: int | None = None, size: tuple[int, int] = (0, 0)) -> None:
        """Put a block of at most `capacity_bytes`; `size` is (height, width). Indices only ever go up."""
        assert self._counts is not None
        assert self._labels is not None
        assert self._data is not None
        index = self.count if index is None else index
        start = int(self._counts[1])
        if start + data.size > self.capacity_bytes or self._is_outdated(at_ns, data.size):
            start = 0
        end = start + data.size
        labels = self._labels
        gone = (labels["offset"] < end) & (labels["offset"] + labels["size"] > start)
        labels["index"][gone] = -1
        at = index % labels.size
        labels["index"][at] = -1
        self._data[start:end] = data.reshape(-1)
        label = labels[at]
        label["at_ns"], label["offset"], label["size"] = at_ns, start, data.size
        label["height"], label["width"] = size
        label["index"] = index
        self._counts[1] = end
        self._counts[0] = index + 1

    def read(self, index: int) -> Block | None:
        """A copy of one block, None where it is not there any more."""
        assert self._labels is not None
        assert self._data is not None
        label = self._labels[index % self._labels.size]
        at_ns, offset, size = int(label["at_ns"]), int(label["offset"]), int(label["size"])
        height, width = int(label["height"]), int(label["width"])
        if label["index"] != index:
            return None
        data = self._data[offset : offset + size].copy()
        return Block(index, at_ns, height, width, data) if label["index"] == index else None

    def _is_outdated(self, now_ns: int, size: int) -> bool:
        """Whether all that lies at the start of the memory, where a block of this size would, is outdated."""
        assert self._labels is not None
        if self._outdated_ns is None:
            return False
        there = self._labels[(self._labels["index"] >= 0) & (self._labels["offset"] < size)]
        return there.size > 0 and now_ns - int(there["at_ns"].max()) > self._outdated_ns

    def times_ns(self, last_ns: int | None = None) -> dict[int, int]:
        """Capture time of each block that is there, by its index, in order; where told of those of the last ns only."""
        assert self._labels is not None
        labels = self._labels.copy()
        present = labels[labels["index"] >= 0]
        if last_ns is not None and present.size:
            present = present[present["at_ns"] >= present["at_ns"].max() - last_ns]
        present = np.sort(present, order="index")
        return dict(zip(present["index"].tolist(), present["at_ns"].tolist(), strict=True))

    def close(self) -> None:
        """Let go of the memory in this process."""
        self._counts = self._labels = self._data = None
        self._memory.close()

    def unlink(self) -> None:
        """Give the memory back to the system, once, by the ring's maker."""
        self._memory.unlink()


def _with_room(capacity_bytes: int) -> int:
    """What is asked for, or less where the system has little: writing beyond it would end the process."""
    if not _SHARED_FOLDER.is_dir():
        return capacity_bytes
    return min(capacity_bytes, max(1, shutil.disk_usage(_SHARED_FOLDER).free * 2 // 5))
