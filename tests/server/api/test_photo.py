"""A program sends the photo of a reveal: it is read as one of the page's, within the page's bounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.demo import demo_pictures
from kibitz_server.desk import Desk
from kibitz_server.gate.sizes import PHOTO
from kibitz_server.watching.pictures.picture_process import MOST_FILE_BYTES

from .conftest import Generated

PLAYERS = ["Ann", "Ben"]


def photo_of_two() -> bytes:
    return next(path for path in demo_pictures() if path.stem.startswith("demo-2")).read_bytes()


def sent(http: httpx.Client, data: bytes, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else None
    return http.post(PHOTO, files={"photo": ("hands.jpg", data, "image/jpeg")}, headers=headers)


def test_the_hands_of_a_photo_lie_on_the_sheet(http: httpx.Client, call: Generated, desk: Desk) -> None:
    call("begin_game", {"pack": "kaboo", "players": PLAYERS})
    answer = sent(http, photo_of_two())
    assert answer.status_code == 200, answer.text
    told = answer.json()
    sheet = call("sheet")
    assert told["cards"] >= 8
    assert [hand["player"] for hand in told["sheet"]["hands"]] == PLAYERS
    assert told["sheet"]["hands"] == sheet["hands"]
    assert len(list((desk.settings.data / "pictures").iterdir())) == 1


def test_what_is_no_photo_or_too_large_is_refused_in_words(http: httpx.Client, call: Generated) -> None:
    assert sent(http, photo_of_two()).json()["detail"].startswith("There is no game yet")
    call("begin_game", {"pack": "kaboo", "players": PLAYERS})
    refused = sent(http, b"milk, eggs" * 200_000)
    assert (refused.status_code, refused.json()["detail"][:26]) == (409, "hands.jpg is not a picture")
    assert http.post(PHOTO, json={"photo": "me"}).status_code == 422
    assert call("sheet")["status"] == 409


def test_more_than_a_photo_is_refused_before_it_has_come(http: httpx.Client) -> None:
    come = 0

    def endless() -> Iterator[bytes]:
        nonlocal come
        yield b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        while come < 3 * MOST_FILE_BYTES:
            come += 1_000_000
            yield bytes(1_000_000)

    kind = {"content-type": "multipart/form-data; boundary=x", "transfer-encoding": "chunked"}
    # The connection may end while more is sent.
    with suppress(httpx.WriteError):
        assert http.post(PHOTO, content=endless(), headers=kind).status_code == 413
    assert come < 2 * MOST_FILE_BYTES


@pytest.mark.parametrize(("role", "status"), [(Role.PLAYER, 200), (Role.SPECTATOR, 403)])
def test_a_player_may_photograph_the_hands_and_is_shown_no_sheet(
    http: httpx.Client, call: Generated, desk: Desk, role: Role, status: int
) -> None:
    call("begin_game", {"pack": "kaboo", "players": PLAYERS})
    token = str(desk.guests.join(role, PlayerId("Ann") if role is Role.PLAYER else None))
    answer = sent(http, photo_of_two(), token)
    assert answer.status_code == status, answer.text
    if status == 200:
        assert answer.json()["sheet"] is None


def test_no_player_ends_a_round_by_a_photo(http: httpx.Client, call: Generated, desk: Desk) -> None:
    call("begin_game", {"pack": "kaboo", "players": PLAYERS})
    call("begin_round", {"dealer": "Ann"})
    answer = sent(http, photo_of_two(), str(desk.guests.join(Role.PLAYER, PlayerId("Ann"))))
    assert (answer.status_code, answer.json()["detail"][:31]) == (409, "The hands cannot be counted now")
    assert desk.live.play is not None


def test_the_upload_stands_in_the_description(http: httpx.Client) -> None:
    described = http.get("/openapi.json").json()
    body = described["paths"][PHOTO]["post"]["requestBody"]
    assert body["required"]
    assert list(body["content"]) == ["multipart/form-data"]
