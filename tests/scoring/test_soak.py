"""The soak in small: legal games end in a score sheet, damaged files in a result or one clear sentence."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kibitz_scoring.rules.packs import pack_ids

GAMES, DISTURBED, MUTATIONS = 60, 20, 1_500


@pytest.fixture(scope="module")
def soak() -> Iterator[ModuleType]:
    path = Path(__file__).parents[1] / "soak" / "soak.py"
    spec = importlib.util.spec_from_file_location("kibitz_soak", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.mark.parametrize("pack_id", pack_ids())
def test_random_legal_games_end_with_a_valid_score_sheet(soak: ModuleType, pack_id: str) -> None:
    for seed in range(GAMES):
        soak.play_legal_game(pack_id, seed)


@pytest.mark.parametrize("pack_id", pack_ids())
def test_games_in_which_people_come_go_rule_and_correct_end_and_change_no_written_point(
    soak: ModuleType, pack_id: str
) -> None:
    assert sum(soak.play_disturbed_game(pack_id, seed) for seed in range(DISTURBED)) > DISTURBED


def test_damaged_games_and_packs_give_a_result_or_a_clear_error(soak: ModuleType, tmp_path: Path) -> None:
    damage = soak.Damage(tmp_path, 1)
    outcomes = Counter(map(damage.try_one, range(MUTATIONS)))
    assert sum(outcomes.values()) == MUTATIONS
    assert min(outcomes[f"{kind} {found}"] for kind in ("games", "packs") for found in ("error", "valid")) > 50


def _origin(code: str) -> dict[str, object]:
    return {"commit": f"commit of {code}", "code": code, "seed": 1}


def test_a_soak_goes_on_where_it_was_stopped(soak: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    first = soak.Progress(path, _origin("a"))
    soak.run(first, 1, 2, 1)
    again = soak.Progress(path, _origin("a"))
    assert again.counts == first.counts
    soak.run(again, 2, 6, 1)
    assert again.counts["mutations"] == 6
    assert {again.counts[f"sheets {pack_id}"] for pack_id in pack_ids()} == {2}
    assert soak.results(again)["crashes"] == []


def test_other_code_is_soaked_from_the_start(soak: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    soak.run(soak.Progress(path, _origin("a")), 0, 2, 1)
    other = soak.Progress(path, _origin("b"))
    assert (other.counts, soak.results(other)["commit"]) == ({}, "commit of b")


def test_a_crash_is_counted_and_told(soak: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    progress = soak.Progress(tmp_path / "progress.json", _origin("a"))

    def crash() -> str:
        raise KeyError("p1.a1")

    progress.count("mutations", 7, crash)
    assert soak.results(progress)["crashes"] == ["mutations 7: KeyError('p1.a1')"]
    assert "KeyError" in capsys.readouterr().err
