"""Who joins as a screen goes on to it, and one that lost its place tells nobody who watches a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from nicegui import core

from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Role
from kibitz_server.app import create_app
from kibitz_server.desk import Desk
from kibitz_server.settings import Settings

HOUSE = "kitchen.local"
SCREENS = [(DeviceKind.TELEVISION, "/tv"), (DeviceKind.STREAM, "/overlay")]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    made = create_app(Settings(tmp_path_factory.mktemp("data"), key="the-key-of-this-start", house=(HOUSE,)))
    yield made
    made.state.desk.close()
    core.app.middleware_stack = None


@pytest.fixture
def desk(app: FastAPI) -> Iterator[Desk]:
    found: Desk = app.state.desk
    yield found
    found.guests.revoke_all()


def ask(app: FastAPI, path: str, cookies: str = "", **form: str) -> httpx.Response:
    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{HOUSE}") as client:
            headers = {"accept": "text/html"} | ({"cookie": cookies} if cookies else {})
            if form:
                return await client.post(path, data=form, headers=headers)
            return await client.get(path, headers=headers)

    return asyncio.run(get())


def place(joined: httpx.Response) -> str:
    """The cookie that a device was given."""
    return str(joined.headers["set-cookie"].split(";")[0])


@pytest.mark.parametrize(("kind", "page"), SCREENS)
def test_a_screen_joins_with_a_spectators_rights_and_goes_on_to_its_page(
    app: FastAPI, desk: Desk, kind: DeviceKind, page: str
) -> None:
    code = desk.guests.invitation.code
    assert f'value="{kind}"' in ask(app, f"/join?invite={code}").text
    joined = ask(app, "/join", screen=kind, invite=code)
    assert (joined.status_code, joined.headers["location"]) == (303, page)
    (guest,) = desk.guests.all
    assert (guest.role, guest.player, guest.kind) == (Role.SPECTATOR, None, kind)
    # As a streaming program begins with the address that it was given, each time.
    for address in ("/", f"/join?invite={code}"):
        assert ask(app, address, place(joined)).headers["location"] == page
    assert f'href="{page}"' in ask(app, "/join", place(joined)).text
    assert ask(app, "/api/v1/state", place(joined)).status_code == 200
    assert ask(app, "/api/v1/sheet", place(joined)).status_code == 403


@pytest.mark.parametrize(("kind", "page"), SCREENS)
def test_a_device_that_judged_has_a_spectators_rights_as_a_screen(
    app: FastAPI, desk: Desk, kind: DeviceKind, page: str
) -> None:
    token = desk.guests.join(Role.REFEREE)
    cookie = f"kibitz-guest-None={token}"
    assert ask(app, "/join", cookie, screen=kind).headers["location"] == page
    assert (desk.guests.all[0].role, desk.guests.all[0].kind) == (Role.SPECTATOR, kind)
    assert ask(app, "/join", cookie, player="").headers["location"] == "/phone"
    assert desk.guests.all[0].kind is DeviceKind.USED


def test_without_the_code_nobody_is_a_screen(app: FastAPI, desk: Desk) -> None:
    assert ask(app, "/join", screen="television", invite="AAAA-AAAA-AAAA").status_code == 403
    assert desk.guests.all == ()


@pytest.mark.parametrize("lost", ["kibitz-guest-None=taken-away", "kibitz-key-None=of-an-older-start"])
def test_a_layer_that_lost_its_place_shows_nothing_over_a_stream(app: FastAPI, lost: str) -> None:
    layer = ask(app, "/overlay", lost)
    assert layer.status_code == 403
    assert layer.text.endswith('<body style="background: transparent">')
    assert "<p>" in ask(app, "/tv", lost).text
    assert "<p>" in ask(app, "/overlay").text, "whoever sets it up reads why"
