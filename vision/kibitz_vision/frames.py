"""Frames: pictures with their place in time, and pictures read from files and uploads."""

from __future__ import annotations

import io
import math
import stat
import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image

MAX_MEGAPIXELS = 64
"""Larger pictures are refused by their header, before a pixel is decoded."""
READ_MEGAPIXELS = 25
"""Larger pictures are made smaller as they are decoded: a whole table shows its corners well with half as many."""

_JPEG_QUALITY = 90
_STRIP_ROWS = 64
_ORIENTATION = 0x0112
"""EXIF's tag for how a picture is to be turned."""
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "GIF", "BMP", "TIFF")
PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff"})
EXPECTED = Sentence("a JPEG, PNG, WebP, AVIF, GIF, BMP or TIFF picture")

# Pillow's own limit lies above ours, and would speak first on a bomb without naming the picture's size.
PIL.Image.MAX_IMAGE_PIXELS = None

# What Pillow's decoders raise on damaged files.
_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    RuntimeError,
    struct.error,
    zlib.error,
)
_HEIC_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"})


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source.

    `image`: BGR, shape (height, width, 3). `index` counts the source's frames from 0, gaps are frames that nobody took.
    `captured_ns`: nanoseconds of the monotonic clock at the grab.
    """

    image: Image
    index: int
    captured_ns: int


def load_image(path: Path, most_megapixels: float = MAX_MEGAPIXELS) -> Image:
    """Read a picture file as BGR, shape (height, width, 3); see `decode_image`.

    Raises InputError also where there is no such file.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(Sentence("{path} is a folder; expected {expected}.", path=path, expected=EXPECTED))
        if not stat.S_ISREG(mode):
            raise InputError(
                Sentence("{path} is not a regular file; expected {expected}.", path=path, expected=EXPECTED)
            )
        stream = path.open("rb")
    except FileNotFoundError as error:
        raise InputError(
            Sentence("{path} does not exist; expected {expected}.", path=path, expected=EXPECTED)
        ) from error
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be opened ({reason}); expected {expected}.",
                path=path,
                reason=error.strerror,
                expected=EXPECTED,
            )
        ) from error
    with stream:
        return _decode(stream, str(path), most_megapixels)


def decode_image(data: bytes, name: str, most_megapixels: float = MAX_MEGAPIXELS) -> Image:
    """Decode an encoded picture to BGR, shape (height, width, 3).

    EXIF orientation is applied, transparency lies over white, 16-bit and grey pictures become 8-bit colour,
    of an animation it is the first frame. `name` is what the error calls the picture. One of more than
    `most_megapixels` is made smaller by a whole number as it is decoded.

    Raises InputError for what is no picture, is damaged or cut off, or has more than `MAX_MEGAPIXELS`.
    """
    return _decode(io.BytesIO(data), name, most_megapixels)


def encode_jpeg(image: Image) -> bytes:
    """JPEG file of a BGR picture, to be looked at."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return data.tobytes()


def jpeg_size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height of a JPEG file by its header, no pixel decoded; `InputError` for anything else."""
    try:
        return PIL.Image.open(io.BytesIO(data), formats=("JPEG",)).size
    except _DAMAGE as error:
        raise InputError(Sentence("{name} is no JPEG picture; expected one.", name=name)) from error


def _decode(stream: IO[bytes], name: str, most_megapixels: float = MAX_MEGAPIXELS) -> Image:
    with warnings.catch_warnings():
        # Pillow warns of odd metadata; the picture is right all the same.
        warnings.simplefilter("ignore")
        picture = _open(stream, name)
        try:
            picture = _smaller(picture, most_megapixels)
            PIL.ImageOps.exif_transpose(picture, in_place=True)
            return _to_bgr(picture)
        except _DAMAGE as error:
            width, height = picture.size
            raise InputError(
                Sentence(
                    "{name} is a damaged {format} picture of {width} x {height} ({error}); expected a whole one.",
                    name=name,
                    format=picture.format,
                    width=width,
                    height=height,
                    error=error,
                )
            ) from error


def _open(stream: IO[bytes], name: str) -> PIL.Image.Image:
    """The picture by its header, no pixel decoded yet."""
    head = stream.read(32)
    stream.seek(0)
    try:
        picture = PIL.Image.open(stream, formats=FORMATS)
    except _DAMAGE as error:
        raise InputError(
            Sentence("{name} is {kind}; expected {expected}.", name=name, kind=_kind(head), expected=EXPECTED)
        ) from error
    width, height = picture.size
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        megapixels = width * height / 1_000_000
        raise InputError(
            Sentence(
                "{name} has {width} x {height} pixels ({megapixels:.0f} megapixels); expected at "
                "most {max_megapixels}.",
                name=name,
                width=width,
                height=height,
                megapixels=megapixels,
                max_megapixels=MAX_MEGAPIXELS,
            )
        )
    return picture


def _smaller(picture: PIL.Image.Image, most_megapixels: float) -> PIL.Image.Image:
    """The picture made smaller, where it has too many pixels; a JPEG is decoded at that size in the first place."""
    times = math.ceil(math.sqrt(picture.width * picture.height / 1e6 / most_megapixels))
    if times <= 1:
        return picture
    turned = picture.getexif().get(_ORIENTATION, 1)
    picture.draft("RGB", (picture.width // times, picture.height // times))
    times = math.ceil(math.sqrt(picture.width * picture.height / 1e6 / most_megapixels))
    smaller = PIL.Image.new("RGB", (-(-picture.width // times), -(-picture.height // times)))
    # Strip by strip, as a whole picture in another mode would take as much memory again.
    for top in range(0, smaller.height, _STRIP_ROWS):
        bottom = min(picture.height, (top + _STRIP_ROWS) * times)
        strip = _to_bgr(picture.crop((0, top * times, picture.width, bottom)))
        smaller.paste(PIL.Image.fromarray(strip[:, :, ::-1]).reduce(times), (0, top))
    smaller.getexif()[_ORIENTATION] = turned
    smaller.format = picture.format
    return smaller


def _kind(head: bytes) -> str:
    if not head:
        return Sentence("empty (0 bytes)")
    if head[4:8] == b"ftyp" and head[8:12] in _HEIC_BRANDS:
        return Sentence("a HEIC picture (Kibitz does not read these; an iPhone takes JPEG under Camera, Formats)")
    return Sentence("not a picture that Kibitz reads (it starts with {head!r})", head=head[:12])


def _to_bgr(picture: PIL.Image.Image) -> Image:
    if picture.mode.startswith("I;16"):
        grey = (np.asarray(picture) >> 8).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(grey[:, :, np.newaxis], 3, axis=2))
    if picture.mode in {"I", "F"}:
        raise ValueError(Sentence("32-bit values, mode {mode}", mode=picture.mode))
    if picture.has_transparency_data:
        white = PIL.Image.new("RGBA", picture.size, "white")
        picture = PIL.Image.alpha_composite(white, picture.convert("RGBA"))
    rgb = np.asarray(picture if picture.mode == "RGB" else picture.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), dtype=np.uint8)
