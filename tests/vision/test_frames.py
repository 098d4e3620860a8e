"""Picture files as people have them: turned, grey, transparent, broken, or no pictures at all."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image
from kibitz_vision.frames import MAX_MEGAPIXELS, PICTURE_SUFFIXES, decode_image, load_image

RED_BGR = (0, 0, 255)
ORIENTATION = 0x0112


def encoded(picture: PIL.Image.Image, form: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


def red_corner(mode: str = "RGB") -> PIL.Image.Image:
    """White, 48 wide and 32 high, its upper left 16 x 16 red."""
    picture = PIL.Image.new("RGB", (48, 32), "white")
    picture.paste((255, 0, 0), (0, 0, 16, 16))
    return picture.convert(mode)


def assert_near(image: Image, at: tuple[int, int], bgr: tuple[int, int, int], tolerance: int = 12) -> None:
    assert np.abs(image[at].astype(int) - bgr).max() <= tolerance, f"{image[at]} at {at}"


def png(width: int, height: int, bits: int, rows: bytes) -> bytes:
    """A PNG written by hand: what its header promises need not be there."""
    header = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    chunks = (b"IHDR" + header, b"IDAT" + zlib.compress(rows), b"IEND")
    body = b"".join(struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "GIF", "BMP", "TIFF"])
def test_every_format_becomes_blue_green_red(form: str) -> None:
    image = decode_image(encoded(red_corner(), form), "p")
    assert image.shape == (32, 48, 3)
    assert image.dtype == np.uint8
    assert image.flags.c_contiguous
    assert_near(image, (4, 4), RED_BGR)
    assert_near(image, (28, 44), (255, 255, 255))


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [
        (1, (4, 4)),
        (2, (4, -5)),
        (3, (-5, -5)),
        (4, (-5, 4)),
        (5, (4, 4)),
        (6, (4, -5)),
        (7, (-5, -5)),
        (8, (-5, 4)),
    ],
)
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_turned_photo_is_turned_upright(form: str, orientation: int, corner: tuple[int, int]) -> None:
    exif = PIL.Image.Exif()
    exif[ORIENTATION] = orientation
    image = decode_image(encoded(red_corner(), form, exif=exif), "p")
    assert image.shape == ((32, 48, 3) if orientation < 5 else (48, 32, 3))
    assert_near(image, corner, RED_BGR, tolerance=40)


def test_damaged_exif_leaves_the_picture_as_it_is() -> None:
    data = encoded(red_corner(), "JPEG", exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x05\x01\x12")
    assert decode_image(data, "p").shape == (32, 48, 3)


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "CMYK", "YCbCr"])
def test_every_colour_mode_becomes_three_channels(mode: str) -> None:
    form = "JPEG" if mode in {"CMYK", "YCbCr"} else "PNG"
    image = decode_image(encoded(red_corner(mode), form), "p")
    assert image.shape == (32, 48, 3)
    assert_near(image, (28, 44), (255, 255, 255))
    if mode not in {"L", "1", "LA"}:
        assert_near(image, (4, 4), RED_BGR, tolerance=40)


def test_sixteen_bit_grey_keeps_its_brightness() -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint16)[np.newaxis] * 257, 8, axis=0)
    for form in ("PNG", "TIFF"):
        image = decode_image(encoded(PIL.Image.fromarray(ramp), form), "p")
        assert np.array_equal(image[0, :, 0], np.arange(256))
        assert np.array_equal(image[:, :, 0], image[:, :, 2])


def test_sixteen_bit_colour_keeps_its_colour() -> None:
    pixels = np.zeros((8, 8, 3), ">u2")
    pixels[:, :, 0], pixels[:, :, 1] = 0xFFFF, 0x8000
    rows = b"".join(b"\x00" + row.tobytes() for row in pixels)
    assert_near(decode_image(png(8, 8, 16, rows), "p"), (4, 4), (0, 128, 255), tolerance=1)


def test_values_without_a_known_white_are_refused() -> None:
    data = encoded(PIL.Image.fromarray(np.full((4, 4), 0.5, np.float32)), "TIFF")
    with pytest.raises(InputError, match=r"^depth\.tiff .*32-bit values"):
        decode_image(data, "depth.tiff")


def test_transparency_lies_over_white() -> None:
    clear = PIL.Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    half = PIL.Image.new("RGBA", (8, 8), (0, 0, 0, 128))
    assert_near(decode_image(encoded(clear), "p"), (4, 4), (255, 255, 255), tolerance=0)
    assert_near(decode_image(encoded(half), "p"), (4, 4), (127, 127, 127), tolerance=1)


def test_a_transparent_palette_colour_lies_over_white() -> None:
    palette = PIL.Image.new("P", (8, 8), 0)
    palette.putpalette([10, 20, 30] + [0] * 765)
    for form in ("PNG", "GIF"):
        assert_near(decode_image(encoded(palette, form, transparency=0), "p"), (4, 4), (255, 255, 255), tolerance=0)


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG"])
def test_an_animation_gives_its_first_frame(form: str) -> None:
    later = PIL.Image.new("RGB", (48, 32), "blue")
    data = encoded(red_corner(), form, save_all=True, append_images=[later])
    assert_near(decode_image(data, "p"), (4, 4), RED_BGR)


def test_a_phone_photo_with_a_second_picture_inside_gives_the_first() -> None:
    data = encoded(red_corner(), "MPO", save_all=True, append_images=[PIL.Image.new("RGB", (48, 32), "blue")])
    assert_near(decode_image(data, "p"), (4, 4), RED_BGR)


def test_one_pixel_is_a_picture() -> None:
    assert decode_image(encoded(PIL.Image.new("RGB", (1, 1))), "p").shape == (1, 1, 3)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "GIF", "BMP", "TIFF"])
@pytest.mark.parametrize("kept", [0.3, 0.7, 0.95])
def test_a_cut_off_file_is_refused(form: str, kept: float) -> None:
    noise = PIL.Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8))
    data = encoded(noise, form)
    with pytest.raises(InputError, match=r"^cut\.img .*expected"):
        decode_image(data[: int(len(data) * kept)], "cut.img")


def test_no_bytes_are_called_empty() -> None:
    with pytest.raises(InputError, match=r"^none\.jpg is empty \(0 bytes\); expected a JPEG"):
        decode_image(b"", "none.jpg")


def test_text_is_not_a_picture_and_its_beginning_is_shown() -> None:
    with pytest.raises(InputError, match=r"^notes\.jpg is not a picture .*dear diary.*; expected a JPEG"):
        decode_image(b"dear diary, today", "notes.jpg")


def test_heic_is_named_with_a_way_out() -> None:
    with pytest.raises(InputError, match=r"^IMG_1\.HEIC is a HEIC picture .*iPhone takes JPEG"):
        decode_image(b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "IMG_1.HEIC")


def test_a_format_outside_the_list_is_refused() -> None:
    with pytest.raises(InputError, match="not a picture that Kibitz reads"):
        decode_image(encoded(red_corner(), "PPM"), "p.ppm")


@pytest.mark.parametrize(("width", "height"), [(20000, 10000), (8001, 8000), (60000, 60000)])
def test_a_bomb_is_refused_by_its_header(width: int, height: int) -> None:
    with pytest.raises(InputError, match=rf"^bomb\.png has {width} x {height} pixels .*at most {MAX_MEGAPIXELS}\.$"):
        decode_image(png(width, height, 8, b""), "bomb.png")


def test_the_largest_allowed_size_is_judged_by_its_pixels() -> None:
    with pytest.raises(InputError, match=r"damaged PNG picture of 8000 x 8000"):
        decode_image(png(8000, 8000, 8, b""), "large.png")


def test_a_file_is_read_like_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    path.write_bytes(encoded(red_corner()))
    assert np.array_equal(load_image(path), decode_image(path.read_bytes(), "p"))


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.jpg does not exist; expected"):
        load_image(tmp_path / "gone.jpg")
    with pytest.raises(InputError, match=r"cannot be opened \(File name too long\); expected"):
        load_image(tmp_path / ("x" * 300))
    with pytest.raises(InputError, match="is a folder; expected"):
        load_image(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jpg")
        with pytest.raises(InputError, match=r"pipe\.jpg is not a regular file"):
            load_image(tmp_path / "pipe.jpg")


def test_every_suffix_of_the_list_can_be_read(tmp_path: Path) -> None:
    for suffix in PICTURE_SUFFIXES:
        path = tmp_path / f"p{suffix}"
        red_corner().save(path)
        assert load_image(path).shape == (32, 48, 3)


SEEDS = [encoded(red_corner(), form) for form in ("JPEG", "PNG", "WEBP", "AVIF", "GIF", "BMP")]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_damage_gives_a_picture_or_one_sentence(data: st.DataObject) -> None:
    damaged = bytearray(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 6))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    kept = data.draw(st.integers(0, len(damaged)))
    try:
        image = decode_image(bytes(damaged[:kept]), "p")
    except InputError as error:
        assert str(error).startswith("p ")
        assert "expected" in str(error)
        assert "\n" not in str(error)
    else:
        assert image.ndim == 3
        assert image.shape[2] == 3
