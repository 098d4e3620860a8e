"""What speaks for a card that lies face down."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.drawn_back import draw_back
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.back_evidence import BackEvidence, back_evidence

CLOTH = (60, 90, 40)
SIZE = 180, 252


def _quad(place: int = 0, size: tuple[int, int] = SIZE) -> Quad:
    (w, h), x = size, 60 + 260 * place
    return np.array([[x, 60], [x + w, 60], [x + w, 60 + h], [x, 60 + h]], np.float32)


def _table(*pictures: Image, size: tuple[int, int] = SIZE) -> Image:
    image = np.full((400, 60 + 260 * len(pictures), 3), CLOTH, np.uint8)
    for place, picture in enumerate(pictures):
        x = 60 + 260 * place
        image[60 : 60 + size[1], x : x + size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def _one(picture: Image, size: tuple[int, int] = SIZE) -> BackEvidence:
    return back_evidence(_table(picture, size=size), [_quad(size=size)], one_deck=False)[0]


def _scene() -> Image:
    """A picture with one way up, as faces of other games have."""
    picture = np.full((448, 320, 3), (200, 160, 90), np.uint8)
    cv2.rectangle(picture, (0, 300), (320, 448), (40, 120, 60), -1)
    cv2.circle(picture, (90, 90), 50, (60, 220, 250), -1)
    cv2.rectangle(picture, (180, 200), (260, 340), (30, 30, 160), -1)
    return picture


def _symbols() -> Image:
    """Three strokes on bare paper."""
    picture = np.full((448, 320, 3), 235, np.uint8)
    for y in (110, 224, 338):
        cv2.ellipse(picture, (160, y), (80, 30), 0, 0, 360, (160, 40, 90), 6, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("seed", range(6))
def test_a_drawn_back_is_a_design_in_a_cards_outline(seed: int) -> None:
    found = _one(draw_back(np.random.default_rng(seed)))
    assert found.is_outlined
    assert found.is_design


def test_a_picture_with_one_way_up_is_no_back_by_itself() -> None:
    assert not _one(_scene()).is_design


def test_what_lies_there_twice_is_a_back_where_one_deck_lies_and_else_may_be_a_face() -> None:
    table = _table(_scene(), _scene()[::-1, ::-1])
    by_deck = {one: back_evidence(table, [_quad(0), _quad(1)], one_deck=one) for one in (True, False)}
    assert [found.is_design for found in by_deck[True]] == [True, True]
    assert [found.is_design for found in by_deck[False]] == [False, False]


def test_strokes_on_bare_paper_are_no_back_though_they_look_alike_from_both_ends() -> None:
    assert not _one(_symbols()).is_design


def test_a_square_is_no_card() -> None:
    assert not _one(draw_back(np.random.default_rng(1)), size=(240, 240)).is_design


def test_a_place_printed_on_the_cloth_is_no_back() -> None:
    zone = np.full((448, 320, 3), CLOTH, np.uint8)
    cv2.rectangle(zone, (6, 6), (313, 441), (230, 230, 230), 10)
    assert not _one(zone).is_design


def test_wood_has_no_cards_outline() -> None:
    rng = np.random.default_rng(3)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (400, 400)).astype(np.float32), (0, 0), 3, sigmaY=12)
    wood = np.asarray(np.clip(np.array([80, 120, 170]) + 6 * grain[..., None], 0, 255), np.uint8)
    (found,) = back_evidence(wood, [_quad()], one_deck=True)
    assert not found.is_outlined
