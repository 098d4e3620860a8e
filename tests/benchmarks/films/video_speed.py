"""How fast filmed rounds are watched: `make bench-video` writes docs/measured/video-speed.json, and docs/live.md.

Each film is watched as a first round, whose places are found from the deal, and as a later one, whose places are
known. `from_file`: frame by frame, what that costs of the processor; and once more by a reckoned clock, on which frames
come when they were captured and work takes its processor time on two cores, so that no load changes it. `live`: the
capturing process plays the film at the pace at which it was taken, looks are made beside the frames, and the clock
runs. `rival`: ultralytics' own `track` over the same frames, where it is installed. `memory`: half an hour of live
watching. Each part can be measured alone (`ARGS="--parts live"`); the others keep what was measured before.

A card that comes counts as told of when a landing or a whole placement is told; the time is taken from the capture of
the first frame since it lies there, by the truth, and from that of the first frame in which half of it is in view as it
lies then: two arms over it, as in a deal, can hide a card for a second.
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
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import cv2

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.figures_file import git  # noqa: E402
from tests.benchmarks.films.live_page import write_page  # noqa: E402
from tests.benchmarks.table.pace import fixed_work_ms  # noqa: E402
from tests.benchmarks.table.reckoned_clock import Beside, ReckonedClock  # noqa: E402
from tests.benchmarks.table.telling_delays import Delays, brief, spread, told_json, without_each  # noqa: E402
from tests.benchmarks.trust.memory_run import memory_of_live_watching  # noqa: E402

from kibitz_datasets.films.simulate import SimulationConfig, simulate  # noqa: E402
from kibitz_datasets.pool import Split  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.measuring.measure import on_a_hard_table  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.rules.packs import load_pack  # noqa: E402
from kibitz_vision.camera.health import SourceState  # noqa: E402
from kibitz_vision.camera.sources import open_source  # noqa: E402
from kibitz_vision.camera.video import read_video  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402
from kibitz_vision.table.places import TablePlaces  # noqa: E402
from kibitz_vision.tracking.frames.normalized_frame import MotionGate  # noqa: E402
from kibitz_vision.watcher import Watcher  # noqa: E402

FIGURES = REPOSITORY / "docs" / "measured" / "video-speed.json"
PARTS = ("from_file", "live", "rival", "memory")
HD, FULL_HD = (1280, 720), (1920, 1080)
FILMS = (
    ("kaboo", 4, 900, HD),
    ("cambio", 3, 901, HD),
    ("scambodia", 2, 902, HD),
    ("dragons_gambit", 5, 903, HD),
    ("cameo", 2, 904, HD),
    ("kaboo", 4, 900, FULL_HD),
)
"""Pack, players, seed and size of each film; all are of hard tables."""


@dataclass(slots=True)
class Looks:
    """Counts the detector's runs on parts of the picture, of every pipeline."""

    count: int = 0

    def begin(self) -> None:
        """Count from now on."""
        find = Pipeline.find_in

        def counted(pipeline: Pipeline, *asked: Any) -> Any:
            self.count += 1
            return find(pipeline, *asked)

        Pipeline.find_in = counted  # type: ignore[method-assign, assignment]


def from_file(film: FilmedRound, watcher: Watcher, looks: Looks) -> dict[str, Any]:
    """What watching a film frame by frame costs; decoding it is outside the clock."""
    gate = MotionGate()
    cpu_s, wall_s, frames, moved, last_ms, looked = 0.0, 0.0, 0, 0, 0.0, looks.count
    found_ms: float | None = None
    for frame in read_video(film.video):
        cpu_began_s, began_s = process_time(), perf_counter()
        watcher.update(frame)
        wall_s, cpu_s = wall_s + perf_counter() - began_s, cpu_s + process_time() - cpu_began_s
        last_ms, frames = frame.captured_ns / 1e6, frames + 1
        if found_ms is None and watcher.places is not None:
            found_ms = last_ms
        moved += gate.look(frame).moved
    return {
        "frames": frames,
        "video_s": round(last_ms / 1000, 1),
        "frames_per_wall_second": round(frames / wall_s, 1),
        "frames_per_cpu_second": round(frames / cpu_s, 1),
        "cpu_s_per_minute_of_video": round(cpu_s / last_ms * 60_000, 1),
        "detector_runs_a_second_in_motion": round((looks.count - looked) / max(1, moved) * frames / last_ms * 1000, 1),
        "places_known_after_s": None if found_ms is None else round(found_ms / 1000, 1),
    }


