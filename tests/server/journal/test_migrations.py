from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from kibitz_server.journal import migrations
from kibitz_server.journal.migrations import MIGRATIONS, migrate


def test_each_step_is_recorded_once(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/journal")

    migrate(engine.begin)
    migrate(engine.begin)

    with engine.connect() as connection:
        rows = connection.execute(text("SELECT number, name FROM migration")).all()
    assert [tuple(row) for row in rows] == [(1, "create_entries")]
    engine.dispose()


def test_a_later_step_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def add_note(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE entry ADD COLUMN note TEXT"))

    engine = create_engine(f"sqlite:///{tmp_path}/journal")
    migrate(engine.begin)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO entry (at, kind, payload) VALUES ('t', 'k', 'p')"))

    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, add_note))
    migrate(engine.begin)

    with engine.connect() as connection:
        assert connection.execute(text("SELECT kind, note FROM entry")).all() == [("k", None)]
        assert "note" in {column["name"] for column in inspect(connection).get_columns("entry")}
    engine.dispose()
