"""Backups of the journal: copies that SQLite makes itself, each checked before it counts, a bounded number kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.recorded import read_rows
from kibitz_server.journal.storage.journal_file import WRITING_FAULTS, put_in_place, written_anew
from kibitz_server.journal.storage.migrations import BrokenFileError
from kibitz_server.journal.storage.sealed_rows import Content, SealedRow, sealed_all
from kibitz_server.journal.storage.shredding import shred, shred_all
from kibitz_vision.whole_files import in_place_of

_PATTERN = "journal-*.sqlite3"
_KEPT_NEWEST = 3
_KEPT_DAYS = 5
"""The newest three are kept, and the newest of each of the last five days: an evening of many rounds leaves those of
the evenings before. A backup of another journal than the newest one, as before one was begun anew, is always kept."""
_Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What a database holds: its shape, and its last entry as it is stored, None where it has none."""

    shape: int
    last: _Row | None


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup and what it holds."""

    path: Path
    held: Held

    @property
    def day(self) -> str:
        """The day on which it was made, in UTC."""
        return self.path.stem.split("-")[1]


class Backups:
    """The backups in one folder, which is made when it is needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, journal: sqlite3.Connection) -> None:
        """Copy a journal unless the newest backup holds the same; `OSError` or `sqlite3.Error` where that cannot be."""
        held = _held(journal)
        newest = self.newest()
        if held.last is None or (newest is not None and newest.held == held):
            return
        path = self._folder / f"journal-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.sqlite3"
        with in_place_of(path, is_safe=True) as part:
            _copy(journal, part)
        self._drop_surplus(Backup(path, held))

    def newest(self) -> Backup | None:
        """The newest backup that is whole, None where there is none."""
        return next((backup for backup in self._readable() if is_whole(backup.path)), None)

    def checked(self) -> Iterator[tuple[Path, list[SealedRow]]]:
        """The backups whose every entry is what was written, newest first, each with its rows."""
        yield from ((path, rows) for path, rows, fault in self.examined() if rows and not fault)

    def examined(self) -> Iterator[tuple[Path, list[SealedRow], str]]:
        """All backups, newest first, each with its rows or what is wrong with it in a few words."""
        for path in sorted(self._folder.glob(_PATTERN), reverse=True):
            try:
                with closing(read_only(path)) as connection:
                    yield path, read_rows(connection), ""
            except (sqlite3.Error, BrokenFileError, InputError) as error:
                yield path, [], str(error)

    def rewrite(self, change: Callable[[Content], Content]) -> None:
        """Let every entry of every backup say something else; one that cannot be read is deleted."""
        whole = dict(self.checked())
        for path in list(self._folder.glob("*")):
            rows = whole.get(path)
            part: Path | None = None
            if rows is not None:
                with suppress(*WRITING_FAULTS):
                    part = written_anew(path, sealed_all(change(row.content) for row in rows))
            shred(path)
            if part is not None:
                put_in_place(part, path)

    def erase(self) -> None:
        """Delete all of them."""
        shred_all(self._folder, "*")

    def __bool__(self) -> bool:
        """Whether there is a file that may be a backup."""
        return any(self._folder.glob(_PATTERN))

    def _readable(self) -> Iterator[Backup]:
        """Newest first, whole or not."""
        for path in sorted(self._folder.glob(_PATTERN), reverse=True):
            try:
                with closing(read_only(path)) as connection:
                    backup = Backup(path, _held(connection))
            except sqlite3.Error:
                continue
            yield backup

    def _drop_surplus(self, newest: Backup) -> None:
        days: set[str] = set()
        for number, backup in enumerate(list(self._readable())):
            is_newest_of_day = backup.day not in days and len(days) < _KEPT_DAYS
            days.add(backup.day)
            if number >= _KEPT_NEWEST and not is_newest_of_day and _goes_on_from(newest, backup):
                backup.path.unlink(missing_ok=True)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def is_whole(path: Path) -> bool:
    """Whether SQLite finds nothing wrong with a file."""
    try:
        with closing(read_only(path)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _copy(journal: sqlite3.Connection, to: Path) -> None:
    with closing(sqlite3.connect(to)) as copy:
        journal.backup(copy)
        # One file, nothing beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    if not is_whole(to):
        raise sqlite3.DatabaseError(Sentence("the copy is damaged"))


def _held(connection: sqlite3.Connection) -> Held:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"entry", "migration"} <= tables:
        return Held(0, None)
    (shape,) = connection.execute("SELECT max(number) FROM migration").fetchone()
    row = connection.execute("SELECT seq, at, kind, payload FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
    return Held(int(shape or 0), None if row is None else tuple(row))


def _goes_on_from(newest: Backup, earlier: Backup) -> bool:
    """Whether all of an earlier backup is in the newest one: its last entry is, and nothing is ever taken out."""
    if earlier.held.last is None:
        return True
    with closing(read_only(newest.path)) as connection:
        query = "SELECT seq, at, kind, payload FROM entry WHERE seq = ?"
        row = connection.execute(query, earlier.held.last[:1]).fetchone()
    return row is not None and tuple(row) == earlier.held.last
