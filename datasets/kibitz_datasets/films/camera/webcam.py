"""A webcam's own faults: exposure that lags behind the light, noise, a flickering lamp, knocks, and H.264."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream
from numpy.random import Generator

from kibitz_datasets.films.camera.focus import FocusHunts
from kibitz_datasets.films.camera.swing import SwingCourse
from kibitz_datasets.films.camera.troubles import SHAKE_MS, Troubles
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.scenes.optics.table_camera import Points
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image

TIME_BASE = Fraction(1, 90_000)


@dataclass(slots=True, eq=False)
class Webcam:
    """A camera that takes clean pictures of (height, width) px for what it would see.

    One that swings has automatics of its own kind; any other follows the light a little.
    """

    rng: Generator
    size: tuple[int, int]
    troubles: Troubles
    swing: SwingCourse | None = None
    focus: FocusHunts | None = None
    turned: Points = field(init=False)
    _noise: Image = field(init=False)
    _gain: float = 1.0
    _wanted: float | None = None

    def __post_init__(self) -> None:
        height, width = self.size
        plane = self.rng.normal(128, self.troubles.noise, (height + 64, width + 64))
        self._noise = np.asarray(np.clip(np.round(plane), 0, 255), np.uint8)
        self.turned = self.rng.normal(0, (0.006, 0.006, 0.008), 3) * width

    def knock(self, time_ms: float) -> Points:
        """Homography (3, 3) of the picture since the camera was knocked; it shakes a little, then stands elsewhere."""
        since = self.troubles.knocked_ms
        if since is None or time_ms < since:
            return np.eye(3)
        age = time_ms - since
        swing = 0.0 if age > SHAKE_MS else float(np.cos(age / 22.0) * np.exp(-age / 110.0)) * 0.8
        settled = 1.0 if age > SHAKE_MS else 1.0 - float(np.exp(-age / 60.0))
        height, width = self.size
        x, y, roll = self.turned * (settled + swing)
        angle = roll / width
        cos, sin = np.cos(angle), np.sin(angle)
        middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
        moved = np.array([[cos, -sin, width / 2 + x], [sin, cos, height / 2 + y], [0, 0, 1.0]])
        return np.asarray(moved @ middle)

    def expose(self, picture: Image, time_ms: float) -> Image:
        """The picture as planes of YUV 4:2:0, shape (height * 3 / 2, width), exposed and noisy."""
        height, width = self.size
        sharp = picture if self.focus is None else self.focus.apply(picture, time_ms)
        shown = sharp if self.swing is None else self.swing.apply(sharp, time_ms)
        planes = np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2YUV_I420), np.uint8)
        gain = self._lamp(time_ms)
        if self.swing is None:
            gain *= self._following(float(planes[:height:8, ::8].mean()) * gain)
        if abs(gain - 1.0) > 0.002:
            planes[:height] = cv2.convertScaleAbs(planes[:height], alpha=gain)
            planes[height:] = cv2.convertScaleAbs(planes[height:], alpha=gain, beta=128 * (1 - gain))
        x, y = self.rng.integers(0, 64, 2)
        cv2.addWeighted(planes[:height], 1, self._noise[y : y + height, x : x + width], 1, -128, dst=planes[:height])
        return planes

    def _following(self, brightness: float) -> float:
        """Exposure follows the light with a lag of some ten frames, and only part of the way."""
        self._wanted = brightness if self._wanted is None else self._wanted
        self._gain += 0.1 * ((self._wanted / max(brightness, 1.0)) ** 0.6 - self._gain)
        return float(np.clip(self._gain, 0.5, 2.0))

    def _lamp(self, time_ms: float) -> float:
        """Brightness of the lamp: 1, and less while it flickers."""
        for start_ms, end_ms in self.troubles.flickers_ms:
            if start_ms <= time_ms < end_ms:
                return 1.0 - self.troubles.flicker_depth * (0.5 + 0.5 * float(np.cos((time_ms - start_ms) / 19.0)))
        return 1.0


@contextmanager
def _recording(
    path: Path, size: tuple[int, int], fps: float, crf: int
) -> Iterator[tuple[OutputContainer, VideoStream]]:
    try:
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
            stream.height, stream.width, stream.pix_fmt = *size, "yuv420p"
            # One thread: the same frames give the same bytes.
            stream.options = {"preset": "superfast", "crf": str(crf), "threads": "1"}
            stream.codec_context.time_base = TIME_BASE
            yield container, stream
    except (av.FFmpegError, OSError) as error:
        raise InputError(f"{path} cannot be written ({error.strerror}).") from error


@dataclass(frozen=True, slots=True, eq=False)
class Recorder:
    """Writes planes of YUV as frames of an MP4 file."""

    container: OutputContainer
    stream: VideoStream

    def write(self, planes: Image, time_ms: float) -> None:
        """Append a frame taken at a time."""
        frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        frame.pts, frame.time_base = round(time_ms / 1000 / TIME_BASE), TIME_BASE
        self.container.mux(self.stream.encode(frame))


@contextmanager
def record(path: Path, size: tuple[int, int], clock: FrameClock, crf: int) -> Iterator[Recorder]:
    """A recorder for a video of (height, width) px; `InputError` where the file cannot be written."""
    with _recording(path, size, 1000 / clock.interval_ms, crf) as (container, stream):
        yield Recorder(container, stream)
        container.mux(stream.encode(None))
