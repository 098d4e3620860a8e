"""Size, tilt and sharpness of a face in a picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_models.reading.difficulty import look_at

CARD = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
GREY = np.full((400, 400, 3), 128, np.uint8)


@given(st.floats(0, 80), st.floats(0, 360), st.floats(0, 360), st.integers(0, 3))
def test_foreshortening_gives_the_tilt_back(tilt: float, spin: float, towards: float, start: int) -> None:
    a, b = np.radians(spin), np.radians(towards)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    away = np.array([[np.cos(b), np.sin(b)], [-np.sin(b), np.cos(b)]])
    seen = CARD @ turn * (1, np.cos(np.radians(tilt))) @ away + 200
    # Of two readings of an outline, a tilted card or one lying across, the lesser tilt is taken.
    assert look_at(GREY, np.roll(seen, start, 0).astype(np.float32)).tilt_deg <= tilt + 2


@pytest.mark.parametrize("tilt", [20.0, 30.0, 40.0])
def test_a_card_tilted_away_is_tilted_that_much(tilt: float) -> None:
    seen = CARD * (np.cos(np.radians(tilt)), 1) + 200
    assert look_at(GREY, seen.astype(np.float32)).tilt_deg == pytest.approx(tilt, abs=1)


def test_size_is_the_short_side() -> None:
    assert look_at(GREY, (CARD * 2 + 200).astype(np.float32)).short_px == pytest.approx(126)


def test_a_blurred_card_is_less_sharp() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (400, 400, 3), np.uint8)
    quad = (CARD * 2 + 200).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    assert look_at(soft, quad).sharpness < look_at(noise, quad).sharpness / 10
