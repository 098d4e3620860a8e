"""Places cut out of a frame."""

from __future__ import annotations

import cv2
import hypothesis.strategies as st
import numpy as np
from hypothesis import given
from hypothesis.extra.numpy import arrays

from kibitz_scoring.table import Heap
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, inverse, project
from kibitz_vision.table.patches import (
    CARD_AREA,
    HEIGHT_PX,
    THIRDS,
    WIDTH_PX,
    Mask,
    alike,
    patch_map,
    portion,
    portions,
    texture,
)
from kibitz_vision.table.places import TablePlaces, card_rectangle

PLACES = (Heap.DRAW, Heap.DISCARD)
IMAGE_FROM_TABLE = np.array([[1.1, 0.1, 300.0], [-0.05, 1.0, 200.0], [1e-4, 2e-4, 1.0]])
TABLE = TablePlaces(
    (),
    (640, 400),
    inverse(IMAGE_FROM_TABLE),
    {Heap.DRAW: card_rectangle(np.array([-60.0, 0.0]), 0.3), Heap.DISCARD: card_rectangle(np.array([60.0, 0.0]), 1.6)},
)


def test_a_card_at_its_place_fills_the_card_area_of_its_patch() -> None:
    picture = np.zeros((400, 640, 3), np.uint8)
    cv2.fillConvexPoly(
        picture, np.round(project(TABLE.quads_mm[Heap.DISCARD], IMAGE_FROM_TABLE)).astype(int), (200,) * 3
    )
    half = np.asarray(cv2.resize(picture, (320, 200), interpolation=cv2.INTER_AREA), np.uint8)
    draw, discard = patch_map(TABLE).cut(half)
    assert discard[CARD_AREA].mean() > 190
    assert discard[~CARD_AREA].mean() < 30
    assert draw.max() == 0


def test_the_corners_of_a_place_are_the_corners_of_the_card_area() -> None:
    corners = patch_map(TABLE).pixels(Heap.DRAW, TABLE.quads_mm[Heap.DRAW])
    rows, columns = np.nonzero(CARD_AREA)
    assert np.allclose(corners[0], (columns.min() - 0.5, rows.min() - 0.5), atol=0.51)
    assert np.allclose(corners[2] - corners[0], (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2))
    assert THIRDS[0][rows.min(), columns.min()]
    assert not THIRDS[0][rows.max(), columns.min()]


def test_what_differs_by_noise_is_alike_and_a_border_tells_more_than_a_plain() -> None:
    patch = np.full((HEIGHT_PX, WIDTH_PX, 3), 90, np.uint8)
    patch[:, 20:] = 180
    assert alike(patch, patch + np.uint8(5)).all()
    assert not alike(patch, patch + np.uint8(30)).any()
    told = texture(patch)
    assert told[10, 20] > 10 * told[10, 5]


@given(arrays(bool, st.tuples(st.integers(1, 3), st.integers(1, 9), st.integers(1, 9))))
def test_a_portion_is_the_mean_of_what_is_true(patches: Mask) -> None:
    assert portion(patches) == patches.mean()
    assert np.allclose(portions(patches), patches.mean(axis=(1, 2)))
