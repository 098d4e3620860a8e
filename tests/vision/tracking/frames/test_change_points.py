"""When a card came to rest or left its rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas, alike, texture
from kibitz_vision.tracking.frames.change_points import (
    covering,
    is_carried,
    laid,
    landing,
    parting,
    returning,
    showing,
    stopped,
    stopped_with,
    uncovered,
)

RNG = np.random.default_rng(1)
TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), 60, np.uint8)
CARD = TABLE.copy()
CARD[CARD_AREA] = RNG.integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
WEIGHTS = texture(CARD) * CARD_AREA
HAND = (90, 110, 150)


def under_hand(patch: Atlas, rows: int) -> Atlas:
    """The patch with a hand over so many of its rows on the player's side."""
    covered = patch.copy()
    if rows:
        covered[-rows:] = HAND
    return covered


def landing_patches(before: int, resting: int) -> list[Atlas]:
    """A card that slides in from the side, rests under half a hand, then lies free."""
    coming = [np.roll(CARD, 9 * (before - number), axis=1) for number in range(before)]
    return [*coming, *[under_hand(CARD, HEIGHT_PX // 2)] * resting, CARD, CARD]


@given(before=st.integers(1, 8), resting=st.integers(1, 20))
def test_a_card_lands_in_the_first_frame_that_shows_it_where_it_stays(before: int, resting: int) -> None:
    patches = np.stack(landing_patches(before, resting))
    assert landing(patches, CARD, WEIGHTS) == before


@given(before=st.integers(1, 8), resting=st.integers(1, 20))
def test_a_card_leaves_after_the_last_frame_that_shows_it_where_it_lay(before: int, resting: int) -> None:
    patches = np.stack(landing_patches(before, resting)[::-1])
    assert parting(patches, CARD, WEIGHTS) == resting + 1


@pytest.mark.parametrize("away", [6, 20])
def test_a_card_laid_back_a_little_otherwise_left_when_it_was_seen_last_to_lie_as_it_did(away: int) -> None:
    back = np.roll(CARD, 1, axis=0)
    back[:20] = CARD[:20]  # as parts of a fine pattern look the same
    patches = np.stack(
        [CARD, CARD, under_hand(CARD, 15), *[under_hand(CARD, HEIGHT_PX)] * away, under_hand(CARD, 20), back]
    )
    assert parting(patches, CARD, WEIGHTS) > 2 + away
    assert parting(patches, CARD, WEIGHTS, back) == 2


@pytest.mark.parametrize("hidden", [1, 5, 30])
def test_a_hand_that_passes_later_does_not_make_a_card_land_later(hidden: int) -> None:
    patches = np.stack([TABLE, TABLE, CARD, *[under_hand(CARD, HEIGHT_PX)] * hidden, CARD])
    assert showing(patches, CARD, TABLE, WEIGHTS)[1] == 2
    assert landing(patches, CARD, WEIGHTS) == 3 + hidden


def test_a_card_of_which_little_shows_past_an_arm_lies_there_from_then_on() -> None:
    glimpsed = under_hand(CARD, HEIGHT_PX * 3 // 4)
    hidden = under_hand(CARD, HEIGHT_PX)
    patches = np.stack([TABLE, under_hand(TABLE, HEIGHT_PX), glimpsed, hidden, hidden, CARD])
    assert showing(patches, CARD, TABLE, WEIGHTS)[1] == 2


def test_a_card_that_was_seen_to_rest_lies_there_though_an_arm_like_the_table_passes_later() -> None:
    arm = under_hand(TABLE, HEIGHT_PX // 2)
    assert showing(np.stack([TABLE, CARD, CARD, CARD, arm, arm, CARD]), CARD, TABLE, WEIGHTS) == (1, 1)


def test_a_card_carried_over_a_bare_place_does_not_lie_there() -> None:
    patches = np.stack([TABLE, CARD, under_hand(TABLE, HEIGHT_PX // 2), under_hand(CARD, HEIGHT_PX), CARD])
    assert showing(patches, CARD, TABLE, WEIGHTS)[1] == 4


@pytest.mark.parametrize("carried", [1, 2, 3])
def test_a_card_seen_to_be_carried_to_its_place_lies_there_from_when_most_of_it_is_there(carried: int) -> None:
    coming = [np.roll(CARD, 5 * number, axis=0) for number in range(carried, 0, -1)]
    patches = np.stack([TABLE, *coming, under_hand(CARD, HEIGHT_PX // 2), under_hand(CARD, HEIGHT_PX // 2), CARD])
    assert laid(patches, (CARD, TABLE), WEIGHTS, 1) == 1 + carried


@pytest.mark.parametrize("hidden", [1, 5])
def test_hands_that_pass_over_a_card_later_do_not_change_when_it_was_laid(hidden: int) -> None:
    coming = [np.roll(CARD, 5 * number, axis=0) for number in (2, 1)]
    passing = [under_hand(CARD, HEIGHT_PX)] * hidden
    patches = np.stack([TABLE, *coming, under_hand(CARD, HEIGHT_PX // 2), CARD, *passing, CARD])
    assert laid(patches, (CARD, TABLE), WEIGHTS, 1) == 3


def test_a_card_that_a_hand_passes_over_at_once_was_laid_when_most_of_it_was_seen() -> None:
    coming, hand = [np.roll(CARD, 5 * number, axis=0) for number in (2, 1)], under_hand(CARD, HEIGHT_PX)
    assert laid(np.stack([TABLE, *coming, CARD, hand, hand, CARD]), (CARD, TABLE), WEIGHTS, 1) == 3


def test_a_plain_card_that_slides_to_its_place_lies_there_when_it_covers_no_more_of_the_table() -> None:
    plain = TABLE.copy()
    plain[CARD_AREA] = 200
    coming = [np.roll(plain, columns, axis=1) for columns in (9, 6, 3)]
    patches = np.stack([under_hand(patch, 8) for patch in (TABLE, *coming, plain, plain, plain)])
    assert laid(patches, (plain, TABLE), texture(plain) * CARD_AREA, 1) == 4


def test_a_card_over_which_another_hand_passes_as_it_touches_down_lay_there_when_no_table_was_seen_any_more() -> None:
    passing = [np.full_like(CARD, grey) for grey in (240, 150)]
    patches = np.stack([TABLE, under_hand(CARD, HEIGHT_PX * 3 // 4), *passing, CARD, CARD])
    assert laid(patches, (CARD, TABLE), WEIGHTS, 1) == 1


@pytest.mark.parametrize("passing", [0, 4])
def test_a_card_covers_the_table_that_was_seen_where_another_had_lain(passing: int) -> None:
    half, hand = HEIGHT_PX // 2, under_hand(CARD, HEIGHT_PX)
    before = [CARD[::-1], hand, under_hand(TABLE, half), under_hand(TABLE, half)]
    patches = np.stack([*before, under_hand(CARD, half), *[hand] * passing, CARD])
    assert covering(patches, CARD, TABLE, WEIGHTS) == (4, 4)


def test_a_card_that_hands_hide_with_the_table_covered_that_at_some_time_meanwhile() -> None:
    hand, table = under_hand(CARD, HEIGHT_PX), under_hand(TABLE, HEIGHT_PX // 2)
    assert covering(np.stack([CARD[::-1], hand, hand, CARD]), CARD, TABLE, WEIGHTS) is None
    assert covering(np.stack([CARD[::-1], table, *[hand] * 5]), CARD, TABLE, WEIGHTS) is None
    assert covering(np.stack([CARD[::-1], table, *[hand] * 5, CARD]), CARD, TABLE, WEIGHTS) == (2, 7)


def test_a_card_of_a_fine_pattern_that_is_still_carried_does_not_cover_the_table_yet() -> None:
    stripes = TABLE.copy()
    stripes[CARD_AREA] = 30
    stripes[::4][CARD_AREA[::4]] = stripes[1::4][CARD_AREA[1::4]] = 200
    carried = [np.roll(stripes, rows, axis=0) for rows in (-4, -2)]
    seen = [under_hand(patch, HEIGHT_PX - 20) for patch in (TABLE, *carried, stripes, stripes, stripes)]
    weights = texture(stripes) * CARD_AREA
    assert covering(np.stack([*seen, stripes]), stripes, TABLE, weights) == (1, 3)


def test_a_card_that_comes_into_view_at_once_is_carried_and_one_that_a_hand_uncovers_is_not() -> None:
    hand = under_hand(CARD, HEIGHT_PX)
    assert is_carried(np.stack([TABLE, np.roll(CARD, 5, axis=0)]), 1)
    assert not is_carried(np.stack([hand, under_hand(CARD, HEIGHT_PX * 3 // 4)]), 1)
    assert not is_carried(CARD[None], 0)


@pytest.mark.parametrize(("resting", "lets_go"), [(3, 0), (7, 1), (12, 2)])
def test_a_card_laid_beneath_a_resting_hand_lay_there_shortly_before_that_left(resting: int, lets_go: int) -> None:
    hand, leaves = under_hand(CARD, HEIGHT_PX), under_hand(CARD, HEIGHT_PX * 3 // 4)
    patches = np.stack([CARD[::-1], *[hand] * resting, leaves, CARD])
    assert uncovered(patches, CARD, WEIGHTS) == resting - lets_go


def test_a_card_that_does_not_show_as_soon_as_a_hand_leaves_need_not_have_lain_beneath() -> None:
    hand = under_hand(CARD, HEIGHT_PX)
    moving = [np.roll(np.flip(CARD, axis=1), 9 * number, axis=1) for number in range(3)]
    assert uncovered(np.stack([CARD[::-1], hand, hand, hand, *moving, CARD]), CARD, WEIGHTS) is None
    assert uncovered(np.stack([CARD[::-1], CARD]), CARD, WEIGHTS) is None
    assert uncovered(np.stack([CARD[::-1], hand, hand, hand]), CARD, WEIGHTS) is None


@pytest.mark.parametrize(("frames", "lay_beneath"), [(1, True), (3, False)])
def test_a_card_of_which_most_comes_at_once_while_a_hand_leaves_did_not_lie_beneath(
    frames: int, lay_beneath: bool
) -> None:
    hand, leaves = under_hand(CARD, HEIGHT_PX), under_hand(CARD, HEIGHT_PX * 3 // 4)
    moving = []
    for number in range(frames):
        moving.append(leaves.copy())
        moving[-1][HEIGHT_PX // 2 :] = 40 * number
    patches = np.stack([CARD[::-1], hand, hand, hand, *moving, CARD])
    assert (uncovered(patches, CARD, WEIGHTS) is not None) == lay_beneath


def test_a_card_that_shows_first_in_the_last_patch_lies_there_then_and_no_hand_is_seen_to_stop() -> None:
    assert laid(np.stack([TABLE, CARD]), (CARD, TABLE), WEIGHTS, 1) == 1
    assert stopped(CARD[None]) is None


def test_a_card_glimpsed_past_a_hand_at_rest_lay_there_already() -> None:
    patches = np.stack([TABLE, *[under_hand(CARD, HEIGHT_PX * 3 // 4)] * 2, CARD])
    assert laid(patches, (CARD, TABLE), WEIGHTS, 1) == 1


@given(coming=st.integers(1, 6), resting=st.integers(2, 20), going=st.integers(1, 3))
def test_a_hand_that_hides_a_place_stopped_there_where_it_does_not_move_any_more(
    coming: int, resting: int, going: int
) -> None:
    patches = [np.roll(CARD, 9 * number, axis=1) for number in (*range(coming, 0, -1), *[0] * resting)]
    patches += [np.roll(CARD, 9 * number, axis=0) for number in range(1, going + 1)]
    assert stopped(np.stack(patches)) == coming


def test_a_hand_that_only_slows_down_over_a_place_did_not_stop_there() -> None:
    slowly = CARD.copy()
    slowly[:10] = HAND
    moving = [np.roll(CARD, 9 * number, axis=1) for number in (3, 2, 1)]
    assert stopped(np.stack([*moving, CARD, slowly, np.roll(CARD, 9, axis=0)])) is None
    assert stopped(np.stack([*moving, CARD, CARD, np.roll(CARD, 9, axis=0)])) == 3


def test_a_card_held_up_by_a_hand_at_rest_is_not_laid_though_it_looks_a_little_like_one_that_is() -> None:
    before, telling = np.roll(CARD, 6, axis=0), WEIGHTS * ~alike(CARD, np.roll(CARD, 6, axis=0))
    up, lies = (under_hand(patch, 20) for patch in (np.roll(CARD, 3, axis=0), CARD))
    up[8:16], up[16:21] = CARD[8:16], before[16:21]
    patches = [under_hand(np.roll(before, 9 * number, axis=1), 20) for number in (3, 2, 1)]
    assert stopped_with(np.stack([*patches, up, up, np.roll(lies, 9, axis=1), CARD]), CARD, before, telling) is None
    assert stopped_with(np.stack([*patches, lies, lies, np.roll(lies, 9, axis=1), CARD]), CARD, before, telling) == 3


def test_a_hand_at_rest_past_which_only_what_two_cards_share_is_seen_laid_neither() -> None:
    before = CARD.copy()
    before[HEIGHT_PX // 2 :] = np.roll(CARD, 6, axis=0)[HEIGHT_PX // 2 :]
    telling = WEIGHTS * ~alike(CARD, before)
    rests = under_hand(CARD, HEIGHT_PX - HEIGHT_PX // 2)
    coming = [np.roll(rests, 9 * number, axis=1) for number in (3, 2, 1)]
    going = np.roll(rests, 9, axis=1)
    assert stopped_with(np.stack([*coming, rests, rests, going, CARD]), CARD, before, telling) is None
    rests[HEIGHT_PX // 2 : HEIGHT_PX // 2 + 10] = CARD[HEIGHT_PX // 2 : HEIGHT_PX // 2 + 10]
    assert stopped_with(np.stack([*coming, rests, rests, going, CARD]), CARD, before, telling) == 3


@pytest.mark.parametrize(("coming", "going"), [(0, 1), (3, 9)])
def test_a_hand_that_was_there_all_along_or_rested_long_before_did_not_stop(coming: int, going: int) -> None:
    shifts = (*range(coming, 0, -1), 0, 0, 0, *range(1, going + 1))
    assert stopped(np.stack([np.roll(CARD, 9 * number, axis=0) for number in shifts])) is None


def test_a_card_that_other_hands_pass_over_later_lay_again_when_it_was_seen_so_first() -> None:
    away, back, passed = np.full_like(CARD, 200), under_hand(CARD, 20), under_hand(CARD, HEIGHT_PX)
    patches = np.stack([away, away, away, back, back, back, passed, passed, CARD])
    assert returning(patches, CARD, WEIGHTS) == 3
    assert landing(patches, CARD, WEIGHTS) == 8


def test_a_card_lies_again_though_the_hand_that_laid_it_back_leaves_less_than_half_of_it_in_view() -> None:
    held, passed = np.full_like(CARD, 200), under_hand(CARD, HEIGHT_PX)
    laid = under_hand(CARD, HEIGHT_PX // 2)
    assert returning(np.stack([CARD, held, laid, laid, passed, passed, CARD, CARD]), CARD, WEIGHTS) == 2


def test_a_card_that_hands_hide_until_they_go_lies_again_when_they_have_gone() -> None:
    patches = np.stack([np.full_like(CARD, 200), under_hand(CARD, HEIGHT_PX), CARD, CARD, CARD])
    assert returning(patches, CARD, WEIGHTS) == 2


def test_an_arm_of_the_colour_of_the_table_that_passes_over_a_card_does_not_bare_it() -> None:
    passed = CARD.copy()
    passed[:, 15:22] = TABLE[:, 15:22]
    patches = np.stack([TABLE, TABLE, CARD, CARD, passed, passed, CARD])
    assert showing(patches, CARD, TABLE, WEIGHTS)[1] == 2
