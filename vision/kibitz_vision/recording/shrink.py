"""The pictures of a recording made into a film, which takes a fraction of the room; their times stay beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path

import av
import cv2
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream

from kibitz_scoring.errors import InputError
from kibitz_vision.recording.frame_file import PICTURES, VIDEO, read_frames

_PER_S = 30
"""For whoever plays the film: the times that count are those beside it."""
_OPTIONS = {"preset": "superfast", "crf": "18"}


def shrink(folder: Path) -> Iterator[int]:
    """Yields how many pictures are in the film so far; in the end the film takes their place.

    Stopped before that, the recording is as it was. `InputError` where a picture is damaged or the disk refuses.
    """
    if (folder / VIDEO).is_file():
        return
    unfinished = folder / f"unfinished-{VIDEO}"
    try:
        frames = read_frames(folder)
        first = next(frames)
        if any(length % 2 for length in first.image.shape[:2]):
            raise InputError(f"{folder}: pictures of an odd number of pixels cannot be made into a film.")
        with _film(unfinished, first.image.shape[:2]) as (container, stream):
            for number, frame in enumerate(chain((first,), frames)):
                # FFmpeg's own conversion makes every picture two levels darker.
                planes = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2YUV_I420), np.uint8)
                picture = av.VideoFrame.from_ndarray(planes, format="yuv420p")
                picture.pts, picture.time_base = number, Fraction(1, _PER_S)
                container.mux(stream.encode(picture))
                yield number + 1
            container.mux(stream.encode(None))
        unfinished.replace(folder / VIDEO)
        (folder / PICTURES).unlink()
    except (av.FFmpegError, OSError) as error:
        raise InputError(f"{folder / VIDEO} cannot be written ({error.strerror}); expected room for a film.") from error
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _film(path: Path, size: tuple[int, int]) -> Iterator[tuple[OutputContainer, VideoStream]]:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=_PER_S, options=_OPTIONS)
        stream.height, stream.width, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.time_base = Fraction(1, _PER_S)
        yield container, stream
