"""The newest entry's number and seal, in a file beside the journal: what was written last is not missed unnoticed."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

log = logging.getLogger(__name__)

_LINE = re.compile(r"(\d{16}) ([0-9a-f]{32}) ([0-9a-f]{16})\n")


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry that was safe in the journal."""

    seq: int
    seal: str


class HeadFile:
    """Written after each entry, in one go and without waiting for the disk: it is never ahead of the journal."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Head | None:
        """What was written last, None where that is not known."""
        try:
            line = _LINE.fullmatch(self._path.read_bytes().decode("ascii"))
        except (OSError, UnicodeDecodeError):
            return None
        if line is None or line[3] != _check(line[1], line[2]):
            return None
        return Head(int(line[1]), line[2])

    def write(self, head: Head | None) -> None:
        """Take note of the newest entry, or of none; a disk that refuses has been heard of already."""
        try:
            if head is None:
                self._path.unlink(missing_ok=True)
                return
            number = f"{head.seq:016d}"
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.write(file, f"{number} {head.seal} {_check(number, head.seal)}\n".encode("ascii"))
            finally:
                os.close(file)
        except OSError as error:
            log.warning("%s cannot be written (%s).", self._path, error.strerror)


def _check(number: str, seal: str) -> str:
    return sha256(f"{number} {seal}".encode("ascii")).hexdigest()[:16]
