"""Films made of given pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import av

from kibitz_vision.detections import Image


def write_film(path: Path, pictures: Sequence[Image], fps: int, options: Mapping[str, str] | None = None) -> Path:
    """An H.264 film of pictures of one size, so many a second, with the encoder's options."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps, options=dict(options or {}))
        stream.height, stream.width, stream.pix_fmt = *pictures[0].shape[:2], "yuv420p"
        stream.codec_context.time_base = Fraction(1, fps)
        for number, picture in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = number, Fraction(1, fps)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path
