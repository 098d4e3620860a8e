"""The play that BG Stats takes, held against the fields that are published of it."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.bg_stats import bg_stats_link, bg_stats_play

from ...conftest import ANN, BEN, NOON
from ...games import begin, play, shown

FIELDS = tomllib.loads(Path(__file__).with_name("bg_stats_fields.toml").read_text(encoding="utf-8"))
KINDS = {"string": str, "number": int, "boolean": bool, "object": dict, "array": list}


def keeps_to(name: str, told: dict[str, Any]) -> bool:
    """Whether every field is published and of its kind, and none is left out that has to be there."""
    fields: dict[str, str] = FIELDS[name]
    needed = {field for field, kind in fields.items() if kind.endswith("!")}
    is_of_its_kind = all(type(told[field]) is KINDS[fields[field].rstrip("!")] for field in told if field in fields)
    return needed <= told.keys() <= fields.keys() and is_of_its_kind


def sent(game: GameView) -> dict[str, Any]:
    """What the app reads from the link."""
    link = urlsplit(bg_stats_link(game))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(link.query, strict_parsing=True)["data"]
    told = json.loads(data)
    assert isinstance(told, dict)
    return told


def test_every_field_is_one_of_the_app_and_every_boolean_is_sent(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 1}))
    told = sent(play(live, (("AH", "9C"), "Ann")))

    assert keeps_to("play", told)
    assert keeps_to("game", told["game"])
    assert all(keeps_to("players", player) for player in told["players"])
    assert told["game"]["highestWins"] is False
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", told["playDate"])
    assert told["playDate"] == "2025-06-01 12:00:00"


def test_how_long_was_played_is_sent_in_minutes_without_pauses_and_where_if_anybody_said(tmp_path: Path) -> None:
    now = [NOON]
    live = Live(Journal(tmp_path), clock=lambda: now[0])
    begin(live)
    for minutes in (20, 24.6, 60 * 20, 10):
        now[0] += timedelta(minutes=minutes)
        told = sent(play(live, (("AH", "9C"), "Ann")))
    assert told["durationMin"] == 55
    assert "location" not in told
    assert keeps_to("play", told)
    there = bg_stats_play(shown(live), " Ben's kitchen ")
    assert there["location"] == "Ben's kitchen"
    assert keeps_to("play", there)
    live.close()


def test_of_a_game_that_took_no_time_or_came_from_elsewhere_no_time_is_told(live: Live) -> None:
    begin(live)
    assert "durationMin" not in sent(play(live, (("AH", "9C"), "Ann")))


@pytest.mark.parametrize(
    "broken", [{"rank": "1"}, {"winner": None}, {"winner": 1}, {"place": 1}, {"name": None}, {"score": True}]
)
def test_what_the_app_would_not_take_is_noticed(live: Live, broken: dict[str, object]) -> None:
    player = sent(play(live, (("AH", "9C"), "Ann")))["players"][0]
    assert keeps_to("players", player)
    told = {name: value for name, value in (player | broken).items() if value is not None}
    assert not keeps_to("players", told)


def test_a_finished_game_tells_its_winner_and_places(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 1}))
    players = sent(play(live, (("9H", "AC"), "Ben")))["players"]
    assert [(one["name"], one["winner"], one["rank"]) for one in players] == [("Ben", True, 1), ("Ann", False, 2)]


def test_a_running_game_has_no_winner(live: Live) -> None:
    players = sent(play(live, (("9H", "AC"), "Ben")))["players"]
    assert not any(one["winner"] for one in players)


def test_names_of_any_letters_arrive_as_they_are(live: Live) -> None:
    names = (PlayerId('Ä & "Ö" #+%'), PlayerId("Łukasz/中?="))
    begin(live, players=names)
    told = sent(play(live, (("9H", "AC"), None)))
    assert {one["name"] for one in told["players"]} == set(names)


def test_the_play_keeps_its_name_while_the_game_goes_on_and_no_other_game_has_it(live: Live) -> None:
    first = bg_stats_play(shown(live))["sourcePlayId"]
    assert bg_stats_play(play(live, (("9H", "AC"), None)))["sourcePlayId"] == first
    begin(live, players=(BEN, ANN))
    assert bg_stats_play(shown(live))["sourcePlayId"] != first


def test_who_left_is_sent_without_a_rank(live: Live) -> None:
    begin(live, players=(ANN, BEN, PlayerId("Cleo")))
    play(live, (("AH", "9C", "9D"), None))
    live.record(ActSaid(0.0, "p1 leaves"))
    told = sent(shown(live))
    assert [one["name"] for one in told["players"] if "rank" not in one] == ["Ann"]
    assert all(keeps_to("players", player) for player in told["players"])