def reckoned(film: FilmedRound, pipeline: Pipeline, places: TablePlaces) -> dict[str, Any]:
    """A later round by the clock that no load changes."""
    clock, delays, behind_ms, times_ms = ReckonedClock(), Delays(), list[float](), list[float]()
    watcher = Watcher(pipeline, film.pack, film.players, places=places, thread=Beside(clock))
    for frame in read_video(film.video):
        times_ms.append(frame.captured_ns / 1e6)
        clock.now_ms, beside_ms, began_s = max(clock.now_ms, times_ms[-1]), clock.beside_ms, process_time()
        events = watcher.update(frame)
        clock.now_ms += (process_time() - began_s) * 1000 - (clock.beside_ms - beside_ms)
        delays.take(events, clock.now_ms)
        behind_ms.append(clock.now_ms - times_ms[-1])
    return told_json(film, places, delays, times_ms) | {"frame_done_with_after_ms": brief(behind_ms)}


def live(film: FilmedRound, pipeline: Pipeline, places: TablePlaces | None) -> tuple[dict[str, Any], Delays]:
    """Watch a film at the pace at which it was taken, with the capturing process and looks beside the frames."""
    delays, behind_ms, last, missed = Delays(), list[float](), -1, 0
    longest_s, found_ms, caught_up_ms = 0.0, list[float](), list[float]()
    pace_ms, load, cpu_began_s = fixed_work_ms(), os.getloadavg()[0], cpu_of_all_s()
    source, start_ns = open_source(str(film.video)), 0
    with ThreadPoolExecutor(1) as thread:
        watcher = Watcher(pipeline, film.pack, film.players, places=places, thread=thread)
        while frames := source.frames_since(last) or source.health.state is not SourceState.ENDED:
            for frame in frames if isinstance(frames, list) else ():
                start_ns = frame.captured_ns if last < 0 else start_ns
                at_ms = (frame.captured_ns - start_ns) / 1e6
                missed, last, began_s = missed + frame.index - last - 1, frame.index, perf_counter()
                events = watcher.update(replace(frame, captured_ns=frame.captured_ns - start_ns))
                longest_s = max(longest_s, perf_counter() - began_s)
                now_ms = (time.monotonic_ns() - start_ns) / 1e6
                delays.take(events, now_ms)
                behind_ms.append(now_ms - at_ms)
                if watcher.places is not None:
                    found_ms.append(at_ms)
                    caught_up_ms += [now_ms] if watcher.behind_ms == 0 else []
            time.sleep(0.002)
    source.close()
    figures = {
        "fixed_work_ms": [pace_ms, fixed_work_ms()],
        "load_before": round(load, 2),
        "load_after": round(os.getloadavg()[0], 2),
        "frames": len(behind_ms),
        "frames_missed": missed,
        "cpu_s_with_capture": round(cpu_of_all_s() - cpu_began_s, 1),
        "frame_done_with_after_ms": brief(behind_ms),
        "longest_frame_ms": round(longest_s * 1000),
    }
    if places is None and found_ms:
        figures["places_known_after_s"] = round(found_ms[0] / 1000, 1)
        figures["all_made_up_for_after_s"] = round(caught_up_ms[0] / 1000, 1) if caught_up_ms else None
    return figures, delays


