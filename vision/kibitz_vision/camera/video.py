"""Video files and network streams, frame by frame, through FFmpeg (PyAV)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.detections import Image
from kibitz_vision.frames import MAX_MEGAPIXELS, Frame

EXPECTED = Sentence("a video such as MP4, MOV, MKV, WebM or AVI")

# FFmpeg would take a text file for a terminal recording and a picture for a video of one frame.
_FILE_FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,h264,hevc,mjpeg"
# Looking at a stream for half a second tells what it holds; the default is five.
_STREAM_OPTIONS = {
    "rtsp_transport": "tcp",
    "fflags": "nobuffer",
    "flags": "low_delay",
    "analyzeduration": "500000",
}
_OPEN_AND_READ_TIMEOUT_S = (2.0, 2.0)
_MOST_BROKEN_IN_A_ROW = 100

# What PyAV makes of a file or an address besides FFmpeg's own errors.
_DAMAGE = (av.FFmpegError, ValueError, OverflowError, ArithmeticError, MemoryError)


def read_video(path: Path) -> Generator[Frame]:
    """Every frame of a video file in order, as fast as it decodes.

    `captured_ns` is the frame's own time in the file, counted from the first frame; a phone's rotation is applied.
    Raises InputError where there is no such file, or it is no video or a damaged one.
    """
    if not path.is_file():
        raise InputError(
            Sentence("{path} does not exist or is no file; expected {expected}.", path=path, expected=EXPECTED)
        )
    index, last_ns, first_s, size = 0, 0, None, None
    try:
        with _opened(str(path), {"format_whitelist": _FILE_FORMATS}, timeout_s=None) as (container, stream):
            stream.thread_type = "AUTO"
            frame_ns = round(1e9 / (stream.average_rate or 30))
            for picture in container.decode(stream):
                at_s = _time_s(picture)
                if at_s is None:
                    last_ns += frame_ns if index else 0
                else:
                    first_s = at_s if first_s is None else first_s
                    last_ns = round((at_s - first_s) * 1_000_000_000)
                size = size or (picture.width, picture.height)
                if size != (picture.width, picture.height):
                    raise InputError(
                        Sentence(
                            "{path} has pictures of {size}, and from number {index} on of {other}; expected one size.",
                            path=path,
                            size=f"{size[0]} x {size[1]}",
                            index=index,
                            other=f"{picture.width} x {picture.height}",
                        )
                    )
                yield Frame(_to_bgr(picture), index, last_ns)
                index += 1
    except _DAMAGE as error:
        raise InputError(
            Sentence(
                "{path} is no video or damaged after {index} frames ({reason}); expected {expected}.",
                path=path,
                index=index,
                reason=_reason(error),
                expected=EXPECTED,
            )
        ) from error
    if not index:
        raise InputError(Sentence("{path} holds no picture; expected {expected}.", path=path, expected=EXPECTED))


def read_stream(url: str) -> Iterator[Image | None]:
    """Every picture of a network stream (RTSP, HTTP) as it comes in, until the stream ends; None for a broken one.

    Raises InputError where the stream cannot be opened, breaks or falls silent.
    """
    try:
        with _opened(url, _STREAM_OPTIONS, _OPEN_AND_READ_TIMEOUT_S) as (container, stream):
            # Frame threads would hold pictures back.
            stream.thread_type = "SLICE"
            broken = 0
            for packet in container.demux(stream):
                pictures = _decoded(packet)
                broken = broken + 1 if any(picture is None for picture in pictures) else 0
                if broken > _MOST_BROKEN_IN_A_ROW:
                    raise InputError(
                        Sentence(
                            "The stream {address} sends nothing that can be decoded.", address=without_password(url)
                        )
                    )
                yield from pictures
    except av.error.ExitError as error:
        raise InputError(
            Sentence("The stream {address} does not answer any more.", address=without_password(url))
        ) from error
    except _DAMAGE as error:
        raise InputError(
            Sentence(
                "The stream {address} cannot be read ({reason}); expected a camera's video stream.",
                address=without_password(url),
                reason=_reason(error),
            )
        ) from error


def _reason(error: BaseException) -> str:
    """In a few words; FFmpeg's own name of the address, with its password, is not among them."""
    return (error.strerror if isinstance(error, OSError) else None) or "it makes no sense"


def _decoded(packet: Packet[VideoStream]) -> list[Image | None]:
    try:
        pictures = [picture for picture in packet.decode() if isinstance(picture, VideoFrame)]
    except av.error.InvalidDataError:
        return [None]
    return [None if picture.is_corrupt else _to_bgr(picture) for picture in pictures]


@contextmanager
def _opened(
    address: str, options: dict[str, str], timeout_s: tuple[float, float] | None
) -> Iterator[tuple[InputContainer, VideoStream]]:
    # Words about a film may be damaged, or in no encoding at all.
    with av.open(address, options=options, timeout=timeout_s, metadata_errors="replace") as container:
        if not container.streams.video:
            raise InputError(
                Sentence(
                    "{address} holds sound and no picture; expected {expected}.",
                    address=without_password(address),
                    expected=EXPECTED,
                )
            )
        # None where the kind of its pictures is one that nobody knows.
        codec: VideoCodecContext | None = container.streams.video[0].codec_context
        if codec is None:
            raise InputError(
                Sentence(
                    "{address} holds pictures of an unknown kind; expected {expected}.",
                    address=without_password(address),
                    expected=EXPECTED,
                )
            )
        if codec.width * codec.height > MAX_MEGAPIXELS * 1_000_000:
            raise InputError(
                Sentence(
                    "{address} has pictures of {width} x {height}; expected at most {most} megapixels.",
                    address=without_password(address),
                    width=codec.width,
                    height=codec.height,
                    most=MAX_MEGAPIXELS,
                )
            )
        yield container, container.streams.video[0]


def _time_s(picture: VideoFrame) -> Fraction | None:
    if picture.pts is None or picture.time_base is None:
        return None
    return picture.pts * picture.time_base


def _to_bgr(picture: VideoFrame) -> Image:
    image = picture.to_ndarray(format="bgr24")
    quarter_turns = round(picture.rotation / 90) % 4
    return np.ascontiguousarray(np.rot90(image, quarter_turns)).astype(np.uint8, copy=False)
