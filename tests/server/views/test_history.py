from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.views.history import project_history, search

from ..conftest import ANN, BEN
from ..games import KABOO, begin, play

CLEO = PlayerId("Cleo")
STARTS = ("2026-05-01 20:00", "2026-05-02 00:30", "2026-05-02 21:00")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Three games on two evenings, the second one after midnight."""
    times = [datetime.fromisoformat(start).replace(tzinfo=UTC) for start in STARTS]
    now = [times[0]]
    opened = Live(Journal(tmp_path), clock=lambda: now[0])
    for start, players in zip(times, ((ANN, BEN), (ANN, CLEO), (BEN, CLEO)), strict=True):
        now[0] = start
        begin(opened, players=players)
        now[0] = start + timedelta(minutes=20)
        play(opened, (("AH", "9C"), None))
    yield opened
    opened.close()


def test_a_game_begun_after_midnight_belongs_to_the_evening_before(live: Live) -> None:
    history = project_history(live.evening, Role.HOST, UTC)
    assert [(f"{one.day}", len(one.games)) for one in history.evenings] == [("2026-05-02", 1), ("2026-05-01", 2)]
    assert [game.players for game in history.evenings[1].games] == [(ANN, CLEO), (ANN, BEN)]
    assert history.evenings[0].games[0].ahead == (BEN,)


def test_the_players_of_a_demo_have_no_statistics(live: Live) -> None:
    live.record(GameStarted(KABOO, KABOO.content_hash, (PlayerId("Demo"), CLEO), is_demo=True))
    play(live, (("AH", "9C"), None))
    history = project_history(live.evening, Role.HOST, UTC)
    assert "Demo" not in [one.player for one in history.players]
    assert PlayerId("Demo") in history.evenings[0].games[0].players


def test_a_search_finds_games_and_players_by_any_part_of_a_name_in_any_case(live: Live) -> None:
    found = search(project_history(live.evening, Role.HOST, UTC), " cLe ")
    assert [len(one.games) for one in found.evenings] == [1, 1]
    assert [one.player for one in found.players] == [CLEO]


def test_a_search_for_nobody_finds_nothing_and_an_empty_one_everything(live: Live) -> None:
    history = project_history(live.evening, Role.HOST, UTC)
    assert search(history, "Zoe").evenings == ()
    assert search(history, "") == history


def test_a_search_for_a_game_finds_who_played_it(live: Live) -> None:
    found = search(project_history(live.evening, Role.HOST, UTC), "kaboo")
    assert sum(len(one.games) for one in found.evenings) == 3
