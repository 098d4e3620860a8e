"""Video files made for a test."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest


def red_corner(shade: int = 255) -> np.ndarray:
    """Grey of this shade, 64 wide and 48 high, its upper left 16 x 16 red."""
    image = np.full((48, 64, 3), shade, np.uint8)
    image[:16, :16] = (0, 0, 255)
    return image


@pytest.fixture
def write_video(tmp_path: Path) -> Callable[..., Path]:
    """Writes a video of `red_corner` frames, one at each time, each a little darker than the last."""

    def write(name: str, times_ms: list[int], rotation_deg: int = 0) -> Path:
        path = tmp_path / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=30)
            stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
            stream.codec_context.time_base = Fraction(1, 1000)
            if rotation_deg:
                stream.set_display_rotation(rotation_deg)
            for number, time_ms in enumerate(times_ms):
                picture = av.VideoFrame.from_ndarray(red_corner(250 - number), format="bgr24")
                picture.pts, picture.time_base = time_ms, Fraction(1, 1000)
                container.mux(stream.encode(picture))
            container.mux(stream.encode(None))
        return path

    return write
