"""The folder of a recorded round as it is written: all or nothing but for frames and acts, which grow."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import Said, TimedEvent, event_json, said_json
from kibitz_scoring.sentences import Sentence
from kibitz_vision.recording.confirmed_sheet import SHEET, ConfirmedSheet, sheet_json
from kibitz_vision.recording.frame_file import FrameFile
from kibitz_vision.recording.round_table import RoundTable
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.table.places_file import write_places
from kibitz_vision.whole_files import write_whole

FORMAT = "kibitz-recording-1"
MANIFEST, TABLE, PLACES, ACTS, EVENTS = "manifest.json", "table.json", "places.json", "acts.jsonl", "events.jsonl"
WHOLE = "whole"
EVENING = "evening-"
"""With this the names of folders begin that hold all recordings of an evening."""
LEAST_FREE_BYTES = 1_000_000_000
"""So much of the disk is left to everything else."""
MOST_BYTES = 12_000_000_000
"""A recording grows no larger: 38 minutes of 1280 x 720 at 30 frames a second, of a picture as noisy as our films."""


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """What is known of a round before it is played.

    `models`: the hash of each model that watches it. `places` are those that people said are theirs, None where they
    are found from the deal.
    """

    start: RoundState
    begun: datetime
    models: Mapping[str, str]
    places: TablePlaces | None = None
    only_table: bool = False


class RecordingFolder:
    """One round's folder; every method raises `InputError` where the disk refuses, in one sentence."""

    def __init__(self, parent: Path, begun: RoundBegun) -> None:
        """Make a new folder in `parent`, named after when the round began."""
        self._begun = begun
        self._players = begun.start.players
        try:
            self.path = _new_folder(parent, begun.begun)
            if room_left(self.path) <= 0:
                self.path.rmdir()
                raise InputError(
                    Sentence(
                        "{parent} has no room for a recording; expected a disk with over 1 GB free.", parent=parent
                    )
                )
            self.frames = FrameFile(self.path)
            (self.path / ACTS).touch()
            write_json(self.path / TABLE, RoundTable.of(begun.start, begun.models).to_json())
            self._write_manifest(None, 0)
        except OSError as error:
            raise InputError(
                Sentence(
                    "{parent} cannot be written to ({reason}); expected a folder.", parent=parent, reason=error.strerror
                )
            ) from error
        if begun.places is not None:
            write_places(begun.places, self.path / PLACES, "")

    def add_act(self, act: TimedEvent) -> None:
        """Add what somebody has just said or pressed, its time in ms of the recording."""
        try:
            with (self.path / ACTS).open("a", encoding="utf-8") as file:
                file.write(json.dumps(event_json(act, self._players)) + "\n")
        except OSError as error:
            raise self._refused(error) from error

    def write_said(self, said: Said) -> None:
        """Write what was said and pressed, as it holds in the end."""
        self._write_lines(ACTS, said_json(said, self._players))

    def write_events(self, events: Iterable[TimedEvent]) -> None:
        """Write the game's events as the table left them, each as everybody may know it."""
        self._write_lines(EVENTS, (event_json(event, self._players) for event in events))

    def write_sheet(self, sheet: ConfirmedSheet) -> None:
        """Write the sheet that the table confirmed."""
        try:
            write_json(self.path / SHEET, sheet_json(sheet, self._begun.start.pack))
        except OSError as error:
            raise self._refused(error) from error

    def end(self, how: str, missed: int) -> None:
        """No frame will follow: `WHOLE`, or why not; so many frames were missed before."""
        self.frames.close()
        try:
            self._write_manifest(how, missed)
        except OSError as error:
            raise self._refused(error) from error

    def _write_lines(self, name: str, lines: Iterable[Mapping[str, JsonValue]]) -> None:
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        try:
            write_whole(self.path / name, text)
        except OSError as error:
            raise self._refused(error) from error

    def _write_manifest(self, ended: str | None, missed: int) -> None:
        content = {
            "format": FORMAT,
            "kibitz": version("kibitz"),
            "begun": self._begun.begun.isoformat(timespec="seconds"),
            "only_table": self._begun.only_table,
            "ended": ended,
            "frames": self.frames.count,
            "missed": missed,
        }
        write_json(self.path / MANIFEST, content)

    def _refused(self, error: OSError) -> InputError:
        return InputError(
            Sentence(
                "{path} cannot be written to ({reason}); expected a disk with room.",
                path=self.path,
                reason=error.strerror,
            )
        )


def room_left(folder: Path) -> int:
    """How many bytes more may be written there, so that something is left to everything else."""
    return shutil.disk_usage(folder).free - LEAST_FREE_BYTES


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write an object in place of the one before, all or nothing."""
    write_whole(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def _new_folder(parent: Path, begun: datetime) -> Path:
    name = f"round-{begun:%Y-%m-%d-%H%M}"
    for number in range(1, 1000):
        path = parent / (name if number == 1 else f"{name}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            continue
        return path
    raise InputError(
        Sentence("{parent} is there a thousand times; expected a folder for recordings.", parent=parent / name)
    )
