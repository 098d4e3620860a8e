"""The entries of a database as they were recorded."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_server.journal.entries import Entry, Seq, parse_entry
from kibitz_server.journal.journal_file import BrokenFileError


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry in its place; `at` is the UTC time when it was written."""

    seq: Seq
    at: datetime
    entry: Entry


def read_recorded(connection: sqlite3.Connection, path: Path) -> list[Recorded]:
    """All entries in their order.

    Raises `BrokenFileError` for what no version writes, `InputError` for an entry of a newer version.
    """
    try:
        rows = connection.execute("SELECT seq, at, kind, payload FROM entry ORDER BY seq").fetchall()
    except sqlite3.DatabaseError as error:
        raise BrokenFileError(str(error)) from error
    return [_recorded(row, path) for row in rows]


def _recorded(row: tuple[int, str, str, str], path: Path) -> Recorded:
    seq, at_text, kind, payload = row
    try:
        json.loads(payload)
        at = datetime.fromisoformat(at_text)
    except (ValueError, TypeError) as error:
        raise BrokenFileError(f"entry {seq} is not readable") from error
    try:
        return Recorded(Seq(seq), at, parse_entry(kind, payload))
    except InputError as error:
        raise InputError(f"{path}, entry {seq}: {error}") from error
