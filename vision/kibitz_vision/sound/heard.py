"""Heard: the onsets of the last minutes, for the clips that are cut meanwhile."""

from __future__ import annotations

import threading
from collections import deque

from kibitz_vision.sound.onsets import Onset

_MOST = 2000


class Heard:
    """One thread adds, others look; times are ms of the monotonic clock, as those of a camera's frames."""

    def __init__(self) -> None:
        self._onsets: deque[Onset] = deque(maxlen=_MOST)
        self._lock = threading.Lock()

    def add(self, onset: Onset) -> None:
        """Something was heard."""
        with self._lock:
            self._onsets.append(onset)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._onsets.clear()

    def all(self) -> tuple[Onset, ...]:
        """All that is there, oldest first."""
        with self._lock:
            return tuple(self._onsets)
