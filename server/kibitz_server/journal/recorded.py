"""The entries of a database as they were recorded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import Entry, Seq, parse_author, parse_entry
from kibitz_server.journal.storage.migrations import SEALED, BrokenFileError, checked_shape
from kibitz_server.journal.storage.sealed_rows import SealedRow, broken_at, sealed_all

_SEALED = "SELECT seq, at, kind, payload, previous, seal FROM entry ORDER BY seq"
_UNSEALED = "SELECT seq, at, kind, payload FROM entry ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry in its place; `at` is the UTC time when it was written, `by` who put it in, if a person did."""

    seq: Seq
    at: datetime
    entry: Entry
    by: Author | None = None


def read_rows(connection: sqlite3.Connection) -> list[SealedRow]:
    """All rows in their order, checked; those of a database from before there were seals as they would be sealed.

    Raises `BrokenFileError` for what no version writes, `InputError` for a database of a newer version.
    """
    try:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != ("ok",):
            raise BrokenFileError(str(verdict and verdict[0]))
        shape = checked_shape(connection)
        if shape == 0:
            return []
        stored = connection.execute(_SEALED if shape >= SEALED else _UNSEALED).fetchall()
        (newest,) = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'entry'").fetchone()
    except (sqlite3.Error, UnicodeDecodeError, ValueError, TypeError, OverflowError, MemoryError) as error:
        raise BrokenFileError(str(error) or type(error).__name__) from error
    for seq, *texts in stored:
        if not isinstance(seq, int) or not all(isinstance(text, str) for text in texts):
            raise BrokenFileError(Sentence("entry {seq} is not readable", seq=seq))
    rows = [SealedRow(*row) for row in stored] if shape >= SEALED else _as_sealed(stored)
    if (seq := broken_at(rows)) is not None:
        raise BrokenFileError(Sentence("entry {seq} is not what was written", seq=seq))
    if isinstance(newest, int) and newest > (rows[-1].seq if rows else 0):
        raise BrokenFileError(Sentence("entry {newest} is missing", newest=newest))
    return rows


def recorded_of(rows: Iterable[SealedRow], path: Path) -> list[Recorded]:
    """What rows that were checked say; `InputError` for an entry of a newer version."""
    return [_recorded(row, path) for row in rows]


def is_readable(content: tuple[int, str, str, str]) -> bool:
    """Whether a row says something that this version knows."""
    _, at, kind, payload = content
    try:
        datetime.fromisoformat(at)
        parse_entry(kind, payload)
        parse_author(payload)
    except (ValueError, InputError):
        return False
    return True


def _as_sealed(stored: list[tuple[int, str, str, str]]) -> list[SealedRow]:
    # All that wrote rows without seals is known, so what is not read of them was not written so.
    for row in stored:
        if not is_readable(row):
            raise BrokenFileError(Sentence("entry {row} is not readable", row=row[0]))
    return sealed_all(stored)


def _recorded(row: SealedRow, path: Path) -> Recorded:
    try:
        entry, by = parse_entry(row.kind, row.payload), parse_author(row.payload)
        return Recorded(Seq(row.seq), datetime.fromisoformat(row.at), entry, by)
    except (InputError, ValueError) as error:
        raise InputError(Sentence("{path}, entry {seq}: {error}", path=path, seq=row.seq, error=error)) from error
