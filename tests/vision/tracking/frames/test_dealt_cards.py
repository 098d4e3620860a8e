"""When a card came that nobody saw come, by what else was dealt meanwhile."""

from __future__ import annotations

from collections import deque

from kibitz_vision.tracking.frames.dealt_cards import Dealt

HERE, THERE, ELSEWHERE = 0, 1, 2


def dealt(*taken_ms: float, came_ms: dict[int, float]) -> Dealt:
    return Dealt(deque(taken_ms), came_ms)


def test_the_one_card_that_came_nowhere_else_came_here_before_the_next_was_taken() -> None:
    all_others = dealt(1000.0, 1400.0, 1800.0, came_ms={THERE: 1250.0, ELSEWHERE: 2000.0})
    assert all_others.window(HERE, 900.0, 2500.0) == (1460.0, 1800.0)


def test_it_came_after_the_table_was_seen_last_and_before_it_was_seen_itself() -> None:
    assert dealt(1000.0, came_ms={}).window(HERE, 1150.0, 1300.0) == (1150.0, 1300.0)


def test_where_several_cards_came_nowhere_else_it_is_one_of_them() -> None:
    assert dealt(1000.0, 1400.0, 1800.0, came_ms={ELSEWHERE: 2300.0}).window(HERE, 900.0, 2250.0) == (1060.0, 1800.0)


def test_a_card_came_in_the_only_time_in_which_no_other_was_laid_down() -> None:
    others = {THERE: 1300.0, ELSEWHERE: 2000.0}
    assert dealt(came_ms=others).window(HERE, 1200.0, 2100.0) == (1500.0, 1800.0)
    assert dealt(came_ms=others).window(HERE, 900.0, 2100.0) is None  # or before the others
    assert dealt(came_ms={THERE: 1300.0}).window(HERE, 1200.0, 1400.0) is None
    assert dealt(came_ms={}).window(HERE, 900.0, 1500.0) == (900.0, 1500.0)


def test_a_card_was_most_likely_in_the_air_as_long_as_those_dealt_before_and_after() -> None:
    deal = dealt(1000.0, 1300.0, 1700.0, came_ms={THERE: 1180.0, ELSEWHERE: 1920.0})
    assert deal.likely_ms(HERE, 1350.0, 1700.0) == 1500.0
    assert deal.likely_ms(HERE, 1100.0, 1700.0) is None  # nobody saw when the one before came
    assert dealt(1000.0, 1300.0, came_ms={THERE: 1180.0}).likely_ms(HERE, 1350.0, 1700.0) is None


def test_cards_that_are_longer_in_the_air_are_not_being_dealt() -> None:
    assert dealt(1000.0, 3000.0, came_ms={THERE: 2500.0}).window(HERE, 2900.0, 3500.0) == (3060.0, 3500.0)


def test_what_came_here_before_is_no_other_card() -> None:
    assert dealt(1000.0, came_ms={HERE: 1250.0}).window(HERE, 900.0, 1500.0) == (1060.0, 1500.0)
