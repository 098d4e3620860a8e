"""What a start finds of the journal: a whole file, a broken one whose rest it puts into a new one, or none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.storage.backups import Backups
from kibitz_server.journal.storage.examination import examine
from kibitz_server.journal.storage.head_file import Head
from kibitz_server.journal.storage.journal_file import WRITING_FAULTS, move_aside, put_in_place, reason, written_anew
from kibitz_server.journal.storage.salvage import salvage
from kibitz_server.journal.storage.sealed_rows import SealedRow
from kibitz_server.private_files import no_data_folder


@dataclass(frozen=True, slots=True)
class Found:
    """The rows to go on from, what people should know of the file, and whether any entry is lost."""

    rows: list[SealedRow]
    notice: str | None = None
    has_losses: bool = False


def find(path: Path, backups: Backups, head: Head | None) -> Found:
    """Read the journal at `path` and mend it if need be.

    Raises `InputError` where it is of a newer version, or may not be read or written.
    """
    if not path.exists():
        return Found([], None if head is None else _gone(path, head))
    examined = examine(path, head)
    fault = examined.fault or (Sentence("it is empty") if backups and not examined.rows else "")
    if fault:
        return _mended(path, fault, backups, head)
    return Found(examined.rows, _foreign(path) if examined.is_foreign else None, has_losses=examined.is_foreign)


def make_folder(folder: Path) -> None:
    """Make the data folder if need be; `InputError` where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise no_data_folder(folder, error) from error


def _foreign(path: Path) -> str:
    return Sentence(
        "{path} is not the journal that was written here last: somebody has put another one there.", path=path
    )


def _gone(path: Path, head: Head) -> str:
    return Sentence(
        "{path} is not there any more; it had {number} entries. A new one was begun.", path=path, number=head.seq
    )


def _mended(path: Path, fault: str, backups: Backups, head: Head | None) -> Found:
    """Put all that is left of a broken file into a new one, and the broken one aside."""
    salvaged = salvage(path, (rows for _, rows in backups.checked()), head)
    try:
        part = written_anew(path, salvaged.rows)
    except WRITING_FAULTS as error:
        raise InputError(
            Sentence(
                "{path} is damaged ({fault}) and cannot be written anew ({why}): make room on the disk.",
                path=path,
                fault=fault,
                why=reason(error),
            )
        ) from error
    aside = move_aside(path)
    put_in_place(part, path)
    notice = Sentence(
        "The journal was damaged ({fault}). {came} The damaged one was kept as {aside}.",
        fault=fault,
        came=salvaged.words if salvaged.rows else Sentence("Nothing of it could be read, and a new one was begun."),
        aside=aside,
    )
    return Found(salvaged.rows, notice, bool(salvaged.lost))
