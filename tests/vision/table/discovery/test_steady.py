from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from kibitz_vision.detections import CardReading, Face
from kibitz_vision.geometry import project
from kibitz_vision.table.discovery.steady import halved, steady_cards

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def back(x: float, y: float, *, share: float = 1.0) -> CardReading:
    return CardReading(np.asarray(CARD * (1, share) + (x, y), np.float32), Face.DOWN, None, 0.9)


def test_a_card_is_kept_where_it_was_seen_most_not_where_a_hand_covered_half_of_it() -> None:
    pictures = [[back(100, 100)], [back(100, 100, share=0.6)], [back(102, 100)], [], [back(101, 101)]]

    (card,) = steady_cards(pictures)

    np.testing.assert_allclose(card.quad, CARD + np.array([101, 100]))


def test_what_passes_by_is_no_card_that_lies() -> None:
    assert steady_cards([[back(100 * step, 50)] for step in range(4)]) == ()


def test_one_picture_alone_is_taken_as_it_is() -> None:
    assert len(steady_cards([[back(0, 0), back(200, 0)]])) == 2


def test_an_outline_that_begins_at_another_corner_is_the_same_card() -> None:
    turned = CardReading(np.roll(CARD, 2, 0), Face.DOWN, None, 0.9)

    (card,) = steady_cards([[turned], [back(0, 0)], [turned]])

    assert sorted(map(tuple, card.quad.tolist())) == sorted(map(tuple, CARD.tolist()))


def test_neighbours_stay_two_cards_and_a_turned_card_is_what_it_was_last() -> None:
    face = CardReading(back(70, 0).quad, Face.UP, None, 0.8)

    cards = steady_cards([[back(0, 0), back(70, 0)], [back(0, 0), face], [back(0, 0), face], [back(0, 0), face]])

    assert [card.face for card in cards] == [Face.DOWN, Face.UP]


def test_two_cards_that_often_seem_to_be_one_are_two_where_they_were_seen_so() -> None:
    column, others = back(0, 0, share=2.1), [back(100, 0), back(100, 100), back(200, 0), back(200, 100)]

    cards = steady_cards([[column, *others], [column, back(0, 0), back(0, 97), *others], [column, *others]] * 2)

    assert sorted(card.quad[0].tolist() for card in cards if card.quad[0, 0] < 50) == [[0, 0], [0, 97]]


def test_an_outline_twice_as_long_as_the_others_is_of_two_cards_end_to_end_whichever_corner_it_begins_with() -> None:
    double = back(0, 0, share=2.0)
    for begun in range(4):
        turned = CardReading(np.roll(double.quad, begun, 0), Face.DOWN, None, 0.9)
        cards = halved([turned, back(100, 0), back(200, 0)])
        assert sorted(sorted(map(tuple, card.quad.tolist()))[0] for card in cards) == [
            (0, 0),
            (0, 88),
            (100, 0),
            (200, 0),
        ]


def test_a_larger_card_of_the_same_shape_and_one_that_seems_longer_are_one_card() -> None:
    near = CardReading(np.asarray(CARD * 1.5, np.float32), Face.DOWN, None, 0.9)
    cards = [near, back(100, 0, share=1.5), back(200, 0), back(300, 0), back(400, 0)]
    assert len(halved(cards)) == len(cards)
    assert halved([]) == ()


def test_two_cards_end_to_end_are_told_by_their_size_on_the_table_though_they_are_far_from_the_camera() -> None:
    leans = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0012, 1.0]])
    near = [back(x, y) for x in (0, 100, 200) for y in (300, 400)]
    laid = [back(100, -100, share=2.0), *near]
    seen = [replace(card, quad=project(card.quad.astype(float), leans).astype(np.float32)) for card in laid]
    areas = [cv2.contourArea(card.quad) for card in seen]
    assert areas[0] < 1.2 * np.median(areas)
    assert len(halved(seen)) == len(seen) + 1
