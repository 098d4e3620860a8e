"""Frozen, broken and dark pictures are told from a table on which nothing happens."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.camera.picture_check import PictureCheck, Trouble

FRAME_NS = 33_000_000


def noisy(seed: int, level: int = 100, noise: float = 2.0) -> np.ndarray:
    table = np.full((240, 320, 3), level, float) + np.random.default_rng(seed).normal(0, noise, (240, 320, 3))
    return np.clip(table, 0, 255).astype(np.uint8)


def half(colour: tuple[int, int, int]) -> np.ndarray:
    image = noisy(1)
    image[120:] = colour
    return image


def lasting_after(pictures: list[np.ndarray | None], frames: int) -> Trouble | None:
    check = PictureCheck()
    lasting = None
    for number in range(frames):
        check.look(pictures[number % len(pictures)], number * FRAME_NS)
        lasting = check.lasting(number * FRAME_NS)
    return lasting


def test_a_still_table_is_no_trouble() -> None:
    assert lasting_after([noisy(seed, noise=1.0) for seed in range(4)], 100) is None


def test_the_same_picture_for_long_is_frozen_and_for_short_is_not() -> None:
    assert lasting_after([noisy(1)], 30) is None
    assert lasting_after([noisy(1)], 60) is Trouble.FROZEN


@pytest.mark.parametrize("colour", [(0, 135, 0), (128, 128, 128), (255, 0, 255)])
def test_a_picture_filled_up_with_one_colour_is_broken(colour: tuple[int, int, int]) -> None:
    assert PictureCheck().look(half(colour), 0) is Trouble.BROKEN


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255)])
def test_black_bars_and_glare_are_not_broken(colour: tuple[int, int, int]) -> None:
    assert PictureCheck().look(half(colour), 0) is None


def test_a_picture_that_cannot_be_decoded_is_broken_at_once_and_told_when_it_lasts() -> None:
    assert PictureCheck().look(None, 0) is Trouble.BROKEN
    assert lasting_after([None], 5) is None
    assert lasting_after([None], 20) is Trouble.BROKEN


def test_one_good_picture_ends_the_trouble() -> None:
    check = PictureCheck()
    for number in range(40):
        check.look(None, number * FRAME_NS)
    assert check.lasting(40 * FRAME_NS) is Trouble.BROKEN
    assert check.look(noisy(1), 41 * FRAME_NS) is None
    assert check.lasting(41 * FRAME_NS) is None


def test_a_lamp_that_is_off_leaves_darkness() -> None:
    assert lasting_after([noisy(seed, level=6) for seed in range(4)], 30) is Trouble.DARK
    assert lasting_after([noisy(seed, level=25) for seed in range(4)], 30) is None
