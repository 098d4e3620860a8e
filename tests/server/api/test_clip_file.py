"""The file of a clip, whose frames are uncovered: for the host alone, and for nobody while its round is played."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import httpx
import pytest

from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.clips.wrong_clips import RightAnswer, wrong_clips

from ...vision.clips.conftest import ANN, race_clip
from .conftest import KEY

NAME = "20261128-203100-snap"
FILE, WRONG = f"/clips/{NAME}.kibitz", f"/wrong-clips/{NAME}.zip"


@pytest.fixture
def shelf(desk: Desk) -> ClipShelf:
    desk.shelf.put(NAME, race_clip())
    return desk.shelf


def as_role(desk: Desk, role: Role) -> dict[str, str]:
    if role is Role.HOST:
        return dict(KEY)
    token = desk.guests.join(role, PlayerId("Ann") if role is Role.PLAYER else None)
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("role", list(Role))
def test_the_file_is_given_to_the_host_alone(
    desk: Desk, shelf: ClipShelf, address: str, role: Role, tmp_path: Path
) -> None:
    with httpx.Client(base_url=f"http://{address}", headers=as_role(desk, role), timeout=60) as http:
        answer = http.get(FILE)
        desk.wrong.keep(NAME, RightAnswer(ANN))
        case = http.get(WRONG)
        listed = http.get("/api/v1/clips")
    assert case.status_code == answer.status_code
    if role is not Role.HOST:
        assert answer.status_code == 403
        assert listed.status_code == (200 if role is Role.REFEREE else 403)
        assert listed.status_code == 403 or listed.json()[0]["file"] is None
        return
    assert listed.json()[0]["file"] == FILE
    assert f'filename="{NAME}.kibitz"' in answer.headers["content-disposition"]
    assert "no-store" in answer.headers["cache-control"]
    (tmp_path / "fetched.kibitz").write_bytes(answer.content)
    with zipfile.ZipFile(io.BytesIO(case.content)) as packed:
        packed.extractall(tmp_path / "tests")
    (wrong,) = wrong_clips(tmp_path / "tests")
    assert (wrong.name, wrong.right) == (NAME, RightAnswer(ANN))
    assert read_clip(wrong.clip).seal == shelf.clip(NAME).seal
    assert read_clip(tmp_path / "fetched.kibitz").seal == shelf.clip(NAME).seal


def test_while_its_round_is_played_nobody_is_given_it(
    desk: Desk, shelf: ClipShelf, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = shelf.clip(NAME).key
    monkeypatch.setattr(desk.masked, "is_played", lambda asked: asked == key)
    desk.wrong.keep(NAME, RightAnswer(None))
    with httpx.Client(base_url=f"http://{address}", headers=dict(KEY), timeout=60) as http:
        assert http.get(WRONG).status_code == 404
        answer = http.get(FILE)
        assert answer.status_code == 404
        assert "is being played" in answer.json()["detail"]
        assert http.get("/api/v1/clips").json()[0]["file"] is None
        assert "file" not in http.get(f"/clips/{NAME}.json").json()["exports"]


def test_a_clip_that_is_not_there_is_one_sentence(address: str) -> None:
    with httpx.Client(base_url=f"http://{address}", headers=dict(KEY), timeout=60) as http:
        for name in ("no-such-clip", "..%2f..%2fjournal"):
            for path in (f"/clips/{name}.kibitz", f"/wrong-clips/{name}.zip"):
                answer = http.get(path)
                assert answer.status_code == 404
                assert str(answer.json()["detail"])


def test_who_deletes_the_pictures_of_a_game_deletes_its_wrong_clips_and_a_damaged_one_with_them(
    desk: Desk, shelf: ClipShelf
) -> None:
    shelf.put("other", race_clip())
    for name in (NAME, "other"):
        desk.wrong.keep(name, RightAnswer(ANN))
    (desk.wrong.folder / "other" / "clip.kibitz").write_bytes(b"torn")
    desk.wrong.forget(lambda _: False)
    assert [one.name for one in desk.wrong.all()] == [NAME]
    desk.wrong.forget(lambda key: key == shelf.clip(NAME).key)
    assert desk.wrong.all() == ()
    assert not list(desk.wrong.folder.rglob("*.json"))
