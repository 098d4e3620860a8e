"""Backs found by how another of them looks, on pictures of cards laid down flat."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.table.discovery.back_search import with_backs_alike

WIDE, HIGH = 126, 176
ALONE = (520, 60)
CLOSE = ((60, 60), (190, 60), (60, 240), (190, 240))
BACKS = len(CLOSE) + 1


def pattern(levels: int) -> Image:
    """A back of coloured dabs without a border, as strong as `levels` of grey."""
    dabs = np.random.default_rng(3).integers(0, levels, (HIGH // 11, WIDE // 9, 3))
    return np.asarray(100 + np.kron(dabs, np.ones((11, 9, 1))), np.uint8)


def picture(back: Image) -> Image:
    image = np.full((480, 720, 3), 60, np.uint8)
    for x, y in (ALONE, *CLOSE):
        image[y : y + HIGH, x : x + WIDE] = back
    return image


def reading(x: float, y: float, face: Face = Face.DOWN, high: float = HIGH) -> CardReading:
    quad = np.array([[x, y], [x + WIDE, y], [x + WIDE, y + high], [x, y + high]], np.float32)
    return CardReading(quad, face, None, 0.9)


def inner(x: float, y: float) -> CardReading:
    """Two thirds of a back about its middle, as high as it is wide in the same proportion."""
    whole = reading(x, y)
    middle = whole.quad.mean(axis=0)
    return CardReading(np.float32(middle + (whole.quad - middle) * 2 / 3), Face.DOWN, None, 0.9)


def corners(cards: list[CardReading]) -> list[tuple[float, float]]:
    spots = [(float(card.quad[:, 0].min()), float(card.quad[:, 1].min())) for card in cards]
    return sorted(spots, key=lambda spot: (round(spot[0], -1), spot[1]))


def test_backs_of_which_some_were_taken_for_others_are_found_where_they_lie() -> None:
    halves = [reading(60, 60 + HIGH / 2), reading(190, 60, high=2 * HIGH), reading(60, 240)]
    found = with_backs_alike(picture(pattern(120)), [reading(*ALONE), *halves], BACKS)
    assert np.allclose(corners(found), sorted(map(tuple, (ALONE, *CLOSE))), atol=5)
    assert all(card.face is Face.DOWN for card in found)


@pytest.mark.parametrize(("expected", "found"), [(BACKS, BACKS), (2, 4)])
def test_backs_that_look_otherwise_far_away_are_found_by_those_between_as_long_as_some_are_missing(
    expected: int, found: int
) -> None:
    near, far = pattern(120).astype(np.float64), pattern(120)[:, ::-1].astype(np.float64)
    image = picture(pattern(120))
    for (x, y), share in zip(CLOSE, (0.6, 0.45, 0.6, 0.45), strict=True):
        image[y : y + HIGH, x : x + WIDE] = share * near + (1 - share) * far
    alike = with_backs_alike(image, [reading(*ALONE), reading(*CLOSE[0])], expected)
    assert len(alike) == found


@pytest.mark.parametrize(
    ("expected", "outlined", "found"),
    [(BACKS, CLOSE[:2], [ALONE, *CLOSE]), (1, CLOSE[:2], [ALONE]), (BACKS, CLOSE[:1], [ALONE])],
    ids=["missing", "enough", "one alone"],
)
def test_backs_that_look_otherwise_elsewhere_are_found_by_those_outlined_there_but_not_by_one_alone(
    expected: int, outlined: list[tuple[float, float]], found: list[tuple[float, float]]
) -> None:
    image = picture(pattern(120)[:, ::-1])
    x, y = ALONE
    image[y : y + HIGH, x : x + WIDE] = pattern(120)
    alike = with_backs_alike(image, [reading(*ALONE), *(reading(*spot) for spot in outlined)], expected)
    assert np.allclose(corners(alike), sorted(found), atol=5)


def test_of_backs_that_look_otherwise_elsewhere_the_one_that_is_outlined_best_tells_where_the_others_lie() -> None:
    """By one that is outlined a stripe too high, others seem to lie as much too high."""
    stripe = 16
    striped = np.full((HIGH, WIDE, 3), 90, np.uint8)
    striped[np.arange(HIGH) % stripe < stripe / 2] = (40, 220, 120)
    image = picture(striped)
    x, y = ALONE
    image[y : y + HIGH, x : x + WIDE] = pattern(120)
    (left, high), *_, best = CLOSE
    outlined = [reading(*ALONE), reading(left, high - stripe), reading(*best)]
    tops = sorted(high for _, high in corners(with_backs_alike(image, outlined, BACKS)))
    assert np.allclose(tops, sorted(high for _, high in (ALONE, *CLOSE)), atol=5)


HALVES = [reading(x, y + half, high=HIGH / 2) for x, y in CLOSE for half in (0, HIGH / 2)]
EMBLEMS = [inner(x, y) for x, y in CLOSE]


@pytest.mark.parametrize("parts", [HALVES, EMBLEMS])
def test_a_face_tells_how_large_backs_are_of_which_only_parts_were_outlined(parts: list[CardReading]) -> None:
    face = reading(420, 270, face=Face.UP)
    found = with_backs_alike(picture(pattern(120)), [reading(*ALONE), *parts, face], BACKS)
    assert [card for card in found if card.face is Face.UP] == [face]
    backs = [card for card in found if card.face is Face.DOWN]
    assert np.allclose(corners(backs), sorted(map(tuple, (ALONE, *CLOSE))), atol=5)


def test_a_back_of_which_halves_were_outlined_beside_the_whole_one_lies_by_itself() -> None:
    x, y = ALONE
    halves = [reading(x, y + half, high=HIGH / 2) for half in (0, HIGH / 2)]
    outlined = [reading(x, y), *halves, reading(*CLOSE[0]), reading(*CLOSE[3])]
    found = with_backs_alike(picture(pattern(120)), outlined, BACKS)
    assert np.allclose(corners(found), sorted(map(tuple, (ALONE, *CLOSE))), atol=5)


@pytest.mark.parametrize("looks_like_a_back", [False, True])
def test_a_face_stays_what_it_is_unless_it_looks_like_the_backs(looks_like_a_back: bool) -> None:
    face = reading(*CLOSE[0], face=Face.UP)
    image = picture(pattern(120))
    if not looks_like_a_back:
        x, y = CLOSE[0]
        image[y : y + HIGH, x : x + WIDE] = image[y : y + HIGH, x : x + WIDE][:, ::-1]
    found = with_backs_alike(image, [reading(*ALONE), face, reading(*CLOSE[3])], BACKS)
    assert [card for card in found if card.face is Face.UP] == ([] if looks_like_a_back else [face])
    assert len(found) == len(CLOSE) + 1


@pytest.mark.parametrize("cards", [[reading(*ALONE), reading(*CLOSE[0])], [reading(*CLOSE[0])]])
def test_a_plain_back_or_a_single_one_tells_of_no_others(cards: list[CardReading]) -> None:
    assert with_backs_alike(picture(pattern(2)), cards, BACKS) == cards


def test_where_no_back_lies_by_itself_none_is_taken_for_a_pattern() -> None:
    cards = [reading(*spot) for spot in CLOSE]
    close = [reading(60, 60), reading(120, 60)]
    assert with_backs_alike(picture(pattern(120)), close, BACKS) == close
    assert len(with_backs_alike(picture(pattern(120)), cards, BACKS)) == len(cards)
