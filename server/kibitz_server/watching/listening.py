"""Listening for slaps beside the camera, where the table wants that: when each was heard, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable

from kibitz_vision.sound.heard import Heard
from kibitz_vision.sound.microphone import Microphone
from kibitz_vision.sound.onsets import Onset


class Ear:
    """Off until somebody switches it on, at each start anew; safe to share between threads."""

    def __init__(self, microphone: Callable[[Callable[[Onset], None]], Microphone] = Microphone) -> None:
        self.heard = Heard()
        self._open = microphone
        self._microphone: Microphone | None = None
        self._lock = threading.Lock()

    @property
    def is_on(self) -> bool:
        """Whether the microphone is listened to."""
        return self._microphone is not None

    def start(self) -> None:
        """Listen from now on; `InputError` says in one sentence why that cannot be."""
        with self._lock:
            if self._microphone is None:
                self._microphone = self._open(self.heard.add)

    def stop(self) -> None:
        """Listen no more, and forget what was heard."""
        with self._lock:
            if self._microphone is not None:
                self._microphone.close()
            self._microphone = None
            self.heard.clear()
