"""Deleting a file so that what stood in it is not left on the disk, as far as the disk lets one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_MOST_BYTES = 64_000_000
"""Films are larger, and writing over them would take minutes."""


def shred(path: Path) -> None:
    """Write over a file and delete it; `OSError` where it cannot be deleted. One that is not there is no error."""
    if path.is_symlink():
        path.unlink()
        return
    with suppress(OSError):
        size = path.stat().st_size
        if size <= _MOST_BYTES:
            with path.open("rb+") as file:
                file.write(bytes(size))
                file.flush()
                os.fsync(file.fileno())
    path.unlink(missing_ok=True)


def shred_all(folder: Path, pattern: str) -> None:
    """Shred the files of a folder whose names fit, and all that is in folders whose names do."""
    for path in list(folder.glob(pattern)):
        if path.is_dir() and not path.is_symlink():
            shred_all(path, "*")
            path.rmdir()
        else:
            shred(path)
