"""Pictures of strangers cost a bounded amount of memory, one at a time, and never the server."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.watching.pictures import picture_process
from kibitz_server.watching.pictures.picture_process import PictureProcess
from kibitz_vision.frames import READ_MEGAPIXELS


@pytest.fixture
def pictures() -> Iterator[PictureProcess]:
    process = PictureProcess()
    yield process
    process.close()


def encoded(form: str, size: tuple[int, int], mode: str = "RGB", **options: object) -> bytes:
    file = io.BytesIO()
    PIL.Image.new(mode, size, 77).save(file, form, **options)
    return file.getvalue()


def deep_png(side: int) -> bytes:
    """A picture of 16 bits a colour, with transparency."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(bytes(1 + 8 * side)) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_large_pictures_are_made_smaller_whatever_the_format(pictures: PictureProcess, form: str) -> None:
    size = (5600, 4900) if form == "WEBP" else (8000, 7000)
    image = asyncio.run(pictures.decode(encoded(form, size), "large"))

    height, width = image.shape[:2]
    assert height * width <= READ_MEGAPIXELS * 1_000_000
    assert width / height == pytest.approx(8 / 7, rel=0.01)
    assert np.ptp(image.mean(axis=2)) <= 1


def test_a_large_picture_is_turned_as_its_camera_was(pictures: PictureProcess) -> None:
    exif = PIL.Image.Exif()
    exif[0x0112] = 6

    image = asyncio.run(pictures.decode(encoded("JPEG", (8000, 4000), exif=exif), "upright"))

    assert image.shape[0] == 2 * image.shape[1]


@pytest.mark.parametrize("mode", ["1", "P", "L", "LA", "CMYK", "I;16"])
def test_every_kind_of_pixel_is_made_smaller(pictures: PictureProcess, mode: str) -> None:
    form = "TIFF" if mode in ("CMYK", "I;16") else "PNG"

    assert asyncio.run(pictures.decode(encoded(form, (6000, 6000), mode), "large")).shape == (3000, 3000, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds what a process has in memory")
def test_the_deepest_pictures_at_once_are_decoded_one_by_one_within_the_limit(pictures: PictureProcess) -> None:
    data = deep_png(8000)

    async def all_at_once() -> list[object]:
        return await asyncio.gather(*(pictures.decode(data, str(one)) for one in range(3)), return_exceptions=True)

    results = asyncio.run(all_at_once())

    assert [getattr(one, "shape", one) for one in results] == [(4000, 4000, 3)] * 3
    assert pictures._process
    told = Path(f"/proc/{pictures._process.pid}/status").read_text(encoding="ascii")
    (highest_kb,) = re.findall(r"VmHWM:\s+(\d+) kB", told)
    assert int(highest_kb) < 800_000


def test_what_is_no_picture_is_told_and_the_next_one_is_read(pictures: PictureProcess) -> None:
    with pytest.raises(InputError, match="not a picture"):
        asyncio.run(pictures.decode(b"milk, eggs", "notes.txt"))

    assert asyncio.run(pictures.decode(encoded("PNG", (40, 30)), "small")).shape == (30, 40, 3)


def test_a_picture_that_breaks_the_process_costs_that_process_only(
    pictures: PictureProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(pictures.decode(encoded("PNG", (40, 30)), "small"))
    assert pictures._process is not None
    pictures._process.kill()

    with pytest.raises(InputError, match="too much time or memory"):
        asyncio.run(pictures.decode(encoded("PNG", (40, 30)), "small"))
    assert asyncio.run(pictures.decode(encoded("PNG", (40, 30)), "small")).shape == (30, 40, 3)

    monkeypatch.setattr(picture_process, "_WITHIN_S", 0.0)
    begun_s = time.monotonic()
    with pytest.raises(InputError, match="too much time or memory"):
        asyncio.run(pictures.decode(encoded("PNG", (6000, 6000)), "slow"))
    assert time.monotonic() - begun_s < 20
