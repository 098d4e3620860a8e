"""A recorded round, read back from its folder: whole, or as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import at_line, read_file
from kibitz_scoring.notation.seen_lines import Said, TimedEvent, parse_said, parse_timed
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_vision.frames import Frame
from kibitz_vision.recording.confirmed_sheet import SHEET, Asked, ConfirmedSheet, read_sheet
from kibitz_vision.recording.folder import ACTS, EVENING, EVENTS, MANIFEST, PLACES, TABLE, WHOLE
from kibitz_vision.recording.frame_file import read_frames, stored_frames
from kibitz_vision.recording.round_table import parse_round_table
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.table.places_file import read_places

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")


class _Manifest(BaseModel):
    format: Literal["kibitz-recording-1"]
    only_table: bool = False
    ended: str | None = None
    frames: int = 0
    missed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class RecordedRound:
    """A round as it was recorded; times are ms from its first frame.

    `start` is the table before it in the notation of tables, `done` are the game's events as the table left them and
    everybody may know them, `sheet` is None where nobody confirmed one. `torn` says why the recording is not whole,
    and is empty where it is. `places` are those that people gave.
    """

    folder: Path
    pack: RulePack
    players: tuple[PlayerId, ...]
    start: str
    said: Said
    done: tuple[TimedEvent, ...]
    sheet: ConfirmedSheet | None
    torn: str
    places: TablePlaces | None

    @property
    def acts(self) -> tuple[TimedEvent, ...]:
        """What people said or pressed."""
        return self.said.acts

    @property
    def pauses(self) -> Pauses:
        """When all clocks stood still."""
        return self.said.pauses

    @property
    def answers(self) -> tuple[Asked, ...]:
        """What people answered to questions, in order."""
        return tuple(asked for asked in (self.sheet.asked if self.sheet else ()) if asked.is_answered)

    def frames(self) -> Iterator[Frame]:
        """Its frames in order; `InputError` where one is damaged."""
        return read_frames(self.folder)


def is_recorded(folder: Path) -> bool:
    """Whether this is the folder of a recorded round."""
    return (folder / MANIFEST).is_file()


def recorded_in(folders: Iterable[Path]) -> list[Path]:
    """The recordings that these folders are, or that lie in them, by name; `InputError` where one holds none."""
    found: list[Path] = []
    for folder in folders:
        inside = sorted(path.parent for one in ("*", f"{EVENING}*/*") for path in folder.glob(f"{one}/{MANIFEST}"))
        if not is_recorded(folder) and not inside:
            raise InputError(
                f"{folder} is no recording and holds none: it has no {MANIFEST}; expected a folder of `kibitz record`."
            )
        found += [folder] if is_recorded(folder) else inside
    return found


def read_recorded(folder: Path) -> RecordedRound:
    """The round in a folder; `InputError` names what is missing or damaged there."""
    manifest = _read(folder / MANIFEST, _Manifest)
    table = parse_round_table(_bytes(folder / TABLE), str(folder / TABLE))
    try:
        parse_table(table.start, table.pack, table.players)
    except InputError as error:
        raise InputError(f"{folder / TABLE}: {error}") from error
    stored = len(stored_frames(folder))
    if not stored:
        raise InputError(f"{folder} holds no picture that was written to its end; expected a recorded round.")
    if manifest.ended is not None and stored < manifest.frames:
        raise InputError(f"{folder} holds {stored} pictures; expected the {manifest.frames} of its {MANIFEST}.")
    return RecordedRound(
        folder,
        table.pack,
        table.players,
        table.start,
        Said.of(_lines(folder / ACTS, partial(parse_said, players=table.players))),
        _lines(folder / EVENTS, partial(parse_timed, players=table.players)),
        read_sheet(folder / SHEET),
        "" if manifest.ended == WHOLE else manifest.ended or "It was cut off.",
        read_places(folder / PLACES) if (folder / PLACES).is_file() else None,
    )


def _read(path: Path, model: type[T]) -> T:
    try:
        return model.model_validate_json(_bytes(path))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(f"{path}: {where} is damaged ({first['msg']}); expected a recorded round's.") from error


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); expected a file of a recorded round.") from error


def _lines(path: Path, parse: Callable[[bytes], R]) -> tuple[R, ...]:
    """The lines of a file; a last one that was cut off counts for nothing, and so does a file that is not there yet."""
    if not path.is_file():
        return ()
    lines = read_file(path).split(b"\n")[:-1]
    return tuple(at_line(path, number, partial(parse, line)) for number, line in enumerate(lines, start=1))
