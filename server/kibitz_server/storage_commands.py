"""Commands that look after what is kept: `kibitz check`, `kibitz backup` and `kibitz restore`."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from kibitz_scoring.errors import InputError
from kibitz_server.data_folder import BACKUPS
from kibitz_server.journal.journal import FILE_NAME, HEAD_NAME, LOCK_NAME, Journal
from kibitz_server.journal.recorded import read_rows
from kibitz_server.journal.storage.backups import Backups, read_only
from kibitz_server.journal.storage.examination import examine
from kibitz_server.journal.storage.folder_lock import FolderLock
from kibitz_server.journal.storage.head_file import HeadFile
from kibitz_server.journal.storage.migrations import BrokenFileError
from kibitz_server.journal.storage.sealed_rows import SealedRow
from kibitz_vision.own_data import own_data

app = typer.Typer()

_DATA = typer.Option(metavar="DIR", help="Folder of the journal; by default your data folder.")
_DAMAGED = 1


@app.command("check")
def check(data: Annotated[Path | None, _DATA] = None) -> None:
    """Read the journal and its backups to the last letter and say what is whole; nothing is changed.

    Example: kibitz check
    """
    folder = _folder(data)
    path = folder / FILE_NAME
    lock = FolderLock(folder / LOCK_NAME)
    try:
        examined = examine(path, HeadFile(folder / HEAD_NAME).read())
        if not path.exists():
            typer.echo(f"{path} is not there.")
        elif examined.fault:
            typer.echo(f"{path} is damaged: {examined.fault}. kibitz run puts back all that can be read of it.")
        else:
            foreign = ", and not the journal that was written here last" if examined.is_foreign else ""
            typer.echo(f"{path} is whole: {_entries(examined.rows)}{foreign}.")
        damaged = 0
        for backup, rows, fault in Backups(folder / BACKUPS).examined():
            damaged += bool(fault)
            told = f"is damaged, and will not be gone on from: {fault}" if fault else f"is whole: {_entries(rows)}"
            typer.echo(f"{backup} {told}.")
    finally:
        lock.release()
    if examined.fault or damaged:
        raise typer.Exit(_DAMAGED)


@app.command("backup")
def backup(
    to: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="File to write; by default one here.")] = None,
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """Copy the journal to one file, for another disk. Pictures, clips and recordings are not in it.

    Example: kibitz backup /media/stick/kibitz.sqlite3
    """
    path = to or Path(f"kibitz-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3")
    if path.exists():
        raise InputError(f"{path} is there already: name a file that is not.")
    journal = Journal(_folder(data))
    try:
        _say_notice(journal)
        journal.copy_to(path)
    finally:
        journal.close()
    typer.echo(f"{path} holds the journal: {len(journal.recorded)} entries.")


@app.command("restore")
def restore(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Backup to go on from; by default the last good one.")
    ] = None,
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """Go on from a backup; the journal as it is now is moved aside, never deleted.

    Example: kibitz restore /media/stick/kibitz.sqlite3
    """
    folder = _folder(data)
    if file is None:
        backups = Backups(folder / BACKUPS)
        file = next((path for path, _ in backups.checked()), None)
        if file is None:
            raise InputError(f"{folder / BACKUPS} holds no backup that is whole: name a file.")
    rows = _rows_of(file)
    journal = Journal(folder)
    try:
        aside = journal.restore(rows)
    finally:
        journal.close()
    kept = f" What was there was kept as {aside}." if aside else ""
    typer.echo(f"The journal goes on from {file}: {_entries(rows)}.{kept}")


def _rows_of(file: Path) -> list[SealedRow]:
    if not file.is_file():
        raise InputError(f"{file} is no file: expected a backup of Kibitz.")
    try:
        with closing(read_only(file)) as connection:
            rows = read_rows(connection)
    except (BrokenFileError, InputError, OSError) as error:
        raise InputError(f"{file} is no backup to go on from: {error}.") from error
    if not rows:
        raise InputError(f"{file} holds nothing: expected a backup of Kibitz.")
    return rows


def _folder(data: Path | None) -> Path:
    folder = data or own_data()
    if not folder.is_dir():
        raise InputError(f"{folder} is no data folder: nothing is kept there yet.")
    return folder


def _entries(rows: list[SealedRow]) -> str:
    if not rows:
        return "no entries"
    return f"{len(rows)} entries, the last of {datetime.fromisoformat(rows[-1].at).astimezone():%Y-%m-%d %H:%M}"


def _say_notice(journal: Journal) -> None:
    if journal.notice:
        typer.echo(journal.notice, err=True)
