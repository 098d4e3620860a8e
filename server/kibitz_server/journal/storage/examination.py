"""A look at the journal's file before anything is written to it, so that what is damaged stays as it was found."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.recorded import read_rows
from kibitz_server.journal.storage.head_file import Head
from kibitz_server.journal.storage.migrations import BrokenFileError
from kibitz_server.journal.storage.sealed_rows import SealedRow

_COPIES = ".checking-"


@dataclass(frozen=True, slots=True)
class Examined:
    """The rows of a file, what is wrong with it in a few words, and whether it is whole and that of another evening."""

    rows: list[SealedRow]
    fault: str = ""
    is_foreign: bool = False


def examine(path: Path, head: Head | None) -> Examined:
    """Read a journal that nobody has open, and compare it with what was written last where that is known.

    Raises `InputError` for one of a newer version, or that may not be read.
    """
    for left in path.parent.glob(f"{_COPIES}*"):
        shutil.rmtree(left, ignore_errors=True)
    if not path.exists():
        return Examined([])
    try:
        with path.open("rb"):
            pass
        with _opened(path) as connection:
            rows = read_rows(connection)
    except BrokenFileError as error:
        return Examined([], str(error))
    except InputError as error:
        raise InputError(Sentence("{path}: {error}", path=path, error=error)) from error
    except sqlite3.Error as error:
        return Examined([], str(error))
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be opened ({what}): expected a file to read and write.", path=path, what=error.strerror
            )
        ) from error
    return _compared(rows, head)


def _compared(rows: list[SealedRow], head: Head | None) -> Examined:
    last = rows[-1].seq if rows else 0
    if head is None:
        return Examined(rows)
    if head.seq > last:
        return Examined(rows, f"it ends with entry {last}, and entry {head.seq} was written")
    is_ours = any(row.seal == head.seal for row in rows if row.seq == head.seq)
    return Examined(rows, is_foreign=not is_ours)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing of the file: where there is a log beside it, to a copy of both."""
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size == 0:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            yield connection
        return
    with _folder_for_a_copy(path) as folder:
        copy = folder / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        with closing(sqlite3.connect(copy)) as connection:
            yield connection


@contextmanager
def _folder_for_a_copy(path: Path) -> Iterator[Path]:
    """Beside the journal, or where the system keeps what is temporary when there is no room."""
    needed = 2 * sum(file.stat().st_size for file in (path, Path(f"{path}-wal")))
    beside: Path | None = path.parent
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < needed:
            beside = None
    with tempfile.TemporaryDirectory(prefix=_COPIES, dir=beside) as name:
        yield Path(name)
