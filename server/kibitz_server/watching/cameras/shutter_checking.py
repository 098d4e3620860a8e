"""Checking the shutter of a camera: one that is opened for that, the table's own, or one by a film that it took."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from kibitz_vision.camera.names import lasting_name
from kibitz_vision.camera.shutter.blinking_film import BlinkingFilm
from kibitz_vision.camera.shutter.shutter import Shutter
from kibitz_vision.camera.shutter.shutter_check import ShutterCheck
from kibitz_vision.camera.shutter.shutter_file import ShutterFile
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.camera.video import read_video

_SETTLES_S = 3.0
"""A camera has found its light, and it is held, so long after it was opened."""


def check_film(film: Path, camera: str | None, shutters: ShutterFile) -> tuple[ShutterCheck, Shutter]:
    """By a film of a blinking light, kept where it is said which camera took it; `InputError` for a damaged one."""
    blinking = BlinkingFilm()
    for frame in read_video(film):
        blinking.add(frame)
    check = blinking.check()
    return check, _kept(check, camera, shutters, None)


def check_source(text: str, seconds: float, shutters: ShutterFile) -> tuple[ShutterCheck, Shutter]:
    """By a camera that is opened for so long; `InputError` where it cannot be."""
    with closing(open_source(text)) as source:
        if source.is_live:
            time.sleep(_SETTLES_S)
        return check_open(source, text, seconds, shutters)


def check_open(source: FrameSource, text: str, seconds: float, shutters: ShutterFile) -> tuple[ShutterCheck, Shutter]:
    """By a camera that is open, whoever else looks at it; `text` is what opened it."""
    blinking = BlinkingFilm()
    blinking.watch(source, seconds)
    check = blinking.check()
    return check, _kept(check, text, shutters, source.health.exposure_ms)


def _kept(check: ShutterCheck, camera: str | None, shutters: ShutterFile, driver_ms: float | None) -> Shutter:
    """What counts from now on; a check that failed takes nothing away from one that did not."""
    today = datetime.now(UTC).astimezone().date().isoformat()
    if camera is None:
        return check.shutter(today, driver_ms)
    name = lasting_name(camera)
    if check.readout_ms is not None or not shutters.of(name).is_measured:
        shutters.keep(name, check.shutter(today, driver_ms))
    return shutters.of(name)
