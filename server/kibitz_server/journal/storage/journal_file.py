"""The file of the journal: opened, brought to the newest shape, written anew; a broken one is moved aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.storage.migrations import BrokenFileError, entry_table, is_old, migrate
from kibitz_server.journal.storage.sealed_rows import SealedRow
from kibitz_vision.whole_files import make_safe, unfinished

WRITING_FAULTS = (DatabaseError, sqlite3.Error, OSError, InputError, BrokenFileError)
"""All that a disk or a file may refuse a write with."""
_BESIDE = ("-wal", "-shm", "-journal")
_FAULTS_OF_THE_FILE = ("malformed", "not a database", "no such", "already exists", "duplicate", "unsupported", "decode")
_PRAGMAS = ("busy_timeout=1000", "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
_AT_ONCE = 500


def open_file(path: Path, before_migration: Callable[[sqlite3.Connection], object]) -> Engine:
    """Open or create the file, which is this process's alone until the engine is disposed of.

    An older shape is handed to `before_migration` first. Raises `BrokenFileError` where the file is damaged,
    `InputError` where another Kibitz has it open, a newer one made it, or the folder cannot be written in.
    """
    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        if is_old(engine.begin):
            before_migration(driver_connection(engine))
        migrate(engine.begin)
    except (DatabaseError, sqlite3.DatabaseError) as error:
        engine.dispose()
        raise _fault(path, error) from error
    except InputError as error:
        engine.dispose()
        raise InputError(Sentence("{path}: {error}", path=path, error=error)) from error
    return engine


def driver_connection(engine: Engine) -> sqlite3.Connection:
    """The one connection of the engine, for what only SQLite's own module can do."""
    borrowed = engine.raw_connection()
    connection = borrowed.driver_connection
    # The pool has this one only, and keeps it open.
    borrowed.close()
    assert isinstance(connection, sqlite3.Connection)
    return connection


def reason(error: Exception) -> str:
    """What SQLite or the system says."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error.orig) if isinstance(error, DatabaseError) else str(error)


def is_of_the_file(error: Exception) -> bool:
    """Whether an error says that the file itself is damaged."""
    return any(word in reason(error) for word in _FAULTS_OF_THE_FILE)


def insert_rows(connection: Connection, rows: Sequence[SealedRow]) -> None:
    """Add rows as they are."""
    for start in range(0, len(rows), _AT_ONCE):
        connection.execute(insert(entry_table), [asdict(row) for row in rows[start : start + _AT_ONCE]])


def written_anew(path: Path, rows: Sequence[SealedRow]) -> Path:
    """A new file of these rows beside the one at `path`, safe on the disk, for `put_in_place`.

    Raises `OSError` or SQLite's errors where the disk refuses, and leaves nothing then.
    """
    # Not in place at once: what stands there goes on being the journal until all else is ready.
    part = unfinished(path)
    remove(part)
    engine = create_engine(f"sqlite:///{part}", poolclass=StaticPool)
    try:
        migrate(engine.begin)
        with engine.begin() as connection:
            insert_rows(connection, rows)
        engine.dispose()
        make_safe(part)
    except BaseException:
        engine.dispose()
        remove(part)
        raise
    return part


def put_in_place(part: Path, path: Path) -> None:
    """Let a new file stand at `path`; nothing beside it is left of one before, which SQLite would take for its own."""
    for side in _BESIDE:
        Path(f"{path}{side}").unlink(missing_ok=True)
    part.replace(path)


def move_aside(path: Path) -> Path:
    """Give a file and what SQLite keeps beside it another name, and say which."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.broken-{stamp}{path.suffix}")
    for side in ("", *_BESIDE):
        part = Path(f"{path}{side}")
        if part.exists():
            part.rename(f"{aside}{side}")
    return aside


def remove(path: Path) -> None:
    """Take away a file and what SQLite keeps beside it."""
    for side in ("", *_BESIDE):
        Path(f"{path}{side}").unlink(missing_ok=True)


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # SQLAlchemy says BEGIN itself (see the event), so that a change of tables is inside the transaction, too.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _fault(path: Path, error: Exception) -> Exception:
    text = reason(error)
    if "locked" in text:
        return InputError(Sentence("{path} is in use: another Kibitz has this data folder open.", path=path))
    if is_of_the_file(error):
        return BrokenFileError(text)
    return InputError(
        Sentence(
            "{path} cannot be opened ({what}): expected a folder to write in, with room in it.", path=path, what=text
        )
    )
