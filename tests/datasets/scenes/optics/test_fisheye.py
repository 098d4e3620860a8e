"""Barrel distortion: labels follow what is seen."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_datasets.decks.card_look import NEW
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.optics.fisheye import Fisheye, sample_fisheye
from kibitz_datasets.scenes.optics.table_camera import image_from_table

SIZE = (480, 640)
COORDINATE = st.floats(-900, 900)


@given(k=st.floats(0, 0.6), x=COORDINATE, y=COORDINATE)
def test_bending_and_straightening_undo_each_other(k: float, x: float, y: float) -> None:
    lens, point = Fisheye(SIZE, k), np.array([[x, y]], np.float32)
    assert lens.straight(lens.bent(point)) == pytest.approx(point, abs=0.05 + 2e-4 * float(np.abs(point).max()))


def test_the_corners_and_the_middle_stay() -> None:
    still = np.array([[0, 0], [639, 0], [639, 479], [0, 479], [319.5, 239.5]], np.float32)
    assert Fisheye(SIZE, 0.4).bent(still) == pytest.approx(still, abs=0.01)


def test_a_straight_line_bends_outwards_at_its_middle() -> None:
    line = np.array([[20, 100], [319.5, 100], [619, 100]], np.float32)
    left, middle, right = Fisheye(SIZE, 0.4).bent(line)[:, 1]
    assert left == pytest.approx(right, abs=0.01)
    assert middle < left - 15


def test_without_strength_nothing_changes() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (*SIZE, 3), np.uint8)
    assert np.array_equal(Fisheye(SIZE, 0.0).bend(picture, smooth=False), picture)


@pytest.mark.parametrize("k", [0.1, 0.3])
def test_the_outlines_of_cards_follow_the_picture(k: float) -> None:
    canvas = Canvas(np.full((*SIZE, 3), 90, np.uint8))
    camera = image_from_table(SIZE, 1.4, 0.0, 0.0, 1.0)
    places = [Place(np.array([x, y]), 0.4, up=True) for x in (-150.0, 0.0, 150.0) for y in (-90.0, 90.0)]
    canvas.lay(np.random.default_rng(1), drawn_deck(1), places, camera, NEW)
    before = {card.number: card.quad for card in canvas.labels()}
    canvas.bend(Fisheye(SIZE, k))
    for card in canvas.labels():
        assert np.abs(card.quad - before[card.number]).max() > 3
        filled = np.zeros(SIZE, np.uint8)
        cv2.fillConvexPoly(filled, card.quad.astype(np.int32), 1)
        owned = canvas.owner == card.number
        assert (owned & (filled > 0)).sum() / (owned | (filled > 0)).sum() > 0.9
        assert card.visible > 0.9
        assert min(card.indices_visible) > 0.8


def test_most_lenses_are_straight() -> None:
    lenses = [sample_fisheye(np.random.default_rng(seed), SIZE) for seed in range(400)]
    bent = [lens.k for lens in lenses if lens]
    assert 20 < len(bent) < 80
    assert max(bent) > 0.3
