from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.journal.entries import SheetDropped, SheetOpened, Undone
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.storage.sealed_rows import sealed

from ..conftest import NOON

WRITER = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import Journal
journal = Journal(Path(sys.argv[1]))
for number in range(20):
    journal.append(SheetOpened(), datetime.now(UTC))
print("written", flush=True)
time.sleep(600)
"""


def test_entries_come_back_in_order_with_their_times(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = [journal.append(entry, NOON) for entry in (SheetOpened(), SheetDropped(), Undone(1))]
    journal.close()

    again = Journal(tmp_path)

    assert again.recorded == written
    assert [recorded.seq for recorded in written] == [1, 2, 3]
    assert again.notice is None
    again.close()


def test_nothing_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == b"written\n"
        writer.send_signal(signal.SIGKILL)

    journal = Journal(tmp_path)

    assert len(journal.recorded) == 20
    journal.close()


def test_two_at_once_on_one_folder_are_refused_with_a_sentence(tmp_path: Path) -> None:
    journal = Journal(tmp_path)

    with pytest.raises(InputError, match="another Kibitz has this data folder open"):
        Journal(tmp_path)

    journal.close()


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("INSERT INTO migration VALUES (99, 'from_the_future')")
    connection.close()

    with pytest.raises(InputError, match=r"journal\.sqlite3: the journal has shape 99"):
        Journal(tmp_path)

    assert list(tmp_path.glob("*.broken-*")) == []


def test_an_entry_of_an_unknown_kind_is_named_and_nothing_is_moved(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    row = sealed(None, (7, NOON.isoformat(), "Teleported", "{}"))
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", (*row.content, row.previous, row.seal))
    connection.close()

    with pytest.raises(InputError, match="entry 7: 'Teleported'"):
        Journal(tmp_path)

    assert list(tmp_path.glob("*.broken-*")) == []


def test_a_data_folder_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")

    with pytest.raises(InputError, match="cannot be the data folder"):
        Journal(tmp_path / "data")
