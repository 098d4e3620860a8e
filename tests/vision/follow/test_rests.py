"""Where cards lie and for how long, from what pictures show."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.cards import Card, parse_card
from kibitz_vision.detections import CardReading, Face
from kibitz_vision.follow.rest_search import rests_in
from kibitz_vision.follow.rests import Look

QUEEN, FIVE = parse_card("QD"), parse_card("5H")


def reading(card: Card | None, x: float, y: float = 100, *, size: float = 1.0) -> CardReading:
    quad = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32) * size
    face = Face.DOWN if card is None else Face.UP
    return CardReading(np.asarray(quad - quad.mean(0) + (x, y), np.float32), face, card, 0.9)


def looks(*pictures: list[CardReading]) -> list[Look]:
    return [Look(200.0 * number, tuple(picture)) for number, picture in enumerate(pictures)]


def test_a_card_lies_from_the_first_to_the_last_picture_that_shows_it_also_under_a_hand() -> None:
    (rest,) = rests_in(looks([reading(QUEEN, 100)], [reading(QUEEN, 101)], [], [reading(QUEEN, 100)], []))
    assert (rest.card, rest.first_ms, rest.last_ms) == (QUEEN, 0, 600)


def test_another_card_at_the_same_place_is_another_rest() -> None:
    rests = rests_in(looks(*[[reading(QUEEN, 100)]] * 4, *[[reading(FIVE, 100)]] * 4))
    assert [(rest.card, rest.first_ms) for rest in rests] == [(QUEEN, 0), (FIVE, 800)]


def test_a_card_carried_along_never_rests() -> None:
    assert rests_in(looks(*[[reading(QUEEN, 100 + 30 * number)] for number in range(8)])) == []


def test_a_camera_may_creep_on() -> None:
    (rest,) = rests_in(looks(*[[reading(QUEEN, 100 + number)] for number in range(20)]))
    assert rest.last_ms == 3800


def test_of_outlines_that_overlap_at_one_time_the_one_seen_most_is_a_card() -> None:
    rests = rests_in(looks(*[[reading(QUEEN, 100), reading(None, 120)]] * 4, *[[reading(QUEEN, 100)]] * 3))
    assert [rest.card for rest in rests] == [QUEEN]


def test_what_flickers_is_no_card() -> None:
    seen = [[reading(FIVE, 100)] if number % 3 == 0 else [] for number in range(20)]
    assert rests_in(looks(*seen)) == []


def test_a_card_of_which_a_hand_leaves_half_has_another_size() -> None:
    (rest,) = rests_in(looks(*[[reading(QUEEN, 100)]] * 5))
    assert rest.is_as_large(reading(None, 300))
    assert not rest.is_as_large(reading(QUEEN, 100, size=0.7))


def test_a_face_that_cannot_be_read_for_a_hand_is_what_was_seen_there_last() -> None:
    unread = reading(QUEEN, 102)
    unread = CardReading(unread.quad, Face.UP, None, 0.4)
    seen = [*[[reading(FIVE, 100)]] * 4, [reading(QUEEN, 106)], [unread], [unread], *[[reading(QUEEN, 105)]] * 4]
    assert [(rest.card, rest.last_ms) for rest in rests_in(looks(*seen))] == [(FIVE, 600), (QUEEN, 2000)]
