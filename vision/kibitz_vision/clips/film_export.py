"""A clip as a film that any player shows, masked, with the time of every frame and the verdict burnt in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import av
import cv2
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Heap
from kibitz_vision.clips.clip import Clip, ClipFrame
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.clips.photo_finish import INK, PAPER, PLAYER_BGR
from kibitz_vision.detections import Image
from kibitz_vision.geometry import project
from kibitz_vision.lettering import Pen, write

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline

_TIME_BASE = Fraction(1, 90_000)
"""Of frame times in the film: 0.01 ms, as exact as it is usual in films."""
_OPTIONS = {"preset": "veryfast", "crf": "18"}
_BAR_PX = 74


def export_film(shown: ShownClip, pipeline: Pipeline, path: Path) -> Iterator[int]:
    """Yields how many frames are in the film so far; in the end it is there, all or nothing.

    Every frame has its own capture time; those that are hidden show no card at all. `InputError` where a frame is
    damaged or the disk refuses.
    """
    clip = shown.clip
    if not clip.frames:
        raise InputError(Sentence("{title} There is no picture in this clip.", title=clip.title))
    masked = MaskedClip(clip, ClipView.TABLE, shown.hidden_from_ms, shows_hands=shown.shows_hands)
    unfinished = path.with_name(f"unfinished-{path.name}")
    try:
        with av.open(str(unfinished), "w", format="mp4") as container:
            stream: VideoStream | None = None
            for number, (frame, image) in enumerate(masked.frames(pipeline)):
                picture = _with_words(masked, frame, image)
                stream = stream or _stream(container, picture)
                planes = av.VideoFrame.from_ndarray(picture, format="bgr24")
                planes.pts, planes.time_base = round(frame.at_ns * _TIME_BASE.denominator / 1e9), _TIME_BASE
                container.mux(stream.encode(planes))
                yield number + 1
            if stream:
                container.mux(stream.encode(None))
        unfinished.replace(path)
    except (av.FFmpegError, OSError) as error:
        raise InputError(
            Sentence("{path} cannot be written ({reason}); expected room for a film.", path=path, reason=error.strerror)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _stream(container: OutputContainer, picture: Image) -> VideoStream:
    stream = container.add_stream("libx264", rate=30, options=_OPTIONS)
    stream.height, stream.width, stream.pix_fmt = *picture.shape[:2], "yuv420p"
    stream.codec_context.time_base = stream.time_base = _TIME_BASE
    return stream


def _with_words(masked: MaskedClip, frame: ClipFrame, image: Image) -> Image:
    """A picture of even sides, the pile outlined, under it the time and what was made of it."""
    clip = masked.clip
    height, width = (length // 2 * 2 for length in image.shape[:2])
    picture = np.full((height + _BAR_PX, width, 3), PAPER, np.uint8)
    picture[:height] = image[:height, :width]
    pile = project(clip.places.quad_px(Heap.DISCARD), masked.homography)
    cv2.polylines(picture, [np.round(pile).astype(np.int32)], isClosed=True, color=PLAYER_BGR[0], thickness=1)
    verdict = " ".join(filter(None, (clip.title, clip.ruling.sentence if clip.ruling else "")))
    write(picture, verdict, (10, height + 28), Pen(19, INK), width - 10)
    told = Sentence(
        "{at_ms:+8.1f} ms   frame {index}{contacts}",
        at_ms=frame.at_ms - clip.opening_ms,
        index=frame.index,
        contacts=_contacts(clip, frame),
    )
    write(picture, told, (10, height + 60), Pen(19, INK, 700), width - 10)
    return picture


def _contacts(clip: Clip, frame: ClipFrame) -> str:
    """Who touches the pile on a frame for the first time."""
    number = clip.frames.index(frame)
    contacts = clip.verdict.contacts if clip.verdict else ()
    touching = [one.player for one in contacts if clip.at(one.at_ms.end_ms + 0.5) == number]
    return "".join(Sentence("   {player}'s card touches", player=player) for player in touching)
