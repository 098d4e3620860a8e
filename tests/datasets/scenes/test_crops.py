"""Crops for the reader and outlines for the corner finder."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_datasets.decks.deck import CARDS, Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.canvas import SceneCard
from kibitz_datasets.scenes.crops import (
    crop_labels,
    label_of,
    loosen,
    render_crop,
    render_index,
    render_outline,
)
from kibitz_scoring.cards import JOKER, parse_card
from kibitz_vision.reading.corners.corner_finder import OUTLINE_SIZE
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX
from kibitz_vision.reading.reader import BACK, NONE

SQUARE = np.array([[10, 10], [73, 10], [73, 98], [10, 98]], np.float32)


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [drawn_deck(0), drawn_deck(4)]


def test_the_same_seed_renders_the_same_crop(decks: list[Deck]) -> None:
    first, second = (render_crop(np.random.default_rng(9), decks) for _ in range(2))
    assert first.label == second.label
    assert np.array_equal(first.picture, second.picture)


def test_crops_have_the_readers_size_and_known_labels(decks: list[Deck]) -> None:
    known = set(crop_labels(CARDS))
    crops = [render_crop(np.random.default_rng(seed), decks) for seed in range(60)]
    assert {crop.picture.shape for crop in crops} == {(CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)}
    labels = {crop.label for crop in crops}
    assert labels <= known
    assert len(labels) > 20


def test_a_card_whose_indices_are_covered_has_no_name() -> None:
    assert label_of(SceneCard(parse_card("7H"), SQUARE, visible=0.5, indices_visible=(0.0, 0.2))) == NONE


def test_a_half_covered_card_with_an_open_index_keeps_its_name() -> None:
    assert label_of(SceneCard(parse_card("7H"), SQUARE, visible=0.3, indices_visible=(0.0, 1.0))) == "7H"


def test_a_card_face_down_is_a_back() -> None:
    assert label_of(SceneCard(None, SQUARE, visible=0.9, indices_visible=(0.0, 1.0))) == BACK


def test_outlines_have_corners_near_the_middle_of_their_crops(decks: list[Deck]) -> None:
    outlines = [o for seed in range(40) if (o := render_outline(np.random.default_rng(seed), decks))]
    assert len(outlines) > 25
    for outline in outlines:
        assert outline.picture.shape == (OUTLINE_SIZE[1], OUTLINE_SIZE[0], 3)
        assert outline.corners.mean() == pytest.approx(0.5, abs=0.2)


@given(st.integers(0, 2**32 - 1))
def test_a_loosened_quad_still_lies_on_its_card(seed: int) -> None:
    loose = loosen(np.random.default_rng(seed), SQUARE)
    both, _ = cv2.intersectConvexConvex(cv2.convexHull(loose), cv2.convexHull(SQUARE))
    assert both > 0.6 * 63 * 88


def test_an_index_crop_is_named_only_the_right_way_up(decks: list[Deck]) -> None:
    crops = [render_index(np.random.default_rng((1, k)), decks) for k in range(40)]
    shares = Counter(crop.label == NONE for crop in crops if crop is not None)
    assert shares[False] > 10, "most corners can be read"
    assert shares[True] > 5, "corners upside down and places beside a corner cannot"


def test_the_corner_of_a_joker_is_no_index(decks: list[Deck]) -> None:
    jokers = [replace(deck, faces={JOKER: deck.faces[JOKER]}) for deck in decks if JOKER in deck.faces]
    crops = [render_index(np.random.default_rng((2, k)), jokers) for k in range(12)]
    labels = [crop.label for crop in crops if crop is not None]
    assert labels
    assert set(labels) == {NONE}
