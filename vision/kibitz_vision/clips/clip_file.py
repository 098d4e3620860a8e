"""A clip as a file: written all or nothing, read back and checked part by part (docs/clips.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.seen_lines import event_json, parse_seen, parse_timed, seen_json
from kibitz_scoring.notation.sentence_json import StoredText
from kibitz_scoring.referee.acts.contest import NO_CONTEST
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Interval
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind, ClipRuling, ClipVerdict
from kibitz_vision.clips.clocks import clocks_json, parse_clocks
from kibitz_vision.container import Container, ContainerError, ContainerKind, Part, read_container, write_container
from kibitz_vision.detections import Found
from kibitz_vision.frames import jpeg_size
from kibitz_vision.recording.round_table import parse_round_table
from kibitz_vision.sound.onsets import Onset
from kibitz_vision.table.places_file import parse_places, places_json

SUFFIX = ".kibitz"
CLIP = ContainerKind(
    Sentence("clip"), Sentence("cut"), re.compile(r"[a-z]{1,20}\.jsonl?|frames/[0-9]{9}\.jpg"), 300_000_000, 8_000
)
"""A clip is cut of 8.5 s at most (`moments.LONGEST_MS` and what is shown around it), and a camera's frames are kept at
10 MB a second (`kept_frames.CAPACITY_BYTES`): some 85 MB. A minute at 120 frames a second would have 7,200 pictures."""
MOST_PIXELS = 12_000_000
"""Of one frame: a third more than 3840 x 2160."""
_HEAD, _TABLE, _PLACES, _FRAMES = "clip.json", "table.json", "places.json", "frames.jsonl"
_SEEN, _EVENTS, _ACTS, _JUDGED = "seen.jsonl", "events.jsonl", "acts.jsonl", "judged.jsonl"
_SOUNDS = "sounds.jsonl"
_VERDICT, _RULING, _SHUTTER, _CLOCKS = "verdict.json", "ruling.json", "shutter.json", "clocks.json"
_HEAD_BYTES = 2_000_000
"""What stands before the pictures takes less, but for the longest clips."""
_FIRST = (_HEAD, _TABLE, _PLACES, _FRAMES)
"""Without these nothing can be shown."""

T = TypeVar("T")
_verdicts, _rulings, _shutters = TypeAdapter(ClipVerdict), TypeAdapter(ClipRuling), TypeAdapter(Shutter)
_onsets = TypeAdapter(Onset)


class ClipHead(BaseModel):
    """What a clip says of itself; times as in `Clip`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["kibitz-clip-1"]
    kibitz: str
    kind: ClipKind
    key: str
    title: StoredText
    made: str
    size_px: tuple[int, int]
    origin_ms: float
    moment_ms: float
    window_ms: tuple[float, float]


class _FrameLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    index: int = Field(ge=0, lt=10**9)
    at_ns: int = Field(ge=0, lt=10**15)
    found: list[Found] = Field(default=[], max_length=500)


def write_clip(clip: Clip, path: Path) -> str:
    """Write a clip in place of the one before, all or nothing, and return its seal; `InputError` where that fails."""
    return write_container(path, tuple(_parts(clip)))


def read_clip(path: Path) -> Clip:
    """The clip of a file, checked; of one that was cut off as much as is there. `ContainerError` names the part."""
    container = read_container(path, CLIP)
    return _Reading(str(path), container, {part.name: part.data for part in container.parts}).clip()


def read_head(path: Path) -> ClipHead:
    """What the clip of a file says of itself, without a look at its pictures; `ContainerError` as for `read_clip`."""
    container = read_container(path, CLIP, _HEAD_BYTES)
    return _Reading(str(path), container, {part.name: part.data for part in container.parts}).head()


def _parts(clip: Clip) -> Iterator[Part]:
    head = ClipHead(
        format="kibitz-clip-1",
        kibitz=version("kibitz"),
        kind=clip.kind,
        key=clip.key,
        title=clip.title,
        made=clip.made,
        size_px=clip.size_px,
        origin_ms=clip.origin_ms,
        moment_ms=clip.moment_ms,
        window_ms=(clip.window_ms.start_ms, clip.window_ms.end_ms),
    )
    yield _json(_HEAD, head.model_dump(mode="json"))
    yield _json(_TABLE, clip.table.to_json())
    yield _json(_PLACES, places_json(clip.places, ""))
    yield _lines(_FRAMES, map(_frame_line, clip.frames))
    if clip.verdict is not None:
        yield _json(_VERDICT, _verdicts.dump_python(clip.verdict, mode="json"))
    if clip.ruling is not None:
        yield _json(_RULING, _rulings.dump_python(clip.ruling, mode="json"))
    if clip.shutter != ASSUMED:
        yield _json(_SHUTTER, _shutters.dump_python(clip.shutter, mode="json"))
    if clip.contest != NO_CONTEST:
        yield _json(_CLOCKS, clocks_json(clip.contest))
    yield _lines(_SEEN, map(seen_json, clip.seen))
    yield _lines(_EVENTS, (event_json(one, clip.table.players) for one in clip.events))
    yield _lines(_ACTS, (event_json(one, clip.table.players) for one in clip.acts))
    if clip.sounds:
        yield _lines(_SOUNDS, (_onsets.dump_python(one, mode="json") for one in clip.sounds))
    if clip.judged is not None:
        yield Part(_JUDGED, "".join(f"{line}\n" for line in clip.judged).encode())
    for frame in clip.frames:
        yield Part(_picture(frame.index), frame.jpeg)


