"""How soon the places of a table are found after the deal, on one core that does nothing else.

`make measure-places` takes the filmed rounds and races in the folders given (`ARGS="FOLDER..."`), as those that
`make measure-video` keeps in `build/video/films`. Work takes its processor time and frames come as they were captured,
so that what else the machine does changes little: reading, searching and keeping the frames that come meanwhile share
the core. A race begins with a table that is dealt. Figures go to docs/measured/places.json.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cv2

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402

from kibitz_models.shares import share  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.game.events import Dealt  # noqa: E402
from kibitz_scoring.score.hands import binding_deck  # noqa: E402
from kibitz_vision.camera.video import read_video  # noqa: E402
from kibitz_vision.frame_backlog import FrameBacklog  # noqa: E402
from kibitz_vision.frames import Frame  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402
from kibitz_vision.table.brightness import brightened  # noqa: E402
from kibitz_vision.table.discovery.search import LOOK_EVERY_MS, TableSearch  # noqa: E402
from kibitz_vision.watcher import REMEMBERED_MS  # noqa: E402

_SOON_MS = 5000.0
"""The aim: so soon after the deal."""
_WATCHED_MS = 30_000.0


@dataclass(slots=True)
class _Camera:
    """The frames of a film as they come, each of which costs its keeping."""

    frames: Iterator[Frame]
    backlog: FrameBacklog
    newest: Frame | None = None
    keeping_ms: float = 0.0

    def until(self, now_ms: float) -> bool:
        """Take what was captured until now; False at the end of the film."""
        while self.newest is None or self.newest.captured_ns / 1e6 < now_ms:
            frame = next(self.frames, None)
            if frame is None:
                return False
            began_s = process_time()
            self.backlog.keep(frame)
            self.keeping_ms += (process_time() - began_s) * 1000
            self.newest = frame
        return True


def main(folders: Sequence[str]) -> None:
    """Find the places in every film and write down how soon they were."""
    cv2.setNumThreads(1)
    os.sched_setaffinity(0, {0})
    pipeline = load_pipeline(threads=1)
    films = [
        path for folder in map(Path, folders) for path in sorted(folder.iterdir()) if (path / "video.mp4").is_file()
    ]
    rows = [_row(read_filmed(path), pipeline) for path in films]
    if not rows:
        print("Nothing is measured: expected folders of filmed rounds, such as build/video/films/*.")
        return
    after = [row["after_ms"] for row in rows if row["after_ms"] is not None]
    short = sum(row["after_ms"] is None and row["ended_ms"] - row["dealt_ms"] < _SOON_MS for row in rows)
    soon = share(sum(ms <= _SOON_MS for ms in after), len(rows) - short)
    found = {"within_5_s": soon, "too_short": short, "median_ms": median(after), "most_ms": max(after)}
    write_figures("places.json", {**found, "films": rows})


def _row(film: FilmedRound, pipeline: Pipeline) -> dict[str, Any]:
    dealt_ms = next((timed.at.end_ms for timed in film.done if isinstance(timed.event, Dealt)), 0.0)
    found_ms, looks, ended_ms = _found(film, pipeline)
    # Found while the last hand that dealt still draws back, at times.
    after_ms = None if found_ms is None else round(max(0.0, found_ms - dealt_ms))
    at = {"dealt_ms": round(dealt_ms), "after_ms": after_ms, "ended_ms": round(ended_ms)}
    row = {"film": film.folder.name, **at, "looks": looks}
    print(row, flush=True)
    return row


def _found(film: FilmedRound, pipeline: Pipeline) -> tuple[float | None, int, float]:
    """When in ms of the film the places were found, None if not in half a minute; how many looks; when it was over."""
    deck = binding_deck(film.pack)
    reader = pipeline.narrowed(deck) if deck else pipeline
    camera = _Camera(read_video(film.video), FrameBacklog(REMEMBERED_MS))
    now_ms, looks = 0.0, 0
    search: TableSearch | None = None
    while camera.until(now_ms) and now_ms < _WATCHED_MS and camera.newest is not None:
        frame, looked_ms, kept_ms = camera.newest, now_ms, camera.keeping_ms
        height, width = frame.image.shape[:2]
        search = search or TableSearch(film.pack, film.players, (width, height))
        began_s = process_time()
        cards = reader.read(brightened(frame.image)).cards
        places = search.add(cards, frame.captured_ns / 1e6, frame.image)
        now_ms += (process_time() - began_s) * 1000
        looks += 1
        camera.until(now_ms)
        now_ms += camera.keeping_ms - kept_ms
        if places is not None:
            return now_ms, looks, now_ms
        now_ms = max(now_ms, looked_ms + LOOK_EVERY_MS)
    return None, looks, now_ms


if __name__ == "__main__":
    main(sys.argv[1:])
