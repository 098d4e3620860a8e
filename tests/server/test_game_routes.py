from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from kibitz_server.api.game_routes import create_game_router
from kibitz_server.evening.live import Live
from kibitz_server.journal.journal import Journal

from .games import begin, play
from .test_app import ask
from .viewers import app_asked_by

Get = Callable[[str], httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Iterator[Get]:
    live = Live(Journal(tmp_path))
    begin(live)
    play(live, (("AH", "9C"), "Ann"))
    app = app_asked_by()
    app.include_router(create_game_router(live))
    yield lambda path: ask(app, path)
    live.close()


@pytest.mark.parametrize(
    ("path", "kind", "begins"),
    [
        ("/games/1/result.png", "image/png", b"\x89PNG"),
        ("/games/1/bg-stats.png", "image/png", b"\x89PNG"),
        ("/games/1/score-sheet.html", "text/html; charset=utf-8", b"<!doctype html>"),
        ("/games/1/rules.html", "text/html; charset=utf-8", b"<!doctype html>"),
        ("/export/games/1.csv", "text/csv; charset=utf-8", b"\xef\xbb\xbfgame,begun,"),
        ("/export/evening.csv", "text/csv; charset=utf-8", b"\xef\xbb\xbfgame,begun,"),
        ("/export/evening.json", "application/json", b'{"kibitz"'),
    ],
)
def test_what_can_be_taken_along_is_there_in_its_form(get: Get, path: str, kind: str, begins: bytes) -> None:
    answer = get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.content.startswith(begins)


@pytest.mark.parametrize("name", ["result.png", "bg-stats.png", "score-sheet.html"])
def test_a_game_that_is_not_there_is_answered_in_a_sentence(get: Get, name: str) -> None:
    answer = get(f"/games/7/{name}")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no game 7: expected the number of the entry that began one."
