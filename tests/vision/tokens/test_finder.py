"""Printed tokens are found on the cards on which they lie, whichever way they and the camera stand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM, back, face
from kibitz_datasets.decks.gambit.drawing import Drawing, box, fill, moved, paint
from kibitz_vision.detections import CardReading, Face, Image, Reading, Timings
from kibitz_vision.tokens.finder import find_tokens, points_on, with_tokens

from ...printed_tokens import token_at

CARD = np.array([[0, 0], [WIDTH_MM, 0], [WIDTH_MM, HEIGHT_MM], [0, HEIGHT_MM]], np.float64)
TABLE_MM = (200.0, 130.0)
PLACES = ((20.0, 20.0), (110.0, 20.0))
"""Where two cards lie on the table, in mm."""


def seen(*tokens: Drawing, cards: tuple[Drawing, ...] | None = None, px_per_mm: float = 1.6) -> Image:
    """Two cards on a table from straight above, with tokens at mm of the table."""
    lying = cards or (face(5), back())
    laid = [shape for card, place in zip(lying, PLACES, strict=True) for shape in moved(card, *place)]
    table = fill((120, 84, 58), box(0, 0, *TABLE_MM))
    size = (round(TABLE_MM[0] * px_per_mm), round(TABLE_MM[1] * px_per_mm))
    drawing = (table, *laid, *(shape for token in tokens for shape in token))
    return paint(drawing, (0.0, 0.0, *TABLE_MM), size)


def outlines(px_per_mm: float = 1.6) -> list[NDArray[np.float32]]:
    return [np.asarray((CARD + place) * px_per_mm - 0.5, np.float32) for place in PLACES]


@pytest.mark.parametrize("points", [1, -1])
@pytest.mark.parametrize("turn", range(0, 180, 25))
def test_a_sign_is_read_whichever_way_its_token_lies(points: int, turn: int) -> None:
    assert points_on(seen(token_at(points, 50, 66, turn)), outlines()) == (points, 0)


@pytest.mark.parametrize("px_per_mm", [0.9, 1.2, 3.0, 6.0])
def test_tokens_are_found_on_faces_and_backs_near_and_far(px_per_mm: float) -> None:
    picture = seen(token_at(1, 48, 60), token_at(-1, 140, 70), px_per_mm=px_per_mm)
    assert points_on(picture, outlines(px_per_mm)) == (1, -1)


def test_points_of_several_tokens_on_one_card_are_added() -> None:
    picture = seen(token_at(1, 50, 45), token_at(1, 53, 83), token_at(-1, 142, 48), token_at(1, 140, 80))
    assert [sorted(token.points for token in tokens.on) for tokens in find_tokens(picture, outlines())] == [
        [1, 1],
        [-1, 1],
    ]
    assert points_on(picture, outlines()) == (2, 0)


def test_a_token_beside_the_cards_belongs_to_none_of_them() -> None:
    assert points_on(seen(token_at(1, 97, 115), token_at(1, 186, 20)), outlines()) == (0, 0)


def test_a_token_that_only_touches_a_card_is_told_beside_it_and_not_counted() -> None:
    picture = seen(token_at(1, 91, 60), token_at(-1, 140, 70))
    cards = tuple(CardReading(quad, Face.UP, None, 0.0) for quad in outlines())
    read = with_tokens(picture, Reading(picture.shape[1], picture.shape[0], cards, Timings(0, 0, 0))).cards
    assert [(card.points, card.beside) for card in read] == [(0, 1), (-1, 0)]


def test_a_token_over_the_edge_belongs_to_the_card_on_which_its_middle_lies() -> None:
    assert points_on(seen(token_at(-1, 77, 60)), outlines()) == (-1, 0)


@pytest.mark.parametrize("turned", [False, True])
def test_tokens_are_found_aslant_whichever_side_an_outline_begins_with(turned: bool) -> None:
    picture, size = seen(token_at(1, 50, 66, 30), token_at(-1, 140, 60, 70), px_per_mm=2.0), (400, 260)
    corners = np.array([[0, 0], [400, 0], [400, 260], [0, 260]], np.float32)
    aslant = np.array([[60, 70], [340, 70], [400, 250], [0, 250]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, aslant)
    quads = [cv2.perspectiveTransform(quad[None], warp)[0] for quad in outlines(2.0)]
    quads = [np.roll(quad, 1, 0) if turned else quad for quad in quads]
    assert points_on(np.asarray(cv2.warpPerspective(picture, warp, size), np.uint8), quads) == (1, -1)


@pytest.mark.parametrize("number", range(14))
def test_nothing_on_a_card_is_taken_for_a_token(number: int) -> None:
    assert points_on(seen(cards=(face(number), back())), outlines()) == (0, 0)


def test_a_reading_gets_the_points_of_its_cards() -> None:
    quads = outlines()
    cards = (CardReading(quads[0], Face.UP, None, 0.9), CardReading(quads[1], Face.DOWN, None, 0.9))
    picture = seen(token_at(1, 50, 66))
    reading = with_tokens(picture, Reading(320, 208, cards, Timings(0.0, 0.0, 0.0)))
    assert [card.points for card in reading.cards] == [1, 0]


def test_without_cards_there_are_no_tokens() -> None:
    assert find_tokens(seen(token_at(1, 50, 66)), []) == ()
