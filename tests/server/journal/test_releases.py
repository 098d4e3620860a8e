"""The data folder of every earlier release opens with all that it showed; `shown.json` is what that release said.

Of `0.1.0` there is the journal of several games, of `0.1.0-evening` all that an evening with a camera leaves: see
build_release.py.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.access.viewer import Role
from kibitz_server.data_folder import BACKUPS
from kibitz_server.desk import open_desk
from kibitz_server.evening.live import Live
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.pictures import picture_path
from kibitz_server.journal.storage.backups import Backups
from kibitz_server.settings import Settings
from kibitz_server.views.evening_view import project_game
from kibitz_server.views.sharing.exports import export_game
from kibitz_vision.frames import load_image
from kibitz_vision.recording.recorded_round import read_recorded
from kibitz_vision.table.places_file import places_path, read_places

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
    data = release / "data" if (release / "data").is_dir() else release
    shutil.copy(data / FILE_NAME, tmp_path)
    expected = json.loads((release / "shown.json").read_text(encoding="utf-8"))

    live = Live(Journal(tmp_path))
    assert games(live) == expected
    assert live.notice is None
    last = expected[-1]["rounds"][-1]
    play(live, ([" ".join(hand) for hand in last["hands"].values()], last["caller"]))
    live.close()

    again = Live(Journal(tmp_path))
    assert [len(game["rounds"]) for game in games(again)] == [len(game["rounds"]) for game in expected[:-1]] + [
        len(expected[-1]["rounds"]) + 1
    ]
    again.close()


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """The data folder of 0.1.0 after an evening with a camera, with the rights that its files had."""
    folder = tmp_path / "data"
    shutil.copytree(Path(__file__).parent / "releases" / "0.1.0-evening" / "data", folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


def test_an_upgrade_keeps_all_that_an_evening_with_a_camera_leaves(evening: Path) -> None:
    before = {path.relative_to(evening): path.read_bytes() for path in evening.rglob("*") if path.is_file()}

    desk = open_desk(Settings(evening))
    try:
        game = desk.live.evening.game
        assert desk.live.notice is None
        assert game is not None
        (picture,) = game.pictures
        assert load_image(picture_path(evening, picture)).shape == (360, 640, 3)
        assert [clip.is_kept for clip in desk.shelf.clips() if clip.head is not None] == [False, True]
        assert all(desk.shelf.clip(clip.name).torn == "" for clip in desk.shelf.clips())
        camera = desk.memory.last()
        assert camera == "sources/table.jpg"
        places = read_places(places_path(evening / "places", camera, (640, 360)))
        assert places.players == ("Ann", "Ben")
        recorded = read_recorded(next((evening / "recordings").iterdir()))
        assert len(list(recorded.frames())) == 2
        assert all(rows and not fault for _, rows, fault in Backups(evening / BACKUPS).examined())
        assert {"Ann", "Ben"} <= set(desk.deletion.people())
    finally:
        desk.close()

    kept = {path.relative_to(evening): path.read_bytes() for path in evening.rglob("*") if path.is_file()}
    changed = {str(path) for path, data in before.items() if kept.get(path) != data}
    assert changed <= {FILE_NAME}
    open_to_others = [path for path in (evening, *map(evening.joinpath, before)) if path.stat().st_mode & 0o077]
    assert sys.platform == "win32" or open_to_others == []
