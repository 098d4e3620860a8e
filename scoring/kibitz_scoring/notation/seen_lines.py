"""JSON lines of a watched table: what was seen on it, what was done in the game, and what people said or pressed.

`kibitz watch` prints them, `kibitz simulate` writes them as truth, and acts from elsewhere come in as them. A table
event has the name of its class in small letters as `type` (`card_lifted`); a game event has the type `event` and stands
there in the notation of `event_notation`, in a line of `acts.jsonl` as anywhere. While a dispute was open all clocks
stood still: that is a line of `acts.jsonl` of the type `pause`, whose `end_ms` is null as long as nobody ruled.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.game.events import Event
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.json_lines import place_text, read_object
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import either
from kibitz_scoring.slots import SLOT
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Interval, Place, Seen, SlotId, TableEvent

_SLOT_ONLY = ("card_revealed", "slot_emptied", "slot_filled")


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """A game event and when it was done: from the first movement that belongs to it to the last.

    `act` names the act that it was read from or said by, None for what nobody can take for another act; `rule` is the
    key by which the judge decided a snap, empty where he did not.
    """

    at: Interval
    event: Event
    act: str | None = field(default=None, compare=False)
    rule: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Said:
    """What people said or pressed in a round: their `acts`, and the `pauses` in which all clocks stood still."""

    acts: tuple[TimedEvent, ...] = ()
    pauses: Pauses = ()

    @classmethod
    def of(cls, lines: Iterable[TimedEvent | Interval]) -> Said:
        """From what the lines of a file mean, in any order."""
        found = tuple(lines)
        return cls(
            tuple(one for one in found if isinstance(one, TimedEvent)),
            tuple(one for one in found if isinstance(one, Interval)),
        )


def type_name(event: TableEvent) -> str:
    """The name of a table event's kind, as in its line."""
    return _NAMES[type(event)]


_NAMES: dict[type[TableEvent], str] = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(TableEvent)
}
_KINDS: dict[str, type[TableEvent]] = {name: kind for kind, name in _NAMES.items()}


class _SeenLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    type: str
    start_ms: float
    end_ms: float
    confidence: float = Field(default=1.0, ge=0, le=1)
    frames: list[int] = []
    by: dict[str, float] = {}
    place: str | None = None
    origin: str | None = None
    face: str | None = None


class _EventLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    type: Literal["event"]
    start_ms: float
    end_ms: float
    event: str
    player: str | None = None
    table: str | None = None


class _PauseLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    type: Literal["pause"]
    start_ms: float
    end_ms: float | None


def seen_json(event: TableEvent) -> dict[str, JsonValue]:
    """Line of a table event; times in ms of capture time, faces and places in the notation."""
    seen = event.seen
    line: dict[str, JsonValue] = {
        "type": type_name(event),
        "start_ms": round(seen.at.start_ms, 3),
        "end_ms": round(seen.at.end_ms, 3),
        "confidence": seen.confidence,
        "frames": list(seen.frames),
        "by": {str(player): probability for player, probability in seen.by},
    }
    for part in fields(event)[1:]:
        value = getattr(event, part.name)
        line[part.name] = None if value is None else str(value)
    return line


def event_json(timed: TimedEvent, players: Sequence[PlayerId], table: str | None = None) -> dict[str, JsonValue]:
    """Line of a game event, with the table after it (in the notation of `table_notation`) where that is given."""
    player: str | None = getattr(timed.event, "player", None)
    line: dict[str, JsonValue] = {
        "type": "event",
        "start_ms": round(timed.at.start_ms, 3),
        "end_ms": round(timed.at.end_ms, 3),
        "player": player,
        "event": format_event(timed.event, players),
    }
    return line if table is None else {**line, "table": table}


def said_json(said: Said, players: Sequence[PlayerId]) -> Iterator[dict[str, JsonValue]]:
    """The lines of what people said or pressed."""
    for timed in said.acts:
        yield event_json(timed, players)
    for pause in said.pauses:
        end_ms = pause.end_ms if math.isfinite(pause.end_ms) else None
        yield {"type": "pause", "start_ms": pause.start_ms, "end_ms": end_ms}


def parse_said(line: bytes, players: Sequence[PlayerId]) -> TimedEvent | Interval:
    """A game event or a pause from one line of `acts.jsonl`; `InputError` for anything else."""
    if read_object(line).get("type") != "pause":
        return parse_timed(line, players)
    try:
        read = _PauseLine.model_validate(read_object(line))
    except ValidationError as error:
        raise InputError(_complaint(error)) from error
    return Interval(read.start_ms, math.inf if read.end_ms is None else read.end_ms)


def parse_seen(line: bytes) -> TableEvent:
    """Table event from one line; `InputError` for anything else."""
    data = read_object(line)
    name = data.get("type")
    if not isinstance(name, str) or name not in _KINDS:
        raise InputError(f"'type' is {shown(name)}: expected {either(tuple(_KINDS))}.")
    try:
        read = _SeenLine.model_validate(data)
    except ValidationError as error:
        raise InputError(_complaint(error)) from error
    kind = _KINDS[read.type]
    by = HandPosterior((PlayerId(player), probability) for player, probability in read.by.items())
    seen = Seen(Interval(read.start_ms, read.end_ms), read.confidence, tuple(read.frames), by)
    names = {field.name for field in fields(kind)}
    given = {"place": read.place, "origin": read.origin, "face": read.face}
    for key in given:
        if key not in names and key in data:
            raise InputError(f"'{key}' is not a field of {read.type}.")
    make: Callable[..., TableEvent] = kind
    return make(seen, **{key: _value(read.type, key, text) for key, text in given.items() if key in names})


def parse_timed(line: bytes, players: Sequence[PlayerId]) -> TimedEvent:
    """Game event from one line, such as one of `acts.jsonl`; `InputError` for anything else."""
    data = read_object(line)
    try:
        read = _EventLine.model_validate(data)
    except ValidationError as error:
        raise InputError(_complaint(error)) from error
    return TimedEvent(Interval(read.start_ms, read.end_ms), parse_event(read.event, players))


def _value(name: str, key: str, text: str | None) -> Place | Face | None:
    if key == "origin":
        return None if text is None else _place(key, text)
    if key == "place":
        return _own_place(name, text)
    if name == "card_revealed" or text not in (None, str(FACE_DOWN)):
        return _card(text)
    return FACE_DOWN


def _own_place(name: str, text: str | None) -> Place:
    place = _place("place", text)
    if name in _SLOT_ONLY and isinstance(place, Heap):
        raise InputError(f"'place' is {shown(text)}: expected a slot such as p2.b1.")
    if name == "pile_shuffled" and not isinstance(place, Heap):
        raise InputError(f"'place' is {shown(text)}: expected {either(tuple(Heap))}.")
    return place


def _place(key: str, text: str | None) -> Place:
    if text in tuple(Heap):
        return Heap(text)
    if text is None or not SLOT.fullmatch(text):
        raise InputError(f"'{key}' is {shown(text)}: expected {either(tuple(Heap))}, or a slot such as p2.b1.")
    return SlotId(text)


def _card(text: str | None) -> Card:
    if text is None:
        raise InputError("'face' is null: expected a card such as 7H.")
    try:
        return parse_card(text)
    except InputError as error:
        raise InputError(f"'face': {error}") from error


def _complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    place = place_text(first["loc"])
    if first["type"] == "missing":
        return f"'{place}' is missing."
    return f"'{place}' is {shown(first['input'])}: {first['msg'][0].lower()}{first['msg'][1:]}."
