"""Lifts, placements and flips without a game, from what pictures show."""

from __future__ import annotations

from tests.vision.follow.test_rests import FIVE, QUEEN, looks, reading

from kibitz_vision.detections import CardReading
from kibitz_vision.follow.free_play import acts_in

Picture = list[CardReading]


def told(*pictures: Picture) -> list[tuple[str, float]]:
    return [(act.deed.value, act.at_ms) for act in acts_in(looks(*pictures))]


def many(*cards: CardReading, count: int = 5) -> list[Picture]:
    return [list(cards)] * count


def test_nothing_is_told_of_cards_that_lie_there_all_along() -> None:
    assert told(*many(reading(QUEEN, 100), reading(None, 300), count=10)) == []


def test_a_card_carried_to_another_place_is_lifted_and_laid_down() -> None:
    carried = [[reading(QUEEN, 180)], [reading(QUEEN, 260)]]
    assert told(*many(reading(QUEEN, 100)), *carried, *many(reading(QUEEN, 340))) == [("lift", 1000), ("place", 1400)]


def test_a_card_turned_over_where_it_lies_is_flipped() -> None:
    assert told(*many(reading(None, 100)), [], [], *many(reading(QUEEN, 103))) == [("flip", 1400)]


def test_a_back_that_shows_as_a_face_is_taken_away_was_beneath_and_is_not_turned() -> None:
    carried = [[reading(QUEEN, 200), reading(None, 100)]]
    after = many(reading(QUEEN, 300), reading(None, 100))
    assert told(*many(reading(QUEEN, 100)), *carried, *after) == [("lift", 1000), ("place", 1200)]


def test_a_card_that_another_is_laid_upon_is_not_lifted() -> None:
    before = many(reading(FIVE, 100), reading(QUEEN, 300))
    carried = [[reading(FIVE, 100), reading(QUEEN, 200)]]
    assert told(*before, *carried, *many(reading(QUEEN, 110))) == [("lift", 1000), ("place", 1200)]


def test_a_card_under_a_hand_is_where_it_was() -> None:
    assert told(*many(reading(QUEEN, 100)), [], [], [], *many(reading(QUEEN, 101))) == []


def test_a_card_pushed_aside_a_little_is_neither_lifted_nor_laid_down() -> None:
    assert told(*many(reading(QUEEN, 100)), *many(reading(QUEEN, 116))) == [("slide", 1000)]


def test_the_twin_of_a_card_elsewhere_does_not_mean_that_it_went_there() -> None:
    twin = reading(FIVE, 500)
    before = many(reading(FIVE, 100), reading(QUEEN, 300), twin)
    after = many(reading(QUEEN, 108), twin)
    assert told(*before, [reading(QUEEN, 200), reading(FIVE, 100), twin], *after) == [("lift", 1000), ("place", 1200)]


def test_a_single_picture_tells_nothing() -> None:
    assert told([reading(QUEEN, 100)]) == []
