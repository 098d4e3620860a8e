"""Frame sources: a camera, a network stream, a video file, a folder of pictures or one picture."""

from __future__ import annotations

import multiprocessing
import re
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from kibitz_scoring.errors import InputError
from kibitz_vision.capture import Grab, Report, capture, grab_camera, grab_stream, play_video
from kibitz_vision.detections import Image
from kibitz_vision.frames import PICTURE_SUFFIXES, Frame, load_image
from kibitz_vision.mailbox import FrameMailbox
from kibitz_vision.video import read_video, without_password

STALLED_AFTER_S = 2.0
RESTART_AFTER_S = 10.0
STREAM_SCHEMES = ("rtsp", "rtsps", "http", "https")


class SourceState(StrEnum):
    """How a source is doing."""

    STARTING = "starting"
    LIVE = "live"
    STALLED = "stalled"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """How a source is doing, with one sentence for a person.

    `age_s`: seconds since the newest frame was captured; None, as `size_px` (width, height), before the first one.
    """

    state: SourceState
    sentence: str
    age_s: float | None = None
    size_px: tuple[int, int] | None = None


class FrameSource(Protocol):
    """Where frames come from; the newest wins, none is queued."""

    def latest(self) -> Frame | None:
        """The newest frame, the same one again while there is no newer; None before the first."""

    @property
    def health(self) -> SourceHealth:
        """Judged by the age of the newest frame."""

    def close(self) -> None:
        """Let go of the camera or file; may be called twice."""


