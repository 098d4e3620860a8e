"""What Kibitz keeps is its owner's alone: pictures of people's homes, their names, a camera's password."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_server.data_folder import KEPT
from kibitz_server.texts import say
from kibitz_vision.whole_files import in_place_of

_FOLDER, _FILE = 0o700, 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private() -> None:
    """From now on all that this process makes, or one that it starts, is its owner's alone."""
    os.umask(_OTHERS)


def make_private(folder: Path) -> None:
    """Make the data folder, or take from others what an earlier version let them read; `InputError`."""
    try:
        folder.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
        made = [path for kept in KEPT for path in kept.paths(folder)]
        if any(folder.glob("journal*")) or not set(folder.iterdir()) - set(made):
            _tighten(folder, _FOLDER)
        made += [path for one in made if one.is_dir() for path in one.rglob("*")]
    except OSError as error:
        raise no_data_folder(folder, error) from error
    for path in made:
        _tighten(path, _FOLDER if path.is_dir() else _FILE)


def no_data_folder(folder: Path, error: OSError) -> InputError:
    """Why a folder cannot be the data folder."""
    return InputError(
        say(
            "{folder} cannot be the data folder ({strerror}): expected a folder to write in.",
            folder=folder,
            strerror=error.strerror,
        )
    )


def write_private(path: Path, content: bytes | str) -> None:
    """Write a file in place of the one before, all or nothing; nobody else may read it from its first byte on.

    Raises `OSError` where the disk refuses; the file before is there then, and nothing half.
    """
    data = content.encode() if isinstance(content, str) else content
    with in_place_of(path) as part:
        # What a killed process left may be another's to read.
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE), "wb") as file:
            file.write(data)


def _tighten(path: Path, mode: int) -> None:
    """What belongs to somebody else, or lies where there are no such rights, stays as it is."""
    with suppress(OSError):
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
            path.chmod(mode)
