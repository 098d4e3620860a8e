"""What a watcher made of a film, and the file that keeps it, so that figures need no second look at the film."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz_models.video_truth import Sheet
from kibitz_scoring.json_lines import read_object
from kibitz_scoring.seen_lines import parse_seen, seen_json
from kibitz_scoring.table import TableEvent


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """The capture times of a film's frames in ms, the table events seen, and the score sheet or None."""

    times_ms: Sequence[float]
    events: Sequence[TableEvent]
    sheet: Sheet | None


def write_watched(watched: Watched, path: Path) -> None:
    """Write one line for the frames, one for each table event and one for the sheet; all of it or nothing."""
    lines = [{"type": "frames", "times_ms": list(watched.times_ms)}, *map(seen_json, watched.events)]
    if watched.sheet is not None:
        lines.append({"type": "tally", **watched.sheet})
    beside = path.with_suffix(".partial")
    beside.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    beside.replace(path)


def read_watched(path: Path) -> Watched:
    """What `write_watched` wrote."""
    first, *lines = path.read_bytes().splitlines()
    sheet = None
    if lines and (last := read_object(lines[-1]))["type"] == "tally":
        sheet = last
        lines.pop()
    times_ms = json.loads(first)["times_ms"]
    return Watched(times_ms, tuple(map(parse_seen, lines)), sheet)
