"""Things that are no cards: each is drawn where it is asked for, and no larger than said."""

from collections.abc import Callable

import numpy as np
import pytest

from kibitz_datasets.scenes.clutter import THINGS, draw_board, draw_coin, draw_cup, draw_phone, draw_thing

CENTRE = np.array([300.0, 300.0])
CARD_PX = 60.0
Draw = Callable[[np.random.Generator, np.ndarray, np.ndarray, float], None]


def _drawn(draw: Draw, seed: int) -> np.ndarray:
    """Where a thing changed a grey table."""
    picture = np.full((600, 600, 3), 127, np.uint8)
    draw(np.random.default_rng(seed), picture, CENTRE, CARD_PX)
    return np.asarray((picture != 127).any(2))


@pytest.mark.parametrize("draw", [draw for draw, _ in THINGS])
def test_a_thing_lies_where_it_is_put(draw: Draw) -> None:
    for seed in range(6):
        rows, columns = np.nonzero(_drawn(draw, seed))
        assert rows.size > 20
        assert np.hypot(rows.mean() - 300, columns.mean() - 300) < 3 * CARD_PX
        assert max(np.ptp(rows), np.ptp(columns)) < 9 * CARD_PX


def test_coins_are_smaller_than_cups_and_cups_than_boards() -> None:
    coin, cup, board = (
        np.mean([_drawn(draw, s).sum() for s in range(10)]) for draw in (draw_coin, draw_cup, draw_board)
    )
    assert coin * 4 < cup
    assert cup * 2 < board


def test_a_phone_is_twice_as_long_as_wide_and_dark_or_lit() -> None:
    middles = []
    for seed in range(20):
        picture = np.full((600, 600, 3), 127, np.uint8)
        draw_phone(np.random.default_rng(seed), picture, CENTRE, CARD_PX)
        middles.append(int(picture[290:310, 290:310].max()))
    assert min(middles) < 20
    assert max(middles) > 150


def test_things_may_lie_over_the_border() -> None:
    for seed in range(40):
        picture = np.full((90, 90, 3), 127, np.uint8)
        draw_thing(np.random.default_rng(seed), picture, CARD_PX)
        assert picture.shape == (90, 90, 3)


def test_the_weights_of_things_are_shares() -> None:
    assert sum(weight for _, weight in THINGS) == pytest.approx(1)
