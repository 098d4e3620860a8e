"""Exports come in again: the same games, whatever the form, and nothing where a file is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_server.access.viewer import Role
from kibitz_server.evening.folding import fold
from kibitz_server.evening.import_file import Import, import_games
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, SnapOutcome
from kibitz_server.views.history import project_history
from kibitz_server.views.sharing.exports import export_evening, export_table

from .. import games
from ..conftest import ANN, BEN, NOON
from ..games import KABOO, Told, begin, play, play_watched

RULE = HouseRule(key="score.fail", value="add_10", author="Ann", reason="Twenty is too hard.")
FORMULA = PlayerId('=1+1, "Ann"\n\'')

OLD = """
{"kibitz": "0.1.0", "games": [{"id": 1, "begun": "2025-06-01T12:00:00+00:00", "name": "Kaboo", "pack": "kaboo",
"options": {"game.rounds": null, "score.fail": "add_10"},
"house_rules": [{"key": "score.fail", "value": "add_10", "author": "Ann", "reason": "Twenty is too hard."}],
"content_hash": "0", "players": ["Ann", "Ben"], "rounds": [
{"hands": {"Ann": ["9H", "2C"], "Ben": ["4D"]}, "end": "call", "edited": false, "points": {"Ann": 11, "Ben": 4},
"scores": {"Ann": 21, "Ben": 4}, "caller": "Ann", "caller_succeeded": false, "winners": ["Ben"],
"reasons": {"Ann": "called and is not alone lowest: 11 + 10 = 21", "Ben": "hand: 4 = 4"}, "declared_success": false}],
"totals": {"Ann": 21, "Ben": 4}, "finished": false, "winners": [], "reason": "1 round played"}]}
"""
"""An export as Kibitz wrote it in its first weeks, without `rules`, `changes` and `snaps`."""


def opened(folder: Path) -> Live:
    """A journal in which every entry is a minute after the one before."""
    minutes = count()
    return Live(Journal(folder), clock=lambda: NOON + timedelta(minutes=next(minutes)))


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """A game of Ann and Ben that has just begun."""
    here = opened(tmp_path / "here")
    begin(here)
    yield here
    here.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Live]:
    """Another computer, on which nothing was played."""
    empty = opened(tmp_path / "other")
    yield empty
    empty.close()


def as_json(live: Live) -> bytes:
    return json.dumps(export_evening(live.evening)).encode()


def as_table(live: Live) -> bytes:
    return export_table(live.evening).encode()


def told(live: Live) -> list[dict[str, Any]]:
    """All that an export tells, but for the number of a game in its journal."""
    exported = json.loads(as_json(live))["games"]
    return [{key: value for key, value in game.items() if key != "id"} for game in exported]


def a_long_evening(live: Live) -> None:
    begin(live, with_house_rules(KABOO, [RULE]), (ANN, FORMULA))
    play(live, (("9H 2C", "4D"), "Ann"))
    live.record(ActSaid(0.0, 'rule score.fail = "double" by "Cleo" because "more fun"'))
    live.record(ActSaid(1.0, 'p3 joins "Cleo"'))
    play(live, (("AH", "", "5H"), None))
    live.record(ActSaid(2.0, "p1 leaves"))
    begin(live)
    play_watched(live, ((ANN, SnapOutcome.WON), (BEN, SnapOutcome.WRONG)))


@pytest.mark.parametrize("form", [as_json, as_table])
def test_an_export_comes_in_as_the_same_games(live: Live, other: Live, form: Any) -> None:
    a_long_evening(live)
    assert import_games(other, form(live)) == Import(new=3, known=0)
    assert told(other) == told(live)
    players = project_history(other.evening, Role.HOST).players
    assert players == project_history(live.evening, Role.HOST).players


@pytest.mark.parametrize("form", [as_json, as_table])
@pytest.mark.parametrize("pack_id", pack_ids())
def test_games_of_every_pack_come_in_again(live: Live, other: Live, form: Any, pack_id: str) -> None:
    begin(live, load_pack(pack_id))
    assert import_games(other, form(live)).new == 2
    assert told(other) == told(live)


@given(rounds=games.rounds)
@settings(max_examples=10, deadline=None)
def test_any_rounds_come_in_again_from_both_forms(rounds: list[Told]) -> None:
    with TemporaryDirectory() as folder:
        here = opened(Path(folder) / "here")
        begin(here)
        play(here, *rounds)
        for form in (as_json, as_table):
            there = opened(Path(folder) / form.__name__)
            import_games(there, form(here))
            assert told(there) == told(here)
            there.close()
        here.close()


def test_a_game_of_your_own_comes_in_again(live: Live, other: Live) -> None:
    own = load_pack("kaboo", {"score.fail": "add_7"}).model_copy(update={"id": "ours", "name": "Ours", "base": None})
    begin(live, own)
    play(live, (("9H", "2C"), "Ann"))
    for form in (as_json, as_table):
        import_games(other, form(live))
        assert told(other) == told(live)
        other.record(Undone(other.evening.imported[0].seq))
        other.record(Undone(other.evening.imported[0].seq))


def test_an_old_export_comes_in(other: Live) -> None:
    assert import_games(other, OLD.encode()) == Import(new=1, known=0)
    (game,) = told(other)
    assert game["totals"] == {"Ann": 21, "Ben": 4}
    assert game["house_rules"] == [RULE.model_dump()]


def test_one_game_alone_comes_in(live: Live, other: Live) -> None:
    play(live, (("9H", "2C"), "Ann"))
    import_games(other, json.dumps(json.loads(as_json(live))["games"][0]).encode())
    assert told(other) == told(live)


def test_a_game_is_known_again_from_the_own_journal_and_from_an_import(live: Live, other: Live) -> None:
    play(live, (("9H", "2C"), "Ann"))
    assert import_games(live, as_table(live)) == Import(new=0, known=1)
    import_games(other, as_json(live))
    assert import_games(other, as_table(live)) == Import(new=0, known=1)
    assert len(told(other)) == 1


def test_an_import_leaves_the_game_being_played_and_its_undo_as_they_are(live: Live) -> None:
    play(live, (("9H", "2C"), "Ann"))
    game, last = live.evening.game, live.evening.last
    old = OLD.replace("2025-06-01T12", "2024-06-01T12")
    import_games(live, old.encode())
    assert (live.evening.game, live.evening.last) == (game, last)
    assert [one.is_imported for one in live.evening.all_games] == [True, False]


def test_what_was_imported_can_be_taken_out_and_brought_again(other: Live) -> None:
    import_games(other, OLD.encode())
    other.record(Undone(other.evening.imported[0].seq))
    assert other.evening.all_games == ()
    assert import_games(other, OLD.encode()).new == 1


def test_imported_games_are_there_after_a_restart(live: Live, tmp_path: Path) -> None:
    a_long_evening(live)
    again = opened(tmp_path / "again")
    import_games(again, as_json(live))
    again.close()
    journal = Journal(tmp_path / "again")
    assert fold(journal.recorded).imported == again.evening.imported
    journal.close()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (b"", "The file is empty: expected the JSON or CSV of a Kibitz export."),
        (b"\xff\xfe", "The file is not UTF-8 text"),
        (b"hello", "Nothing was imported: line 1: the column 'game' is missing"),
        (b"{", "Nothing was imported: column 2 is not JSON"),
        (b'{"games": 3}', "games: found 3"),
        (b'{"games": [7]}', r"'games\[0\]' is 7"),
        (OLD.replace('"players": ["Ann", "Ben"],', "").encode(), r"'games\[0\]\.players' is missing"),
        (OLD.replace('"pack": "kaboo"', '"pack": "skat"').encode(), r"games\[0\]: 'skat' is not a known game"),
        (OLD.replace("4D", "4X").encode(), r"games\[0\]\.rounds\[0\]\.hands: .*4X"),
        (OLD.replace('"scores": {"Ann": 21', '"scores": {"Ann": 20').encode(), "Ann has 20 in the file, and 21 by"),
        (OLD.replace('"begun": "2025', '"begun": "20x5').encode(), r"'games\[0\]\.begun' is \"20x5"),
        (OLD.replace('"caller": "Ann"', '"caller": "Cleo"').encode(), r"games\[0\]\.rounds\[0\]\.caller: 'Cleo'"),
    ],
)
def test_a_bad_file_is_answered_in_one_sentence_and_nothing_is_taken(other: Live, wrong: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as refused:
        import_games(other, wrong)
    assert "\n" not in str(refused.value)
    assert other.newest is None


def test_a_good_game_beside_a_bad_one_is_not_taken_either(other: Live) -> None:
    data = json.loads(OLD)
    data["games"].append({"begun": "never"})
    with pytest.raises(InputError, match=r"games\[1\]"):
        import_games(other, json.dumps(data).encode())
    assert other.newest is None


@pytest.mark.parametrize(
    ("column", "text", "sentence"),
    [
        ("score", "many", "line 2, column score: found 'many'"),
        ("players", "Ann", "line 2, column players: found 'Ann'"),
    ],
)
def test_a_bad_cell_is_named_by_its_line_and_column(
    live: Live, other: Live, column: str, text: str, sentence: str
) -> None:
    play(live, (("9H", "2C"), "Ann"))
    head, row, *rest = as_table(live).decode("utf-8-sig").splitlines()
    place = head.split(",").index(column)
    before = row.split(",")
    # The players are a list in one cell, which has a comma of its own.
    cells = row.replace('"[""Ann"", ""Ben""]"', text).split(",") if column == "players" else before
    if column == "score":
        cells[place] = text
    with pytest.raises(InputError, match=sentence):
        import_games(other, "\n".join((head, ",".join(cells), *rest)).encode())


def test_no_cell_of_a_table_is_a_formula(live: Live) -> None:
    begin(live, players=(FORMULA, BEN))
    play(live, (("9H", "2C"), None))
    assert not any(cell.startswith("=") for line in as_table(live).decode().splitlines() for cell in line.split(","))
    assert "'=1+1" in as_table(live).decode()
