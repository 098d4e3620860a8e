"""What ultralytics' own `track` costs on a film: one JSON line, null where ultralytics is not installed."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from kibitz_models.reading.bench import one_stage_detector
from kibitz_vision.camera.video import read_video

_FRAMES = 150


def track_with_ultralytics(video: Path) -> dict[str, float] | None:
    """Track the first frames of a film with a one-stage detector of 54 classes."""
    model = one_stage_detector()
    if model is None:
        return None
    frames = list(islice(read_video(video), _FRAMES))
    asked: dict[str, Any] = {"imgsz": 640, "device": "cpu", "persist": True, "verbose": False}
    model.track(frames[0].image, **asked)
    cpu_s, wall_s = process_time(), perf_counter()
    for frame in frames:
        model.track(frame.image, **asked)
    cpu_s, wall_s = process_time() - cpu_s, perf_counter() - wall_s
    return {
        "frames": len(frames),
        "frames_per_wall_second": round(len(frames) / wall_s, 1),
        "frames_per_cpu_second": round(len(frames) / cpu_s, 1),
        "cpu_s_per_minute_of_video": round(cpu_s / frames[-1].captured_ns * 60e9, 1),
    }


if __name__ == "__main__":
    print(json.dumps(track_with_ultralytics(Path(sys.argv[1]))))
