from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import FILE_NAME, Journal

from ..kibitz_process import kibitz
from .conftest import NOON


def filled(folder: Path, entries: int) -> None:
    journal = Journal(folder)
    for _ in range(entries):
        journal.append(SheetOpened(), NOON)
    journal.close()


def test_a_whole_journal_and_its_backups_are_said_to_be_whole(tmp_path: Path) -> None:
    filled(tmp_path, 3)

    answer = kibitz(tmp_path / "said", "check", "--data", str(tmp_path))

    assert answer.returncode == 0
    assert answer.stdout.count("is whole: 3 entries, the last of 2025-06-01") == 2


def test_a_damaged_journal_is_said_to_be_and_left_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    broken = (tmp_path / FILE_NAME).read_bytes().replace(b'{"round":null}', b'{"round":1234}', 1)
    (tmp_path / FILE_NAME).write_bytes(broken)

    answer = kibitz(tmp_path / "said", "check", "--data", str(tmp_path))

    assert answer.returncode == 1
    assert "is damaged: entry 3 is not what was written" in answer.stdout
    assert (tmp_path / FILE_NAME).read_bytes() == broken


def test_a_damaged_backup_is_named(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    (backup,) = (tmp_path / "backups").glob("*.sqlite3")
    backup.write_bytes(backup.read_bytes().replace(b'{"round":null}', b'{"round":1234}', 1))

    answer = kibitz(tmp_path / "said", "check", "--data", str(tmp_path))

    assert answer.returncode == 1
    assert f"{backup} is damaged, and will not be gone on from: entry 3 is not what was written" in answer.stdout
    assert f"{tmp_path / FILE_NAME} is whole" in answer.stdout


def test_a_backup_elsewhere_brings_all_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    filled(data, 3)
    assert "3 entries" in kibitz(tmp_path / "said", "backup", str(copy), "--data", str(data)).stdout
    rmtree(data)
    filled(data, 1)

    answer = kibitz(tmp_path / "said", "restore", str(copy), "--data", str(data))

    assert "goes on from" in answer.stdout
    assert "What was there was kept as" in answer.stdout
    journal = Journal(data)
    assert len(journal.recorded) == 3
    assert journal.notice is None
    journal.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "--data", "nowhere"], "nowhere is no data folder"),
        (["backup", "there", "--data", "."], "there is there already"),
        (["restore", "nothing", "--data", "."], "nothing is no file"),
        (["restore", "there", "--data", "."], "there is no backup to go on from"),
        (["restore", "--data", "."], "holds no backup that is whole"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("a shopping list, and no database" * 30)

    answer = kibitz(tmp_path / "said", *arguments)

    assert answer.returncode == 2
    assert says in answer.stderr
    assert answer.stderr.count("\n") == 1
