from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from kibitz_server.journal.entries import SheetDropped, SheetOpened, format_entry
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.storage import migrations
from kibitz_server.journal.storage.migrations import MIGRATIONS, migrate

from ...conftest import NOON
from ..later_shape import add_note


def test_each_step_is_recorded_once(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/journal")

    migrate(engine.begin)
    migrate(engine.begin)

    with engine.connect() as connection:
        rows = connection.execute(text("SELECT number, name FROM migration")).all()
    assert [tuple(row) for row in rows] == [(1, "create_entries"), (2, "seal_entries")]
    engine.dispose()


def test_a_later_step_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/journal")
    migrate(engine.begin)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO entry (at, kind, payload, previous, seal) VALUES ('t', 'k', 'p', '', '')"))

    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, add_note))
    migrate(engine.begin)

    with engine.connect() as connection:
        assert connection.execute(text("SELECT kind, note FROM entry")).all() == [("k", None)]
        assert "note" in {column["name"] for column in inspect(connection).get_columns("entry")}
    engine.dispose()


def test_a_journal_from_before_there_were_seals_gets_its_chain_and_keeps_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / FILE_NAME}")
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", MIGRATIONS[:1])
        migrate(engine.begin)
    with engine.begin() as connection:
        for entry in (SheetOpened(), SheetDropped()):
            kind, payload = format_entry(entry)
            row = {"at": NOON.isoformat(), "kind": kind, "payload": payload}
            connection.execute(text("INSERT INTO entry (at, kind, payload) VALUES (:at, :kind, :payload)"), row)
    engine.dispose()

    journal = Journal(tmp_path)
    assert [recorded.entry for recorded in journal.recorded] == [SheetOpened(), SheetDropped()]
    assert journal.notice is None
    journal.append(SheetOpened(), NOON)
    journal.close()

    assert len(list((tmp_path / "backups").iterdir())) == 3
    again = Journal(tmp_path)
    assert [recorded.seq for recorded in again.recorded] == [1, 2, 3]
    assert again.notice is None
    again.close()
