"""A filmed round as `kibitz simulate` leaves it in a folder: its video, what happened, what people said, the sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_scoring.errors import InputError
from kibitz_scoring.files import at_line, read_file
from kibitz_scoring.notation.json_lines import read_object
from kibitz_scoring.notation.seen_lines import Said, TimedEvent, parse_said, parse_seen, parse_timed
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import changed_pack, find_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import Interval, TableEvent
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import Frame
from kibitz_vision.recording.confirmed_sheet import Asked
from kibitz_vision.table.places import TablePlaces

Sheet = Mapping[str, object]


class _Trouble(BaseModel):
    kind: TroubleKind
    start_ms: float
    end_ms: float


class _Head(BaseModel):
    pack: str
    options: dict[str, JsonValue] = {}
    players: list[str]
    seed: int
    fps: float
    table: str
    troubles: list[_Trouble] = []


@dataclass(frozen=True, slots=True, eq=False)
class FilmedRound:
    """The truth about one video.

    `start` is the table before it, in the notation of `table_notation`; `sheet` is None where no round was played to
    its end, as in a snap race. `troubles` are what went wrong with the camera. Nobody answers questions of a film, or
    says where its places are.
    """

    folder: Path
    pack: RulePack
    players: tuple[PlayerId, ...]
    seed: int
    interval_ms: float
    start: str
    seen: tuple[TableEvent, ...]
    done: tuple[TimedEvent, ...]
    acts: tuple[TimedEvent, ...]
    sheet: Sheet | None
    troubles: tuple[Trouble, ...] = ()
    pauses: Pauses = ()

    answers: tuple[Asked, ...] = ()
    places: TablePlaces | None = None

    @property
    def video(self) -> Path:
        """The film."""
        return self.folder / "video.mp4"

    def frames(self) -> Iterator[Frame]:
        """The frames of the film; `InputError` where there is none."""
        return read_video(self.video)


def read_filmed(folder: Path) -> FilmedRound:
    """The truth in a folder; `InputError` names the file and line that is not as `kibitz simulate` writes it."""
    truth = folder / "truth.jsonl"
    (_, first), *lines = _lines(truth) or [(1, b"{}")]
    head = at_line(truth, 1, partial(_head, first))
    players = tuple(map(PlayerId, head.players))
    seen, done = [], []
    for number, line in lines:
        kind = at_line(truth, number, partial(read_object, line)).get("type")
        if kind == "event":
            done.append(at_line(truth, number, partial(parse_timed, line, players)))
        elif kind != "tally":
            seen.append(at_line(truth, number, partial(parse_seen, line)))
    said = read_acts(folder / "acts.jsonl", players)
    return FilmedRound(
        folder,
        at_line(truth, 1, lambda: changed_pack(find_pack(head.pack), head.options)),
        players,
        head.seed,
        1000.0 / head.fps,
        head.table,
        tuple(seen),
        tuple(done),
        said.acts,
        _sheet(folder / "sheet.json"),
        tuple(Trouble(one.kind, Interval(one.start_ms, one.end_ms)) for one in head.troubles),
        said.pauses,
    )


def read_acts(path: Path, players: Sequence[PlayerId]) -> Said:
    """What people said or pressed, from a file such as `acts.jsonl`; `InputError` names the line that is wrong."""
    return Said.of(at_line(path, number, partial(parse_said, line, players)) for number, line in _lines(path))


def _lines(path: Path) -> list[tuple[int, bytes]]:
    try:
        text = read_file(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}): expected a folder that `kibitz simulate` wrote."
        ) from error
    return [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _head(line: bytes) -> _Head:
    try:
        return _Head.model_validate(read_object(line))
    except ValidationError as error:
        field = ".".join(map(str, error.errors()[0]["loc"]))
        raise InputError(f"'{field}' is missing or wrong: expected the round that `kibitz simulate` played.") from error


def _sheet(path: Path) -> Sheet | None:
    if not path.is_file():
        return None
    try:
        sheet = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path} is no JSON ({error}): expected a score sheet of `kibitz score`.") from error
    if not isinstance(sheet, dict):
        raise InputError(f"{path} holds no object: expected a score sheet of `kibitz score`.")
    return sheet
