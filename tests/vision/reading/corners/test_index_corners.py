"""Index corners and the cards they belong to."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.reading.corners.index_corners import card_of_index, index_quad

CARD = np.array([[40, 30], [103, 40], [89, 128], [26, 118]], np.float32)


@pytest.mark.parametrize("turned", [False, True])
def test_a_corner_leads_back_to_its_card(turned: bool) -> None:
    index = index_quad(CARD, turned=turned)
    expected = np.roll(CARD, 2, 0) if turned else CARD
    assert np.abs(card_of_index(index) - expected).max() < 1.0


def test_an_upper_right_corner_leads_to_the_card_on_its_left() -> None:
    index = index_quad(CARD, turned=False)
    shifted = index + (CARD[1] - CARD[0]) * 0.78
    assert np.abs(card_of_index(shifted, right=True) - CARD).max() < 1.0
