"""The film of a light that blinks over the table, of which only what the check of a shutter needs is kept."""

from __future__ import annotations

import time

import cv2
import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.health import SourceState
from kibitz_vision.camera.shutter.shutter_check import COLUMNS, ROWS, Rows, ShutterCheck, check_shutter
from kibitz_vision.camera.sources import FrameSource
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame

_POLL_S, _OPENS_WITHIN_S = 0.02, 10.0


class BlinkingFilm:
    """Its frames as brightness by rows; no picture is kept."""

    def __init__(self) -> None:
        self._times_ms: list[float] = []
        self._lights: list[Rows] = []

    def add(self, frame: Frame) -> None:
        """The next frame."""
        self._times_ms.append(frame.captured_ns / 1e6)
        self._lights.append(_row_lights(frame.image))

    def watch(self, source: FrameSource, seconds: float) -> None:
        """Take so many seconds of a source from now on, of a film from its beginning; `InputError` where none comes."""
        newest = source.latest()
        after = newest.index if newest and source.is_live else -1
        until_s = time.monotonic() + seconds + _OPENS_WITHIN_S
        while self.seconds < seconds:
            frames = source.frames_since(after)
            for frame in frames:
                self.add(frame)
                after = frame.index
            if frames:
                continue
            if source.health.state is SourceState.ENDED or time.monotonic() > until_s:
                break
            time.sleep(_POLL_S)
        if not self._times_ms:
            raise InputError(source.health.sentence)

    @property
    def seconds(self) -> float:
        """From the first frame to the last."""
        return (self._times_ms[-1] - self._times_ms[0]) / 1000 if self._times_ms else 0.0

    def check(self) -> ShutterCheck:
        """What they tell; `InputError` for fewer than two."""
        if self.seconds <= 0:
            raise InputError(Sentence("No two pictures came: nothing can be said of the camera's shutter."))
        return check_shutter(self._times_ms, self._lights)


def _row_lights(image: Image) -> Rows:
    """How bright the cells (rows, columns) of a picture are, 0 to 255."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA), np.float32)
