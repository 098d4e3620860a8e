"""Crops: the card upright, whole, and without the picture's size mattering."""

import cv2
import numpy as np
import pytest

from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_SIZE, CROP_WIDTH_PX, MARGIN, crop_corners, cut_card


def _picture(scale: float) -> tuple[Image, Quad]:
    """A blue card with a red upper left quarter on green, and its corners."""
    corners = np.array([[30, 40], [93, 40], [93, 128], [30, 128]], np.float32) * scale
    picture = np.full((round(170 * scale), round(130 * scale), 3), (0, 255, 0), np.uint8)
    x0, y0, x1, y1 = (round(v * scale) for v in (30, 40, 93, 128))
    picture[y0:y1, x0:x1] = (255, 0, 0)
    picture[y0 : (y0 + y1) // 2, x0 : (x0 + x1) // 2] = (0, 0, 255)
    return picture, corners - 0.5


@pytest.mark.parametrize("scale", [1, 2, 8])
def test_a_crop_shows_the_card_upright_at_any_size(scale: float) -> None:
    crop = cut_card(*_picture(scale))
    assert crop.shape == (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    assert crop[20, 20].argmax() == 2
    assert crop[20, -20].argmax() == crop[-20, 20].argmax() == crop[-20, -20].argmax() == 0


def test_a_card_given_from_its_other_end_stands_on_its_head() -> None:
    picture, quad = _picture(2)
    turned = cut_card(picture, np.roll(quad, 2, 0))[::-1, ::-1]
    assert np.abs(turned.astype(int) - cut_card(picture, quad)).mean() < 2


def test_the_margin_shows_what_lies_beyond_the_card() -> None:
    crop = cut_card(*_picture(3))
    assert crop[0, 0].argmax() == crop[-1, -1].argmax() == 1


def test_the_corners_of_the_card_lie_where_the_crop_says() -> None:
    left, top = crop_corners(CROP_SIZE, MARGIN)[0]
    crop = cut_card(*_picture(4)).astype(int)
    middle = crop[CROP_HEIGHT_PX // 4]
    edge = np.flatnonzero(middle[:, 2] > 128)[0]
    assert abs(edge - left) <= 1
    assert left == pytest.approx(CROP_WIDTH_PX * MARGIN / (1 + 2 * MARGIN))
    assert top == pytest.approx(CROP_HEIGHT_PX * MARGIN / (1 + 2 * MARGIN))


def test_fine_stripes_of_a_large_card_become_grey_and_no_new_pattern() -> None:
    stripes = np.zeros((1600, 1200, 3), np.uint8)
    stripes[:, ::2] = 255
    quad = np.array([[100, 100], [1050, 100], [1050, 1450], [100, 1450]], np.float32)
    assert cut_card(stripes, quad)[10:-10, 10:-10].std() < 12


def test_a_card_that_leaves_the_picture_is_cut_all_the_same() -> None:
    picture, quad = _picture(1)
    crop = cut_card(picture, quad - (60, 90))
    assert crop.shape == (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)


def test_a_tilted_card_is_made_rectangular() -> None:
    picture, quad = _picture(3)
    height, width = picture.shape[:2]
    seen = np.array([[0.2, 0.1], [0.8, 0], [1, 1], [0, 0.9]], np.float32) * np.float32([width, height])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, seen)
    tilted = cv2.warpPerspective(picture, warp, (width, height))
    crop = cut_card(np.asarray(tilted, np.uint8), cv2.perspectiveTransform(quad[None], warp)[0])
    assert np.abs(crop.astype(int) - cut_card(picture, quad)).mean() < 8