def open_source(text: str) -> FrameSource:
    """Open a source by what a person types: `0`, `rtsp://...`, `http://...`, a video file, a picture or a folder.

    A camera or stream that does not answer is not an error here: it may come; its health says what is wrong.
    Raises InputError where the text can be no source, or a file is missing or cannot be read.
    """
    if text.isdecimal():
        return ProcessSource(f"Camera {int(text)}", partial(grab_camera, int(text)), lasting=True)
    if "://" in text:
        if urlsplit(text).scheme not in STREAM_SCHEMES:
            raise InputError(f"{without_password(text)} is no stream Kibitz reads; expected rtsp:// or http(s)://.")
        return ProcessSource(f"The stream {without_password(text)}", partial(grab_stream, text), lasting=True)
    path = Path(text)
    if _is(path.is_dir) and text:
        return PictureSource(_pictures_in(path))
    if not _is(path.is_file):
        raise InputError(
            f"{text or 'An empty text'} is no source; expected a camera's number such as 0, an address such as "
            "rtsp://..., a video, a picture or a folder of pictures."
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        load_image(path)
        return PictureSource([path])
    with closing(read_video(path)) as frames:
        next(frames)
    return ProcessSource(str(path), partial(play_video, path), lasting=False)


class PictureSource:
    """Pictures shown one after the other, `interval_s` seconds each, and again from the first."""

    def __init__(self, paths: list[Path], interval_s: float = 2.0) -> None:
        self._paths = paths
        self._interval_ns = round(interval_s * 1e9)
        self._start_ns = time.monotonic_ns()
        self._shown = -1
        self._frame: Frame | None = None
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

    @property
    def health(self) -> SourceHealth:
        """Live from the first picture on."""
        frame = self.latest()
        if frame is None:
            return SourceHealth(SourceState.STALLED, self._fault)
        path = self._paths[self._shown % len(self._paths)]
        sentence = self._fault or f"{path.name}, picture {self._shown % len(self._paths) + 1} of {len(self._paths)}."
        return SourceHealth(SourceState.LIVE, sentence, _age_s(frame), _size_px(frame.image))

    def close(self) -> None:
        """Nothing is held open."""

    def _show(self, turn: int, now_ns: int) -> None:
        try:
            image = load_image(self._paths[turn % len(self._paths)])
        except InputError as error:
            self._fault = str(error)
        else:
            self._frame = Frame(image, turn, now_ns)
            self._fault = ""


class ProcessSource:
    """A source that is grabbed in a process of its own, which is started again when it hangs or dies.

    `latest` keeps watch over that process: call it a few times a second. `name` is what sentences call the source.
    """

    def __init__(self, name: str, grab: Grab, *, lasting: bool) -> None:
        self._name = name
        self._grab = grab
        self._lasting = lasting
        self._mailbox = FrameMailbox()
        self._frame: Frame | None = None
        self._report: Report | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._start()

    def latest(self) -> Frame | None:
        """The newest frame; after `close` the last one that was taken."""
        with self._lock:
            if not self._closed:
                self._take()
                self._watch()
            return self._frame

    @property
    def health(self) -> SourceHealth:
        """Lost while the capturing process reports a fault, stalled when the newest frame is over 2 s old."""
        with self._lock:
            if not self._closed:
                self._take()
            frame = self._frame
            age_s = None if frame is None else _age_s(frame)
            size_px = None if frame is None else _size_px(frame.image)
            state, sentence = self._judge(age_s)
        return SourceHealth(state, sentence, age_s, size_px)

    def close(self) -> None:
        """End the process and give back its memory."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._stop()
            self._mailbox.close()
            self._mailbox.unlink()

    def _start(self) -> None:
        # A forked process would share locks and camera handles with this one.
        context = multiprocessing.get_context("spawn")
        self._reports, reports = context.Pipe(duplex=False)
        arguments = (self._grab, self._lasting, self._mailbox.name, reports)
        self._process = context.Process(target=capture, args=arguments, name=f"kibitz {self._name}", daemon=True)
        self._process.start()
        reports.close()
        self._heard_ns = time.monotonic_ns()

    def _stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._reports.close()

    def _take(self) -> None:
        try:
            while self._reports.poll():
                self._report = self._reports.recv()
                self._heard_ns = time.monotonic_ns()
        except (EOFError, OSError):
            # The process has ended; what is left is in the mailbox.
            pass
        after = -1 if self._frame is None else self._frame.index
        frame = self._mailbox.take(after)
        if frame is not None:
            self._frame = frame
            self._heard_ns = time.monotonic_ns()
            if self._report is not None and not self._report.ended and frame.index >= self._report.before:
                self._report = None

    def _watch(self) -> None:
        if self._report is not None and self._report.ended:
            return
        silent_s = (time.monotonic_ns() - self._heard_ns) / 1e9
        if not self._process.is_alive() and silent_s > 1.0:
            self._restart("broke down")
        elif self._lasting and silent_s > RESTART_AFTER_S:
            self._restart("hangs")

    def _restart(self, fault: str) -> None:
        before = self._mailbox.count
        if self._lasting:
            self._report = Report(f"{self._name} {fault} and is being restarted.", before)
            self._stop()
            self._start()
        else:
            self._report = Report(f"{self._name} {fault}.", before, ended=True)

    def _judge(self, age_s: float | None) -> tuple[SourceState, str]:
        report = self._report
        if self._closed:
            return SourceState.ENDED, f"{self._name} is closed."
        if report is not None and report.sentence:
            return SourceState.LOST, report.sentence
        if report is not None and report.ended:
            return SourceState.ENDED, f"{self._name} is at its end."
        if age_s is None:
            return SourceState.STARTING, f"{self._name} has sent no picture yet."
        if age_s > STALLED_AFTER_S:
            return SourceState.STALLED, f"{self._name} has sent no picture for {age_s:.0f} s."
        return SourceState.LIVE, f"{self._name} is live."


def _is(question: Callable[[], bool]) -> bool:
    """False also where the system cannot tell, as of a name that is too long."""
    try:
        return question()
    except OSError:
        return False


def _pictures_in(folder: Path) -> list[Path]:
    paths = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.is_file()]
    if not paths:
        raise InputError(f"{folder} holds no picture; expected files such as .jpg or .png in it.")
    return sorted(paths, key=_natural_order)


def _natural_order(path: Path) -> list[tuple[int, str]]:
    """`9.jpg` before `10.jpg`."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in re.split(r"(\d+)", path.name)]


def _age_s(frame: Frame) -> float:
    return max(0.0, (time.monotonic_ns() - frame.captured_ns) / 1e9)


def _size_px(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]
