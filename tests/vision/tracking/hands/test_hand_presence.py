"""Whether a hand is in view: something large that comes in over the border."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.tracking.hands.arm_attribution import Mask
from kibitz_vision.tracking.hands.hand_presence import arm_over_border, shows_hand


def _mask(*parts: tuple[slice, slice]) -> Mask:
    mask = np.zeros((180, 320), np.uint8)
    for part in parts:
        mask[part] = 255
    return mask


def test_an_arm_that_comes_in_over_the_border_is_a_hand() -> None:
    assert shows_hand(_mask((slice(90, 180), slice(100, 130))))


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ((slice(60, 110), slice(100, 140)), "a card in the middle of the table"),
        ((slice(0, 40), slice(100, 105)), "the corner of a card that lies at the border"),
        ((slice(175, 180), slice(100, 120)), "a speck at the border"),
        ((slice(0, 180), slice(100, 102)), "the rim of a mat that was nudged"),
        ((slice(0, 0), slice(0, 0)), "an empty table"),
    ],
)
def test_what_is_small_or_thin_or_apart_from_the_border_is_no_hand(part: tuple[slice, slice], what: str) -> None:
    assert not shows_hand(_mask(part)), what


def test_only_the_arm_itself_is_told_and_no_card_beside_it() -> None:
    arm, card = (slice(90, 180), slice(100, 130)), (slice(20, 60), slice(200, 230))

    told = arm_over_border(_mask(arm, card))

    assert told[120, 115] == 255
    assert told[40, 215] == 0
