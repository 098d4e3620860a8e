"""The recorder: a thread of its own that puts a camera's frames into a recording, and never holds the watching up.

It copies the pictures that the camera's process has kept as JPEG anyway, so that a whole round costs next to nothing;
only where all around the table is cut away are they decoded and encoded once more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.camera.sources import FrameSource
from kibitz_vision.recording.folder import MOST_BYTES, WHOLE, RecordingFolder, room_left
from kibitz_vision.recording.only_table import jpeg_of_table
from kibitz_vision.table.places import TablePlaces

_POLL_S = 0.1
"""Less than a camera takes to come to rest after a push, and far less than frames are kept."""
_LAST_FRAMES_S = 10.0


@dataclass(frozen=True, slots=True)
class Looked:
    """How far the watching has got (ns of the source's clock), where the table is then, and if the camera moves."""

    at_ns: int
    places: TablePlaces | None
    is_moving: bool


class Recorder:
    """Records a source's frames above the index `after` from when it is made until `stop`.

    Given `looked`, frames are kept only of what the watching has looked at, with all around the table cut away, and
    none of a time in which the camera was pushed. Times count from `origin_ns`, the capture time of the first frame.
    """

    def __init__(
        self,
        source: FrameSource,
        folder: RecordingFolder,
        after: int = -1,
        looked: Callable[[], Looked] | None = None,
    ) -> None:
        self._source, self._folder, self._looked = source, folder, looked
        self._last = after
        self._before: Looked | None = None
        self._ended = threading.Event()
        self.missed = 0
        self.fault = ""
        first = next((kept.captured_ns for kept in source.kept() if kept.index > after), None)
        self.origin_ns: int | None = first
        self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether frames are still being recorded."""
        return self._thread.is_alive()

    @property
    def size_bytes(self) -> int:
        """How large the recording is so far."""
        return self._folder.frames.size_bytes

    @property
    def frames(self) -> int:
        """How many frames it has so far."""
        return self._folder.frames.count

    def stop(self, how: str = WHOLE) -> None:
        """Record what has come until now, and end; a recording that was cut short says why, whatever `how` says."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._thread.join(_LAST_FRAMES_S)
        try:
            self._folder.end(self.fault or how, self.missed)
        except InputError as error:
            self.fault = self.fault or str(error)

    def _run(self) -> None:
        while not self.fault:
            is_last = self._ended.wait(_POLL_S)
            try:
                self._copy()
            except OSError as error:
                self.fault = Sentence(
                    "The recording ended early ({reason}): scoring goes on without it.", reason=error.strerror
                )
            if is_last:
                return

    def _copy(self) -> None:
        if self.size_bytes > MOST_BYTES or room_left(self._folder.path) <= 0:
            self.fault = Sentence(
                "The recording ended early, as there is no more room for it: scoring goes on without it."
            )
            return
        new = [kept for kept in self._source.kept() if kept.index > self._last]
        if new and self.origin_ns is None:
            self.origin_ns = new[0].captured_ns
        places, ready = self._ready(new)
        for kept in ready:
            self.missed += kept.index - self._last - 1 if self.frames else 0
            self._last = kept.index
            self._keep(kept, places)

    def _keep(self, kept: KeptFrame, places: TablePlaces | None) -> None:
        jpeg = self._source.jpeg(kept.index)
        if jpeg is not None and self._looked is not None:
            jpeg = None if places is None else jpeg_of_table(jpeg, places)
        if jpeg is None:
            self.missed += 1
            return
        assert self.origin_ns is not None
        self._folder.frames.add(jpeg, kept.index, (kept.captured_ns - self.origin_ns) / 1e6)

    def _ready(self, new: Sequence[KeptFrame]) -> tuple[TablePlaces | None, Sequence[KeptFrame]]:
        """The frames that may be kept now, and where the table is on them; None leaves their pictures out."""
        if self._looked is None:
            return None, new
        before, now = self._before, self._looked()
        self._before = now
        if now.places is None:
            return None, ()
        stood = not now.is_moving and (before is None or (before.places in (None, now.places) and not before.is_moving))
        return now.places if stood else None, [kept for kept in new if kept.captured_ns <= now.at_ns]
