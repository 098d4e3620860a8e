"""Files that are read at once: a pipe or a device that bears the name of one would be waited for without end."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kibitz_scoring.errors import InputError

T = TypeVar("T")


def read_file(path: Path) -> bytes:
    """All bytes of a file; `OSError` also where it is no regular file."""
    check_regular(path)
    return path.read_bytes()


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, with or without a mark at its start; `OSError` or `UnicodeDecodeError`."""
    return read_file(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def at_line(path: Path, number: int, read: Callable[[], T]) -> T:
    """What is read of a line of a file; an `InputError` says which line it is."""
    try:
        return read()
    except InputError as error:
        raise InputError(f"{path}, line {number}: {error}") from error


def check_regular(path: Path) -> None:
    """Raise `OSError` where there is something that is neither a file nor a folder."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "it is a pipe or a device, and no file", str(path))
