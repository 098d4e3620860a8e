"""The soak in small: legal games end in a score sheet, damaged files in a result or one clear sentence."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from kibitz_scoring.packs import pack_ids

GAMES, MUTATIONS = 300, 3_000


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    path = Path(__file__).parents[1] / "soak" / "soak.py"
    spec = importlib.util.spec_from_file_location("kibitz_soak", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("pack_id", pack_ids())
def test_random_legal_games_end_with_a_valid_score_sheet(soak: ModuleType, pack_id: str) -> None:
    for seed in range(GAMES):
        soak.play_legal_game(pack_id, seed)


def test_damaged_games_and_packs_give_a_result_or_a_clear_error(soak: ModuleType) -> None:
    outcomes = Counter(soak.damage(MUTATIONS, 0, 1))
    assert sum(outcomes.values()) == MUTATIONS
    assert min(outcomes[kind, outcome] for kind in ("games", "packs") for outcome in ("error", "valid")) > 50
