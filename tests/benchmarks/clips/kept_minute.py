"""Whether a minute is kept: `make measure-clips` films a table at 1920 x 1080 and keeps it as a camera's process does.

Time is that of the film, so that it takes as long as its frames take to be encoded.
"""

from __future__ import annotations

import itertools
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_scoring.rules.packs import load_pack
from kibitz_vision.camera.process.kept_frames import CAPACITY_BYTES, Film
from kibitz_vision.camera.video import read_video
from kibitz_vision.detections import Image

SIZE_PX = (1920, 1080)
PER_S = 30
SECONDS = 150
_NOISE = 4.0
"""Levels of a webcam's noise in a lit room: a rendered film that was compressed has less."""
_PICTURES = 60


def kept_minute() -> dict[str, Any]:
    """Keep a film for longer than a minute, and say what is there in the end and what it cost."""
    cv2.setNumThreads(1)
    pictures = film_pictures()
    film = Film()
    spent_ms: list[float] = []
    try:
        for index in range(SECONDS * PER_S):
            picture = pictures[index % len(pictures)]
            began = time.perf_counter()
            film.keep(picture, index, index * 10**9 // PER_S)
            spent_ms.append((time.perf_counter() - began) * 1e3)
        kept = film.kept()
        sizes = [len(film.jpeg(one.index) or b"") for one in kept]
        return {
            "size": list(SIZE_PX),
            "frames_per_second": PER_S,
            "kept_s": round((kept[-1].captured_ns - kept[0].captured_ns) / 1e9, 1),
            "frames": len(kept),
            "gaps": sum(after.index - before.index != 1 for before, after in itertools.pairwise(kept)),
            "kilobytes_per_frame": round(statistics.mean(sizes) / 1e3),
            "quality": film.quality,
            "memory_megabytes": round(_touched(film.name) / 1e6),
            "bound_megabytes": round(CAPACITY_BYTES / 1e6),
            "ms_per_frame": round(statistics.median(spent_ms), 1),
        }
    finally:
        film.close()
        film.unlink()


def film_pictures() -> list[Image]:
    """A filmed table, enlarged, with the noise of a camera."""
    rng = np.random.default_rng(49)
    with tempfile.TemporaryDirectory() as name:
        simulate(SimulationConfig(load_pack("kaboo"), 3, 49, troubles=0.0, seconds=8.0), Path(name) / "film")
        video = read_video(Path(name) / "film" / "video.mp4")
        frames = [frame.image for frame, _ in zip(video, range(_PICTURES), strict=False)]
    made = []
    for frame in frames:
        large = cv2.resize(frame, SIZE_PX, interpolation=cv2.INTER_CUBIC).astype(np.float32)
        large += rng.normal(0, _NOISE, (*large.shape[:2], 1)).astype(np.float32)
        made.append(np.clip(large, 0, 255).astype(np.uint8))
    return made


def _touched(name: str) -> int:
    """Bytes of shared memory that the system has given."""
    return os.stat(f"/dev/shm/{name.lstrip('/')}").st_blocks * 512  # noqa: PTH116 - a path of the system's own
