"""The soak in small: legal games end in a score sheet, damaged files in a result or one clear sentence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kibitz_scoring.rules.packs import pack_ids

from ..soak.damage import Damage
from ..soak.disturbed_games import play_disturbed_game
from ..soak.legal_games import play_legal_game
from ..soak.soak import Progress, results, run

GAMES, DISTURBED, MUTATIONS = 60, 20, 1_500


@pytest.mark.parametrize("pack_id", pack_ids())
def test_random_legal_games_end_with_a_valid_score_sheet(pack_id: str) -> None:
    for seed in range(GAMES):
        play_legal_game(pack_id, seed)


@pytest.mark.parametrize("pack_id", pack_ids())
def test_games_in_which_people_come_go_rule_and_correct_end_and_change_no_written_point(pack_id: str) -> None:
    assert sum(play_disturbed_game(pack_id, seed) for seed in range(DISTURBED)) > DISTURBED


def test_damaged_games_and_packs_give_a_result_or_a_clear_error(tmp_path: Path) -> None:
    damage = Damage(tmp_path, 1)
    outcomes = Counter(map(damage.try_one, range(MUTATIONS)))
    assert sum(outcomes.values()) == MUTATIONS
    assert min(outcomes[f"{kind} {found}"] for kind in ("games", "packs") for found in ("error", "valid")) > 50


def _origin(code: str) -> dict[str, object]:
    return {"commit": f"commit of {code}", "code": code, "seed": 1}


def test_a_soak_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    first = Progress(path, _origin("a"))
    run(first, 1, 2, 1)
    again = Progress(path, _origin("a"))
    assert again.counts == first.counts
    run(again, 2, 6, 1)
    assert again.counts["mutations"] == 6
    assert {again.counts[f"sheets {pack_id}"] for pack_id in pack_ids()} == {2}
    assert results(again)["crashes"] == []


def test_other_code_is_soaked_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    run(Progress(path, _origin("a")), 0, 2, 1)
    other = Progress(path, _origin("b"))
    assert (other.counts, results(other)["commit"]) == ({}, "commit of b")


def test_a_crash_is_counted_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(tmp_path / "progress.json", _origin("a"))

    def crash() -> str:
        raise KeyError("p1.a1")

    progress.count("mutations", 7, crash)
    assert results(progress)["crashes"] == ["mutations 7: KeyError('p1.a1')"]
    assert "KeyError" in capsys.readouterr().err
