from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_scoring.cli.commands import app
from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.games import format_game, parse_game
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameExtended, GameStarted, RoundConfirmed, SheetOpened, Undone
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.game_files import export_game_file, game_file

from ...conftest import ANN, BEN
from ...games import shown

RULE = HouseRule(key="score.fail", value="add_10", author="Ann", reason="Twenty is too hard.")


@dataclass(frozen=True, slots=True)
class Ending:
    """A round to play: two hands and how it ended."""

    ann: str
    ben: str
    caller: PlayerId | None
    end: RoundEnd


FAILED = Ending("9H 2C", "4D", ANN, RoundEnd.CALL)
TIE = Ending("5H", "5D", BEN, RoundEnd.CALL)
ALONE = Ending("AH", "QS KD", ANN, RoundEnd.CALL)
DECK = Ending("3H 4H 5H 6H", "2D 3D 4D 6D", None, RoundEnd.DECK)
MANY = Ending("AH 2H 3H 4H 5H 6H 7H", "8D 9D 10D JD", BEN, RoundEnd.CALL)
EMPTIED = Ending("", "7S 8S", ANN, RoundEnd.EMPTY_HAND)
EMPTIED_THEN_PENALTY = Ending("9H", "7S", ANN, RoundEnd.EMPTY_HAND)
EMPTIED_BY_ANOTHER = Ending("9H", "", ANN, RoundEnd.EMPTY_HAND)
NOBODYS = Ending("", "7S", None, RoundEnd.EMPTY_HAND)
BOTH_EMPTY = Ending("", "", None, RoundEnd.DECK)
ROUNDS = (FAILED, TIE, ALONE, DECK, MANY, EMPTIED, EMPTIED_THEN_PENALTY, EMPTIED_BY_ANOTHER, NOBODYS, BOTH_EMPTY)


def played(live: Live, pack: RulePack, rounds: tuple[Ending, ...] = ROUNDS) -> GameView:
    live.record(GameStarted(pack, pack.content_hash, (ANN, BEN)))
    for one in rounds:
        if live.evening.game and live.evening.game.is_over:
            live.record(GameExtended())
        live.record(SheetOpened())
        hands = ((ANN, parse_hand(one.ann)), (BEN, parse_hand(one.ben)))
        live.record(RoundConfirmed(hands, one.caller, one.end))
    return shown(live)


def replayed(text: str, folder: Path) -> list[dict[str, object]]:
    path = folder / "game.kibitz"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


def sheet(game: GameView, folder: Path) -> dict[str, object]:
    answer = replayed(export_game_file(game), folder)[-1]["score_sheet"]
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize("pack_id", [*pack_ids(), *variant_ids()])
def test_a_replayed_game_file_gives_the_same_score_sheet(live: Live, tmp_path: Path, pack_id: str) -> None:
    game = played(live, with_house_rules(load_pack(pack_id, {"game.rounds": None}), [RULE]))

    answer = sheet(game, tmp_path)

    assert answer["totals"] == game.totals
    assert answer == {key: value for key, value in answer_json(None, game.score).items() if key != "id"}
    assert len(game.score.rounds) == len(ROUNDS)


@pytest.mark.parametrize("pack_id", [*pack_ids(), *variant_ids()])
def test_an_exported_game_file_reads_back_to_the_same_file_and_rules(live: Live, pack_id: str) -> None:
    game = played(live, with_house_rules(load_pack(pack_id, {"game.rounds": None}), [RULE]))

    read = parse_game(export_game_file(game))

    assert read == game_file(game)
    assert parse_game(format_game(read)) == read
    assert read.pack.keys() == game.pack.keys()
    assert RULE in read.rules


def test_a_failed_caller_fails_in_the_replay_by_the_house_rule(live: Live, tmp_path: Path) -> None:
    game = played(live, with_house_rules(load_pack("kaboo", {"game.rounds": None}), [RULE]), (FAILED,))

    assert game.totals == {ANN: 21, BEN: 4}
    assert sheet(game, tmp_path)["totals"] == {"Ann": 21, "Ben": 4}


def test_tokens_on_cards_count_in_the_replay(live: Live, tmp_path: Path) -> None:
    tokens = Ending("9H+1 2C", "4D-2 5S", BEN, RoundEnd.CALL)
    game = played(live, load_pack("dragons_gambit", {"game.rounds": None}), (tokens, DECK))
    without = played(live, game.pack, (Ending("9H 2C", "4D 5S", BEN, RoundEnd.CALL), DECK))

    assert sheet(game, tmp_path)["totals"] == game.totals != without.totals


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_replay_blames_nobody_for_what_was_not_seen(live: Live, tmp_path: Path, pack_id: str) -> None:
    numeric = load_pack(pack_id).deck.base is DeckBase.NUMERIC
    rounds = (Ending("9 2", "4", ANN, RoundEnd.CALL), Ending("3", "5 6 7 8 9", BEN, RoundEnd.CALL))
    game = played(live, load_pack(pack_id, {"game.rounds": None}), rounds if numeric else (FAILED, DECK, MANY))

    assert [step["violations"] for step in replayed(export_game_file(game), tmp_path) if step["violations"]] == []


def test_a_round_undone_is_not_in_the_file(live: Live, tmp_path: Path) -> None:
    played(live, load_pack("kaboo", {"game.rounds": None}), (FAILED, DECK))
    assert live.evening.last is not None
    live.record(Undone(live.evening.last.seq))

    game = shown(live)

    assert sheet(game, tmp_path)["totals"] == game.totals
    assert len(game.score.rounds) == 1


def test_a_game_that_has_just_begun_has_a_file_without_entries(live: Live) -> None:
    assert parse_game(export_game_file(shown(live))).lines == ()


@pytest.mark.parametrize(
    ("rule", "dealers"), [("lowest", "p1 p1 p2"), ("highest", "p1 p2 p1"), ("rotate_left", "p1 p2 p1")]
)
def test_the_deal_goes_by_the_rules(live: Live, tmp_path: Path, rule: str, dealers: str) -> None:
    game = played(live, load_pack("kaboo", {"game.rounds": None, "game.next_dealer": rule}), (ALONE, FAILED, TIE))
    steps = replayed(export_game_file(game), tmp_path)
    deals = [str(step["text"]).split()[0] for step in steps if str(step["text"]).endswith("deals")]
    assert " ".join(deals) == dealers
    assert not steps[-1]["standing"]
    assert game.next_dealer == (ANN if rule == "lowest" else BEN)


def test_who_joins_before_a_ruling_in_the_same_break_begins_by_the_rule_of_that_moment(
    live: Live, tmp_path: Path
) -> None:
    played(live, load_pack("kaboo", {"game.rounds": None}), (FAILED,))
    ruled = 'rule game.joins_with = {} by "Ann" because "so"'
    joined = [ruled.format(0), 'p3 joins "C"', ruled.format('"average"'), 'p4 joins "D"', ruled.format('"highest"')]
    for at_ms, said in enumerate(joined):
        live.record(ActSaid(float(at_ms), said))
    game = shown(live)
    assert (game.totals["C"], game.totals["D"]) == (0, 12)  # type: ignore[index]
    assert sheet(game, tmp_path)["totals"] == game.totals


def test_a_game_of_your_own_is_refused_in_words(live: Live) -> None:
    own = load_pack("kaboo").model_copy(update={"id": "ours", "name": "Ours", "base": None})
    live.record(GameStarted(own, own.content_hash, (ANN, BEN)))

    with pytest.raises(InputError, match="Ours is a game of your own"):
        export_game_file(shown(live))
