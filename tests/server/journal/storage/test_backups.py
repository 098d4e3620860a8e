from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from kibitz_scoring.errors import InputError
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.storage import migrations
from kibitz_server.journal.storage.backups import Backups
from kibitz_server.journal.storage.migrations import MIGRATIONS

from ...conftest import NOON, crashed
from ..later_shape import add_note


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("*"))


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


def test_a_backup_is_one_file_with_all_entries_and_is_made_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(SheetOpened(), NOON)

    journal.back_up()
    journal.back_up()
    journal.close()

    (backup,) = backups(tmp_path)
    assert entries(backup) == 1
    assert backups(tmp_path) == [backup]


def test_an_empty_journal_is_not_backed_up(tmp_path: Path) -> None:
    Journal(tmp_path).close()

    assert not (tmp_path / "backups").exists()


def test_a_start_after_a_crash_backs_up_what_was_written_before(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(SheetOpened(), NOON)
    crashed(journal)

    Journal(tmp_path).close()

    assert [entries(path) for path in backups(tmp_path)] == [1]


def test_the_newest_three_are_kept_and_the_newest_of_each_of_five_days(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    days = [f"202511{day:02d}" for day in range(10, 18)]
    for day in days:
        for _ in range(2):
            journal.append(SheetOpened(), NOON)
            journal.back_up()
        for path in backups(tmp_path):
            if path.stem.split("-")[1] not in days:
                path.rename(path.with_name(path.name.replace(path.stem.split("-")[1], day)))
    for _ in range(5):
        journal.append(SheetOpened(), NOON)
        journal.back_up()
    journal.close()

    kept = [path.stem.split("-")[1] for path in backups(tmp_path)]
    assert kept[:-3] == days[-4:]
    assert len(set(kept[-3:])) == 1
    assert [entries(path) for path in backups(tmp_path)] == [10, 12, 14, 16, 19, 20, 21]


def test_a_change_of_shape_is_backed_up_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.append(SheetOpened(), NOON)
    crashed(journal)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, add_note))

    Journal(tmp_path).close()

    before, after = backups(tmp_path)
    with closing(sqlite3.connect(before)) as old, closing(sqlite3.connect(after)) as new:
        assert "note" not in [row[1] for row in old.execute("PRAGMA table_info(entry)")]
        assert "note" in [row[1] for row in new.execute("PRAGMA table_info(entry)")]
    (tmp_path / FILE_NAME).unlink()
    after.unlink()
    again = Journal(tmp_path)
    again.take_backup()
    assert again.append(SheetOpened(), NOON).seq == 2
    again.close()


def test_nothing_changes_its_shape_where_it_cannot_be_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Backups, __: sqlite3.Connection) -> None:
        raise OSError(28, "No space left on device")

    def changed(_: Connection) -> None:
        pytest.fail("It was changed.")

    journal = Journal(tmp_path)
    journal.append(SheetOpened(), NOON)
    crashed(journal)
    monkeypatch.setattr(Backups, "add", refused)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, changed))

    with pytest.raises(InputError, match="would change it, and it cannot be backed up first"):
        Journal(tmp_path)


def test_a_backup_of_a_newer_version_is_not_offered(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.append(SheetOpened(), NOON)
    journal.close()
    (backup,) = backups(tmp_path)
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("INSERT INTO migration VALUES (99, 'from_the_future')")
    (tmp_path / FILE_NAME).unlink()

    again = Journal(tmp_path)

    assert again.offered() == ()
    again.close()
