"""A change of the journal's shape that a later version might make."""

from __future__ import annotations

from sqlalchemy import Connection, text


def add_note(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE entry ADD COLUMN note TEXT"))
