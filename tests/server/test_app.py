from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import UploadFile

from kibitz_scoring.errors import InputError
from kibitz_server.api.routes import create_router
from kibitz_server.app import create_app
from kibitz_server.demo import demo_pictures
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted, SheetOpened
from kibitz_server.settings import Settings

from .acts import confirmed
from .conftest import ANN, BEN, PACK
from .viewers import app_asked_by

Get = Callable[..., httpx.Response]


def ask(app: FastAPI, path: str, host: str = "127.0.0.1:8765", origin: str | None = None) -> httpx.Response:
    headers = {"host": host} | ({"origin": origin} if origin else {})
    if key := getattr(app.state, "key", None):
        headers["cookie"] = f"kibitz-key-None={key}"

    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(get())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = open_desk(Settings(tmp_path))
    opened.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    yield opened
    opened.close()


@pytest.fixture
def get(desk: Desk) -> Get:
    app = app_asked_by()
    app.include_router(create_router(desk))
    return lambda path: ask(app, path)


def test_the_app_says_that_it_is_ready_and_listens_to_this_machine_only(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))

    assert ask(app, "/healthz").json()["status"] == "ready"
    assert ask(app, "/healthz", host="evil.example").status_code == 403
    assert ask(app, "/demo/none.jpg").status_code == 400
    assert "is no demo picture" in ask(app, "/demo/none.jpg").json()["detail"]
    assert ask(app, "/assets/kibitz.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    ("path", "origin", "status", "sentence"),
    [
        ("/demo/none.jpg", None, 400, "is no demo picture"),
        ("/healthz", "http://evil.example", 403, "A page of http://evil.example may not use Kibitz."),
        ("/export/games/9.json", None, 404, "9"),
        ("/camera/latest.jpg", None, 503, "No camera is open"),
        ("/export/games/first.json", None, 422, "seq in the address: expected a whole number, found 'first'."),
    ],
)
def test_every_refusal_is_one_sentence_of_the_same_shape(
    tmp_path: Path, path: str, origin: str | None, status: int, sentence: str
) -> None:
    answer = ask(create_app(Settings(tmp_path)), path, origin=origin)

    assert answer.status_code == status
    assert set(answer.json()) == {"detail"}
    assert sentence in answer.json()["detail"]


def test_a_source_that_is_none_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no source"):
        create_app(Settings(tmp_path, source="nowhere"))


def test_a_game_is_exported_with_its_hands_and_totals(get: Get, desk: Desk) -> None:
    desk.live.record(SheetOpened())
    desk.live.record(confirmed("9H 2C", "4D", BEN))

    game = get("/export/evening.json").json()["games"][-1]

    assert game["totals"] == {"Ann": 11, "Ben": 4}
    assert game["rounds"][0]["hands"] == {"Ann": ["9H", "2C"], "Ben": ["4D"]}
    assert game["rounds"][0]["caller"] == "Ben"


def test_games_are_exported_as_files_and_have_a_rules_sheet(get: Get) -> None:
    evening, game, sheet = get("/export/evening.json"), get("/export/games/1.json"), get("/games/1/rules.html")

    assert evening.json()["games"] == [game.json()]
    assert "attachment" in game.headers["content-disposition"]
    assert "<h1>Kaboo</h1>" in sheet.text
    assert get("/export/games/9.json").status_code == 404


def test_every_demo_picture_is_served(get: Get) -> None:
    assert len(demo_pictures()) >= 3
    for path in demo_pictures():
        assert get(f"/demo/{path.name}").content == path.read_bytes()


def test_a_demo_picture_is_read_and_its_cards_can_be_seen_one_by_one(get: Get, desk: Desk) -> None:
    path = demo_pictures()[0]

    reading = asyncio.run(desk.intake.take_file(UploadFile(BytesIO(path.read_bytes())), path.name))

    assert desk.live.evening.game
    sheet = desk.live.evening.game.sheet
    assert sheet
    assert sheet.picture
    assert len(sheet.cards) == len(reading.cards) > 8
    assert {card.player for card in sheet.cards} >= {ANN, BEN}
    assert get(f"/pictures/{sheet.picture.picture_id}.jpg").headers["content-type"] == "image/jpeg"
    assert get(f"/cards/{sheet.cards[0].card_id}.jpg").content.startswith(b"\xff\xd8")


@pytest.mark.parametrize("path", ["/pictures/" + "0" * 24 + ".jpg", "/cards/7.jpg"])
def test_a_picture_that_is_not_there_is_not_found(get: Get, path: str) -> None:
    assert get(path).status_code == 404


def test_a_picture_is_never_looked_for_outside_its_folder(desk: Desk) -> None:
    from kibitz_server.journal.pictures import picture_path

    with pytest.raises(InputError, match="names no picture"):
        picture_path(desk.settings.data, "../journal")


def test_without_a_camera_the_preview_says_so(get: Get) -> None:
    answer = get("/camera/latest.jpg")

    assert answer.status_code == 503
    assert "No camera is open" in answer.json()["detail"]


def test_the_camera_at_the_table_may_be_a_folder_of_pictures(get: Get, desk: Desk) -> None:
    desk.camera.open(str(demo_pictures()[0].parent))

    answer = get("/camera/latest.jpg")

    assert answer.status_code == 200
    assert answer.content.startswith(b"\xff\xd8")


def test_a_source_that_is_none_leaves_the_open_one_alone(desk: Desk) -> None:
    desk.camera.open(str(demo_pictures()[0]))

    with pytest.raises(InputError, match="is no source"):
        desk.camera.open("nowhere")

    assert desk.camera.name == str(demo_pictures()[0])
    assert asyncio.run(desk.camera.picture()).ndim == 3


def test_a_game_is_exported_as_a_file_that_can_be_replayed(get: Get, desk: Desk) -> None:
    desk.live.record(SheetOpened())
    desk.live.record(confirmed("9H 2C", "4D", BEN))

    response = get("/export/games/1.kibitz")

    assert response.text.startswith("kibitz game 1\n")
    assert "round-ends call p2" in response.text
    assert 'filename="kibitz-game-1.kibitz"' in response.headers["content-disposition"]
    assert get("/export/games/9.kibitz").status_code == 404


def test_a_game_that_no_game_file_can_tell_is_refused_in_words(get: Get, desk: Desk) -> None:
    own = PACK.model_copy(update={"id": "ours", "name": "Ours", "base": None})
    desk.live.record(GameStarted(own, own.content_hash, (ANN, BEN)))

    response = get("/export/games/2.kibitz")

    assert response.status_code == 409
    assert "is a game of your own" in response.json()["detail"]
