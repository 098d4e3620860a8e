"""The cameras of this machine by names that stay the same, whatever number they get when they are plugged in again."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.addresses import without_password

NAMED = "cam:"
_BY_ID = Path("/dev/v4l/by-id")
_DEVICE = re.compile(r"/dev/video([0-9]+)")
_BACKENDS = {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION, "win32": cv2.CAP_MSMF}


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that is plugged in: its number at the moment, what it is called, and what tells it from all others."""

    number: int
    name: str
    identity: str

    @property
    def source(self) -> str:
        """Text that `open_source` opens this camera by, today and after it was plugged in elsewhere."""
        return f"{NAMED}{self.identity}"


def list_cameras(by_id: Path = _BY_ID) -> list[Camera]:
    """The cameras that are plugged in, by number."""
    backend = camera_backend()
    if backend not in supported_backends:
        return []
    found = sorted(enumerate_cameras(backend), key=lambda info: info.index)
    links = _links(by_id)
    return [Camera(info.index, info.name, links.get(info.index) or info.path or info.name) for info in found]


def camera_backend() -> int:
    """The interface of this system by whose numbers cameras are listed and opened."""
    return _BACKENDS.get(sys.platform, cv2.CAP_ANY)


def find_camera(text: str, cameras: Sequence[Camera]) -> int:
    """Number of the camera that a text names: `0`, `/dev/v4l/by-id/...`, `cam:` and a name or identity or a part of it.

    Raises InputError where no camera, or more than one, is meant.
    """
    if text.isdecimal():
        return int(text)
    if text.startswith("/dev/"):
        return _number_of(Path(text))
    wanted = text.removeprefix(NAMED).strip().casefold()
    exact = [camera for camera in cameras if wanted in (camera.identity.casefold(), camera.name.casefold())]
    part = [camera for camera in cameras if wanted in f"{camera.identity}\n{camera.name}".casefold()]
    meant = exact or part
    if len(meant) == 1:
        return meant[0].number
    there = ", ".join(f"{camera.name} ({camera.source})" for camera in meant or cameras) or Sentence("no camera at all")
    if meant:
        raise InputError(
            Sentence("'{text}' may be any of {there}; expected one of their full names.", text=text, there=there)
        )
    raise InputError(Sentence("'{text}' is not plugged in; found {there}.", text=text, there=there))


def lasting_name(text: str, listed: Callable[[], Sequence[Camera]] = list_cameras) -> str:
    """What tells a source from all others for good: of a camera its own name, of a stream its address."""
    if not (text.isdecimal() or text.startswith((NAMED, "/dev/"))):
        return without_password(text)
    cameras = listed()
    try:
        number = find_camera(text, cameras)
    except InputError:
        return text
    return next((camera.source for camera in cameras if camera.number == number), text)


def _number_of(path: Path) -> int:
    match = _DEVICE.fullmatch(str(path.resolve()))
    if match is None:
        raise InputError(
            Sentence(
                "{path} is not plugged in or no camera; expected a link to a camera such as /dev/video0.", path=path
            )
        )
    return int(match[1])


def _links(by_id: Path) -> dict[int, str]:
    """Name of the lasting link to each camera, where the system makes such links."""
    if not by_id.is_dir():
        return {}
    numbered = ((_DEVICE.fullmatch(str(link.resolve())), link.name) for link in sorted(by_id.iterdir()))
    return {int(match[1]): name for match, name in numbered if match}
