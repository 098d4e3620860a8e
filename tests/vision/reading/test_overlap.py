"""What lies in an outline."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.reading.overlap import contains

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float64)


@pytest.mark.parametrize("corners", [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3]])
def test_a_point_lies_in_an_outline_however_its_corners_are_told(corners: list[int]) -> None:
    outline = CARD[corners]
    assert contains(outline, (31.5, 44.0))
    assert contains(outline, np.array([5.0, 80.0]))
    assert contains(outline, (63.0, 88.0)), "its border is part of it"
    assert not contains(outline, (64.0, 44.0))
    assert not contains(outline, (-1.0, -1.0))
