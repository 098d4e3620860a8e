"""A program that the host gave a token of its own: it asks for what its role may, until the token is taken away."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk

from .conftest import Generated


@pytest.fixture
def playing(call: Generated) -> Generated:
    """In the midst of a round of Ann and Ben."""
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    call("begin_round", {"dealer": "Ann"})
    call("act", {"event": "starter 9C"})
    return call


def program(address: str, desk: Desk, role: Role, player: str | None = None) -> httpx.Client:
    token = desk.guests.join(role, PlayerId(player) if player else None, "lamp", DeviceKind.PROGRAM)
    return httpx.Client(base_url=f"http://{address}/api/v1/", headers={"Authorization": f"Bearer {token}"}, timeout=60)


@pytest.mark.usefixtures("playing")
def test_a_program_does_what_its_role_may_and_no_more(address: str, desk: Desk) -> None:
    with (
        program(address, desk, Role.SPECTATOR) as looks_on,
        program(address, desk, Role.PLAYER, "Ben") as plays,
        program(address, desk, Role.REFEREE) as judges,
    ):
        assert [one.get("state").status_code for one in (looks_on, plays, judges)] == [200] * 3
        assert looks_on.post("table/calls", json={"player": "Ben"}).status_code == 403
        assert plays.post("table/calls", json={"player": "Ann"}).status_code == 403
        assert plays.get("history").status_code == 403
        assert plays.post("table/calls", json={"player": "Ben"}).status_code == 200
        assert judges.get("history").status_code == 200
        assert judges.get("webhooks").status_code == 403


@pytest.mark.usefixtures("playing")
def test_a_token_that_is_taken_away_in_play_is_refused_at_once_and_its_stream_ends(address: str, desk: Desk) -> None:
    with program(address, desk, Role.PLAYER, "Ben") as plays:
        headers = {"Authorization": plays.headers["Authorization"]}
        loops: list[asyncio.AbstractEventLoop] = []
        # As soon as the stream is open the desk tells so, where it is used.
        desk.guests.watch("test", lambda _: loops.append(asyncio.get_running_loop()))
        with connect(f"ws://{address}/api/v1/stream", additional_headers=headers) as stream:
            assert json.loads(stream.recv(60))["table"] is not None
            (guest,) = desk.guests.all
            assert desk.guests.is_here(guest.id)
            loops[0].call_soon_threadsafe(desk.guests.revoke, guest.id)
            with pytest.raises(ConnectionClosed):
                stream.recv(60)
        assert plays.get("state").status_code == 403
        assert plays.post("table/calls", json={"player": "Ben"}).status_code == 403
    assert desk.live.play is not None, "the round goes on"
