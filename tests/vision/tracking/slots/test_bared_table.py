"""When the table beneath a card is seen, and when an arm only looks like it."""

from __future__ import annotations

import numpy as np

from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, THIRDS, WIDTH_PX, Atlas
from kibitz_vision.tracking.durations import LONG_MS
from kibitz_vision.tracking.frames.frame_pace import FramePace
from kibitz_vision.tracking.slots.bared_table import BaredTable

TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 140, 90), np.uint8)
GRAIN = np.asarray(TABLE + np.random.default_rng(7).integers(-25, 26, (HEIGHT_PX, WIDTH_PX, 1)), np.uint8)
SHADOW = np.asarray(TABLE * 0.8, np.uint8)
HAND = np.full_like(TABLE, (150, 170, 210))


def card(seed: int = 1) -> Atlas:
    patch = TABLE.copy()
    patch[CARD_AREA] = np.random.default_rng(seed).integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
    return patch


def test_a_card_taken_away_bares_all_of_the_place_and_one_that_lies_there_nothing() -> None:
    table = BaredTable.beneath(card(), TABLE)
    assert table.share(TABLE) == 1.0
    assert table.share(card()) < 0.02


def test_the_table_shows_in_the_shadow_of_a_hand_too_and_not_under_the_hand() -> None:
    table = BaredTable.beneath(card(), TABLE)
    assert table.is_seen_in_part(SHADOW)
    assert table.share(SHADOW) < 0.1
    assert not table.is_seen_in_part(HAND)
    assert not table.is_seen_in_part(card())


def test_a_card_that_looks_like_the_table_in_a_shadow_is_not_taken_for_it() -> None:
    table = BaredTable.beneath(SHADOW, TABLE)
    assert not table.is_seen_in_part(SHADOW)
    assert table.is_seen_in_part(TABLE)


def test_a_raised_near_edge_bares_part_of_the_card() -> None:
    table, tilted = BaredTable.beneath(card(), TABLE), card()
    strip = THIRDS[2] & (np.arange(WIDTH_PX) < 16)
    tilted[strip] = TABLE[strip]
    assert table.is_seen_in_part(tilted)
    assert table.share(tilted) < 0.2


def test_a_card_that_looks_like_the_table_bares_nothing() -> None:
    assert BaredTable.beneath(np.asarray(TABLE + 4, np.uint8), TABLE).share(TABLE) == 0.0


def test_an_arm_of_the_colour_of_the_table_has_not_its_grain() -> None:
    table, arm, bared = BaredTable.beneath(card(), GRAIN), card(), card()
    arm[10:, 8:30] = TABLE[10:, 8:30]
    bared[10:, 8:30] = GRAIN[10:, 8:30]
    assert table.is_seen_in_part(bared)
    assert [table.shows_grain(patch) for patch in (bared, arm, card())] == [True, False, False]


def test_on_a_table_without_grain_nobody_can_tell_an_arm_of_its_colour() -> None:
    arm = card()
    arm[20:] = TABLE[20:]
    assert BaredTable.beneath(card(), TABLE).shows_grain(arm)


def test_a_part_of_the_table_is_seen_once_it_has_shown_for_a_quarter_of_a_second_on_end() -> None:
    table, pace, seen = BaredTable.beneath(card(), GRAIN), FramePace(), []
    for _ in range(pace.frames(LONG_MS)):
        table.follow(GRAIN)
        seen.append(table.is_seen(pace))
    assert seen.index(True) + 1 == 8
    table.follow(card())
    assert not table.is_seen(pace)
