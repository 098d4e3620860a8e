"""Frames to be watched: of a recording as fast as it is read, of a camera or stream as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from threading import Event

from kibitz_vision.camera.health import SourceState
from kibitz_vision.camera.lateness import LATE, Lateness
from kibitz_vision.camera.picture_source import pictures_in
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import PICTURE_SUFFIXES, Frame, load_image

_POLL_S = 0.004
PICTURES_PER_S = 30
"""A folder of pictures is taken for a film of this rate."""

Say = Callable[[str], None]


def watched_frames(
    source: str, say: Say, stop: Event, lateness: Lateness, *, hold_light: bool = True
) -> Iterator[Frame]:
    """Every frame of a source until `stop` is set; times count from the first one.

    A camera's exposure and white balance are held where `hold_light` says so and its driver allows it.

    Of a camera or stream `say` is given a sentence whenever its health is not what it was, and when frames begin to be
    passed over.
    Raises InputError where the text can be no source, or a file is missing or cannot be read.
    """
    if not is_recording(source):
        return _closing(open_source(source, hold_light=hold_light), say, stop, lateness)
    path = Path(source)
    if path.is_dir():
        return _until(stop, _pictures(pictures_in(path)))
    return _until(stop, _pictures([path]) if path.suffix.lower() in PICTURE_SUFFIXES else read_video(path))


def is_recording(source: str) -> bool:
    """Whether a source is a video, a picture or a folder of pictures, which wait until they are looked at."""
    path = Path(source)
    return ("://" not in source and path.is_file()) or (source != "" and path.is_dir())


def _until(stop: Event, frames: Iterator[Frame]) -> Iterator[Frame]:
    return takewhile(lambda _: not stop.is_set(), frames)


def _pictures(paths: list[Path]) -> Iterator[Frame]:
    for index, path in enumerate(paths):
        yield Frame(load_image(path), index, round(index * 1e9 / PICTURES_PER_S))


def _closing(source: FrameSource, say: Say, stop: Event, lateness: Lateness) -> Iterator[Frame]:
    with closing(source):
        yield from live_frames(source, say, stop, lateness)


def live_frames(source: FrameSource, say: Say, stop: Event, lateness: Lateness) -> Iterator[Frame]:
    """Frames in the order of their capture until the source is at its end; times count from the first one.

    Who is too slow for the source misses some, and `say` is given a sentence about that.
    """
    first: Frame | None = None
    last, told, light = -1, "", ""
    while not stop.is_set():
        was_late = lateness.is_late
        frames = lateness.frames(source, last)
        if lateness.is_late and not was_late:
            say(LATE)
        for frame in frames:
            first = first or frame
            last = frame.index
            yield replace(frame, captured_ns=frame.captured_ns - first.captured_ns)
        health = source.health
        if health.sentence != told and health.state is not SourceState.LIVE:
            say(health.sentence)
            told = health.sentence
        if health.light not in ("", light):
            say(health.light)
            light = health.light
        if health.state is SourceState.ENDED:
            return
        stop.wait(_POLL_S)