def _picture(index: int) -> str:
    return f"frames/{index:09d}.jpg"


def _json(name: str, content: object) -> Part:
    return Part(name, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())


def _lines(name: str, lines: Iterator[Mapping[str, Any]]) -> Part:
    return Part(name, "".join(f"{json.dumps(line)}\n" for line in lines).encode())


def _frame_line(frame: ClipFrame) -> dict[str, Any]:
    return {"index": frame.index, "at_ns": frame.at_ns, "found": list(map(asdict, frame.found))}


@dataclass(frozen=True, slots=True)
class _Reading:
    """The parts of one file by their names, and what each means."""

    name: str
    container: Container
    data: Mapping[str, bytes]

    def head(self) -> ClipHead:
        """What it says of itself."""
        self._expect(_HEAD)
        return self._read(_HEAD, ClipHead.model_validate_json)

    def clip(self) -> Clip:
        """The whole, as far as it is there."""
        for part in _FIRST:
            self._expect(part)
        head = self.head()
        table = self._read(_TABLE, lambda data: parse_round_table(data, _TABLE))
        players = table.players
        frames, told = self._frames(head.size_px)
        return Clip(
            head.kind,
            head.key,
            head.title,
            head.made,
            head.size_px,
            head.origin_ms,
            head.moment_ms,
            Interval(*head.window_ms),
            table,
            self._read(_PLACES, lambda data: parse_places(data, _PLACES)),
            frames,
            self._list(_SEEN, parse_seen),
            self._list(_EVENTS, lambda line: parse_timed(line, players)),
            self._list(_ACTS, lambda line: parse_timed(line, players)),
            self._read(_VERDICT, _verdicts.validate_json) if _VERDICT in self.data else None,
            self._read(_RULING, _rulings.validate_json) if _RULING in self.data else None,
            self._list(_JUDGED, bytes.decode) if _JUDGED in self.data else None,
            self._read(_CLOCKS, parse_clocks) if _CLOCKS in self.data else NO_CONTEST,
            self._read(_SHUTTER, _shutters.validate_json) if _SHUTTER in self.data else ASSUMED,
            self._list(_SOUNDS, _onsets.validate_json),
            Sentence("It was cut off: {frames} of {told} pictures are there.", frames=len(frames), told=told)
            if self.container.missing
            else "",
            self.container.seal,
        )

    def _expect(self, part: str) -> None:
        if part not in self.data:
            raise ContainerError(
                Sentence("{game} is cut off before its pictures: {part} is not there.", game=self.name, part=part), part
            )

    def _frames(self, size_px: tuple[int, int]) -> tuple[tuple[ClipFrame, ...], int]:
        """The frames whose pictures are there, and how many there were."""
        if size_px[0] * size_px[1] > MOST_PIXELS or min(size_px) < 1:
            raise ContainerError(
                Sentence(
                    "{game}: pictures of {width} x {height} are not shown; expected less.",
                    game=self.name,
                    width=size_px[0],
                    height=size_px[1],
                ),
                _HEAD,
            )
        lines = self._list(_FRAMES, _FrameLine.model_validate_json)
        frames = []
        for line in lines:
            name = _picture(line.index)
            if name in self.container.missing:
                break
            self._check_picture(name, size_px)
            frames.append(ClipFrame(line.index, line.at_ns, self.data[name], tuple(line.found)))
        return tuple(frames), len(lines)

    def _check_picture(self, name: str, size_px: tuple[int, int]) -> None:
        """By its header: no pixel is decoded of a picture that is larger than it says."""
        if name not in self.data:
            raise ContainerError(
                Sentence("{game}: {name} is missing; expected a picture for each frame.", game=self.name, name=name),
                _FRAMES,
            )
        found = self._read(name, lambda data: jpeg_size(data, name))
        if found != size_px:
            told = f"{size_px[0]} x {size_px[1]}"
            raise ContainerError(
                Sentence(
                    "{game}: {name} has {width} x {height} pixels; expected {told}.",
                    game=self.name,
                    name=name,
                    width=found[0],
                    height=found[1],
                    told=told,
                ),
                name,
            )

    def _list(self, part: str, read: Callable[[bytes], T]) -> tuple[T, ...]:
        return tuple(self._read(part, read, line) for line in self.data.get(part, b"").splitlines())

    def _read(self, part: str, read: Callable[[bytes], T], data: bytes | None = None) -> T:
        try:
            return read(self.data[part] if data is None else data)
        except (ValidationError, InputError, UnicodeDecodeError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise ContainerError(
                Sentence(
                    "{game}: {part} is damaged ({reason}); expected that of a clip.",
                    game=self.name,
                    part=part,
                    reason=reason,
                ),
                part,
            ) from error
