"""Failing cases that become tests: rounds whose sheet is not exact, and clips that were judged wrongly.

Each is a folder of its own with the right answer in it; tests/models/watching looks for them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_file
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.players import PlayerId
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.clip_file import SUFFIX

_CLIP, _RIGHT = f"clip{SUFFIX}", "right.json"
_NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """Who truly had the race of a clip, None where nobody can tell."""

    first: PlayerId | None

    @classmethod
    def parse(cls, text: str, clip: Clip) -> RightAnswer:
        """From a name; `InputError` where nobody at the table has it."""
        if text != _NOBODY and text not in clip.table.players:
            players = ", ".join(clip.table.players)
            raise InputError(f"--right: found {text!r}; expected {players} or {_NOBODY}.")
        return cls(None if text == _NOBODY else PlayerId(text))

    def is_given_by(self, snaps: Iterable[Snapped]) -> bool:
        """Whether snaps as they were judged say so."""
        winners = {snap.player for snap in snaps if snap.verdict is Verdict.CORRECT}
        return winners == (set() if self.first is None else {self.first})


class _Right(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    first: str | None
    title: str


def keep_round(recording: Path, folder: Path) -> Path:
    """Copy the folder of a recorded round, which holds its right sheet, to others."""
    return _kept(recording.resolve().name, folder, lambda target: shutil.copytree(recording, target))


def keep_clip(clip: Path, folder: Path, right: RightAnswer) -> Path:
    """Copy a clip to others, with the right answer."""

    def copy(target: Path) -> None:
        target.mkdir(parents=True)
        shutil.copyfile(clip, target / _CLIP)
        answer = {"first": right.first, "title": f"Of {clip.name}."}
        (target / _RIGHT).write_text(json.dumps(answer) + "\n", encoding="utf-8")

    return _kept(clip.stem, folder, copy)


def kept_clips(folder: Path) -> list[Path]:
    """The folders of clips that were kept there."""
    return sorted(path.parent for path in folder.glob(f"*/{_CLIP}"))


def read_kept_clip(folder: Path) -> tuple[Path, RightAnswer]:
    """The file of a kept clip and what is right; `InputError` where that is damaged."""
    path = folder / _RIGHT
    try:
        right = _Right.model_validate_json(read_file(path))
    except (OSError, ValidationError) as error:
        raise InputError(f"{path} is no right answer of a clip ({error}).") from error
    return folder / _CLIP, RightAnswer(None if right.first is None else PlayerId(right.first))


def _kept(name: str, folder: Path, copy: Callable[[Path], object]) -> Path:
    """Put a case there unless it is there already; `InputError` where that fails."""
    target = folder / name
    try:
        if not target.exists():
            copy(target)
    except OSError as error:
        raise InputError(f"{target} cannot be written ({error}); expected a folder with room in it.") from error
    return target
