"""By how much a card lies otherwise than before, from patches of cards moved by known distances."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, MM_PER_PX, WIDTH_PX, Atlas
from kibitz_vision.tracking.frames.micro_motion import has_slipped, micro_motion_mm, shows_micro_motion

RNG = np.random.default_rng(3)
TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 140, 90), np.uint8)
CARD = TABLE.copy()
CARD[CARD_AREA] = cv2.GaussianBlur(RNG.integers(0, 256, (*CARD_AREA.shape, 3), dtype=np.uint8), (0, 0), 1.5)[CARD_AREA]


def moved(mm: float, deg: float = 0.0) -> Atlas:
    """The card so much farther to the right, and turned."""
    warp = cv2.getRotationMatrix2D(((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2), deg, 1.0)
    warp[0, 2] += mm / MM_PER_PX
    shifted = cv2.warpAffine(CARD, warp, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shifted, np.uint8)


def noisy(patch: Atlas) -> Atlas:
    noise = np.random.default_rng(5).normal(0, 3, patch.shape)
    return np.asarray(np.clip(patch + noise, 0, 255), np.uint8)


def test_a_card_that_lies_as_before_has_not_moved_whatever_the_noise_and_the_light() -> None:
    assert micro_motion_mm(CARD, CARD) == 0.0
    assert not shows_micro_motion(2 * micro_motion_mm(CARD, noisy(CARD)))
    assert not shows_micro_motion(micro_motion_mm(CARD, np.asarray(CARD * 0.5 + 40, np.uint8)))
    assert not shows_micro_motion(2 * micro_motion_mm(TABLE, noisy(TABLE)))


@pytest.mark.parametrize("mm", [0.5, 1.0, 2.0])
def test_a_card_laid_down_anew_has_moved_by_about_as_much_as_it_did(mm: float) -> None:
    assert micro_motion_mm(CARD, moved(mm)) == pytest.approx(mm, rel=0.25)


def test_a_card_that_is_turned_has_moved_its_edges() -> None:
    assert micro_motion_mm(CARD, moved(0.0, 2.0)) == pytest.approx(np.radians(2.0) * 44, rel=0.25)


def test_fingers_on_a_card_do_not_move_it() -> None:
    held = CARD.copy()
    held[-10:, 12:26] = (90, 110, 180)
    assert not shows_micro_motion(micro_motion_mm(CARD, held))


@pytest.mark.parametrize(("mm", "deg"), [(0.0, 0.0), (2.0, 1.0), (3.0, -0.5)])
def test_a_card_that_was_looked_at_shows_the_same_once_it_is_moved_back(mm: float, deg: float) -> None:
    assert has_slipped(CARD, noisy(moved(mm, deg)))


def test_a_card_far_off_another_and_one_beneath_a_hand_have_not_slipped() -> None:
    held = moved(2.0)
    held[-16:, 8:30] = (90, 110, 180)
    for other in (moved(20.0), TABLE, np.asarray(CARD[::-1, ::-1]), held):
        assert not has_slipped(CARD, other)
