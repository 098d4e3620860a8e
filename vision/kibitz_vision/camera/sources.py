"""Frame sources: a camera, a network stream, a video file, a folder of pictures or one picture."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.camera.health import SourceHealth
from kibitz_vision.camera.names import NAMED
from kibitz_vision.camera.picture_source import PictureSource, load_shown, pictures_in
from kibitz_vision.camera.process.capture import grab_camera, grab_stream, play_video
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.camera.process.process_source import ProcessSource, SourceKind
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import PICTURE_SUFFIXES, Frame

STREAM_SCHEMES = ("rtsp", "rtsps", "http", "https")
_MOST_CHARACTERS = 2000
_MOST_DIGITS = 3
_SHOWN = 40


class FrameSource(Protocol):
    """Where frames come from. Nobody waits for anybody: who is late with taking them finds fewer."""

    def latest(self) -> Frame | None:
        """The newest frame, the same one again while there is no newer; None before the first."""

    def frames_since(self, after: int) -> list[Frame]:
        """The next frames above the index `after`, oldest first: all of the last minute or so, but not all at once."""

    def kept(self) -> tuple[KeptFrame, ...]:
        """The frames of the last seconds that can be looked at again, oldest first."""

    def jpeg(self, index: int) -> bytes | None:
        """JPEG file of a kept frame, None where it is gone."""

    @property
    def health(self) -> SourceHealth:
        """Judged by what frames came and when."""

    @property
    def is_live(self) -> bool:
        """Whether it shows a table as it is now, and not as it was once."""

    def close(self) -> None:
        """Let go of the camera or file; may be called twice."""


def open_source(text: str, *, hold_light: bool = True) -> FrameSource:
    """Open a source by what a person types.

    `0`, `cam:` and a camera's name, `/dev/v4l/by-id/...`, `rtsp://...`, `http://...`, a video file (played at the pace
    it was taken), a picture or a folder. A camera or stream that does not answer is not an error here: it may come; its
    health says what is wrong. A camera's exposure, white balance and focus are held where its driver allows it and
    `hold_light` does. Raises InputError where the text can be no source, or a file is missing or unreadable.
    """
    if len(text) > _MOST_CHARACTERS:
        raise InputError(
            Sentence(
                "{begin}… is too long to be a source: expected a number, a name or an address.",
                begin=without_password(text)[:_SHOWN],
            )
        )
    if text.isdecimal() and len(text) > _MOST_DIGITS:
        raise InputError(Sentence("{text} is no camera's number: expected one such as 0.", text=text[:_SHOWN]))
    if text.isdecimal() or text.startswith((NAMED, "/dev/")):
        name = (
            f"Camera {int(text)}" if text.isdecimal() else Sentence("The camera {name}", name=text.removeprefix(NAMED))
        )
        return ProcessSource(SourceKind(name, partial(grab_camera, text, hold_light=hold_light), lasting=True))
    if "://" in text:
        shown = without_password(text)
        if not _is_stream(text):
            raise InputError(
                Sentence("{shown} is no stream Kibitz reads; expected rtsp:// or http(s)://.", shown=shown)
            )
        return ProcessSource(
            SourceKind(Sentence("The stream {shown}", shown=shown), partial(grab_stream, text), lasting=True)
        )
    return _open_file(text)


def _open_file(text: str) -> FrameSource:
    path = Path(text)
    if _is(path.is_dir) and text:
        return PictureSource(pictures_in(path))
    if not _is(path.is_file):
        raise InputError(
            Sentence(
                "{source} is no source; expected a camera's number such as 0, its name such as cam:C920, "
                "an address such as rtsp://..., a video, a picture or a folder of pictures.",
                source=without_password(text) or Sentence("An empty text"),
            )
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureSource([path], first=load_shown(path))
    with closing(read_video(path)) as frames:
        next(frames)
    return ProcessSource(SourceKind(str(path), partial(play_video, path), lasting=False))


def _is_stream(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in STREAM_SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is(question: Callable[[], bool]) -> bool:
    """False also where the system cannot tell, as of a name that is too long."""
    try:
        return question()
    except (OSError, ValueError):
        return False
