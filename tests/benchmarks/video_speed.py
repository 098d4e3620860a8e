"""How fast filmed rounds are watched: `make bench-video` writes docs/measured/video-speed.json.

Live play is reckoned, not waited for: a frame is there at its capture time, looking at it begins when the one before
is done with, and an event is known when the frame that told of it is done with. Films are decoded outside the clock.
Where ultralytics is installed its own `track` runs over the same frames, with a one-stage detector of 54 classes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from kibitz_datasets.pool import Split
from kibitz_datasets.simulate import SimulationConfig, simulate
from kibitz_models.bench import RIVAL
from kibitz_models.video_truth import FilmedRound, read_filmed
from kibitz_models.weights import load_pipeline
from kibitz_scoring.packs import load_pack
from kibitz_scoring.table import CardPlaced, PileTopChanged
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.video import read_video
from kibitz_vision.watcher import Watcher

REPOSITORY = Path(__file__).resolve().parents[2]
SIZES = ((1280, 720), (1920, 1080))
SEED = 900
_RIVAL_FRAMES = 150


@dataclass(slots=True)
class Run:
    """What watching cost: processor and wall seconds, the live delay of each frame and each placement in ms."""

    frames: int = 0
    video_s: float = 0.0
    cpu_s: float = 0.0
    wall_s: float = 0.0
    behind_ms: list[float] = field(default_factory=list)
    placed_ms: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)


def watch(frames: Iterator[Frame], watcher: Watcher) -> Run:
    """Watch frames as if they came live."""
    run, done_ms = Run(), 0.0
    for frame in frames:
        captured_ms = frame.captured_ns / 1e6
        cpu_s, wall_s = process_time(), perf_counter()
        events = watcher.update(frame)
        spent_s = perf_counter() - wall_s
        run.cpu_s += process_time() - cpu_s
        run.wall_s += spent_s
        done_ms = max(done_ms, captured_ms) + spent_s * 1000
        run.behind_ms.append(done_ms - captured_ms)
        placed = [event for event in events if isinstance(event, CardPlaced | PileTopChanged)]
        run.placed_ms += [done_ms - event.seen.at.end_ms for event in placed]
        run.frames += 1
        run.video_s = captured_ms / 1000
        if run.frames % 1800 == 1:
            run.memory_mb.append(resident_mb())
    return run


def resident_mb() -> float:
    """Memory that this process holds now, in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 1e6


def again_and_again(film: FilmedRound, minutes: float) -> Iterator[Frame]:
    """A film from its beginning over and over, as one long one."""
    index, offset_ns = 0, 0
    while offset_ns < minutes * 60e9:
        at_ns = 0
        for frame in read_video(film.video):
            at_ns = offset_ns + frame.captured_ns
            yield replace(frame, index=index, captured_ns=at_ns)
            index += 1
        offset_ns = at_ns + 33_333_333


def run_json(run: Run) -> dict[str, Any]:
    """Figures of a run."""
    return {
        "frames": run.frames,
        "video_s": round(run.video_s, 1),
        "frames_per_wall_second": round(run.frames / run.wall_s, 1),
        "cpu_s_per_minute_of_video": round(run.cpu_s / run.video_s * 60, 1),
        "behind_ms": _spread(run.behind_ms),
        "placement_known_after_ms": _spread(run.placed_ms),
        "placements": len(run.placed_ms),
    }


def _spread(values: list[float]) -> dict[str, float]:
    if not values:
        return {}
    return {f"p{share}": round(float(np.percentile(values, share)), 1) for share in (50, 95, 100)}


def tracker_of_ultralytics() -> Callable[[Image], object] | None:
    """`track` of ultralytics frame by frame; None where it is not installed. Its weights do not matter for speed."""
    try:
        import torch
        from ultralytics import YOLO
        from ultralytics.nn.tasks import DetectionModel
    except ImportError:
        return None
    torch.set_num_threads(2)
    model = YOLO(RIVAL, task="detect")
    model.model = DetectionModel(RIVAL, nc=54, verbose=False)
    return lambda picture: model.track(picture, imgsz=640, device="cpu", persist=True, verbose=False)


def rival_json(track: Callable[[Image], object], video: Path) -> dict[str, float]:
    """What tracking the first frames of a film costs."""
    frames = list(islice(read_video(video), _RIVAL_FRAMES))
    track(frames[0].image)
    cpu_s, wall_s = process_time(), perf_counter()
    for frame in frames:
        track(frame.image)
    cpu_s, wall_s = process_time() - cpu_s, perf_counter() - wall_s
    video_s = frames[-1].captured_ns / 1e9
    return {
        "frames_per_wall_second": round(len(frames) / wall_s, 1),
        "cpu_s_per_minute_of_video": round(cpu_s / video_s * 60, 1),
    }


def main() -> None:
    """Measure both sizes and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="length of the run that memory is watched over")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "measured" / "video-speed.json")
    asked = parser.parse_args()
    pipeline, rows = load_pipeline(), []
    with tempfile.TemporaryDirectory() as scratch:
        for size in SIZES:
            folder = Path(scratch) / f"{size[0]}x{size[1]}"
            simulate(SimulationConfig(load_pack("kaboo"), 4, SEED, size=size, split=Split.TRAIN), folder)
            film = read_filmed(folder)
            row: dict[str, Any] = {"size": list(size)}
            row["kibitz"] = run_json(watch(read_video(film.video), Watcher(pipeline, film.pack, film.players)))
            # A tracker keeps pictures of one size.
            track = tracker_of_ultralytics()
            if track is not None:
                row["ultralytics_track"] = rival_json(track, film.video)
            rows.append(row)
            print(json.dumps(row), flush=True)
        film = read_filmed(Path(scratch) / "1280x720")
        long = watch(again_and_again(film, asked.minutes), Watcher(pipeline, film.pack, film.players))
    figures = {
        "commit": subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True, check=True
        ).stdout.strip(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "load_before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "ultralytics_track": "measured"
        if "ultralytics_track" in rows[0]
        else "not measured: ultralytics is not installed here",
        "rows": rows,
        "long_run": {"minutes": asked.minutes, "memory_mb_each_minute": [round(one, 1) for one in long.memory_mb]},
    }
    text = json.dumps(figures, indent=1) + "\n"
    asked.out.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
