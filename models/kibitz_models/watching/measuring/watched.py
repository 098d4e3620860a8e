"""What a watcher made of a film, and the file that keeps it, so that figures need no second look at the film."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz_models.watching.measuring.truth import Sheet
from kibitz_scoring.files import read_file
from kibitz_scoring.notation.json_lines import read_object
from kibitz_scoring.notation.seen_lines import TimedEvent, event_json, parse_seen, parse_timed, seen_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import TableEvent


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """The capture times of a film's frames in ms, the table events seen, the game events, and the sheet or None.

    `questions` are those that the table was asked meanwhile, `asked` says which of the
    game events the table is still asked about at the end, by their numbers.
    """

    times_ms: Sequence[float]
    events: Sequence[TableEvent]
    done: Sequence[TimedEvent]
    sheet: Sheet | None
    questions: Sequence[str] = ()
    asked: frozenset[int] = frozenset()


def write_watched(watched: Watched, players: Sequence[PlayerId], path: Path) -> None:
    """Write a line for the frames, one for each table event and game event and one for the sheet; all or nothing."""
    lines: list[Mapping[str, object]] = [{"type": "frames", "times_ms": list(watched.times_ms)}]
    lines += map(seen_json, watched.events)
    lines += (event_json(timed, players) for timed in watched.done)
    lines += ({"type": "question", "text": text} for text in watched.questions)
    lines += ({"type": "asked", "number": number} for number in sorted(watched.asked))
    if watched.sheet is not None:
        lines.append({"type": "tally", **watched.sheet})
    beside = path.with_suffix(".partial")
    beside.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    beside.replace(path)


def read_watched(path: Path, players: Sequence[PlayerId]) -> Watched:
    """What `write_watched` wrote."""
    first, *lines = read_file(path).splitlines()
    seen, done, questions, asked, sheet = [], [], [], set(), None
    for line in lines:
        match read_object(line)["type"]:
            case "tally":
                sheet = read_object(line)
            case "question":
                questions.append(str(read_object(line)["text"]))
            case "asked":
                asked.add(int(json.loads(line)["number"]))
            case "event":
                done.append(parse_timed(line, players))
            case _:
                seen.append(parse_seen(line))
    return Watched(json.loads(first)["times_ms"], tuple(seen), tuple(done), sheet, tuple(questions), frozenset(asked))
