"""Who deals next, by seats and scores alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kibitz_scoring.game.next_deal import dealer_after
from kibitz_scoring.rules.choices import NextDealer

SCORES = {0: 5, 1: 2, 2: 2, 3: 9}


@pytest.mark.parametrize(
    ("rule", "scores", "seat"),
    [
        (NextDealer.ROTATE_LEFT, SCORES, 3),
        (NextDealer.LOWEST, SCORES, 1),
        (NextDealer.LOWEST, {**SCORES, 3: 2}, 3),
        (NextDealer.HIGHEST, SCORES, 3),
        (NextDealer.HIGHEST, {}, 3),
    ],
)
def test_the_next_to_the_left_who_is_there_deals_or_who_the_rule_names_by_scores(
    rule: NextDealer, scores: Mapping[int, int], seat: int
) -> None:
    assert dealer_after(rule, 1, 4, {2}, scores) == seat


def test_whoever_is_left_alone_deals_again() -> None:
    assert dealer_after(NextDealer.ROTATE_LEFT, 1, 3, {0, 1, 2}, {}) == 1
