"""Looking up in the frames of the past when a card came or went."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.table import Interval
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas, texture
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame

TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), 60, np.uint8)
CARD = TABLE.copy()
CARD[CARD_AREA] = np.random.default_rng(1).integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
HAND = np.full_like(TABLE, 120)
WEIGHTS = texture(CARD) * CARD_AREA
FIRST = 5
SMALL = np.zeros((4, 4, 3), np.uint8)


def past_of(patches: Sequence[Atlas]) -> FrameHistory:
    """Frames from number 5 on, a tenth of a second apart, of a table with one place."""
    history = FrameHistory()
    history.pass_over((FIRST - 1) * 100.0)
    for index, patch in enumerate(patches, FIRST):
        history.remember(NormalizedFrame(index, index * 100.0, SMALL, SMALL, moved=True), patch[None])
    return history


@given(before=st.integers(1, 9), hidden=st.integers(0, 9), after=st.integers(1, 9))
def test_a_card_left_with_the_first_frame_that_does_not_show_it(before: int, hidden: int, after: int) -> None:
    history = past_of([CARD] * before + [HAND] * hidden + [TABLE] * after)
    moment = history.parted(0, FIRST + before, CARD, WEIGHTS)
    assert moment.index == FIRST + before
    assert moment.interval == Interval((moment.index - 1) * 100.0, moment.index * 100.0)


@given(before=st.integers(1, 9), hidden=st.integers(0, 9), after=st.integers(1, 9))
def test_a_card_came_with_the_first_frame_that_shows_it(before: int, hidden: int, after: int) -> None:
    history = past_of([TABLE] * before + [HAND] * hidden + [CARD] * after)
    assert history.landed(0, FIRST, CARD, WEIGHTS).index == FIRST + before + hidden


def test_what_happened_before_the_first_frame_remembered_happened_in_it() -> None:
    history = past_of([CARD, CARD])
    assert history.landed(0, 0, CARD, WEIGHTS).index == FIRST
    assert history.at(0).index == FIRST


def test_a_frame_in_which_nothing_moved_ends_the_time_in_which_a_thing_may_have_happened() -> None:
    history = past_of([CARD])
    history.pass_over(900.0)
    history.remember(NormalizedFrame(9, 1000.0, SMALL, SMALL, moved=True), TABLE[None])
    assert history.at(9).interval == Interval(900.0, 1000.0)
    assert [moment.index for moment in history.latest(1)] == [9]
