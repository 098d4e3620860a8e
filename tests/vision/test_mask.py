"""A masked picture of the table shows what lies open and nothing that nobody may know."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
import pytest

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.cards import Card
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.mask import COVER_BGR, masked_table
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ..flat_tables import flat_places

A1, B1 = SlotId("p1.a1"), SlotId("p2.b1")
PILE_CARD, HAND_CARD, OTHER_CARD = -1, 0, 5
"""By their numbers in the scene: the top of the discard pile is laid last."""


@pytest.fixture
def places(reveal: Scene) -> TablePlaces:
    """A table of which a card of each hand and the pile have places, and the other six cards of the hands none."""
    return flat_places(reveal, {Heap.DISCARD: PILE_CARD, A1: HAND_CARD, B1: OTHER_CARD})


def masked(image: Image, places: TablePlaces, pipeline: Pipeline, lies_open: Collection[Place] = ()) -> Image:
    return masked_table(image, places, pipeline, lies_open)


def named(image: Image, pipeline: Pipeline) -> set[Card]:
    return {card.card for card in pipeline.read(image).cards if card.card is not None}


def share_covered(image: Image, quad: Points, scale: float) -> float:
    """How much of a place, but for its rim, has the colour of a cover."""
    mask = np.zeros(image.shape[:2], np.uint8)
    middle = quad.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round((middle + (quad - middle) * 0.9) * scale).astype(np.int32), 255)
    differs = np.abs(image.astype(int) - COVER_BGR).max(axis=2)
    return float((differs[mask > 0] < 25).mean())


def test_the_reader_names_the_open_cards_of_the_picture_and_none_that_is_hidden(
    reveal: Scene, places: TablePlaces, pipeline: Pipeline
) -> None:
    there = named(reveal.picture, pipeline)
    top, hand = reveal.cards[PILE_CARD].card, reveal.cards[HAND_CARD].card
    assert {top, hand} < there
    assert len(there) > 8

    assert named(masked(reveal.picture, places, pipeline), pipeline) == {top}
    assert named(masked(reveal.picture, places, pipeline, (A1,)), pipeline) == {top, hand}


def test_the_place_of_a_hidden_card_is_covered_and_that_of_an_open_one_is_not(
    reveal: Scene, places: TablePlaces, pipeline: Pipeline
) -> None:
    shown = masked(reveal.picture, places, pipeline, (A1,))
    scale = shown.shape[1] / reveal.picture.shape[1]
    assert share_covered(shown, places.quad_px(B1), scale) > 0.95
    assert share_covered(shown, places.quad_px(A1), scale) < 0.2
    assert share_covered(shown, places.quad_px(Heap.DISCARD), scale) < 0.2


def test_a_card_that_lies_at_no_place_is_covered_all_the_same(
    reveal: Scene, places: TablePlaces, pipeline: Pipeline
) -> None:
    shown = masked(reveal.picture, places, pipeline)
    scale = shown.shape[1] / reveal.picture.shape[1]
    for number in (1, 2, 3, 4, 6, 7):
        quad = np.asarray(reveal.cards[number].quad, float)
        assert share_covered(shown, quad, scale) > 0.9, number


def test_what_is_found_by_nobody_is_too_coarse_to_be_read(
    reveal: Scene, places: TablePlaces, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pipeline, "find_in", lambda *_: ())
    hidden = {card.card for card in reveal.cards[:PILE_CARD]}
    assert not named(masked(reveal.picture, places, pipeline), pipeline) & hidden


def test_a_table_of_which_nothing_lies_open_is_shown_coarsely_everywhere(pipeline: Pipeline) -> None:
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (400, 600, 3), dtype=np.uint8)
    quads = {A1: card_rectangle(np.array([300.0, 200.0]), 0.0)}
    shown = masked(noise, TablePlaces((), (600, 400), np.eye(3), quads), pipeline)
    assert shown.std() < noise.std() / 4


def test_a_large_picture_is_made_smaller_and_a_small_one_is_not_made_larger(pipeline: Pipeline) -> None:
    for width, shown_width in ((1920, 960), (640, 640)):
        image = np.full((width // 2, width, 3), 90, np.uint8)
        quads = {Heap.DISCARD: card_rectangle(np.array([200.0, 200.0]), 0.0)}
        shown = masked(image, TablePlaces((), (width, width // 2), np.eye(3), quads), pipeline)
        assert shown.shape[:2] == (shown_width // 2, shown_width)
