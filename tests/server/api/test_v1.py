"""A program that knows nothing but /openapi.json plays and scores rounds, and learns nothing that a player may not."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from kibitz_scoring.errors import InputError
from kibitz_server.api.v1.resources import create_resource_router
from kibitz_server.api.v1.stream import create_stream_router
from kibitz_server.desk import Desk, open_desk
from kibitz_server.settings import Settings

HANDS = {"Ann": ["AH", "2C"], "Ben": ["KS", "9D"]}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = open_desk(Settings(tmp_path))
    yield opened
    opened.close()


@pytest.fixture
def address(desk: Desk) -> Iterator[str]:
    """Where a real server answers for the desk, from whose thread alone it is used."""
    app = FastAPI()
    app.add_exception_handler(InputError, lambda _, error: JSONResponse({"detail": str(error)}, 400))
    app.include_router(create_resource_router(desk))
    app.include_router(create_stream_router(desk))
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        yield client


class Generated:
    """A client whose calls are made of what /openapi.json says: one for each operation, by its name."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._calls = {
            operation["operationId"].partition("_api_v1")[0]: (method, path)
            for path, methods in http.get("/openapi.json").json()["paths"].items()
            for method, operation in methods.items()
        }

    def __call__(self, name: str, body: object = None, **where: object) -> Any:
        method, path = self._calls[name]
        answer = self._http.request(method, path.format(**where), json=body)
        assert answer.status_code < 500, answer.text
        return answer.json() | {"status": answer.status_code} if isinstance(answer.json(), dict) else answer.json()


@pytest.fixture
def call(http: httpx.Client) -> Generated:
    return Generated(http)


def test_a_generated_client_scores_a_game_without_the_page(call: Generated) -> None:
    assert "kaboo" in [pack["id"] for pack in call("packs")]
    game = call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"], "rules": {"game.rounds": 2}})
    assert (game["status"], game["next_dealer"]) == (201, "Ann")
    scored = call("score_round", {"hands": HANDS, "caller": "Ann"})
    assert scored["round"]["scores"] == {"Ann": 3, "Ben": 22}
    assert scored["round"]["hands"] == HANDS
    again = call("score_round", {"hands": HANDS, "caller": "Ben"})
    assert again["game"]["totals"] == {"Ann": 6, "Ben": 64}
    assert (again["game"]["finished"], again["game"]["winners"]) == (True, ["Ann"])
    assert call("game", seq=game["id"])["rounds"] == again["game"]["rounds"]
    assert [one["id"] for one in call("games")] == [game["id"]]


def test_what_was_done_is_taken_back_and_brought_back(call: Generated) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    call("score_round", {"hands": HANDS, "caller": "Ann"})
    assert call("undo")["game"]["rounds"] == []
    assert len(call("redo")["game"]["rounds"]) == 1


def test_a_round_is_told_act_by_act_and_no_covered_card_is_said(call: Generated, desk: Desk) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    assert call("act", {"event": "p1 draws"})["status"] == 409
    begun = call("begin_round", {"dealer": "Ann"})
    assert [seat["player"] for seat in begun["table"]["seats"]] == ["Ann", "Ben"]
    on_turn = begun["table"]["on_turn"]
    first = "p2" if on_turn.startswith("Ben") else "p1"
    state = call("act", {"event": f"{first} calls"})
    assert state["status"] == 200, state
    assert any(seat["is_caller"] for seat in state["table"]["seats"])
    assert all(place["card"] is None for seat in state["table"]["seats"] for place in seat["places"])
    assert call("act", {"event": "fly away"})["status"] in (400, 409)
    assert call("drop_round")["table"] is None
    assert desk.live.play is None


@pytest.mark.parametrize(
    ("hands", "caller", "says"),
    [
        ({"Ann": ["AH"]}, None, "expected one of each of Ann, Ben"),
        ({"Ann": ["AH"], "Ben": ["XX"]}, None, "XX"),
        (HANDS, "Cleo", "Cleo is not at the table"),
        ({"Ann": ["14"], "Ben": []}, None, "14"),
    ],
)
def test_a_round_that_makes_no_sense_is_refused_in_a_sentence_and_leaves_nothing(
    call: Generated, hands: dict[str, list[str]], caller: str | None, says: str
) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    refused = call("score_round", {"hands": hands, "caller": caller})
    assert refused["status"] in (400, 409)
    assert says in refused["detail"]
    assert call("score_round", {"hands": HANDS, "caller": "Ann"})["status"] == 201


def test_the_stream_tells_every_change_at_once(address: str, call: Generated) -> None:
    with connect(f"ws://{address}/api/v1/stream") as stream:
        assert json.loads(stream.recv(60)) == {"game": None, "table": None}
        call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
        assert json.loads(stream.recv(60))["game"]["players"] == ["Ann", "Ben"]
        call("begin_round", {})
        assert json.loads(stream.recv(60))["table"]["by_hand"] is True


texts = st.text(max_size=30)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
games = st.fixed_dictionaries(
    {"pack": st.sampled_from(["kaboo", "cambio"]) | texts, "players": st.lists(texts, max_size=4)},
    optional={
        "rules": st.dictionaries(st.sampled_from(["game.rounds", "score.fail", "deck.jokers"]) | texts, anything)
    },
)
played = st.fixed_dictionaries(
    {"hands": st.dictionaries(st.sampled_from(["Ann", "Ben"]) | texts, st.lists(texts, max_size=3), max_size=3)},
    optional={"caller": st.none() | texts},
)
acts = st.fixed_dictionaries({"event": st.sampled_from(["p1 draws", "p1 calls", "p2 calls", "p2 passes"]) | texts})


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    sent=st.lists(
        st.tuples(st.just("begin_game"), games | anything)
        | st.tuples(st.just("score_round"), played | anything)
        | st.tuples(st.just("begin_round"), st.just({}) | anything)
        | st.tuples(st.just("act"), acts | anything)
        | st.tuples(st.sampled_from(["undo", "redo", "end_game", "drop_round"]), st.none()),
        max_size=6,
    )
)
def test_whatever_is_sent_is_done_or_refused(call: Generated, sent: list[tuple[str, object]]) -> None:
    for name, body in sent:
        answer = call(name, body)
        assert answer["status"] < 500
        assert answer["status"] < 400 or answer["detail"]
