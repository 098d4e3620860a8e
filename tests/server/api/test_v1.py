"""A program that knows nothing but /openapi.json plays and scores rounds, and learns nothing that a player may not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from kibitz_server.desk import Desk
from kibitz_server.journal.journal import FILE_NAME

from ...full_disk import smallest_file
from .conftest import KEY, Generated

HANDS = {"Ann": ["AH", "2C"], "Ben": ["KS", "9D"]}


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


def test_the_state_says_how_many_acts_wait_to_be_written(call: Generated, desk: Desk) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    assert call("state")["unsaved"] == 0
    journal = desk.settings.data / FILE_NAME
    with smallest_file(max(path.stat().st_size for path in (journal, Path(f"{journal}-wal")))):
        for _ in range(40):
            call("begin_round", {"dealer": "Ann"})
            call("drop_round")
        assert call("state")["unsaved"] > 0
    desk.live.look_after()
    assert call("state")["unsaved"] == 0


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
    with connect(f"ws://{address}/api/v1/stream", additional_headers=KEY) as stream:
        assert json.loads(stream.recv(60)) == {"game": None, "table": None, "unsaved": 0}
        call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
        assert json.loads(stream.recv(60))["game"]["players"] == ["Ann", "Ben"]
        call("begin_round", {})
        assert json.loads(stream.recv(60))["table"]["by_hand"] is True


texts = st.text(max_size=30)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
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
