"""Files that are written in place of those before, all or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, content: bytes | str, *, is_safe: bool = False) -> None:
    """Write a file, its folder too; `is_safe`: it is on the disk when this returns.

    Raises `OSError` where the disk refuses, and nothing half is left then.
    """
    with in_place_of(path, is_safe=is_safe) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def in_place_of(path: Path, *, is_safe: bool = False) -> Iterator[Path]:
    """Where to write what takes the place of a file once that is done; where anything fails, the file before stays."""
    part = unfinished(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        if is_safe:
            make_safe(part)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def unfinished(path: Path) -> Path:
    """What a file is called until it is whole; one that a killed process leaves is read by nobody."""
    return path.with_suffix(".part")


def make_safe(path: Path) -> None:
    """Return when a file is on the disk; `OSError` where the disk refuses."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
