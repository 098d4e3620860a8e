"""Files that are written in place of those before, all or nothing."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes | str, *, is_safe: bool = False) -> None:
    """Write a file, its folder too; `is_safe`: it is on the disk when this returns.

    Raises `OSError` where the disk refuses, and nothing half is left then.
    """
    # Of a process that is killed here a file is left that nobody reads.
    unfinished = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if is_safe:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
