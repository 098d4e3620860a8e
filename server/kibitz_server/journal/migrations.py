"""Shapes of the journal's database, oldest first: numbered steps, each in a transaction with its record."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text, func, insert, select

from kibitz_scoring.errors import InputError
from kibitz_server.texts import say

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
    sqlite_autoincrement=True,
)


def create_entries(connection: Connection) -> None:
    """The append-only table of entries."""
    entry_table.create(connection)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (create_entries,)


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
        raise InputError(
            say(
                "the journal has shape {done}, this Kibitz knows shapes up to {number}: use a newer Kibitz.",
                done=done,
                number=len(MIGRATIONS),
            )
        )
    for number, step in enumerate(MIGRATIONS[done:], start=done + 1):
        with begin() as connection:
            step(connection)
            connection.execute(insert(migration_table).values(number=number, name=step.__name__))


def _shape(connection: Connection) -> int:
    migration_table.create(connection, checkfirst=True)
    return connection.scalar(select(func.max(migration_table.c.number))) or 0
