"""Pictures of clips: masked, the one asked for first, its neighbours meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import PIL.Image
import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.desk import Desk, open_desk
from kibitz_server.replay.concealment import Concealment
from kibitz_server.settings import Settings
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView
from kibitz_vision.clips.wrong_clips import RightAnswer
from kibitz_vision.frames import decode_image

from ...vision.clips.conftest import race_clip
from ..test_watch_routes import ask

NAME = "20261128-203100-snap"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    PIL.Image.new("RGB", (64, 48), (90, 90, 90)).save(tmp_path / "table.png")
    opened = open_desk(Settings(tmp_path / "data", str(tmp_path / "table.png")))
    opened.shelf.put(NAME, race_clip())
    yield opened
    opened.close()


def test_a_clip_is_served_with_its_times_its_verdict_and_masked_pictures(desk: Desk) -> None:
    (told,) = ask(desk, "/clips.json").json()["clips"]
    assert (told["name"], told["kind"], told["whole"], told["kept"]) == (NAME, "snap", True, False)
    view = ask(desk, f"/clips/{NAME}.json").json()
    assert [frame["index"] for frame in view["frames"]] == list(range(500, 512))
    contact = view["contacts"][0]
    assert (contact["seat"], contact["to_ms"]) == (1, 166.7)
    # Half the exposure and the read-out lie before the frame's own time.
    assert 133.3 - 33.3 < contact["from_ms"] < 133.3
    assert view["frames"][5]["found"][0]["words"] == "Ben's far left card: busy"
    assert ask(desk, view["frames"][5]["url"]).headers["content-type"] == "image/jpeg"
    for path in (f"/clips/{NAME}/pile/4.jpg", f"/clips/{NAME}/table/0.jpg", f"/clips/{NAME}/film/11.jpg"):
        picture = ask(desk, path)
        assert picture.headers["content-type"] == "image/jpeg"
        assert decode_image(picture.content, path).any()


@pytest.mark.parametrize(
    "path",
    [f"/clips/{NAME}{end}" for end in (".json", ".kibitz", "/table/0.jpg", "/film/3.jpg", "/evidence.json")]
    + [f"/clips/{NAME}/photo-finish.png", f"/wrong-clips/{NAME}.zip"],
)
def test_a_clip_is_judged_where_the_round_goes_on_and_never_while_that_is_read_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    judging: set[int] = set()
    shown, is_played = Concealment.shown, Concealment.is_played

    def noted_shown(concealment: Concealment, clip: Clip) -> ShownClip:
        judging.add(threading.get_ident())
        return shown(concealment, clip)

    def noted_is_played(concealment: Concealment, key: str) -> bool:
        judging.add(threading.get_ident())
        return is_played(concealment, key)

    desk.wrong.keep(NAME, RightAnswer(None))
    monkeypatch.setattr(Concealment, "shown", noted_shown)
    monkeypatch.setattr(Concealment, "is_played", noted_is_played)
    assert ask(desk, path).status_code == 200
    assert judging == {threading.get_ident()}


def test_of_a_clip_a_photo_finish_a_film_and_its_evidence_are_made(desk: Desk) -> None:
    for name, kind in (
        ("photo-finish.png", "image/png"),
        ("film.mp4", "video/mp4"),
        ("evidence.json", "application/json"),
    ):
        made = ask(desk, f"/clips/{NAME}/{name}")
        assert made.status_code == 200
        assert made.headers["content-type"] == kind
        assert len(made.content) > 500


@pytest.mark.parametrize(
    "path", ["/clips/x.json", f"/clips/{NAME}/pile/12.jpg", f"/clips/{NAME}/film/12.jpg", "/clips/..%2f..%2fx.json"]
)
def test_what_is_not_there_is_told_in_a_sentence(desk: Desk, path: str) -> None:
    answer = ask(desk, path)
    assert answer.status_code == 404
    assert str(answer.json()["detail"])


def test_a_clip_that_was_changed_is_not_served(desk: Desk) -> None:
    path = desk.shelf.path(NAME)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    answer = ask(desk, f"/clips/{NAME}.json")
    assert answer.status_code == 404
    assert "was changed: frames/" in answer.json()["detail"]


def test_neighbours_are_made_meanwhile_so_that_a_step_waits_for_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    masked = desk.masked

    async def look(there: Callable[[], bool]) -> None:
        await masked.picture(NAME, ClipView.PILE, 5)
        end_s = time.monotonic() + 60
        while not there() and time.monotonic() < end_s:
            await asyncio.sleep(0.05)

    asyncio.run(look(lambda: len(masked._made) == 12))
    assert {one.number for one in masked._made} == set(range(12))
    monkeypatch.setattr(masked, "_make", lambda _: pytest.fail("what is there is made again"))
    assert asyncio.run(masked.picture(NAME, ClipView.PILE, 6))


def test_a_number_below_the_first_is_no_picture(desk: Desk) -> None:
    with pytest.raises(InputError, match="no picture"):
        asyncio.run(desk.masked.picture(NAME, ClipView.PILE, -1))
