"""Pictures of a measurement show what was measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz_models.reading.matching import FaceResult, Outcome
from kibitz_models.reading.report.charts import CARDS, CELL_PX, LABEL_PX, LEFT, RIGHT, WRONG, draw_confusions
from kibitz_vision.detections import Image


def _face(wanted: str | None, got: str | None, outcome: Outcome) -> FaceResult:
    return FaceResult(Path("photo.jpg"), wanted, got, outcome, 0.9, full=True, quad=None, seen=None)


def _cell(picture: Image, row: int, column: int) -> list[int]:
    """A cell's colour at its upper right, beside the number."""
    y, x = LABEL_PX + row * CELL_PX + 3, LABEL_PX + (column + 1) * CELL_PX - 3
    return [int(v) for v in picture[y, x]]


@pytest.fixture(scope="module")
def matrix() -> Image:
    return draw_confusions(
        [
            _face("7H", "7H", Outcome.RIGHT),
            _face("7H", "8H", Outcome.WRONG),
            _face("9S", None, Outcome.ABSTAINED),
            _face(None, "AS", Outcome.EXTRA),
        ]
    )


def test_right_wrong_and_unread_faces_have_colours_of_their_own(matrix: Image) -> None:
    seven, eight, nine, ace = (CARDS.index(name) for name in ("7H", "8H", "9S", "AS"))
    assert _cell(matrix, seven, seven) == list(RIGHT)
    assert _cell(matrix, seven, eight) == list(WRONG)
    assert _cell(matrix, nine, len(CARDS)) == list(LEFT)
    assert _cell(matrix, len(CARDS), ace) == list(WRONG), "named where no card was"


def test_pairs_that_did_not_occur_stay_empty(matrix: Image) -> None:
    seven, eight = CARDS.index("7H"), CARDS.index("8H")
    assert _cell(matrix, eight, seven) == [255, 255, 255]
    coloured = np.abs(matrix.astype(int) - 255).max(2) > 0
    assert coloured.mean() < 0.2
