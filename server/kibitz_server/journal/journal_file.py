"""The file of the journal: opened, checked, brought to the newest shape; a broken one is moved aside, never deleted."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from kibitz_scoring.errors import InputError
from kibitz_server.journal.migrations import is_old, migrate
from kibitz_server.texts import say

_SIDE_FILES = ("", "-wal", "-shm", "-journal")


class BrokenFileError(Exception):
    """SQLite, or who reads the entries, cannot trust the file; `str(error)` says why in a few words."""


def open_file(path: Path, before_migration: Callable[[sqlite3.Connection], object]) -> Engine:
    """Open or create the file, which is this process's alone until the engine is disposed of.

    An older shape is handed to `before_migration` first. Raises `BrokenFileError` where the file is damaged,
    `InputError` where another Kibitz has it open, a newer one made it, or the folder cannot be written in.
    """
    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            _check(connection)
        if is_old(engine.begin):
            before_migration(driver_connection(engine))
        migrate(engine.begin)
    except (DatabaseError, sqlite3.DatabaseError) as error:
        engine.dispose()
        raise _fault(path, error) from error
    except InputError as error:
        engine.dispose()
        raise InputError(say("{path}: {error}", path=path, error=error)) from error
    except BrokenFileError:
        engine.dispose()
        raise
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
    """What SQLite says."""
    return str(error.orig) if isinstance(error, DatabaseError) else str(error)


def move_aside(path: Path) -> Path:
    """Give a file and what SQLite keeps beside it another name, and say which."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.broken-{stamp}{path.suffix}")
    for side in _SIDE_FILES:
        part = Path(f"{path}{side}")
        if part.exists():
            part.rename(f"{aside}{side}")
    return aside


def _check(connection: Connection) -> None:
    verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if verdict != "ok":
        raise BrokenFileError(verdict)


def _configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # SQLAlchemy says BEGIN itself (see the event), so that a change of tables is inside the transaction, too.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=1000", "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _fault(path: Path, error: Exception) -> Exception:
    text = reason(error)
    if "locked" in text:
        return InputError(say("{path} is in use: another Kibitz has this data folder open.", path=path))
    if isinstance(error, OperationalError | sqlite3.OperationalError) and "malformed" not in text:
        return InputError(
            say(
                "{path} cannot be opened ({what}): expected a folder to write in, with room in it.",
                path=path,
                what=text,
            )
        )
    return BrokenFileError(text)
