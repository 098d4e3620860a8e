"""The journal: an append-only SQLite file of entries that survives a crash at any moment."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from kibitz_scoring.errors import InputError
from kibitz_server.journal.entries import Entry, Seq, format_entry, parse_entry
from kibitz_server.journal.migrations import entry_table, migrate

FILE_NAME = "journal.sqlite3"
_SIDE_FILES = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry in its place; `at` is the UTC time when it was written."""

    seq: Seq
    at: datetime
    entry: Entry


class Journal:
    """Entries in one file, which only this object writes.

    `notice` is a sentence for people where a broken file was found and moved aside, else None.
    """

    def __init__(self, folder: Path) -> None:
        """Open or create the journal in a folder; `InputError` where another Kibitz has it open or it is unreadable."""
        self.notice: str | None = None
        self._path = folder / FILE_NAME
        _make_folder(folder)
        try:
            self._engine = _open(self._path)
        except _BrokenFileError as error:
            self.notice = _move_aside(self._path, str(error))
            self._engine = _open(self._path)
        self.recorded: list[Recorded] = self._read()

    def append(self, entry: Entry, at: datetime) -> Recorded:
        """Write an entry to the disk; it is safe when this returns."""
        kind, payload = format_entry(entry)
        with self._engine.begin() as connection:
            result = connection.execute(insert(entry_table).values(at=at.isoformat(), kind=kind, payload=payload))
            (seq,) = result.inserted_primary_key or (0,)
        # What goes on from here is what a restart would read.
        recorded = Recorded(Seq(seq), at, parse_entry(kind, payload))
        self.recorded.append(recorded)
        return recorded

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _read(self) -> list[Recorded]:
        with self._engine.begin() as connection:
            rows = connection.execute(select(entry_table).order_by(entry_table.c.seq)).all()
        recorded = []
        for row in rows:
            try:
                entry = parse_entry(row.kind, row.payload)
            except InputError as error:
                self.close()
                raise InputError(f"{self._path}, entry {row.seq}: {error}") from error
            recorded.append(Recorded(Seq(row.seq), datetime.fromisoformat(row.at), entry))
        return recorded


class _BrokenFileError(Exception):
    """SQLite cannot trust the file."""


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be the data folder ({error.strerror}): expected a folder to write in."
        ) from error


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            _check(connection)
        migrate(engine.begin)
    except (DatabaseError, sqlite3.DatabaseError) as error:
        engine.dispose()
        raise _fault(path, error) from error
    except (InputError, _BrokenFileError):
        engine.dispose()
        raise
    return engine


def _check(connection: Connection) -> None:
    verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if verdict != "ok":
        raise _BrokenFileError(verdict)


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # SQLAlchemy says BEGIN itself (see the event), so that a change of tables is inside the transaction, too.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=1000", "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _fault(path: Path, error: Exception) -> Exception:
    text = str(error.orig) if isinstance(error, DatabaseError) else str(error)
    if "locked" in text:
        return InputError(f"{path} is in use: another Kibitz has this data folder open.")
    if isinstance(error, OperationalError | sqlite3.OperationalError) and "malformed" not in text:
        return InputError(f"{path} cannot be opened ({text}): expected a folder to write in.")
    return _BrokenFileError(text)


def _move_aside(path: Path, reason: str) -> str:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.broken-{stamp}{path.suffix}")
    for side in _SIDE_FILES:
        part = Path(f"{path}{side}")
        if part.exists():
            part.rename(f"{aside}{side}")
    return f"The journal {path.name} was damaged ({reason}); it was kept as {aside.name} and a new one was begun."
