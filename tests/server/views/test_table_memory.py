from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.views.table_memory import remember

PACK = load_pack("kaboo")


def game(*names: str, is_demo: bool = False) -> GameStarted:
    return GameStarted(PACK, PACK.content_hash, tuple(map(PlayerId, names)), is_demo)


def test_names_and_the_last_table_are_those_of_people_and_never_of_a_demo(tmp_path: Path) -> None:
    live = Live(Journal(tmp_path), clock=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    for entry in (game("Ann", "Ben"), game("Ben", "Zoe"), game("Demo", "Dummy", is_demo=True)):
        live.record(entry)
    live.close()
    memory = remember(Live(Journal(tmp_path)).evening)

    assert memory.names == ("Ben", "Zoe", "Ann")
    assert memory.last
    assert memory.last.players == ("Ben", "Zoe")


def test_before_the_first_game_nothing_is_remembered(tmp_path: Path) -> None:
    memory = remember(Live(Journal(tmp_path)).evening)

    assert (memory.names, memory.last) == ((), None)
