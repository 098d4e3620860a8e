"""What runs in a camera's own process: grab pictures, put each into the mailbox, report trouble."""

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
from kibitz_vision.detections import Image
from kibitz_vision.mailbox import FrameMailbox
from kibitz_vision.video import read_stream, read_video

RETRY_S = 1.0
_WANTED_SIZE = (1920, 1080)

Grab = Callable[[], Iterator[tuple[Image, int]]]
"""Pictures with their monotonic capture time in nanoseconds; ends, or raises InputError, when there are no more."""


@dataclass(frozen=True, slots=True)
class Report:
    """A fault in words, or none, from the capturing process.

    `before` is the index of the first frame that would show the fault to be over; `ended` says that none will follow.
    """

    sentence: str
    before: int
    ended: bool = False


def capture(grab: Grab, lasting: bool, mailbox_name: str, reports: Connection) -> None:
    """Fill the mailbox until the parent process is gone; a `lasting` source begins again after each fault."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    mailbox = FrameMailbox(mailbox_name)
    while True:
        try:
            for image, captured_ns in grab():
                mailbox.put(image, captured_ns)
            sentence = ""
        except InputError as error:
            sentence = str(error)
        reports.send(Report(sentence, mailbox.count, ended=not lasting))
        if not lasting:
            return
        time.sleep(RETRY_S)


def grab_camera(index: int) -> Iterator[tuple[Image, int]]:
    """Pictures of the camera with this number, as large as it gives them up to 1920 x 1080."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    camera = cv2.VideoCapture(index)
    try:
        if not camera.isOpened():
            raise InputError(
                f"Camera {index} cannot be opened: it does not exist or another program uses it; "
                "expected a camera's number, the first is 0."
            )
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, _WANTED_SIZE[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, _WANTED_SIZE[1])
        while camera.grab():
            captured_ns = time.monotonic_ns()
            has_image, image = camera.retrieve()
            if has_image:
                yield np.asarray(image, dtype=np.uint8), captured_ns
        raise InputError(f"Camera {index} has stopped sending pictures; is it still plugged in?")
    finally:
        camera.release()


def grab_stream(url: str) -> Iterator[tuple[Image, int]]:
    """Pictures of a network stream, timed when they arrive."""
    for image in read_stream(url):
        yield image, time.monotonic_ns()


def play_video(path: Path) -> Iterator[tuple[Image, int]]:
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
