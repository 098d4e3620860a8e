"""A camera, stream or video that is grabbed in a process of its own."""

from __future__ import annotations

import multiprocessing
import threading
import time
from dataclasses import dataclass, replace

from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.health import (
    STALLED_AFTER_S,
    Resized,
    SourceHealth,
    SourceState,
    frame_rate,
    live_health,
    picture_sentence,
)
from kibitz_vision.camera.picture_check import Trouble
from kibitz_vision.camera.process.capture import Grab, PictureReport, Report, capture
from kibitz_vision.camera.process.kept_frames import Film, KeptFrame
from kibitz_vision.camera.process.light_lock import LightHeld
from kibitz_vision.camera.process.mailbox import FrameMailbox
from kibitz_vision.frames import Frame

HANGS_AFTER_S = 3.0
OPENS_WITHIN_S = 10.0
MOST_AT_ONCE = 32
_LEAST_LIFE_S = 1.0
_RATED_S = 5.0
"""The frame rate is that of the last second; a gap before it counts, too."""


@dataclass(frozen=True, slots=True)
class SourceKind:
    """What is grabbed: `name` is what sentences call it, `lasting` says that it begins again after each fault."""

    name: str
    grab: Grab
    lasting: bool


class ProcessSource:
    """A source whose process is started again when it hangs or dies.

    Each method keeps watch over that process: call one a few times a second.
    """

    def __init__(self, kind: SourceKind) -> None:
        self._kind = kind
        self._mailbox = FrameMailbox()
        self._film = Film()
        self._frame: Frame | None = None
        self._report: Report | None = None
        self._trouble: Trouble | None = None
        self._resized: Resized | None = None
        self._light: LightHeld | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._start()

    def latest(self) -> Frame | None:
        """The newest frame, the same one again while there is no newer; after `close` the last one that was taken."""
        with self._lock:
            self._look()
            return self._frame

    def frames_since(self, after: int) -> list[Frame]:
        """The next frames above the index `after`, oldest first, at most `MOST_AT_ONCE`.

        Those that are over a second or so old come from the film, with JPEG's losses.
        """
        with self._lock:
            self._look()
            if self._closed:
                return []
            frames = self._mailbox.since(after)
            first = frames[0].index if frames else self._mailbox.count
            missed = [kept for kept in self._film.kept() if after < kept.index < first] if first > after + 1 else []
            developed = (self._film.frame(kept) for kept in missed[:MOST_AT_ONCE])
            return [*(frame for frame in developed if frame is not None), *frames][:MOST_AT_ONCE]

    def kept(self) -> tuple[KeptFrame, ...]:
        """Every frame of the last minute, oldest first."""
        with self._lock:
            return () if self._closed else self._film.kept()

    def jpeg(self, index: int) -> bytes | None:
        """JPEG file of a kept frame, None where it is gone."""
        with self._lock:
            return None if self._closed else self._film.jpeg(index)

    @property
    def health(self) -> SourceHealth:
        """Judged by what frames came and when, never by what a driver says."""
        with self._lock:
            self._look()
            return self._judge(time.monotonic_ns())

    @property
    def is_live(self) -> bool:
        """A file was taken once; whatever begins again after each fault is live."""
        return self._kind.lasting

    def close(self) -> None:
        """End the process and give back its memory."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._stop()
            for shared in (self._mailbox, self._film):
                shared.close()
                shared.unlink()

    def _start(self) -> None:
        self._light = None
        # A forked process would share locks and camera handles with this one.
        context = multiprocessing.get_context("spawn")
        self._reports, reports = context.Pipe(duplex=False)
        arguments = (self._kind.grab, self._kind.lasting, (self._mailbox.name, self._film.name), reports)
        name = f"kibitz {self._kind.name}"
        self._process = context.Process(target=capture, args=arguments, name=name, daemon=True)
        self._process.start()
        reports.close()
        self._started_ns = self._heard_ns = time.monotonic_ns()
        self._opening = True

    def _stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._reports.close()

    def _look(self) -> None:
        if self._closed:
            return
        try:
            while self._reports.poll():
                self._hear(self._reports.recv())
        except (EOFError, OSError):
            # The process has ended; what is left is in the mailbox.
            pass
        self._take()
        self._watch()

    def _hear(self, report: Report | PictureReport | LightHeld) -> None:
        self._heard_ns = time.monotonic_ns()
        if isinstance(report, LightHeld):
            self._light = report
            return
        self._opening = not isinstance(report, PictureReport)
        if isinstance(report, Report):
            self._report, self._trouble = report, None
        else:
            self._report, self._trouble = None, report.trouble

    def _take(self) -> None:
        before = self._frame
        frame = self._mailbox.take(-1 if before is None else before.index)
        if frame is None:
            return
        self._frame = frame
        self._heard_ns = time.monotonic_ns()
        self._opening = False
        if before is not None and before.image.shape != frame.image.shape:
            self._resized = Resized(_size_px(before), self._heard_ns)
        if self._report is not None and not self._report.ended and frame.index >= self._report.before:
            self._report = None

    def _watch(self) -> None:
        if self._report is not None and self._report.ended:
            return
        now_ns = time.monotonic_ns()
        silent_s = (now_ns - self._heard_ns) / 1e9
        if not self._process.is_alive() and now_ns - self._started_ns > _LEAST_LIFE_S * 1e9:
            self._restart(Sentence("broke down"))
        elif self._kind.lasting and silent_s > (OPENS_WITHIN_S if self._opening else HANGS_AFTER_S):
            self._restart(Sentence("hangs"))

    def _restart(self, fault: str) -> None:
        before, name = self._mailbox.count, self._kind.name
        self._trouble = None
        if self._kind.lasting:
            self._report = Report(Sentence("{name} {fault} and is being restarted.", name=name, fault=fault), before)
            self._stop()
            self._start()
        else:
            self._report = Report(Sentence("{name} {fault}.", name=name, fault=fault), before, ended=True)

    def _judge(self, now_ns: int) -> SourceHealth:
        frame, name = self._frame, self._kind.name
        age_s = None if frame is None else max(0.0, (now_ns - frame.captured_ns) / 1e9)
        size_px = None if frame is None else _size_px(frame)
        state, sentence = self._fault(age_s)
        if state is not None or age_s is None or size_px is None:
            return SourceHealth(state or SourceState.STARTING, sentence, age_s, size_px)
        # A file comes at the pace it was taken, however slow.
        times_ns = [kept.captured_ns for kept in self._film.kept(_RATED_S)] if self._kind.lasting else []
        health = live_health(name, age_s, size_px, frame_rate(times_ns), self._resized, now_ns)
        held = self._light
        return health if held is None else replace(health, light=held.sentence, exposure_ms=held.exposure_ms)

    def _fault(self, age_s: float | None) -> tuple[SourceState | None, str]:
        """State and sentence of a source that is not live; no state for one that is."""
        name = self._kind.name
        if self._closed:
            return SourceState.ENDED, Sentence("{name} is closed.", name=name)
        if self._report is not None and (self._report.sentence or self._report.ended):
            sentence = self._report.sentence
            return (
                (SourceState.LOST, sentence)
                if sentence
                else (SourceState.ENDED, Sentence("{name} is at its end.", name=name))
            )
        if self._trouble is not None:
            return SourceState(self._trouble.value), picture_sentence(name, self._trouble)
        if age_s is None:
            return SourceState.STARTING, Sentence("{name} has sent no picture yet.", name=name)
        # A file stands still while somebody takes a long look at a frame of it.
        stalled = self._kind.lasting and age_s > STALLED_AFTER_S
        return SourceState.STALLED if stalled else None, Sentence(
            "{name} has sent no picture for {age_s:.0f} s.", name=name, age_s=age_s
        )


def _size_px(frame: Frame) -> tuple[int, int]:
    return frame.image.shape[1], frame.image.shape[0]
