"""The mat for the table."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM
from kibitz_datasets.decks.gambit.drawing import Drawing
from kibitz_datasets.decks.gambit.table_mat import GAP_MM, PILE_MM, grid, pile_places

_FREE_MM = 12.0
"""How much of one colour has to be round a card that is outlined."""
_GRID = tuple((x * (WIDTH_MM + GAP_MM) / 2, y * (HEIGHT_MM + GAP_MM) / 2) for x in (-1, 1) for y in (-1, 1))


@pytest.mark.parametrize(("sheet", "middles"), [(grid(), _GRID), (pile_places(), ((-PILE_MM, 0.0), (PILE_MM, 0.0)))])
def test_nothing_is_printed_beside_the_edges_of_a_card(
    sheet: Drawing, middles: tuple[tuple[float, float], ...]
) -> None:
    ground, *marks = sheet
    reach = np.abs(np.vstack(ground.loops)).max(axis=0)
    for middle in middles:
        assert (reach - np.abs(middle) >= np.array([WIDTH_MM, HEIGHT_MM]) / 2 + _FREE_MM).all()
    for mark in marks:
        spots = np.vstack(mark.loops)
        hidden = (np.abs(spots - middle) < np.array([WIDTH_MM, HEIGHT_MM]) / 2 - _FREE_MM for middle in middles)
        assert any(inside.all() for inside in hidden)
