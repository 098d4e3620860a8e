"""The data folder of every earlier release opens with all that it showed; `shown.json` is what that release said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.views.evening_view import project_game
from kibitz_server.views.exports import export_game

from ..games import play

RELEASES = sorted(path for path in (Path(__file__).parent / "releases").iterdir() if path.is_dir())


def games(live: Live) -> list[dict[str, Any]]:
    """All games of an evening, oldest first, as far as earlier releases said them."""
    shown = [project_game(live.evening, game.seq, Role.HOST) for game in live.evening.all_games]
    exported = json.loads(json.dumps([export_game(game) for game in shown]))
    told = ("hands", "caller", "end", "scores", "totals")
    return [
        {
            **{key: game[key] for key in ("name", "players", "totals")},
            "rounds": [{key: played[key] for key in told} for played in game["rounds"]],
        }
        for game in exported
    ]


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_an_upgrade_keeps_every_game_and_goes_on_with_it(release: Path, tmp_path: Path) -> None:
    shutil.copy(release / FILE_NAME, tmp_path)
    expected = json.loads((release / "shown.json").read_text(encoding="utf-8"))

    live = Live(Journal(tmp_path))
    assert games(live) == expected
    assert live.notice is None
    play(live, (("4", "7 7"), "Ann"))
    live.close()

    again = Live(Journal(tmp_path))
    assert [len(game["rounds"]) for game in games(again)] == [len(game["rounds"]) for game in expected[:-1]] + [
        len(expected[-1]["rounds"]) + 1
    ]
    again.close()
