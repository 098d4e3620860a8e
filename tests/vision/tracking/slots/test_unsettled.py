"""A card that has landed on another which had landed before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.unsettled import Landed

SEEN, UPON = (cast("HistoryFrame", SimpleNamespace()) for _ in range(2))


def face(*odds: float) -> CardObservation:
    return CardObservation(np.zeros((4, 2)), is_flat=True, is_back=False, probabilities=np.float32([*odds, 0, 0]))


@pytest.mark.parametrize(
    ("landed", "beneath"), [(face(1, 0), SEEN), (face(0, 1), UPON), (face(0.5, 0.5), UPON), (None, UPON)]
)
def test_a_card_lies_on_the_one_that_has_landed_if_it_is_surely_another(
    landed: CardObservation | None, beneath: HistoryFrame
) -> None:
    assert Landed(landed, SEEN, UPON).beneath(face(0, 1)) is beneath
