"""The frames of a recording: JPEG pictures one after the other in a file, and when each was taken in another.

Both only ever grow, a picture before its line: what is cut off at any moment is read back as far as it goes. A film may
take the place of the pictures (see `shrink`); the times stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_file
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import Frame

PICTURES = "frames.mjpeg"
TIMES = "frames.jsonl"
VIDEO = "video.mp4"


_EVERYTHING = 2**62


class _FrameLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    index: int = Field(ge=0)
    at_ms: float
    bytes: int = Field(gt=0)


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """A frame of the source, its capture time in ms from the first one, and where its JPEG lies in the file."""

    index: int
    at_ms: float
    offset: int
    size: int


class FrameFile:
    """Frames as they are added; `OSError` where the disk refuses."""

    def __init__(self, folder: Path) -> None:
        # Unbuffered: what a call has returned from is there for others, whatever becomes of this process.
        self._pictures = (folder / PICTURES).open("ab", buffering=0)
        self._times = (folder / TIMES).open("ab", buffering=0)
        self.count = 0
        self.size_bytes = 0

    def add(self, jpeg: bytes, index: int, at_ms: float) -> None:
        """Add the next frame."""
        line = json.dumps({"index": index, "at_ms": round(at_ms, 3), "bytes": len(jpeg)}) + "\n"
        for file, data in ((self._pictures, jpeg), (self._times, line.encode())):
            # A disk that is nearly full takes a part; asked for the rest it says why.
            written = 0
            while written < len(data):
                written += file.write(data[written:])
        self.count += 1
        self.size_bytes += len(jpeg) + len(line)

    def close(self) -> None:
        """Nothing more is added."""
        self._pictures.close()
        self._times.close()


def stored_frames(folder: Path) -> list[StoredFrame]:
    """The frames that a recording holds, without a last line that was cut off; `InputError` names a wrong one."""
    path = folder / TIMES
    lines = _read(path).split(b"\n")
    there = _EVERYTHING if (folder / VIDEO).is_file() else _size(folder / PICTURES)
    frames: list[StoredFrame] = []
    offset = 0
    # What follows the last line's end is empty, or a line that was cut off.
    for number, line in enumerate(lines[:-1], start=1):
        try:
            told = _FrameLine.model_validate_json(line)
        except ValidationError as error:
            raise InputError(
                f"{path}, line {number}: found {line[:60]!r}; expected a frame's index, at_ms and bytes."
            ) from error
        if offset + told.bytes > there:
            break
        frames.append(StoredFrame(told.index, told.at_ms, offset, told.bytes))
        offset += told.bytes
    return frames


def read_frames(folder: Path) -> Iterator[Frame]:
    """The frames in order; `captured_ns` counts from the beginning. `InputError` where one is damaged."""
    path = folder / PICTURES
    stored = stored_frames(folder)
    if (folder / VIDEO).is_file():
        for one, frame in zip(stored, read_video(folder / VIDEO), strict=False):
            yield Frame(frame.image, one.index, round(one.at_ms * 1e6))
        return
    with path.open("rb") as pictures:
        for number, one in enumerate(stored):
            data = pictures.read(one.size)
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if len(data) == one.size else None
            if image is None:
                raise InputError(f"{path}: picture {number + 1} of {len(stored)} is damaged; expected a JPEG picture.")
            yield Frame(np.asarray(image, np.uint8), one.index, round(one.at_ms * 1e6))


def _read(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); expected the times of a recording.") from error


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); expected a recording's pictures.") from error
