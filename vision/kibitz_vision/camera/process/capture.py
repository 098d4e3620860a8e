"""What runs in a camera's own process: grab pictures, hand each on and keep it, report trouble."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.names import camera_backend, find_camera, list_cameras
from kibitz_vision.camera.picture_check import PictureCheck, Trouble
from kibitz_vision.camera.process.kept_frames import Film
from kibitz_vision.camera.process.light_lock import LightHeld, LightLock
from kibitz_vision.camera.process.mailbox import FrameMailbox
from kibitz_vision.camera.video import read_stream, read_video
from kibitz_vision.detections import Image

RETRY_S = 0.5
_SAY_AGAIN_S = 1.0
_MOST_AHEAD = 12
_GIVEN_UP_AFTER_S = 60.0
_WANTED_SIZE = (1920, 1080)

Grabbed = tuple[Image | None, int]
"""A picture with its monotonic capture time in nanoseconds, None for one that came broken."""

Grab = Callable[[], Iterator[Grabbed | LightHeld]]
"""Pictures, and between them word that a camera's light is held.

It ends, or raises InputError, when there are no more.
"""


@dataclass(frozen=True, slots=True)
class Report:
    """A fault in words, or none, from the capturing process.

    `before` is the index of the first frame that would show the fault to be over; `ended` says that none will follow.
    """

    sentence: str
    before: int
    ended: bool = False


@dataclass(frozen=True, slots=True)
class PictureReport:
    """From here on pictures do arrive, and this is wrong with them."""

    trouble: Trouble | None


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where pictures and reports go."""

    mailbox: FrameMailbox
    film: Film
    reports: Connection


def capture(grab: Grab, lasting: bool, names: tuple[str, str], reports: Connection) -> None:
    """Fill mailbox and film until the parent process is gone; a `lasting` source begins again after each fault.

    `names` are those of the mailbox and of the film.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    # One core is enough for a camera; the others belong to the reader.
    cv2.setNumThreads(1)
    outlets = Outlets(FrameMailbox(names[0]), Film(names[1]), reports)
    while True:
        try:
            _hand_on(grab(), outlets, PictureCheck() if lasting else None)
            sentence = ""
        except InputError as error:
            sentence = str(error)
        reports.send(Report(sentence, outlets.mailbox.count, ended=not lasting))
        if not lasting:
            return
        time.sleep(RETRY_S)


def _hand_on(grabbed: Iterator[Grabbed | LightHeld], outlets: Outlets, check: PictureCheck | None) -> None:
    """A broken picture is kept from everybody; a file's are as they were made, and need no check."""
    told: Trouble | None = None
    told_ns = 0
    for one in grabbed:
        if isinstance(one, LightHeld):
            outlets.reports.send(one)
            continue
        image, captured_ns = one
        if check is None:
            _wait(outlets.mailbox)
        trouble = check.look(image, captured_ns) if check else None
        if image is not None and trouble is not Trouble.BROKEN:
            index = outlets.mailbox.put(image, captured_ns)
            outlets.film.keep(image, index, captured_ns)
        lasting = check.lasting(captured_ns) if check else None
        # Said again and again, so that nobody takes the process for one that hangs.
        if lasting is not told or (lasting and captured_ns - told_ns > _SAY_AGAIN_S * 1e9):
            outlets.reports.send(PictureReport(lasting))
            told, told_ns = lasting, captured_ns


def _wait(mailbox: FrameMailbox) -> None:
    """A file can wait for the one who looks at every frame of it, unless nobody does any more; a table cannot."""
    until_s = time.monotonic() + _GIVEN_UP_AFTER_S
    while mailbox.ahead > _MOST_AHEAD:
        time.sleep(0.005)
        if time.monotonic() > until_s:
            mailbox.release()


def grab_camera(text: str, *, hold_light: bool) -> Iterator[Grabbed | LightHeld]:
    """Pictures of the camera that this text names, as large as it gives them up to 1920 x 1080."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    # Numbers are those that other programs show, which may count the cameras of several interfaces.
    backend = cv2.CAP_ANY if text.isdecimal() else camera_backend()
    camera = cv2.VideoCapture(find_camera(text, list_cameras()), backend)
    try:
        if not camera.isOpened():
            raise InputError(
                Sentence(
                    "Camera {text} cannot be opened: it does not exist or another program uses it; "
                    "expected a camera's number, the first is 0, or its name.",
                    text=text,
                )
            )
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, _WANTED_SIZE[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _WANTED_SIZE[1])
        lock = LightLock(camera) if hold_light else None
        while camera.grab():
            captured_ns = time.monotonic_ns()
            has_image, grabbed = camera.retrieve()
            image = np.asarray(grabbed, dtype=np.uint8) if has_image else None
            yield image, captured_ns
            held = None if lock is None or image is None else lock.look(image, captured_ns)
            if held is not None:
                yield held
        raise InputError(Sentence("Camera {text} has stopped sending pictures; is it still plugged in?", text=text))
    finally:
        camera.release()


def grab_stream(url: str) -> Iterator[Grabbed]:
    """Pictures of a network stream, timed when they arrive."""
    for image in read_stream(url):
        yield image, time.monotonic_ns()


def play_video(path: Path) -> Iterator[Grabbed]:
    """Frames of a video file at the pace they were taken."""
    start_ns = time.monotonic_ns()
    for frame in read_video(path):
        due_ns = start_ns + frame.captured_ns
        time.sleep(max(0.0, (due_ns - time.monotonic_ns()) / 1e9))
        yield frame.image, due_ns


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # The grab may hang in a driver; only the process can end it.
        os._exit(0)
