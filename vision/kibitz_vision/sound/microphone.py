"""The microphone: its sound is listened to as it comes in, and gone at once (needs the extra `sound`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.sound.onsets import Onset, OnsetFinder, Sound

if TYPE_CHECKING:
    from sounddevice import InputStream

_UNKNOWN_LATE_MS = 20.0
"""A sample may be timed so much later than it came in, beside what the system says of its delay: nobody measures it."""
_WAY_MS = 3.0
"""Sound takes so long over a metre."""


class Microphone:
    """Tells each onset to `tell`, in a thread of its own; `InputError` where there is no microphone or no extra."""

    def __init__(self, tell: Callable[[Onset], None]) -> None:
        try:
            import sounddevice
        except ImportError as error:
            raise InputError(Sentence("Listening needs the extra 'sound': pip install 'kibitz[sound]'.")) from error
        except OSError as error:
            raise InputError(
                Sentence("Listening needs PortAudio, which is not installed ({error}).", error=error)
            ) from error
        self._tell = tell
        self._finder: OnsetFinder | None = None
        self._failure: type[Exception] = sounddevice.PortAudioError
        try:
            self._stream: InputStream = sounddevice.InputStream(channels=1, dtype="float32", callback=self._hear)
            with ExitStack() as unheard:
                unheard.callback(self.close)
                self._finder = OnsetFinder(self._stream.samplerate, (0.0, _UNKNOWN_LATE_MS + _WAY_MS))
                self._stream.start()
                unheard.pop_all()
        except (self._failure, ValueError) as error:
            raise InputError(
                Sentence("No microphone can be listened to ({error}); plug one in, or allow it.", error=error)
            ) from error

    def close(self) -> None:
        """Listen no more."""
        with suppress(self._failure):
            self._stream.close()

    def _hear(self, sound: Sound, count: int, times: Any, _status: object) -> None:
        if self._finder is None:
            return
        for onset in self._finder.take(sound[:, 0], self._began_ms(count, times)):
            self._tell(onset)

    def _began_ms(self, count: int, times: Any) -> float:
        """When the first sample came in, by this process's clock."""
        now_ms = time.monotonic_ns() / 1e6
        if times.inputBufferAdcTime > 0 and times.currentTime >= times.inputBufferAdcTime:
            return now_ms - float(times.currentTime - times.inputBufferAdcTime) * 1000
        # Not every system says when a sample came in: then it is the whole delay ago.
        return now_ms - float(self._stream.latency) * 1000 - count / float(self._stream.samplerate) * 1000
