"""Clips that were judged wrongly, each a folder of its own with the right answer in it: the tests judge them again."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_file
from kibitz_scoring.game.events import Event, Snapped, Verdict
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import FACE_DOWN
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.clip_file import SUFFIX
from kibitz_vision.whole_files import in_place_of, write_whole

NOBODY = "nobody"
_CLIP, _RIGHT = f"clip{SUFFIX}", "right.json"
_MOST_WORDS = 300


class _Right(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    first: str | None = None
    happened: list[str] | None = None
    words: str = ""
    title: str


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """What truly was: of a race who had it, None where nobody can tell; of all else what happened, or words for it.

    `happened` are events in notation, None where nobody said. `words` are for people; a test can only tell by them that
    what was told then was wrong.
    """

    first: PlayerId | None = None
    happened: tuple[str, ...] | None = None
    words: str = ""

    @classmethod
    def parse(cls, text: str, clip: Clip) -> RightAnswer:
        """A name or `nobody` of a race; else events of notation, parted by `;`, or any words. Or `InputError`."""
        text = text.strip()
        if is_race(clip):
            if text != NOBODY and text not in clip.table.players:
                players = ", ".join(clip.table.players)
                raise InputError(f"The right answer is {text[:80]!r}; expected {players} or {NOBODY}.")
            return cls(None if text == NOBODY else PlayerId(text))
        if not 0 < len(text) <= _MOST_WORDS:
            raise InputError(Sentence("The right answer has no words, or more than {most}.", most=_MOST_WORDS))
        try:
            events = [parse_event(part.strip(), clip.table.players) for part in text.split(";")]
        except InputError:
            return cls(words=text)
        return cls.of_events(events, clip)

    @classmethod
    def of_events(cls, events: Iterable[Event], clip: Clip, words: str = "") -> RightAnswer:
        """That this happened, none of it for nothing; `words` say so."""
        return cls(happened=tuple(format_event(event, clip.table.players) for event in events), words=words)

    def is_given_by(self, clip: Clip, events: Sequence[Event]) -> bool:
        """Whether what a clip comes to now says so."""
        if is_race(clip):
            winners = {one.player for one in events if isinstance(one, Snapped) and one.verdict is Verdict.CORRECT}
            return winners == (set() if self.first is None else {self.first})
        if self.happened is None or not self.happened:
            told = [timed.event for timed in clip.events]
            return not (len(told) == len(events) and all(map(_is_same, told, events)))
        right = [parse_event(text, clip.table.players) for text in self.happened]
        return all(any(_is_same(one, event) for event in events) for one in right)


@dataclass(frozen=True, slots=True)
class WrongClip:
    """The folder of one: its name, the file of the clip, and what is right."""

    folder: Path
    right: RightAnswer

    @property
    def name(self) -> str:
        """That of the clip."""
        return self.folder.name

    @property
    def clip(self) -> Path:
        """Its file."""
        return self.folder / _CLIP


def is_race(clip: Clip) -> bool:
    """Whether what is right about a clip is who was first."""
    return clip.kind is ClipKind.SNAP or bool(clip.verdict and clip.verdict.contacts)


def keep_wrong(clip: Path, folder: Path, right: RightAnswer) -> Path:
    """Copy a clip to a folder of its own among others, with the right answer; one of this name gives way to it."""
    target = folder / clip.stem
    happened = None if right.happened is None else list(right.happened)
    answer = _Right(first=right.first, happened=happened, words=right.words, title=f"Of {clip.name}.")
    try:
        write_whole(target / _RIGHT, answer.model_dump_json() + "\n")
        with in_place_of(target / _CLIP) as part:
            shutil.copyfile(clip, part)
    except OSError as error:
        raise InputError(
            Sentence(
                "{target} cannot be written ({reason}); expected a folder with room in it.",
                target=target,
                reason=error.strerror,
            )
        ) from error
    return target


def wrong_clips(folder: Path) -> list[WrongClip]:
    """Those that were kept there; `InputError` where the answer of one is damaged."""
    return [read_wrong(path.parent) for path in sorted(folder.glob(f"*/{_CLIP}"))]


def read_wrong(folder: Path) -> WrongClip:
    """One of them; `InputError` where its answer is damaged."""
    path = folder / _RIGHT
    try:
        read = _Right.model_validate_json(read_file(path))
    except (OSError, ValidationError) as error:
        raise InputError(f"{path} is no right answer of a clip ({error}).") from error
    first = None if read.first is None else PlayerId(read.first)
    happened = None if read.happened is None else tuple(read.happened)
    return WrongClip(folder, RightAnswer(first, happened, read.words))


def _is_same(event: Event, other: Event) -> bool:
    """Whether both tell the same, but for faces: which of them everybody may know is another matter."""
    return type(event) is type(other) and all(
        _is_face(mine) or _is_face(theirs) or mine == theirs
        for mine, theirs in ((getattr(event, one.name), getattr(other, one.name)) for one in fields(event))
    )


def _is_face(value: object) -> bool:
    return isinstance(value, Card) or value is FACE_DOWN
