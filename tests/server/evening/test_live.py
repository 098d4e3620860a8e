from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import SheetDropped, SheetOpened, Undone
from kibitz_server.journal.journal import Journal

from ..acts import confirmed
from ..conftest import BEN


def test_every_page_hears_of_every_act(live: Live) -> None:
    heard: list[str] = []
    live.watch("laptop", lambda: heard.append("laptop"))
    live.watch("phone", lambda: heard.append("phone"))
    live.record(SheetOpened())
    live.unwatch("phone")
    live.record(SheetDropped())

    assert heard == ["laptop", "phone", "laptop"]


def test_an_act_is_in_the_journal_before_any_page_hears_of_it(live: Live, tmp_path: Path) -> None:
    seen: list[int] = []
    live.watch("page", lambda: seen.append((tmp_path / "journal.sqlite3-wal").stat().st_size))
    before = (tmp_path / "journal.sqlite3-wal").stat().st_size
    live.record(SheetOpened())

    assert seen[0] > before


def test_a_refused_act_is_not_published(live: Live) -> None:
    heard: list[str] = []
    live.watch("page", lambda: heard.append("heard"))
    with pytest.raises(InputError):
        live.record(confirmed("9H", "4D"))

    assert heard == []


def test_the_evening_is_the_same_after_a_restart(live: Live, tmp_path: Path) -> None:
    live.record(SheetOpened())
    confirmation = live.record(confirmed("9H", "4D", BEN))
    live.record(Undone(confirmation.seq))
    live.close()

    again = Live(Journal(tmp_path))

    assert again.evening == live.evening
    again.close()
