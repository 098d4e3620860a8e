"""Whether files are still those that were opened, and as they were left: SQLite writes into deleted ones for good."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kibitz_scoring.sentences import Sentence

_State = tuple[int, int, int, int] | None


class FileWatch:
    """Remembers some files as their one writer left them."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._left = {path: _state(path) for path in paths}

    def remember(self) -> None:
        """All that was done until now was done by their writer."""
        self._left = {path: _state(path) for path in self._left}

    def fault(self, *, is_written: bool = False) -> str:
        """What somebody else has done to one of them, in words; empty where all is well.

        Where they have just been written only that they are still the same files counts.
        """
        for path, left in self._left.items():
            now = _state(path)
            if now == left or (is_written and now is not None and (left is None or now[:2] == left[:2])):
                continue
            if now is None:
                gone = path if path.parent.exists() else path.parent
                return Sentence("{path} was deleted", path=gone)
            if left is None or now[:2] != left[:2]:
                return Sentence("{path} was replaced", path=path)
            return Sentence("{path} was changed by another program", path=path)
        return ""


def _state(path: Path) -> _State:
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_dev, told.st_ino, told.st_size, told.st_mtime_ns
