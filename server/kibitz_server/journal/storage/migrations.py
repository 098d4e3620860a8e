"""Shapes of the journal's database, oldest first: numbered steps, each in a transaction with its record."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text, func, insert, select

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.storage.sealed_rows import sealed_all

_METADATA = MetaData()

migration_table = Table(
    "migration",
    _METADATA,
    Column("number", Integer, primary_key=True),
    Column("name", String, nullable=False),
)

entry_table = Table(
    "entry",
    _METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("at", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", String, nullable=False),
    Column("seal", String, nullable=False),
    sqlite_autoincrement=True,
)

SEALED = 2
"""From this shape on every entry is sealed."""


class BrokenFileError(Exception):
    """SQLite, or who reads the entries, cannot trust the file; `str(error)` says why in a few words."""


def create_entries(connection: Connection) -> None:
    """The append-only table of entries."""
    connection.exec_driver_sql(
        "CREATE TABLE entry (seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, at VARCHAR NOT NULL, "
        "kind VARCHAR NOT NULL, payload TEXT NOT NULL)"
    )


def seal_entries(connection: Connection) -> None:
    """Every entry gets a seal over its content and the seal before; those that are there are taken as they are."""
    for column in ("previous", "seal"):
        connection.exec_driver_sql(f"ALTER TABLE entry ADD COLUMN {column} VARCHAR NOT NULL DEFAULT ''")
    stored = connection.exec_driver_sql("SELECT seq, at, kind, payload FROM entry ORDER BY seq").all()
    rows = sealed_all((row[0], row[1], row[2], row[3]) for row in stored)
    for row in rows:
        connection.exec_driver_sql(
            "UPDATE entry SET previous = ?, seal = ? WHERE seq = ?", (row.previous, row.seal, row.seq)
        )


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (create_entries, seal_entries)


def is_old(begin: Callable[[], AbstractContextManager[Connection]]) -> bool:
    """Whether a database has entries in an older shape than the newest."""
    with begin() as connection:
        return 0 < _shape(connection) < len(MIGRATIONS)


def migrate(begin: Callable[[], AbstractContextManager[Connection]]) -> None:
    """Bring a database to the newest shape; `begin` opens a transaction.

    Raises `InputError` for a database that a newer version has made.
    """
    with begin() as connection:
        done = _shape(connection)
    if done > len(MIGRATIONS):
        raise _newer(done)
    for number, step in enumerate(MIGRATIONS[done:], start=done + 1):
        with begin() as connection:
            step(connection)
            connection.execute(insert(migration_table).values(number=number, name=step.__name__))


def checked_shape(connection: sqlite3.Connection) -> int:
    """The shape of a database, 0 for one without a table.

    Raises `InputError` for one that a newer version has made, `BrokenFileError` for one that no version makes.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables - {"sqlite_sequence"}:
        return 0
    if "migration" not in tables:
        raise BrokenFileError(Sentence("it is another program's database, or its tables are lost"))
    steps = dict(connection.execute("SELECT number, name FROM migration ORDER BY number").fetchall())
    ours = {number: step.__name__ for number, step in enumerate(MIGRATIONS, start=1)}
    if not steps:
        if "entry" in tables:
            raise BrokenFileError(Sentence("what shape it has is lost"))
        return 0
    newest = max(map(int, steps))
    strange = any(steps.get(number, name) != name for number, name in ours.items() if number <= newest)
    if strange or any(name in ours.values() for number, name in steps.items() if number not in ours):
        raise BrokenFileError(Sentence("what shape it has is damaged"))
    if newest > len(ours):
        raise _newer(newest)
    if newest != len(steps) or "entry" not in tables:
        raise BrokenFileError(Sentence("what shape it has is damaged"))
    return newest


def _newer(shape: int) -> InputError:
    return InputError(
        Sentence(
            "the journal has shape {done}, this Kibitz knows shapes up to {number}: use a newer Kibitz.",
            done=shape,
            number=len(MIGRATIONS),
        )
    )


def _shape(connection: Connection) -> int:
    migration_table.create(connection, checkfirst=True)
    return connection.scalar(select(func.max(migration_table.c.number))) or 0
