"""How far a camera held in a hand has moved."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.follow.handheld import movements
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import project


def table(rng: np.random.Generator) -> np.ndarray:
    """A picture with a thing at every few pixels."""
    picture = np.full((240, 320, 3), 60, np.uint8)
    for x, y in rng.uniform((0, 0), (320, 240), (150, 2)):
        cv2.circle(picture, (round(x), round(y)), 4, tuple(int(c) for c in rng.integers(90, 255, 3)), -1)
    return picture


def frames(*pictures: np.ndarray) -> list[Frame]:
    return [Frame(picture, number, number * 33_000_000) for number, picture in enumerate(pictures)]


def shifted(picture: np.ndarray, x: float, y: float) -> np.ndarray:
    moved = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return cv2.warpAffine(picture, moved, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT)


def test_a_camera_that_drifts_is_followed() -> None:
    picture = table(np.random.default_rng(1))
    *_, (_, moved) = movements(frames(*(shifted(picture, 2 * step, -step) for step in range(8))))
    np.testing.assert_allclose(project(np.array([100.0, 100.0]), moved), (114, 93), atol=1)


def test_a_hand_before_part_of_the_picture_does_not_move_the_camera() -> None:
    picture = table(np.random.default_rng(2))
    covered = picture.copy()
    covered[100:, 100:220] = (120, 150, 200)
    *_, (_, moved) = movements(frames(picture, covered))
    np.testing.assert_allclose(project(np.array([50.0, 50.0]), moved), (50, 50), atol=0.5)


def test_where_nothing_is_found_again_the_camera_counts_as_standing() -> None:
    picture = table(np.random.default_rng(3))
    *_, (_, moved) = movements(frames(picture, shifted(picture, 4, 0), np.full_like(picture, 60)))
    np.testing.assert_allclose(project(np.array([100.0, 100.0]), moved), (104, 100), atol=0.5)


def test_a_picture_without_anything_to_follow_is_taken_as_it_is() -> None:
    blank = np.full((240, 320, 3), 60, np.uint8)
    assert all(np.array_equal(moved, np.eye(3)) for _, moved in movements(frames(blank, blank)))
