"""The shelf: the folder of the clips, none of which is lost, however Kibitz ends, and what becomes of old ones."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.clip_file import SUFFIX, ClipHead, read_clip, read_head, write_clip
from kibitz_vision.recording.folder import room_left

MOST_BYTES = 5_000_000_000
"""Of clips that nobody keeps: some 200 of ten seconds at 1920 x 1080."""
MOST_DAYS = 30.0
KEPT = "kept"
"""The folder of the clips that people want to keep, on the shelf."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,80}")
_UNFINISHED_S = 600.0
"""What has not been finished for so long was left by a process that was ended."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A clip on the shelf: its name, file and size, whether it is kept, and what it says of itself, None if torn."""

    name: str
    path: Path
    size_bytes: int
    is_kept: bool
    head: ClipHead | None


class ClipShelf:
    """Safe to share between threads; every method raises `InputError` where the disk refuses, in one sentence."""

    def __init__(
        self,
        folder: Path,
        most_bytes: int = MOST_BYTES,
        most_days: float = MOST_DAYS,
        room: Callable[[Path], int] = room_left,
    ) -> None:
        self.folder = folder
        self._most_bytes, self._most_days, self._room = most_bytes, most_days, room
        self._lock = threading.Lock()
        self._given: set[str] = set()

    def new_name(self, kind: ClipKind, made: datetime) -> str:
        """A name that no clip has, by when it was cut and what it shows."""
        stem = f"{made:%Y%m%d-%H%M%S}-{kind}"
        with self._lock:
            for number in range(1, 10_000):
                name = stem if number == 1 else f"{stem}-{number}"
                if name not in self._given and not any(path.exists() for path in self._places(name)):
                    self._given.add(name)
                    return name
        raise InputError(
            Sentence("{folder} holds ten thousand clips of one second; expected fewer.", folder=self.folder)
        )

    def put(self, name: str, clip: Clip) -> str:
        """Put a clip there, in place of the one of this name, and return its seal; older ones make room for it."""
        size = sum(len(frame.jpeg) for frame in clip.frames)
        with self._lock:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._tidy(size)
                room = self._room(self.folder)
            except OSError as error:
                raise self._unwritable(error) from error
            if room < size:
                raise InputError(
                    Sentence(
                        "{folder} has no room for a clip; expected a disk with over 1 GB free.", folder=self.folder
                    )
                )
            return write_clip(clip, self._path(name) or self.folder / f"{name}{SUFFIX}")

    def tidy(self) -> None:
        """Take away what is too old, and the oldest where all together is too large, but none that is kept."""
        with self._lock:
            try:
                self._tidy(0)
            except OSError as error:
                raise self._unwritable(error) from error

    def change(self, name: str, changed: Callable[[Clip], Clip]) -> str:
        """Write a clip anew, changed, and return its seal; one that stays what it is is not written."""
        clip = self.clip(name)
        changed_clip = changed(clip)
        return clip.seal if changed_clip is clip else self.put(name, changed_clip)

    def clip(self, name: str) -> Clip:
        """A clip, checked; `InputError` where there is none of this name, or it cannot be trusted."""
        return read_clip(self.path(name))

    def __contains__(self, name: str) -> bool:
        return self._path(name) is not None

    def path(self, name: str) -> Path:
        """The file of a clip; `InputError` where there is none of this name."""
        path = self._path(name) if _NAME.fullmatch(name) else None
        if path is None:
            raise InputError(Sentence("There is no clip {name!r} any more.", name=name[:80]))
        return path

    def keep(self, name: str, *, is_kept: bool = True) -> None:
        """Keep a clip for good, or no more."""
        path = self.path(name)
        target = self.folder / KEPT / path.name if is_kept else self.folder / path.name
        try:
            target.parent.mkdir(exist_ok=True)
            path.replace(target)
        except OSError as error:
            raise InputError(
                Sentence("{target} cannot be written ({reason}).", target=target, reason=error.strerror)
            ) from error

    def remove(self, names: Iterable[str]) -> None:
        """Take clips away for good, kept ones too."""
        for name in names:
            try:
                self.path(name).unlink(missing_ok=True)
            except OSError as error:
                raise InputError(
                    Sentence("The clip {name} cannot be deleted ({reason}).", name=name, reason=error.strerror)
                ) from error

    def clips(self, but: Collection[str] = ()) -> list[Shelved]:
        """All clips `but` those of these names, the oldest first; of one that cannot be trusted no head is there."""
        paths = (path for path in self._files() if path.stem not in but)
        return [shelved for path in paths if (shelved := _shelved(path)) is not None]

    def _places(self, name: str) -> tuple[Path, Path]:
        return self.folder / f"{name}{SUFFIX}", self.folder / KEPT / f"{name}{SUFFIX}"

    def _path(self, name: str) -> Path | None:
        return next((path for path in self._places(name) if path.is_file()), None)

    def _files(self) -> list[Path]:
        return sorted(
            [*self.folder.glob(f"*{SUFFIX}"), *self.folder.glob(f"{KEPT}/*{SUFFIX}")], key=lambda path: path.stem
        )

    def _unwritable(self, error: OSError) -> InputError:
        return InputError(
            Sentence("{folder} cannot be written to ({reason}).", folder=self.folder, reason=error.strerror)
        )

    def _tidy(self, coming_bytes: int) -> None:
        now_s = time.time()
        for left in self.folder.glob("*.part"):
            if now_s - left.stat().st_mtime > _UNFINISHED_S:
                left.unlink(missing_ok=True)
        sizes = {path: path.stat() for path in self._files() if path.parent == self.folder}
        total = coming_bytes + sum(told.st_size for told in sizes.values())
        for path, told in sizes.items():
            if total > self._most_bytes or now_s - told.st_mtime > self._most_days * 86_400:
                path.unlink(missing_ok=True)
                total -= told.st_size


def _shelved(path: Path) -> Shelved | None:
    try:
        size = path.stat().st_size
    except OSError:
        return None
    try:
        head = read_head(path)
    except InputError:
        head = None
    return Shelved(path.stem, path, size, path.parent.name == KEPT, head)
