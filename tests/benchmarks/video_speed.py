"""How fast filmed rounds are watched: `make bench-video` writes docs/measured/video-speed.json.

Each film is watched as a first round, whose places are found from the deal, and as a later one, whose places are
known. From its file, frame by frame: what that costs of the processor, how long after its first frame an event is told
in the time of the film, which no load changes, and what live play is reckoned to be on a free core. And live: the
capturing process plays it at the pace at which it was taken, looks are made beside the frames, and the clock runs.
Events that are told at the moment when the places are found are left out of delays. Where ultralytics is installed its
own `track` runs over the same frames.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import cv2
import numpy as np

from kibitz_datasets.pool import Split
from kibitz_datasets.simulate import SimulationConfig, simulate
from kibitz_models.video_truth import FilmedRound, read_filmed
from kibitz_models.weights import load_pipeline
from kibitz_scoring.packs import load_pack
from kibitz_scoring.seen_lines import seen_json
from kibitz_scoring.table import CardLanded, CardPlaced, Heap, PileTopChanged, TableEvent
from kibitz_vision.camera import open_source
from kibitz_vision.frames import Frame
from kibitz_vision.motion import MotionGate
from kibitz_vision.pipeline import Pipeline
from kibitz_vision.places import TablePlaces
from kibitz_vision.source_health import SourceState
from kibitz_vision.video import read_video
from kibitz_vision.watcher import Watcher

REPOSITORY = Path(__file__).resolve().parents[2]
SIZES = ((1280, 720), (1920, 1080))
SEED = 900
_SAME_MS = 250.0
"""A landing and the placement that completes it are told of times no further apart."""
_MINUTE_FRAMES = 1800


@dataclass(slots=True)
class Delays:
    """How many ms after its first frame each event was told, by type."""

    told: list[tuple[TableEvent, float]] = field(default_factory=list)

    def take(self, events: Iterable[TableEvent], now_ms: float) -> None:
        """Note what was told at a time."""
        self.told += [(event, now_ms) for event in events]

    def spreads(self) -> dict[str, Any]:
        """Figures of each type, of all placements, and of when a placement was first told of, by a landing or whole."""
        late: dict[str, list[float]] = defaultdict(list)
        for event, now_ms in self.told:
            at_ms = event.seen.at.end_ms
            late[str(seen_json(event)["type"])].append(now_ms - at_ms)
            if isinstance(event, CardPlaced | PileTopChanged):
                late["placements"].append(now_ms - at_ms)
                late["placements_first_told_of"].append(min(self._landed(event), now_ms) - at_ms)
        return {kind: {"events": len(values), **spread(values)} for kind, values in sorted(late.items())}

    def _landed(self, placed: CardPlaced | PileTopChanged) -> float:
        """When the landing was told that a placement completes."""
        place = placed.place if isinstance(placed, CardPlaced) else Heap.DISCARD
        return min(
            (
                now_ms
                for event, now_ms in self.told
                if isinstance(event, CardLanded)
                and event.place == place
                and abs(event.seen.at.end_ms - placed.seen.at.end_ms) < _SAME_MS
            ),
            default=float("inf"),
        )


class Looks:
    """Counts the detector's runs on parts of the picture, of every pipeline."""

    def __init__(self) -> None:
        self.count = 0
        find = Pipeline.find_in

        def counted(pipeline: Pipeline, *asked: Any) -> Any:
            self.count += 1
            return find(pipeline, *asked)

        Pipeline.find_in = counted  # type: ignore[method-assign]


def from_file(film: FilmedRound, watcher: Watcher, looks: Looks) -> dict[str, Any]:
    """Watch a film frame by frame; decoding it is outside the clock.

    Live play is reckoned from it: a frame is there at its capture time, and looking at it begins when the one before is
    done with, each taking the processor seconds that it took here.
    """
    gate, in_film, reckoned = MotionGate(), Delays(), Delays()
    cpu_s, wall_s, moved, last_ms, done_ms, looked = 0.0, 0.0, 0, 0.0, 0.0, looks.count
    behind_ms, found_ms = list[float](), None
    for frame in read_video(film.video):
        cpu_began_s, began_s = process_time(), perf_counter()
        events = watcher.update(frame)
        spent_s = process_time() - cpu_began_s
        wall_s, cpu_s = wall_s + perf_counter() - began_s, cpu_s + spent_s
        last_ms = frame.captured_ns / 1e6
        done_ms = max(done_ms, last_ms) + spent_s * 1000
        behind_ms.append(done_ms - last_ms)
        if found_ms is None and watcher.places is not None:
            found_ms = last_ms
            # With the places come the events of the deal, which nobody could tell before.
            events = events if last_ms == 0 else []
        in_film.take(events, last_ms)
        reckoned.take(events, done_ms)
        moved += gate.look(frame).moved
    frames = len(behind_ms)
    return {
        "frames": frames,
        "video_s": round(last_ms / 1000, 1),
        "frames_per_wall_second": round(frames / wall_s, 1),
        "frames_per_cpu_second": round(frames / cpu_s, 1),
        "cpu_s_per_minute_of_video": round(cpu_s / last_ms * 60_000, 1),
        "detector_runs_a_second_in_motion": round((looks.count - looked) / max(1, moved) * frames / last_ms * 1000, 1),
        "places_known_after_s": None if found_ms is None else round(found_ms / 1000, 1),
        "told_after_ms_of_film": in_film.spreads(),
        "reckoned_live": {"frame_done_with_after_ms": spread(behind_ms), "told_after_ms": reckoned.spreads()},
    }


