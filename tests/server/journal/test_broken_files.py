"""Real files that cannot be trusted, and folders that cannot be written in."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import EntriesLost, GameEnded, GameStarted, Seq, SheetOpened
from kibitz_server.journal.journal import FILE_NAME, Journal

from ...full_disk import smallest_file
from ..conftest import ANN, BEN, NOON, PACK, crashed

PAGE = 4096


def filled(folder: Path, entries: int = 120) -> bytes:
    """A journal of so many entries that was closed, and so was backed up; its bytes."""
    journal = Journal(folder)
    for _ in range(entries):
        journal.append(SheetOpened(), NOON)
    journal.close()
    return (folder / FILE_NAME).read_bytes()


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2 + 100]


def cut_between_pages(content: bytes) -> bytes:
    return content[: len(content) // PAGE // 2 * PAGE]


def noise(content: bytes) -> bytes:
    page = len(content) // PAGE // 2
    return content[: page * PAGE] + random.Random(48).randbytes(PAGE) + content[(page + 1) * PAGE :]


def noise_at_the_start(content: bytes) -> bytes:
    return random.Random(48).randbytes(PAGE) + content[PAGE:]


def another_letter(content: bytes) -> bytes:
    """No page is broken, and one entry is no JSON any more."""
    return content.replace(b'{"round":null}', b'{"round":nul!}', 1)


def nothing(_: bytes) -> bytes:
    return b""


def no_database(_: bytes) -> bytes:
    return b"not a database, but somebody's shopping list" * 100


BREAKS = [cut, cut_between_pages, noise, noise_at_the_start, another_letter, nothing, no_database]


@pytest.mark.parametrize("breaks", BREAKS)
def test_a_broken_file_is_kept_aside_and_all_comes_back_from_it_and_its_backup(
    tmp_path: Path, breaks: Callable[[bytes], bytes]
) -> None:
    broken = breaks(filled(tmp_path))
    (tmp_path / FILE_NAME).write_bytes(broken)

    journal = Journal(tmp_path)

    (aside,) = tmp_path.glob("*.broken-*")
    assert aside.read_bytes() == broken
    assert journal.notice is not None
    assert "The journal was damaged" in journal.notice
    assert "All 120 entries came back." in journal.notice
    assert str(aside) in journal.notice
    assert [recorded.entry for recorded in journal.recorded] == [SheetOpened()] * 120
    assert journal.append(SheetOpened(), NOON).seq == 121
    journal.close()
    again = Journal(tmp_path)
    assert len(again.recorded) == 121
    assert again.notice is None
    again.close()


def test_of_a_broken_file_without_a_backup_all_that_stands_there_comes_back_and_the_rest_is_named(
    tmp_path: Path,
) -> None:
    content = filled(tmp_path)
    rmtree(tmp_path / "backups")
    (tmp_path / FILE_NAME).write_bytes(noise_at_the_start(another_letter(content)))

    live = Live(Journal(tmp_path))

    assert live.notice is not None
    (lost,) = [recorded for recorded in live.since(Seq(1)) if isinstance(recorded.entry, EntriesLost)]
    assert lost.entry == EntriesLost(lost.seq)
    assert f"Of 120 entries 1 could not be read and are lost ({lost.seq})" in live.notice
    assert [recorded.entry for recorded in live.since(Seq(1))].count(SheetOpened()) == 119
    live.close()
    again = Journal(tmp_path)
    assert again.notice is None
    assert len(again.recorded) == 120
    again.close()


def test_what_was_written_last_is_missed_where_it_is_cut_off_the_log(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for _ in range(5):
        journal.append(SheetOpened(), NOON)
    crashed(journal)
    (tmp_path / f"{FILE_NAME}-wal").unlink(missing_ok=True)
    (tmp_path / FILE_NAME).write_bytes(b"")

    again = Journal(tmp_path)

    assert again.notice is not None
    assert "it ends with entry 0, and entry 5 was written" in again.notice
    again.close()


def test_where_the_journal_was_deleted_the_last_good_backup_is_offered_and_taken_in_one_go(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / FILE_NAME).unlink()

    journal = Journal(tmp_path)

    assert journal.notice is not None
    assert "is not there any more; it had 120 entries" in journal.notice
    assert len(journal.offered()) == 120
    journal.take_backup()
    assert len(journal.recorded) == 120
    assert journal.notice is None
    assert journal.append(SheetOpened(), NOON).seq == 121
    journal.close()


def test_who_begins_anew_is_offered_the_backup_no_more_and_loses_nothing(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / FILE_NAME).unlink()
    live = Live(Journal(tmp_path))
    assert len(live.offered) == 120

    live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))

    assert live.offered == ()
    with pytest.raises(InputError, match="no backup to take"):
        live.take_backup()
    for _ in range(12):
        live.record(GameEnded())
    live.close()
    (tmp_path / FILE_NAME).unlink()
    held = Journal(tmp_path)
    assert len(held.offered()) == 13
    held.close()
    assert len(list((tmp_path / "backups").iterdir())) == 4


def test_another_whole_journal_in_its_place_is_told_taken_as_it_is_and_the_backup_is_offered(tmp_path: Path) -> None:
    filled(tmp_path / "here", 3)
    other = Journal(tmp_path / "third")
    for _ in range(6):
        other.append(GameEnded(), NOON)
    other.close()
    (tmp_path / "third" / FILE_NAME).replace(tmp_path / "here" / FILE_NAME)

    here = Journal(tmp_path / "here")

    assert here.notice is not None
    assert "is not the journal that was written here last" in here.notice
    assert [recorded.entry for recorded in here.recorded] == [GameEnded()] * 6
    assert len(here.offered()) > 0
    here.close()


def test_a_backup_of_another_journal_is_never_mixed_with_what_is_left_of_this_one(tmp_path: Path) -> None:
    filled(tmp_path / "here")
    content = (tmp_path / "here" / FILE_NAME).read_bytes()
    other = Journal(tmp_path / "other")
    for _ in range(200):
        other.append(GameEnded(), NOON)
    other.close()
    rmtree(tmp_path / "here" / "backups")
    (tmp_path / "other" / "backups").rename(tmp_path / "here" / "backups")
    (tmp_path / "here" / FILE_NAME).write_bytes(another_letter(content))

    journal = Journal(tmp_path / "here")

    assert [recorded.entry for recorded in journal.recorded].count(SheetOpened()) == 119
    assert GameEnded() not in [recorded.entry for recorded in journal.recorded]
    journal.close()


def test_a_damaged_backup_is_passed_over_for_the_one_before(tmp_path: Path) -> None:
    filled(tmp_path, 100)
    filled(tmp_path, 100)
    newest = max((tmp_path / "backups").iterdir())
    newest.write_bytes(cut(newest.read_bytes()))
    (tmp_path / FILE_NAME).unlink()

    journal = Journal(tmp_path)

    assert len(journal.offered()) == 100
    journal.close()


def test_a_first_start_that_was_killed_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"")

    journal = Journal(tmp_path)

    assert journal.notice is None
    assert journal.offered() == ()
    journal.close()


def test_an_act_that_a_full_disk_refuses_waits_in_memory_is_told_and_written_as_soon_as_there_is_room(
    tmp_path: Path,
) -> None:
    live = Live(Journal(tmp_path))
    live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    full = max(path.stat().st_size for path in tmp_path.iterdir())

    with smallest_file(full):
        for _ in range(500):
            live.record(SheetOpened())
        assert "journal.sqlite3 cannot be written" in live.trouble
        assert "Acts that wait in memory: " in live.trouble
        assert live.evening.next_seq == 502
    assert live.look_after()
    assert live.trouble == ""
    assert live.notice is None

    live.close()
    again = Journal(tmp_path)
    assert [recorded.seq for recorded in again.recorded] == list(range(1, 502))
    again.close()


def test_a_backup_that_a_full_disk_refuses_stops_nothing_and_leaves_nothing_half(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path)
    for _ in range(120):
        journal.append(SheetOpened(), NOON)

    with smallest_file(PAGE):
        journal.back_up()

    assert "cannot be backed up" in caplog.text
    assert list((tmp_path / "backups").iterdir()) == []
    journal.close()
    assert len(list((tmp_path / "backups").iterdir())) == 1


@contextmanager
def somebody() -> Iterator[Path]:
    """A folder of the superuser's, and this process as somebody who may read it only."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder)
        folder.chmod(0o555)
        (folder / FILE_NAME).chmod(0o444)
        (folder / "backups").chmod(0o555)
        as_root = os.geteuid() == 0
        if as_root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if as_root:
                os.seteuid(0)
            folder.chmod(0o755)
            (folder / "backups").chmod(0o755)


def test_a_folder_that_may_only_be_read_is_one_sentence() -> None:
    with somebody() as folder:
        with pytest.raises(InputError, match=r"cannot be opened .*expected a folder to write in"):
            Journal(folder)

        assert sorted(path.name for path in folder.iterdir()) == [
            "backups",
            "journal.head",
            "journal.lock",
            FILE_NAME,
        ]
