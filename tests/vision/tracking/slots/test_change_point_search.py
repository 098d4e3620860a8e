"""When the card of a place left, came, or lay again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas
from kibitz_vision.table.places import card_rectangle
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame
from kibitz_vision.tracking.slots import change_point_search as timing
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), 60, np.uint8)
HAND = np.full_like(TABLE, 120)
BACK = CardObservation(
    card_rectangle(np.zeros(2), 0.0), is_flat=True, is_back=True, probabilities=np.zeros(2, np.float32)
)


def card(seed: int = 1) -> Atlas:
    patch = TABLE.copy()
    patch[CARD_AREA] = np.random.default_rng(seed).integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
    return patch


def past_of(patches: Sequence[Atlas]) -> FrameHistory:
    history, small = FrameHistory(), np.zeros((4, 4, 3), np.uint8)
    for index, patch in enumerate(patches):
        history.remember(NormalizedFrame(index, index * 33.0, small, small, moved=True), patch[None])
    return history


def test_a_card_looked_at_left_with_the_first_frame_without_it_and_is_back_with_the_first_that_shows_it() -> None:
    looked_at = [card(), card(), HAND, TABLE, HAND]
    track = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=2)
    gone = timing.parted(past_of(looked_at), track)
    track.gone, track.gone_index = gone.interval, gone.index
    assert gone.index == 2
    assert timing.back(past_of([*looked_at, card(), card()]), track).index == 5


@pytest.mark.parametrize("was_seen_bare", [False, True])
def test_a_card_left_when_it_was_seen_last_whatever_of_its_place_shows_the_table_before_and_after(
    was_seen_bare: bool,
) -> None:
    beside = np.random.default_rng(4).integers(0, 256, TABLE.shape, dtype=np.uint8)
    lain, middle = beside.copy(), HEIGHT_PX // 2
    lain[middle:] = card()[middle:]  # the card lies a little beside its place
    bare = beside if was_seen_bare else None
    track = SlotTrack(SlotId("p1.a1"), 0, lain, BACK, bare=bare, busy_since=2)
    history = past_of([lain, lain, HAND, HAND, HAND, beside, beside, beside])
    left = timing.parted(history, track) if was_seen_bare else timing.bared(history, track, beside)
    assert left.index == 2


def test_another_card_came_with_the_first_frame_that_shows_it() -> None:
    history = past_of([card(), HAND, HAND, card(2), HAND, card(2), card(2)])
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=1)
    assert timing.came(history, lying, card(2), CARD_AREA).index == 5


def test_a_card_that_covers_one_seen_before_came_after_that_was_seen_though_both_look_alike_in_part() -> None:
    alike = card(2)
    alike[: HEIGHT_PX // 2] = card(3)[: HEIGHT_PX // 2]
    history = past_of([card(), HAND, card(2), card(2), HAND, alike, alike])
    pile = SlotTrack(Heap.DISCARD, 0, card(), BACK, busy_since=1)
    assert timing.came(history, pile, alike, CARD_AREA).index == 2
    assert timing.came_upon(history, pile, alike, history.moments[3]).index == 5


def test_a_card_laid_back_otherwise_is_back_with_the_first_frame_that_shows_it_though_an_arm_passes_later() -> None:
    history = past_of([card(), card(), HAND, HAND, card(2), card(2), HAND, HAND, card(2), card(2)])
    track = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=2)
    gone = timing.parted(history, track)
    track.gone, track.gone_index = gone.interval, gone.index
    assert timing.came(history, track, card(2), CARD_AREA).index == 4


def test_a_card_came_to_a_bare_place_when_it_was_glimpsed_first_after_the_table() -> None:
    history = past_of([TABLE, HAND, card(2), HAND, card(2), card(2)])
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=1)
    assert timing.came(history, bare, card(2), CARD_AREA).index == 2


def test_a_card_that_slides_slowly_over_the_bare_table_came_when_it_lay_still() -> None:
    sliding = [TABLE.copy() for _ in range(2)]
    for patch, rows in zip(sliding, (20, 34), strict=True):
        patch[:rows] = 200
    lies = np.where(CARD_AREA[..., None], np.uint8(200), TABLE)
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=1)
    assert timing.came(past_of([TABLE, TABLE, *sliding, lies, lies]), bare, lies, CARD_AREA).index == 4


FINGERS = np.random.default_rng(9).integers(90, 256, TABLE.shape, dtype=np.uint8)
HANDS = [np.roll(FINGERS, 5 * number, axis=0) for number in range(9)]


def test_a_card_that_a_hand_laid_unseen_came_when_that_hand_stopped() -> None:
    history = past_of([TABLE, TABLE, *HANDS[4:0:-1], HANDS[0], HANDS[0], HANDS[0], HANDS[5], card(2), card(2)])
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=2)
    assert timing.came(history, bare, card(2), CARD_AREA).index == 6


def test_a_card_laid_on_the_place_of_another_came_when_the_hand_stopped_past_which_it_is_glimpsed() -> None:
    glimpsed = HANDS[0].copy()
    glimpsed[:20] = card(2)[:20]
    history = past_of([card(), *HANDS[4:0:-1], glimpsed, glimpsed, HANDS[5], card(2), card(2)])
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=1)
    assert timing.came(history, lying, card(2), CARD_AREA).index == 5
    lying.observation = replace(BACK, is_back=False)  # turned over
    assert timing.came(history, lying, card(2), CARD_AREA).index == 8


def test_a_card_laid_where_one_was_seen_to_go_came_when_the_hand_stopped_past_which_it_is_glimpsed() -> None:
    glimpsed = HANDS[0].copy()
    glimpsed[:20] = card(2)[:20]
    history = past_of([card(), *HANDS[4:0:-1], glimpsed, glimpsed, HANDS[5], card(2), card(2)])
    track = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=1, gone=history.at(1).interval, gone_index=1)
    assert timing.came(history, track, card(2), CARD_AREA).index == 5


def test_a_card_laid_on_the_place_of_another_beneath_a_hand_came_before_that_left() -> None:
    leaves = HAND.copy()
    leaves[:40] = card(2)[:40]
    history = past_of([card(), *HANDS[2:0:-1], HAND, HAND, HAND, leaves, card(2), card(2)])
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, busy_since=1)
    assert timing.came(history, lying, card(2), CARD_AREA).index == 5


def test_a_card_laid_on_the_place_of_another_came_when_it_covered_the_table() -> None:
    patches = [card(), HAND, TABLE, TABLE, card(2), HAND, HAND, HAND, card(2), card(2)]
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, bare=TABLE, busy_since=1)
    assert timing.came(past_of(patches), lying, card(2), CARD_AREA).index == 4
    long_ago = past_of([*patches[:8], *[HAND] * 12, card(2), card(2)])
    assert timing.came(long_ago, lying, card(2), CARD_AREA).index > 4


def test_a_card_came_half_way_between_when_the_table_was_seen_last_and_when_the_card_was_seen_first() -> None:
    patches = [card(), HAND, TABLE, TABLE, *HANDS[:4], card(2), card(2), card(2)]
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), BACK, bare=TABLE, busy_since=1)
    assert timing.came(past_of(patches), lying, card(2), CARD_AREA).index == 6


def test_a_card_that_hands_hide_for_long_came_by_when_it_was_seen_first() -> None:
    glimpsed = HANDS[0].copy()
    glimpsed[:12] = card(2)[:12]
    patches = [card(), HAND, TABLE, *HANDS[:6], *[glimpsed] * 3, *HANDS[6:8], card(2), card(2)]
    lying = SlotTrack(SlotId("p1.a1"), 0, card(), replace(BACK, is_back=False), bare=TABLE, busy_since=1)
    assert timing.came(past_of(patches), lying, card(2), CARD_AREA).index == 9


def test_a_card_dealt_unseen_came_before_the_next_one_was_taken() -> None:
    later = [*HANDS[8:0:-1], HANDS[0], HANDS[0], HANDS[5]]
    history = past_of([TABLE, TABLE, *HANDS[4:0:-1], HANDS[0], HANDS[0], HANDS[0], *later, card(2), card(2)])
    history.dealt.taken_ms.extend((2 * 33.0, 8 * 33.0))
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=2)
    assert timing.came(history, bare, card(2), CARD_AREA).index != 6
    history.dealt.came_ms[1] = 14 * 33.0
    assert timing.came(history, bare, card(2), CARD_AREA).index == 6


def test_a_card_that_another_arm_uncovers_came_when_it_had_been_in_the_air_as_long_as_the_others() -> None:
    history = past_of([TABLE, TABLE, *HANDS[:8], card(2), card(2), card(2)])
    history.dealt.taken_ms.extend((-700.0, -400.0, 2 * 33.0))
    history.dealt.came_ms |= {1: -600.0, 2: -300.0}
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=2)
    assert timing.came(history, bare, card(2), CARD_AREA).index == 6


def test_of_a_card_that_arms_hid_for_long_nobody_reckons_when_it_came() -> None:
    arms = [np.roll(FINGERS, 5 * number, axis=0) for number in range(14)]
    history = past_of([TABLE, TABLE, *arms, card(2), card(2), card(2)])
    history.dealt.taken_ms.extend((-700.0, -400.0, 2 * 33.0))
    history.dealt.came_ms |= {1: -600.0, 2: -300.0}
    bare = SlotTrack(SlotId("p1.a1"), 0, TABLE, None, busy_since=2)
    assert timing.came(history, bare, card(2), CARD_AREA).index == 16