def cpu_of_all_s() -> float:
    """Processor seconds of this process and of those it started that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def rival_json(video: Path) -> dict[str, float] | None:
    """What ultralytics' own `track` costs, measured in a process of its own; None where it is not installed."""
    asked = [sys.executable, str(Path(__file__).with_name("video_rival.py")), str(video)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    figures: dict[str, float] | None = json.loads(done.stdout.splitlines()[-1])
    return figures


def places_in(film: FilmedRound, pipeline: Pipeline) -> TablePlaces | None:
    """The places of a film's table, as a first round finds them."""
    watcher = Watcher(pipeline, film.pack, film.players)
    for frame in read_video(film.video):
        watcher.update(frame)
        if watcher.places is not None:
            break
    watcher.finish()
    return watcher.places


def measured(film: FilmedRound, pipeline: Pipeline, parts: set[str], looks: Looks) -> dict[str, Any]:
    """The asked parts of one film."""
    row: dict[str, Any] = {}
    places = places_in(film, pipeline) if parts & {"from_file", "live"} else None
    if "from_file" in parts:
        row["from_file"] = heading() | {
            "first_round": from_file(film, Watcher(pipeline, film.pack, film.players), looks)
        }
        if places is not None:
            later = Watcher(pipeline, film.pack, film.players, places=places)
            row["from_file"]["later_round"] = from_file(film, later, looks)
            row["from_file"]["later_round_reckoned_live"] = reckoned(film, pipeline, places)
    if "live" in parts and places is not None:
        times_ms = [frame.captured_ns / 1e6 for frame in read_video(film.video)]
        figures, delays = live(film, pipeline, places)
        told = told_json(film, places, delays, times_ms)
        row["live"] = heading() | {"first_round": live(film, pipeline, None)[0], "later_round": figures | told}
    if "rival" in parts and (rival := rival_json(film.video)) is not None:
        row["ultralytics_track"] = heading() | rival
    return row


def pooled(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The placements of all 720p films together, as they were told live and by the reckoned clock."""
    found: dict[str, Any] = {}
    for name, path in (("live", ("live", "later_round")), ("reckoned", ("from_file", "later_round_reckoned_live"))):
        parts = [row[path[0]][path[1]] for row in rows if row["size"] == list(HD) and path[1] in row.get(path[0], {})]
        of = [part["placements"] for part in parts]
        late = {
            key: without_each(spread([value for one in of for value in one[key].get("each", ())]))
            for key in ("first_told_after_it_lies_ms", "first_told_after_half_is_in_view_ms")
        }
        counts = {key: sum(one[key] for one in of) for key in ("cards_that_came", "never_told_of")}
        landings = Counter[str]()
        for part in parts:
            landings.update(part["landings"])
        found[name] = {"films": len(of), **counts, **late, "landings": dict(landings)}
    return found


def heading() -> dict[str, Any]:
    """When and on what a part was measured, and how busy the machine was."""
    return {
        "commit": git("rev-parse", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "hands": hands_told(),
        "load_before": round(os.getloadavg()[0], 2),
    }


def main() -> None:
    """Measure the asked parts and write them among the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--height", type=int, choices=(HD[1], FULL_HD[1]), help="films of this height only, in px")
    parser.add_argument("--minutes", type=float, default=30.0, help="length of the run that memory is watched over")
    parser.add_argument("--out", type=Path, default=FIGURES)
    asked = parser.parse_args()
    # One core for the frames, one for the looks.
    cv2.setNumThreads(1)
    figures = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.is_file() else {}
    pipeline, looks, parts = load_pipeline(threads=1), Looks(), set(asked.parts)
    looks.begin()
    names = {name_of(film) for film in FILMS}
    rows = {row["film"]: row for row in figures.get("rows", ()) if row.get("film") in names}
    with tempfile.TemporaryDirectory() as scratch:
        films = [film for film in FILMS if asked.height in (None, film[3][1])]
        for shown in films if parts - {"memory"} else FILMS[:1]:
            (pack, players, seed, size), name = shown, name_of(shown)
            folder = Path(scratch) / name.replace(", ", "-")
            config = SimulationConfig(load_pack(pack), players, seed, size=size, split=Split.TRAIN)
            simulate(on_a_hard_table(config), folder)
            film = read_filmed(folder)
            row = rows.get(name, {"film": name, "size": list(size)})
            rows[name] = row | measured(film, pipeline, parts, looks)
            if "memory" in parts and shown == FILMS[0]:
                figures["memory"] = heading() | memory_of_live_watching(film, pipeline, asked.minutes)
            write(asked.out, figures, list(rows.values()))
    if asked.out == FIGURES:
        write_page()


def name_of(film: tuple[str, int, int, tuple[int, int]]) -> str:
    """What a film is called among the figures."""
    pack, players, seed, size = film
    return f"{pack}, {players} players, seed {seed}, {size[0]}x{size[1]}, a hard table"


def write(path: Path, figures: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    """Write what has been measured so far."""
    text = json.dumps({"placements_at_720p": pooled(rows), "rows": rows, "memory": figures.get("memory")}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
