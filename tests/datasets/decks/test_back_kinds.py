"""Backs of any kind."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_datasets.decks.back_kinds import BACKS, draw_any_back
from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX


@pytest.mark.parametrize("kind", range(len(BACKS)))
def test_every_kind_is_a_card_and_no_two_of_it_are_alike(kind: int) -> None:
    drawn = [BACKS[kind][0](np.random.default_rng((2, seed))) for seed in range(6)]
    assert {back.shape for back in drawn} == {(ART_HEIGHT_PX, ART_WIDTH_PX, 3)}
    assert len({back.tobytes() for back in drawn}) == len(drawn)


def test_hundreds_of_backs_are_drawn_dark_and_borderless_ones_among_them() -> None:
    drawn = [draw_any_back(np.random.default_rng((1, seed))) for seed in range(200)]
    assert len({back.tobytes() for back in drawn}) >= 195
    assert sum(back.mean() < 50 for back in drawn) >= 10
    borderless = [back for back in drawn if back[:3].std() > 20]
    assert len(borderless) >= 20
    assert sum(weight for _, weight in BACKS) == pytest.approx(1)
