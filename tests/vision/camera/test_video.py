"""Video files as phones and screen recorders write them, with their own times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.camera.video import read_video

WriteVideo = Callable[..., Path]
RED_BGR = (0, 0, 255)


def test_frames_come_in_order_with_their_own_times(write_video: WriteVideo) -> None:
    times_ms = [0, 33, 67, 100, 400, 433, 1500]
    for name in ("uneven.mp4", "uneven.mkv", "uneven.mov"):
        frames = list(read_video(write_video(name, times_ms)))
        assert [frame.index for frame in frames] == list(range(len(times_ms)))
        assert [round(frame.captured_ns / 1e6) for frame in frames] == times_ms
        shades = [int(frame.image[40, 50].mean()) for frame in frames]
        assert shades == sorted(shades, reverse=True)
        assert shades[0] > shades[-1]


def test_times_count_from_the_first_frame(write_video: WriteVideo) -> None:
    frames = list(read_video(write_video("late.mkv", [5000, 5040, 5080])))
    assert [round(frame.captured_ns / 1e6) for frame in frames] == [0, 40, 80]


@pytest.mark.parametrize(
    ("rotation_deg", "shape", "corner"),
    [(0, (48, 64), (4, 4)), (90, (64, 48), (-5, 4)), (180, (48, 64), (-5, -5)), (-90, (64, 48), (4, -5))],
)
def test_a_phone_held_upright_gives_upright_frames(
    write_video: WriteVideo, rotation_deg: int, shape: tuple[int, int], corner: tuple[int, int]
) -> None:
    frame = next(read_video(write_video("turned.mp4", [0, 40], rotation_deg)))
    assert frame.image.shape == (*shape, 3)
    assert frame.image.flags.c_contiguous
    assert np.abs(frame.image[corner].astype(int) - RED_BGR).max() < 30


def test_what_is_no_video_is_named(tmp_path: Path, write_video: WriteVideo) -> None:
    good = write_video("good.mp4", [0, 40, 80]).read_bytes()
    (tmp_path / "text.txt").write_text("dear diary\n" * 500)
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "cut.mp4").write_bytes(good[: len(good) // 3])
    PIL.Image.new("RGB", (8, 8)).save(tmp_path / "picture.png")
    for name in ("text.txt", "empty.mp4", "cut.mp4", "picture.png"):
        with pytest.raises(InputError, match=rf"{name} is no video or damaged .*; expected a video such as MP4"):
            list(read_video(tmp_path / name))


def test_a_missing_video_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.mp4", tmp_path):
        with pytest.raises(InputError, match="does not exist or is no file; expected a video"):
            next(read_video(path))


def test_a_password_in_an_address_is_not_shown() -> None:
    assert without_password("rtsp://me:secret@10.0.0.7:554/a?b=c") == "rtsp://10.0.0.7:554/a?b=…"
    assert without_password("http://10.0.0.7/video") == "http://10.0.0.7/video"
