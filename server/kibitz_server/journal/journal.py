"""The journal: an append-only SQLite file of entries that survives a crash at any moment."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.data_folder import BACKUPS
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import Entry, Seq, format_entry, parse_entry
from kibitz_server.journal.recorded import Recorded, recorded_of
from kibitz_server.journal.storage.backups import Backups
from kibitz_server.journal.storage.file_watch import FileWatch
from kibitz_server.journal.storage.folder_lock import FolderLock
from kibitz_server.journal.storage.head_file import Head, HeadFile
from kibitz_server.journal.storage.journal_file import (
    WRITING_FAULTS,
    driver_connection,
    insert_rows,
    is_of_the_file,
    move_aside,
    open_file,
    put_in_place,
    reason,
    remove,
    written_anew,
)
from kibitz_server.journal.storage.opening import find, make_folder
from kibitz_server.journal.storage.sealed_rows import Content, SealedRow, sealed, sealed_all
from kibitz_server.journal.storage.shredding import shred, shred_all

log = logging.getLogger(__name__)

FILE_NAME = "journal.sqlite3"
HEAD_NAME, LOCK_NAME = "journal.head", "journal.lock"


class Journal:
    """Entries in one file, which only this object writes.

    `notice` is a sentence for people where a file was found damaged or gone, else None. `trouble` says why entries wait
    in memory to be written, and is empty while all of them are on the disk.
    """

    def __init__(self, folder: Path) -> None:
        """Open or create the journal in a folder; `InputError` where another Kibitz has it open or it is unreadable."""
        self.notice: str | None = None
        self.trouble = ""
        self.recorded: list[Recorded] = []
        self._rows: list[SealedRow] = []
        self._saved = 0
        self._path = folder / FILE_NAME
        self._backups = Backups(folder / BACKUPS)
        self._head = HeadFile(folder / HEAD_NAME)
        self._engine: Engine | None = None
        self._has_losses = False
        self._is_closed = False
        make_folder(folder)
        self._lock = FolderLock(folder / LOCK_NAME)
        try:
            self._start()
        except BaseException:
            self._let_go()
            self._lock.release()
            raise
        self.back_up()

    @property
    def unsaved(self) -> int:
        """How many entries wait in memory to be written."""
        return len(self._rows) - self._saved

    def offered(self) -> tuple[Recorded, ...]:
        """What the last good backup holds where the journal is empty or has just lost entries, so that it may go on."""
        rows = self._offered_rows()
        try:
            return tuple(recorded_of(rows, self._path))
        except InputError as error:
            log.warning("The last backup is none to go on from (%s).", error)
            return ()

    def append(self, entry: Entry, at: datetime, *, by: Author | None = None, must_be_safe: bool = False) -> Recorded:
        """Take an entry and write it; where the disk refuses it waits in memory, and `trouble` says so.

        One that `must_be_safe` is not taken, and `InputError` raised, where the file itself is gone and cannot be
        written anew.
        """
        kind, payload = format_entry(entry, by)
        last = self._rows[-1] if self._rows else None
        row = sealed(last, (last.seq + 1 if last else 1, at.isoformat(), kind, payload))
        # What goes on from here is what a restart would read.
        recorded = Recorded(Seq(row.seq), at, parse_entry(kind, payload), by)
        self._rows.append(row)
        if not self.save() and must_be_safe and self._engine is None:
            self._rows.pop()
            raise InputError(Sentence("Nothing is confirmed until the journal is safe again: {why}", why=self.trouble))
        self.recorded.append(recorded)
        return recorded

    def save(self) -> bool:
        """Write what waits in memory, the whole file where somebody has taken it away; whether all is safe now."""
        if self._is_closed:
            return not self.unsaved
        fault = "" if self._engine is None else self._watch.fault()
        try:
            if self._engine is None or fault:
                self._write_anew(fault)
            self._write(self._engine)
        except WRITING_FAULTS as error:
            self._say_trouble(error)
            return False
        self.trouble = ""
        return True

    def back_up(self) -> None:
        """Copy the journal as it is; where that cannot be, the console says so and all goes on."""
        if self._engine is None:
            return
        try:
            self._backups.add(driver_connection(self._engine))
        except (OSError, sqlite3.Error) as error:
            log.warning("%s cannot be backed up (%s).", self._path, error)

    def take_backup(self) -> None:
        """Let the last good backup take the place of this journal; `InputError` where that cannot be."""
        rows = self._offered_rows()
        if not rows:
            raise InputError(Sentence("There is no backup to take, or the journal has entries of its own by now."))
        self.restore(rows)

    def restore(self, rows: Sequence[SealedRow]) -> Path | None:
        """Let other rows take the place of all that is here; `InputError` where that cannot be.

        Where what was here is kept, None where it held nothing.
        """
        self.back_up()
        try:
            recorded = recorded_of(rows, self._path)
            part = written_anew(self._path, rows)
        except WRITING_FAULTS as error:
            raise self._not_anew(error) from error
        self._let_go()
        aside = move_aside(self._path) if self._rows else None
        remove(self._path)
        put_in_place(part, self._path)
        self._rows, self.recorded, self._saved = list(rows), recorded, len(rows)
        self._has_losses, self.notice = False, None
        self._open()
        return aside

    def copy_to(self, path: Path) -> None:
        """Write all entries to another file; `InputError` where that cannot be."""
        try:
            part = written_anew(path, self._rows)
            put_in_place(part, path)
        except WRITING_FAULTS as error:
            raise InputError(Sentence("{path} cannot be written ({why}).", path=path, why=reason(error))) from error

    def rewrite(self, change: Callable[[Content], Content]) -> None:
        """Let every entry say something else, in the backups too, and leave nothing of what they said before.

        Damaged files that were kept are deleted. Raises `InputError` where that cannot be, and then nothing is changed.
        """
        try:
            rows = sealed_all(change(row.content) for row in self._rows)
            recorded = recorded_of(rows, self._path)
            part = written_anew(self._path, rows)
        except WRITING_FAULTS as error:
            raise self._not_anew(error) from error
        self._let_go()
        shred_all(self._path.parent, f"{self._path.stem}.broken-*")
        shred(self._path)
        put_in_place(part, self._path)
        self._rows, self.recorded, self._saved = rows, recorded, len(rows)
        self._has_losses, self.notice = False, None
        self._open()
        self._backups.rewrite(change)

    def erase(self) -> None:
        """Begin an empty journal, and leave nothing of this one, its backups and its damaged files."""
        self._let_go()
        shred_all(self._path.parent, f"{self._path.stem}.*")
        self._backups.erase()
        self._rows, self.recorded, self._saved = [], [], 0
        self._has_losses, self.notice, self.trouble = False, None, ""
        self._open()

    def close(self) -> None:
        """Write what waits, back up, and let go of the file."""
        if self.unsaved and not self.save():
            log.error("%s", self.trouble)
        self.back_up()
        self._is_closed = True
        self._let_go()
        self._lock.release()

    def _start(self) -> None:
        found = find(self._path, self._backups, self._head.read())
        self.recorded = recorded_of(found.rows, self._path)
        self._rows, self._saved = found.rows, len(found.rows)
        self.notice, self._has_losses = found.notice, found.has_losses
        self._open()

    def _open(self) -> None:
        self._engine = open_file(self._path, self._before_migration)
        self._watch = FileWatch((self._path, Path(f"{self._path}-wal")))
        self._note_head()

    def _write(self, engine: Engine | None) -> None:
        assert engine is not None
        if not self.unsaved:
            return
        try:
            with engine.begin() as connection:
                insert_rows(connection, self._rows[self._saved :])
        except DatabaseError as error:
            if not is_of_the_file(error):
                # Half of it may stand in the log, which is no work of others.
                if not self._watch.fault(is_written=True):
                    self._watch.remember()
                raise
            self._write_anew(reason(error))
            return
        # SQLite writes into a file that somebody took away while it wrote, and says nothing.
        if fault := self._watch.fault(is_written=True):
            self._write_anew(fault)
            return
        self._saved = len(self._rows)
        self._watch.remember()
        self._note_head()

    def _write_anew(self, fault: str) -> None:
        """Write all that is in memory to a new file, and put aside what stands in its place."""
        self._let_go()
        make_folder(self._path.parent)
        part = written_anew(self._path, self._rows)
        aside = move_aside(self._path) if self._path.exists() else None
        put_in_place(part, self._path)
        self._lock.renew()
        self._open()
        self._saved = len(self._rows)
        if fault:
            self.notice = Sentence(
                "While Kibitz ran {fault}. It was written anew from memory, all {number} entries.{kept}",
                fault=fault,
                number=len(self._rows),
                kept=Sentence(" What stood there was kept as {aside}.", aside=aside) if aside else "",
            )

    def _not_anew(self, error: Exception) -> InputError:
        return InputError(Sentence("{path} cannot be written anew ({why}).", path=self._path, why=reason(error)))

    def _offered_rows(self) -> list[SealedRow]:
        if self._rows and not self._has_losses:
            return []
        return next((rows for _, rows in self._backups.checked()), [])

    def _say_trouble(self, error: Exception) -> None:
        self.trouble = Sentence(
            "{path} cannot be written ({reason}). Acts that wait in memory: {number}; they are written as soon as it "
            "can be. Make room on the disk, and do not stop Kibitz.",
            path=self._path,
            reason=reason(error),
            number=self.unsaved,
        )

    def _note_head(self) -> None:
        self._head.write(Head(self._rows[-1].seq, self._rows[-1].seal) if self._rows else None)

    def _let_go(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def _before_migration(self, connection: sqlite3.Connection) -> None:
        try:
            self._backups.add(connection)
        except (OSError, sqlite3.Error) as error:
            raise InputError(
                Sentence("this Kibitz would change it, and it cannot be backed up first ({error}).", error=error)
            ) from error
