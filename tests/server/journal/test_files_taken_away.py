"""A journal whose file, log or folder is deleted, replaced or changed while Kibitz runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameEnded, GameStarted, SheetDropped, SheetOpened
from kibitz_server.journal.journal import FILE_NAME, Journal

from ..conftest import ANN, BEN, NOON, PACK


def all_of(folder: Path) -> None:
    shutil.rmtree(folder)


def the_file(folder: Path) -> None:
    (folder / FILE_NAME).unlink()


def its_log(folder: Path) -> None:
    (folder / f"{FILE_NAME}-wal").unlink()


def replaced(folder: Path) -> None:
    (folder / "other").write_text("somebody's shopping list")
    (folder / "other").replace(folder / FILE_NAME)


def overwritten(folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(b"x" * 9000)


def cut_to_nothing(folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(b"")
    (folder / f"{FILE_NAME}-wal").write_bytes(b"")


TAKEN = [all_of, the_file, its_log, replaced, overwritten, cut_to_nothing]


def opened(folder: Path) -> Live:
    live = Live(Journal(folder), clock=lambda: NOON)
    live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    live.record(SheetOpened())
    return live


@pytest.mark.parametrize("take", TAKEN)
def test_what_is_in_memory_is_written_anew_before_the_next_act_is_safe(
    tmp_path: Path, take: Callable[[Path], None]
) -> None:
    live = opened(tmp_path / "data")
    take(tmp_path / "data")

    live.record(SheetDropped())
    live.record(GameEnded())

    assert live.notice is not None
    assert "It was written anew from memory" in live.notice
    assert live.trouble == ""
    live.close()
    again = Journal(tmp_path / "data")
    assert [type(recorded.entry) for recorded in again.recorded] == [GameStarted, SheetOpened, SheetDropped, GameEnded]
    assert again.notice is None
    again.close()


@pytest.mark.parametrize("take", TAKEN)
def test_it_is_noticed_where_nobody_does_anything_and_told_once(tmp_path: Path, take: Callable[[Path], None]) -> None:
    live = opened(tmp_path / "data")
    told: list[str | None] = []
    live.watch("a page", lambda: told.append(live.notice))
    take(tmp_path / "data")

    assert live.look_after()
    assert not live.look_after()

    assert len(told) == 1
    assert (tmp_path / "data" / FILE_NAME).exists()
    live.close()


def test_nothing_is_confirmed_while_the_folder_is_gone_and_cannot_be_made_and_nothing_is_lost(tmp_path: Path) -> None:
    live = opened(tmp_path / "data")
    all_of(tmp_path / "data")
    (tmp_path / "data").write_text("a file where the folder was")

    live.record(SheetDropped())
    with pytest.raises(InputError, match="Nothing is confirmed until the journal is safe again"):
        live.record(GameEnded())
    assert "Acts that wait in memory" in live.trouble

    (tmp_path / "data").unlink()
    assert live.look_after()
    assert live.trouble == ""
    live.record(GameEnded())
    live.close()
    again = Journal(tmp_path / "data")
    assert [type(recorded.entry) for recorded in again.recorded] == [GameStarted, SheetOpened, SheetDropped, GameEnded]
    again.close()
