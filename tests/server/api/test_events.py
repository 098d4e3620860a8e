"""Events over HTTP and the stream, webhooks as resources, and what each role may do of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.api.v1.shapes.event_shapes import NewsOut
from kibitz_server.desk import Desk
from kibitz_server.events.hook_file import HookFile
from kibitz_server.webhook_commands import app as commands

from ..events.receiver import Receiver, is_signed, receiving
from .conftest import KEY, Generated

ROOT = Path(__file__).parents[3]
GAME = {"pack": "kaboo", "players": ["Ann", "Ben"], "rules": {"game.rounds": 5}}


def kinds(events: list[dict[str, object]]) -> list[str]:
    return [f"{one['kind']}.{one['change']}" for one in events]


def test_events_are_asked_for_from_any_number(call: Generated) -> None:
    call("begin_game", GAME)
    first = call("events")
    assert kinds(first["events"]) == ["game.new", "players.new"]
    call("score_round", {"hands": {"Ann": ["AH"], "Ben": ["KS"]}, "caller": "Ann"})
    more = call("events", after=first["newest"])
    assert more["whole"]
    assert kinds(more["events"]) == ["score.new"]
    assert more["events"][0]["content"]["scores"] == {"Ann": 1, "Ben": 13}


def test_a_stream_goes_on_where_it_was_left(address: str, call: Generated) -> None:
    with connect(f"ws://{address}/api/v1/stream?after=0", additional_headers=KEY) as stream:
        nothing = {"newest": 0, "whole": True, "events": [], "game": None, "table": None, "unsaved": 0}
        assert json.loads(stream.recv(60)) == nothing
        call("begin_game", GAME)
        came = json.loads(stream.recv(60))
        assert kinds(came["events"]) == ["game.new", "players.new"]
        assert came["game"]["players"] == ["Ann", "Ben"]
    call("begin_round", {})
    call("drop_round")
    with connect(f"ws://{address}/api/v1/stream?after={came['newest']}", additional_headers=KEY) as stream:
        missed = json.loads(stream.recv(60))
        assert kinds(missed["events"]) == ["round.new", "round.gone"]
        assert missed["whole"]


def test_a_webhook_is_added_tried_told_and_removed(call: Generated) -> None:
    with receiving(Receiver()) as receiver:
        added = call("add_webhook", {"url": receiver.url})
        assert added["status"] == 201
        hook_id = added["webhook"]["id"]
        assert call("test_webhook", hook_id=hook_id)["arrived"]
        assert [one["type"] for one in receiver.told] == ["test"]
        headers, body = receiver.came[0]
        assert is_signed(added["secret"], headers, body)
        assert "secret" not in call("webhooks")[0]
        assert call("remove_webhook", hook_id=hook_id) == []
        assert call("remove_webhook", hook_id=hook_id)["status"] == 404
    assert "not in your own network" in call("add_webhook", {"url": "https://example.org/"})["detail"]


@pytest.mark.parametrize(
    ("role", "asked", "status"),
    [
        (Role.SPECTATOR, "GET events", 200),
        (Role.SPECTATOR, "GET table/acts", 200),
        (Role.SPECTATOR, "GET sheet", 403),
        (Role.SPECTATOR, "GET history", 403),
        (Role.SPECTATOR, "POST table/disputes", 403),
        (Role.PLAYER, "POST table/disputes", 200),
        (Role.PLAYER, "POST table/tell", 403),
        (Role.PLAYER, "GET webhooks", 403),
        (Role.REFEREE, "GET sheet", 409),
        (Role.REFEREE, "GET webhooks", 403),
    ],
)
def test_a_device_asks_for_what_its_role_may(
    address: str, call: Generated, desk: Desk, role: Role, asked: str, status: int
) -> None:
    call("begin_game", GAME)
    call("begin_round", {"dealer": "Ann"})
    call("act", {"event": "starter 9C"})
    token = desk.guests.join(role, PlayerId("Ann") if role is Role.PLAYER else None)
    method, path = asked.split()
    body = {"player": "Ann"} if "disputes" in path else {"event": "p2 draws"} if method == "POST" else None
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}) as http:
        answer = http.request(method, f"http://{address}/api/v1/{path}", json=body, timeout=60)
    assert answer.status_code == status, answer.text


def test_a_player_answers_the_inbox_and_corrects_nothing(address: str, call: Generated, desk: Desk) -> None:
    call("begin_game", GAME)
    call("begin_round", {"dealer": "Ann"})
    call("act", {"event": "starter 9C"})
    token = desk.guests.join(Role.PLAYER, PlayerId("Ann"))
    correction = call("acts")[0]["answers"][-1]["choice"]
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
        answers = f"http://{address}/api/v1/table/answers"
        assert http.post(answers, json={"choice": correction}).status_code == 403
        call("dispute", {"player": "Ben"})
        stays = call("inbox")[0]["answers"][0]["choice"]
        assert http.post(answers, json={"choice": stays}).status_code == 200


def test_webhooks_are_looked_after_on_the_command_line(tmp_path: Path) -> None:
    run, data = CliRunner(), ["--data", str(tmp_path)]
    with receiving(Receiver(lambda number: 204 if number == 0 else 500)) as receiver:
        assert "secret, shown this once: whsec_" in run.invoke(commands, ["add", receiver.url, *data]).output
        (hook,) = HookFile(tmp_path).hooks()
        assert "has taken it" in run.invoke(commands, ["test", hook.id, *data]).output
        failed = run.invoke(commands, ["test", hook.id, *data])
        assert (failed.exit_code, "it answered 500" in failed.output) == (1, True)
        assert hook.id in run.invoke(commands, ["list", *data]).output
        assert hook.secret not in run.invoke(commands, ["list", "--json", *data]).output
        assert run.invoke(commands, ["remove", hook.id, *data]).exit_code == 0
    assert "no webhooks" in run.invoke(commands, ["list", *data]).output


def test_what_the_stream_sends_is_described_and_published(http: httpx.Client, address: str) -> None:
    described = http.get("/openapi.json").json()
    told, schemas = described["info"]["description"], described["components"]["schemas"]
    for text in (told, (ROOT / "docs" / "api.md").read_text("utf-8")):
        assert all(word in text for word in ("/stream?after=N", "web socket", "1008", "StateOut", "NewsOut", "403"))
        samples = [one for one in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if '"newest"' in one]
        assert [NewsOut.model_validate_json(one).whole for one in samples] == [True]
    for query, shape in (("", "StateOut"), ("?after=0", "NewsOut")):
        with connect(f"ws://{address}/api/v1/stream{query}", additional_headers=KEY) as stream:
            message = json.loads(stream.recv(60))
        assert message.keys() == schemas[shape]["properties"].keys()
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(described)))
    assert named <= schemas.keys()
    assert [name for name in schemas if f"__{name}" in "".join(schemas)] == [], "no shape is published twice"
    wrong = f"ws://{address}/api/v1/stream?after=x"
    with pytest.raises(InvalidStatus) as refused, connect(wrong, additional_headers=KEY):
        pass
    assert refused.value.response.status_code == 403


def test_every_operation_has_a_short_name_and_a_word(app: FastAPI) -> None:
    operations = [one for path in app.openapi()["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 16 for name in names)
    assert all(one["description"] for one in operations)
    app.state.desk.close()
