"""For how long the pixels of places have looked the same."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, LIKE, WIDTH_PX, Atlas
from kibitz_vision.tracking.frames.stillness import Stillness

EMPTY = np.full((2, HEIGHT_PX, WIDTH_PX, 3), 90, np.uint8)


def with_hand(levels: int) -> Atlas:
    """A hand, so much brighter than the table, over the card of the second place."""
    atlas = EMPTY.copy()
    atlas[1, CARD_AREA] += levels
    return atlas


def followed(*atlases: Atlas) -> Stillness:
    still = Stillness.of(atlases[0])
    for before, atlas in pairwise(atlases):
        still.follow(atlas, before)
    return still


def test_of_the_first_frame_nothing_is_known() -> None:
    assert followed(EMPTY).shares(1).tolist() == [0.0, 0.0]


def test_what_looks_the_same_counts_frame_by_frame_and_what_changes_begins_anew() -> None:
    still = followed(EMPTY, EMPTY, EMPTY, with_hand(80))
    border = 1 - CARD_AREA.mean()
    assert np.allclose(still.shares(3), [1.0, border])
    assert still.share(1, 1, CARD_AREA) == 0.0
    assert still.share(0, 3, CARD_AREA) == 1.0
    assert still.share(0, 4, CARD_AREA) == 0.0


def test_noise_is_no_change() -> None:
    assert followed(EMPTY, with_hand(LIKE - 1)).shares(1).tolist() == [1.0, 1.0]
    assert followed(EMPTY, with_hand(LIKE)).shares(1)[1] < 1.0


def test_counting_ends_before_the_numbers_run_over() -> None:
    still = followed(*[EMPTY] * 300)
    assert still.shares(251).tolist() == [1.0, 1.0]
