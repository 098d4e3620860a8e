"""The light of a picture against the empty table: colours that swing, lamps that move, and what cannot be told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.tracking.frames.light import STEADY, Light, block_means, light_of


def table() -> Image:
    """A green cloth with some grain, a mat and white cards, 320 x 180."""
    grain = np.random.default_rng(1).normal(0, 5, (180, 320, 1))
    picture = np.full((180, 320, 3), (70.0, 110.0, 50.0)) + grain
    picture[20:80, 40:120] = (40, 60, 120)
    picture[100:130, 200:222] = picture[40:70, 250:272] = 160
    return np.clip(picture, 0, 255).astype(np.uint8)


def with_arm(picture: Image) -> Image:
    armed = picture.copy()
    cv2.fillConvexPoly(armed, np.array([(90, 179), (150, 179), (180, 60), (150, 60)]), (110, 130, 160))
    return armed


def swung(picture: Image, gains: tuple[float, float, float] | NDArray[np.float64]) -> Image:
    return np.clip(np.round(picture * np.asarray(gains)), 0, 255).astype(np.uint8)


def seen(picture: Image, before: Light = STEADY) -> Light:
    return light_of(block_means(picture), block_means(table()), before)


@pytest.mark.parametrize("picture", [table(), with_arm(table())], ids=["empty", "an arm over it"])
def test_in_a_steady_light_a_picture_stays_bit_for_bit_as_it_is(picture: Image) -> None:
    noise = np.random.default_rng(2).normal(0, 2, picture.shape)
    noisy = np.clip(np.round(picture + noise), 0, 255).astype(np.uint8)

    assert seen(noisy) is STEADY
    assert STEADY.taken_from(noisy) is noisy


@pytest.mark.parametrize("gains", [(1.8, 1.0, 0.75), (0.4, 0.9, 1.5), (0.5, 0.5, 0.5)])
@pytest.mark.parametrize("has_arm", [False, True])
def test_a_white_balance_or_exposure_that_swung_is_taken_out(gains: tuple[float, float, float], has_arm: bool) -> None:
    was = with_arm(table()) if has_arm else table()

    light = seen(swung(was, gains))

    assert light.is_clear
    off = np.abs(light.taken_from(swung(was, gains)).astype(int) - was)
    assert float(np.quantile(off, 0.99)) <= 4


def test_a_colour_matrix_behind_the_white_balance_is_taken_out() -> None:
    vivid = 1.8 * np.eye(3) - 0.8 * np.tile([0.114, 0.587, 0.299], (3, 1))
    mixed = np.clip(table() @ (vivid @ np.diag([1.3, 1.0, 0.8]) @ np.linalg.inv(vivid)).T, 0, 255).astype(np.uint8)

    light = seen(mixed)

    assert float(np.quantile(np.abs(light.taken_from(mixed).astype(int) - table()), 0.99)) <= 8


def test_a_lamp_from_one_side_is_taken_out_where_it_shines() -> None:
    across = np.linspace(0.7, 1.3, 320)[None, :, None]
    lit = swung(table(), np.broadcast_to(across, (180, 320, 3)))

    light = seen(lit)

    assert light.field is not None
    assert float(np.quantile(np.abs(light.taken_from(lit).astype(int) - table()), 0.95)) <= 8


def test_a_white_card_is_white_also_when_a_colour_of_it_glared() -> None:
    was = table()
    was[140:170, 60:82] = 225

    evened = seen(swung(was, (1.8, 1.0, 0.75))).taken_from(swung(was, (1.8, 1.0, 0.75)))

    assert np.abs(evened[142:168, 62:80].astype(int) - 225).max() <= 6


def test_noise_that_a_light_makes_stronger_is_known() -> None:
    assert seen(swung(table(), (0.5, 1.0, 1.0))).noise == pytest.approx((2.0, 1.0, 1.0), abs=0.15)


@pytest.mark.parametrize("level", [0, 255])
def test_of_a_picture_that_is_black_or_white_the_light_is_not_told(level: int) -> None:
    assert not seen(np.full((180, 320, 3), level, np.uint8)).is_clear


def test_of_a_picture_of_something_else_the_light_is_not_told() -> None:
    colours = np.random.default_rng(3).integers(4, 240, (23, 40, 3), dtype=np.uint8)

    assert not seen(np.asarray(cv2.resize(colours, (320, 180)), np.uint8)).is_clear
