"""Memory over a long evening: a film played over and over at its pace, watched live, and what both processes hold."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_vision.camera.health import SourceState
from kibitz_vision.camera.process.capture import play_video
from kibitz_vision.camera.process.process_source import ProcessSource, SourceKind
from kibitz_vision.detections import Image
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.watcher import Watcher

_EVERY_S = 10.0
_SETTLED_MINUTES = 5.0
"""Until then models, rings and the past fill up; the slope is that of the time after."""
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Held:
    """Memory held so many minutes after the beginning: by the watching process and by the one that captures."""

    minutes: float
    watching_mb: float
    capturing_mb: float


def memory_of_live_watching(film: FilmedRound, pipeline: Pipeline, minutes: float) -> dict[str, Any]:
    """Watch a film over and over at the pace at which it was taken, its places found from the first deal."""
    held, last, frames, told, worst_ms = list[Held](), -1, 0, 0, 0.0
    source = ProcessSource(SourceKind("the film", partial(over_and_over, film.video, minutes), lasting=False))
    began_s, noted_s = time.monotonic(), float("-inf")
    with ThreadPoolExecutor(1) as thread:
        watcher = Watcher(pipeline, film.pack, film.players, thread=thread)
        while news := source.frames_since(last) or source.health.state is not SourceState.ENDED:
            for frame in news if isinstance(news, list) else ():
                frames, last = frames + 1, frame.index
                told += len(watcher.update(frame))
                worst_ms = max(worst_ms, (time.monotonic_ns() - frame.captured_ns) / 1e6)
            if time.monotonic() - noted_s >= _EVERY_S:
                noted_s = time.monotonic()
                held.append(held_now((noted_s - began_s) / 60))
            time.sleep(0.005)
    source.close()
    return {
        "minutes": round((time.monotonic() - began_s) / 60, 1),
        "frames": frames,
        "frames_missed": last + 1 - frames,
        "events_told": told,
        "places_found": watcher.places is not None,
        "longest_behind_ms": round(worst_ms),
        "watching": memory_json([one.minutes for one in held], [one.watching_mb for one in held]),
        "capturing": memory_json([one.minutes for one in held], [one.capturing_mb for one in held]),
    }


def over_and_over(video: Path, minutes: float) -> Iterator[tuple[Image | None, int]]:
    """Frames of a film that begins again when it is over, at its pace."""
    until_s = time.monotonic() + minutes * 60
    while time.monotonic() < until_s:
        for image, captured_ns in play_video(video):
            yield image, captured_ns
            if time.monotonic() >= until_s:
                return


def memory_json(minutes: list[float], held_mb: list[float]) -> dict[str, Any]:
    """First, last and most memory, its slope once things have settled, and what was held each minute."""
    at, mb = np.array(minutes), np.array(held_mb)
    settled = at >= _SETTLED_MINUTES
    slope = float(np.polyfit(at[settled], mb[settled], 1)[0]) if settled.sum() > 2 else None
    each = [held_mb[int(np.argmin(np.abs(at - minute)))] for minute in range(int(at.max()) + 1)]
    return {
        "first_mb": round(held_mb[0], 1),
        "last_mb": round(held_mb[-1], 1),
        "peak_mb": round(max(held_mb), 1),
        "mb_a_minute_after_5_minutes": None if slope is None else round(slope, 3),
        "samples": len(held_mb),
        "mb_each_minute": [round(one, 1) for one in each],
    }


def held_now(minutes: float) -> Held:
    """What this process and those it started hold now."""
    me = os.getpid()
    return Held(minutes, resident_mb(me), sum(map(resident_mb, started_by(me))))


def started_by(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for stat in _PROC.glob("[0-9]*/stat"):
        try:
            after_name = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(after_name[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def resident_mb(process: int) -> float:
    """Memory that a process holds, in MB; 0 where it has ended."""
    try:
        pages = int((_PROC / str(process) / "statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
