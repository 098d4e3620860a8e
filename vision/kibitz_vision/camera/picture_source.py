"""Pictures of a folder, or a single one, as a source of frames."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.detections import Image
from kibitz_vision.frames import PICTURE_SUFFIXES, READ_MEGAPIXELS, Frame, load_image

_one_at_a_time = threading.Lock()


def load_shown(path: Path) -> Image:
    """A picture of a source, made smaller where it is very large; only one is decoded at a time. `InputError`."""
    with _one_at_a_time:
        return load_image(path, READ_MEGAPIXELS)


class PictureSource:
    """Pictures shown one after the other, `interval_s` seconds each, and again from the first.

    `first` is the first of them, where it was looked at already.
    """

    def __init__(self, paths: list[Path], interval_s: float = 2.0, first: Image | None = None) -> None:
        self._paths = paths
        self._interval_ns = round(interval_s * 1e9)
        self._start_ns = time.monotonic_ns()
        self._shown = -1 if first is None else 0
        self._frame = None if first is None else Frame(first, 0, self._start_ns)
        self._fault = ""
        self._lock = threading.Lock()

    def latest(self) -> Frame | None:
        """The picture whose turn it is; one that cannot be read is passed over, and `health` says so."""
        now_ns = time.monotonic_ns()
        turn = (now_ns - self._start_ns) // self._interval_ns if len(self._paths) > 1 else 0
        with self._lock:
            if turn != self._shown:
                self._shown = turn
                self._show(turn, now_ns)
            return self._frame

    def frames_since(self, after: int) -> list[Frame]:
        """The picture whose turn it is, once."""
        frame = self.latest()
        return [frame] if frame is not None and frame.index > after else []

    def kept(self) -> tuple[KeptFrame, ...]:
        """Pictures are no film."""
        return ()

    def jpeg(self, index: int) -> bytes | None:  # noqa: ARG002 - as every source
        """Pictures are no film."""
        return None

    @property
    def health(self) -> SourceHealth:
        """Live from the first picture on."""
        frame = self.latest()
        if frame is None:
            return SourceHealth(SourceState.STALLED, self._fault)
        path = self._paths[self._shown % len(self._paths)]
        sentence = self._fault or Sentence(
            "{path}, picture {number} of {pictures}.",
            path=path.name,
            number=self._shown % len(self._paths) + 1,
            pictures=len(self._paths),
        )
        age_s = max(0.0, (time.monotonic_ns() - frame.captured_ns) / 1e9)
        return SourceHealth(SourceState.LIVE, sentence, age_s, (frame.image.shape[1], frame.image.shape[0]))

    @property
    def is_live(self) -> bool:
        """Pictures were taken once."""
        return False

    def close(self) -> None:
        """Nothing is held open."""

    def _show(self, turn: int, now_ns: int) -> None:
        try:
            image = load_shown(self._paths[turn % len(self._paths)])
        except InputError as error:
            self._fault = str(error)
        else:
            self._frame = Frame(image, turn, now_ns)
            self._fault = ""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder, `9.jpg` before `10.jpg`; `InputError` where there is none."""
    paths = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()]
    if not paths:
        raise InputError(
            Sentence("{folder} holds no picture; expected files such as .jpg or .png in it.", folder=folder)
        )
    return sorted(paths, key=_natural_order)


def _natural_order(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in re.split(r"(\d+)", path.name)]
