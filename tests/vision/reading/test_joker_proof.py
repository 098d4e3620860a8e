"""What is a joker by its index."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_scoring.cards import JOKER
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.joker_proof import has_jokers_index

QUAD: Quad = np.array([[60, 60], [240, 60], [240, 312], [60, 312]], np.float32)


def _on_a_table(picture: Image) -> Image:
    image = np.full((380, 300, 3), (70, 90, 50), np.uint8)
    image[60:312, 60:240] = cv2.resize(picture, (180, 252), interpolation=cv2.INTER_AREA)
    return image


@pytest.mark.parametrize("seed", [1000, 1001, 1002])
def test_jokers_that_were_never_trained_on_are_proven(seed: int) -> None:
    for picture in drawn_deck(seed).faces[JOKER]:
        assert has_jokers_index(_on_a_table(picture), QUAD)


def test_a_figure_on_a_card_without_an_index_is_no_joker() -> None:
    picture = np.full((448, 320, 3), 235, np.uint8)
    cv2.ellipse(picture, (160, 224), (70, 150), 20, 0, 360, (30, 40, 160), -1)
    assert not has_jokers_index(_on_a_table(picture), QUAD)


def test_white_marks_on_a_dark_back_are_no_index() -> None:
    picture = np.full((448, 320, 3), 30, np.uint8)
    for x in range(40, 320, 60):
        for y in (40, 408):
            cv2.circle(picture, (x, y), 16, (240, 240, 240), -1)
    assert not has_jokers_index(_on_a_table(picture), QUAD)


def test_another_mark_at_the_other_corner_is_no_index() -> None:
    picture = np.full((448, 320, 3), 235, np.uint8)
    cv2.rectangle(picture, (20, 20), (40, 90), (20, 20, 20), -1)
    cv2.circle(picture, (285, 410), 22, (20, 20, 20), 3)
    assert not has_jokers_index(_on_a_table(picture), QUAD)
