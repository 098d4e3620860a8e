"""Partly covered cards, read by an index corner."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np

from kibitz_datasets.decks.card_look import NEW
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck, sample_style
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.optics.table_camera import image_from_table
from kibitz_vision.detections import Face, Image, Quad
from kibitz_vision.reading.corners.corner_reading import is_corner_of
from kibitz_vision.reading.corners.index_corners import index_quad
from kibitz_vision.reading.pipeline import Pipeline

CARD = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)


def _column(deck: Deck, count: int, step_mm: float) -> tuple[Image, list[str], list[Quad]]:
    """A column of cards on a green cloth, its cards' names and outlines from the lowest to the one on top."""
    size = (700, 800)
    canvas = Canvas(np.full((*size, 3), (70, 110, 60), np.uint8))
    places = [Place(np.array([0.0, (k - count / 2) * step_mm]), 0.0, True) for k in range(count)]
    camera = image_from_table(size, 2.2, 0.0, 0.0, 2.0)
    canvas.lay(np.random.default_rng(3), deck, places, camera, NEW)
    cards = canvas.labels()
    return cv2.GaussianBlur(canvas.picture, (3, 3), 0), [str(card.card) for card in cards], [c.quad for c in cards]


def test_a_column_is_read_by_the_corners_that_show(pipeline: Pipeline) -> None:
    picture, names, _ = _column(drawn_deck(1000), 5, 28.0)
    read = [card for card in pipeline.read(picture).cards if card.face == Face.UP]
    named = {str(card.card): card.partial for card in read if card.card is not None}
    assert set(named) == set(names)
    assert not named[names[-1]], "the top card is seen whole"


def test_a_partly_covered_card_is_placed_where_it_lies(pipeline: Pipeline) -> None:
    picture, names, quads = _column(drawn_deck(1000), 5, 20.0)
    where = dict(zip(names, quads, strict=True))
    partial = [card for card in pipeline.read(picture).cards if card.partial and card.card is not None]
    assert partial
    for card in partial:
        middle, true = card.quad.mean(0), where[str(card.card)].mean(0)
        assert float(np.hypot(*(middle - true))) < 60, "within a third of a card's height"


def test_a_cards_own_corners_are_explained_by_it() -> None:
    assert all(is_corner_of(index_quad(CARD, turned=turned), CARD) for turned in (False, True))


def test_a_corner_in_the_middle_of_an_outline_belongs_to_another_card() -> None:
    assert not is_corner_of(index_quad(CARD, turned=False) + np.array([0, 35], np.float32), CARD)


def test_a_column_of_a_deck_with_four_indices_names_each_card_once(pipeline: Pipeline) -> None:
    seed = next(k for k in range(1003, 1100) if sample_style(k, np.random.default_rng((k, 77))).four_corners)
    picture, names, quads = _column(drawn_deck(seed), 5, 26.0)
    where = dict(zip(names, quads, strict=True))
    read = [card for card in pipeline.read(picture).cards if card.card is not None]
    assert len(read) >= 4
    assert Counter(str(card.card) for card in read).most_common(1)[0][1] == 1
    for card in read:
        assert float(np.hypot(*(card.quad.mean(0) - where[str(card.card)].mean(0)))) < 70, "half a card's width at most"
