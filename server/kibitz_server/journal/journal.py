"""The journal: an append-only SQLite file of entries that survives a crash at any moment."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.exc import DatabaseError

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.backups import Backups, read_only
from kibitz_server.journal.entries import Entry, Seq, format_entry, parse_entry
from kibitz_server.journal.journal_file import BrokenFileError, driver_connection, move_aside, open_file, reason
from kibitz_server.journal.migrations import MIGRATIONS, entry_table, migrate
from kibitz_server.journal.recorded import Recorded, read_recorded
from kibitz_server.texts import say

log = logging.getLogger(__name__)

FILE_NAME = "journal.sqlite3"


class Journal:
    """Entries in one file, which only this object writes.

    `notice` is a sentence for people where a broken file was found and moved aside, else None.
    """

    def __init__(self, folder: Path) -> None:
        """Open or create the journal in a folder; `InputError` where another Kibitz has it open or it is unreadable."""
        self.notice: str | None = None
        self.recorded: list[Recorded] = []
        self._path = folder / FILE_NAME
        self._backups = Backups(folder / "backups")
        _make_folder(folder)
        try:
            self._open()
        except BrokenFileError as error:
            aside = move_aside(self._path)
            self.notice = Sentence(
                "The journal was damaged ({error}) and begun anew; the damaged one was kept as {aside}.",
                error=error,
                aside=aside,
            )
            self._open()
        self.back_up()

    def offered(self) -> tuple[Recorded, ...]:
        """What the last good backup holds where the journal itself is empty, so that it may take its place."""
        backup = None if self.recorded else self._backups.newest()
        if backup is None or backup.held.shape > len(MIGRATIONS):
            return ()
        try:
            with closing(read_only(backup.path)) as connection:
                return tuple(read_recorded(connection, backup.path))
        except (BrokenFileError, InputError) as error:
            log.warning("%s is no backup to go on from (%s).", backup.path, error)
            return ()

    def append(self, entry: Entry, at: datetime) -> Recorded:
        """Write an entry: it is safe when this returns; `InputError`, and nothing written, where the disk refuses."""
        kind, payload = format_entry(entry)
        try:
            with self._engine.begin() as connection:
                result = connection.execute(insert(entry_table).values(at=at.isoformat(), kind=kind, payload=payload))
                (seq,) = result.inserted_primary_key or (0,)
        except DatabaseError as error:
            raise InputError(
                say(
                    "{path} cannot be written ({reason}): make room on the disk, then do this again.",
                    path=self._path,
                    reason=reason(error),
                )
            ) from error
        # What goes on from here is what a restart would read.
        recorded = Recorded(Seq(seq), at, parse_entry(kind, payload))
        self.recorded.append(recorded)
        return recorded

    def back_up(self) -> None:
        """Copy the journal as it is; where that cannot be, the console says so and all goes on."""
        try:
            self._backups.add(driver_connection(self._engine))
        except (OSError, sqlite3.Error) as error:
            log.warning("%s cannot be backed up (%s).", self._path, error)

    def take_backup(self) -> None:
        """Let the last good backup take the place of an empty journal; `InputError` where that cannot be."""
        backup = self._backups.newest() if self.offered() else None
        if backup is None:
            raise InputError(say("There is no backup to take, or the journal has entries of its own by now."))
        try:
            with closing(read_only(backup.path)) as source:
                source.backup(driver_connection(self._engine))
            migrate(self._engine.begin)
        except (sqlite3.Error, DatabaseError) as error:
            raise InputError(
                say("{path} cannot be taken ({reason}).", path=backup.path, reason=reason(error))
            ) from error
        self.recorded = self._read()
        self.notice = None

    def close(self) -> None:
        """Back up, and let go of the file."""
        self.back_up()
        self._engine.dispose()

    def _open(self) -> None:
        # SQLite takes a file without a byte for a new one.
        if self._backups and self._path.exists() and self._path.stat().st_size == 0:
            raise BrokenFileError("the file is empty")
        self._engine = open_file(self._path, self._before_migration)
        try:
            self.recorded = self._read()
        except (InputError, BrokenFileError):
            self._engine.dispose()
            raise

    def _before_migration(self, connection: sqlite3.Connection) -> None:
        try:
            self._backups.add(connection)
        except (OSError, sqlite3.Error) as error:
            raise InputError(
                say("this Kibitz would change it, and it cannot be backed up first ({error}).", error=error)
            ) from error

    def _read(self) -> list[Recorded]:
        return read_recorded(driver_connection(self._engine), self._path)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            say(
                "{folder} cannot be the data folder ({reason}): expected a folder to write in.",
                folder=folder,
                reason=error.strerror,
            )
        ) from error