def live(film: FilmedRound, pipeline: Pipeline, places: TablePlaces) -> dict[str, Any]:
    """Watch a film at the pace at which it was taken, with the capturing process and looks beside the frames."""
    delays, behind_ms, last, missed = Delays(), list[float](), -1, 0
    load, cpu_began_s = os.getloadavg()[0], cpu_of_all_s()
    source = open_source(str(film.video))
    with ThreadPoolExecutor(1) as thread:
        watcher = Watcher(pipeline, film.pack, film.players, places=places, thread=thread)
        while frames := source.frames_since(last) or source.health.state is not SourceState.ENDED:
            for frame in frames if isinstance(frames, list) else ():
                missed, last = missed + frame.index - last - 1, frame.index
                events = watcher.update(frame)
                now_ms = time.monotonic_ns() / 1e6
                delays.take(events, now_ms)
                behind_ms.append(now_ms - frame.captured_ns / 1e6)
            time.sleep(0.002)
    source.close()
    return {
        "load_before": round(load, 2),
        "load_after": round(os.getloadavg()[0], 2),
        "frames": len(behind_ms),
        "frames_missed": missed,
        "cpu_s_with_capture": round(cpu_of_all_s() - cpu_began_s, 1),
        "frame_done_with_after_ms": spread(behind_ms),
        "told_after_ms": delays.spreads(),
    }


def cpu_of_all_s() -> float:
    """Processor seconds of this process and of those it started that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def long_run(film: FilmedRound, watcher: Watcher, minutes: float) -> dict[str, Any]:
    """Watch a film over and over as one long one, and note the memory held each minute of it."""
    memory_mb, frames, began_s = [resident_mb()], 0, perf_counter()
    for frame in again_and_again(film, minutes):
        watcher.update(frame)
        frames += 1
        if frames % _MINUTE_FRAMES == 0:
            memory_mb.append(resident_mb())
    return {
        "minutes_of_video": round(frames / _MINUTE_FRAMES, 1),
        "minutes_it_took": round((perf_counter() - began_s) / 60, 1),
        "memory_mb_each_minute_of_video": [round(one, 1) for one in memory_mb],
    }


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


def resident_mb() -> float:
    """Memory that this process holds now, in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 1e6


def spread(values: list[float]) -> dict[str, float]:
    """Median, 95th percentile and most."""
    if not values:
        return {}
    return {f"p{share}": round(float(np.percentile(values, share)), 1) for share in (50, 95, 100)}


def rival_json(video: Path) -> dict[str, float] | None:
    """What ultralytics' own `track` costs, measured in a process of its own; None where it is not installed."""
    asked = [sys.executable, str(Path(__file__).with_name("video_rival.py")), str(video)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    figures: dict[str, float] | None = json.loads(done.stdout.splitlines()[-1])
    return figures


def measure(film: FilmedRound, pipeline: Pipeline, looks: Looks) -> dict[str, Any]:
    """Every figure of one film: with places to be found from the deal, as in a first round, and with places known."""
    row: dict[str, Any] = {}
    first = Watcher(pipeline, film.pack, film.players)
    row["first_round"] = loaded(lambda: from_file(film, first, looks))
    if first.places is not None:
        places = first.places
        later = Watcher(pipeline, film.pack, film.players, places=places)
        row["later_round"] = loaded(lambda: from_file(film, later, looks))
        row["later_round_live"] = live(film, pipeline, places)
    rival = rival_json(film.video)
    return row if rival is None else {**row, "ultralytics_track": rival}


def loaded(run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Figures, and how busy the machine was before."""
    load = round(os.getloadavg()[0], 2)
    return {**run(), "load_before": load}


def heading() -> dict[str, Any]:
    """What was measured, when and on what."""
    asked = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.strip()
    return {
        "commit": commit,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "note": "Loads over 0 say what else ran: wall times and live delays are only as good as the machine was free.",
    }


def main() -> None:
    """Measure both sizes and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="length of the run that memory is watched over")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "measured" / "video-speed.json")
    asked = parser.parse_args()
    # One core for the frames, one for the looks.
    cv2.setNumThreads(1)
    pipeline, rows, head = load_pipeline(), [], heading()
    looks = Looks()
    with tempfile.TemporaryDirectory() as scratch:
        for size in SIZES:
            folder = Path(scratch) / f"{size[0]}x{size[1]}"
            simulate(SimulationConfig(load_pack("kaboo"), 4, SEED, size=size, split=Split.TRAIN), folder)
            rows.append({"size": list(size), **measure(read_filmed(folder), pipeline, looks)})
            write(asked.out, {**head, "rows": rows})
        film = read_filmed(Path(scratch) / "1280x720")
        memory = long_run(film, Watcher(pipeline, film.pack, film.players), asked.minutes)
    write(asked.out, {**head, "rows": rows, "long_run": memory})


def write(path: Path, figures: dict[str, Any]) -> None:
    """Write what has been measured so far."""
    text = json.dumps(figures, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")
    print(text, end="", flush=True)


if __name__ == "__main__":
    main()
