"""No film, however damaged, and no text for a source ends in an error of Kibitz's own."""

from __future__ import annotations

import os
import random
from pathlib import Path

import av
import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.demo import demo_film
from kibitz_vision.camera.sources import open_source
from kibitz_vision.camera.video import read_video


def film(path: Path, size: tuple[int, int]) -> bytes:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg2video", rate=25)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for _ in range(12):
            picture = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), 90, np.uint8), format="rgb24")
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
    return path.read_bytes()


def test_a_transport_stream_that_changes_its_size_is_told_in_a_sentence(tmp_path: Path) -> None:
    both = film(tmp_path / "a.ts", (64, 48)) + film(tmp_path / "b.ts", (128, 96))
    (tmp_path / "both.ts").write_bytes(both)

    with pytest.raises(InputError, match=r"expected one size|damaged"):
        for frame in read_video(tmp_path / "both.ts"):
            assert frame.image.shape == (48, 64, 3)


def test_films_with_flipped_bits_are_read_or_told_about(tmp_path: Path) -> None:
    whole, rng = demo_film().read_bytes(), random.Random(7)
    head, tail = whole[:3000], whole[-60_000:]
    for number in range(60):
        changed = bytearray(whole)
        for _ in range(rng.randrange(1, 30)):
            # Words about a film, its times and its kinds of pictures lie in its head and its tail.
            at = rng.choice((rng.randrange(len(head)), len(whole) - 1 - rng.randrange(len(tail))))
            changed[at] ^= 1 << rng.randrange(8)
        path = tmp_path / f"{number}.mp4"
        path.write_bytes(changed)
        try:
            next(read_video(path), None)
        except InputError as error:
            assert len(str(error)) < 500
        path.unlink()


@pytest.mark.parametrize(
    "text", ["http://[::1", "rtsp://[", "http://", "9" * 20, "a\0b", "x" * 100_000, "", "ftp://x/y"]
)
def test_a_text_that_is_no_source_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        open_source(text)
    assert len(str(caught.value)) < 400


def test_a_pipe_is_no_source(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")

    with pytest.raises(InputError):
        open_source(str(tmp_path / "pipe.mp4"))
