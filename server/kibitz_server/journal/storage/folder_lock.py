"""One Kibitz a data folder: a file that is locked as long as the process lives, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence


class FolderLock:
    """Locked from the start until `release`; `InputError` where another process has it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = _locked(path)

    def renew(self) -> None:
        """Lock it again where somebody has taken the file away; `InputError` where another process came first."""
        if self._file is None:
            return
        if not self._path.exists() or self._path.stat().st_ino != os.fstat(self._file).st_ino:
            new = _locked(self._path)
            os.close(self._file)
            self._file = new

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _locked(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be opened ({what}): expected a folder to write in, with room in it.",
                path=path,
                what=error.strerror,
            )
        ) from error
    try:
        _lock(file)
    except OSError as error:
        os.close(file)
        raise InputError(
            Sentence("{path} is in use: another Kibitz has this data folder open.", path=path.parent)
        ) from error
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
