"""What the empty table looks like: kept up to date everywhere, and no hand is ever taken for it."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.tracking.frames.normalized_frame import MotionGate

FPS = 5
CARD, ARM = (slice(40, 70), slice(100, 130)), (slice(80, 180), slice(150, 180))


def table() -> Image:
    grain = np.random.default_rng(1).normal(110, 6, (180, 320, 3))
    return np.clip(grain, 0, 255).astype(np.uint8)


def shown(*things: tuple[slice, slice], level: int = 220) -> Image:
    picture = table()
    for thing in things:
        picture[thing] = level
    return picture


def watch(gate: MotionGate, pictures: list[Image], first: int = 1) -> None:
    for index, picture in enumerate(pictures, start=first):
        large = np.repeat(np.repeat(picture, 4, 0), 4, 1)
        gate.look(Frame(large, index, index * 10**9 // FPS))


@pytest.fixture
def gate() -> MotionGate:
    started = MotionGate()
    watch(started, [table()], first=0)
    return started


def test_a_card_that_was_laid_beside_the_places_belongs_to_the_table_after_some_seconds(gate: MotionGate) -> None:
    watch(gate, [shown(CARD)] * 3 * FPS)
    assert gate.background[55, 115, 1] < 150

    watch(gate, [shown(CARD)] * 3 * FPS, first=20)

    assert gate.background[55, 115, 1] == 220


def test_an_arm_that_rests_and_trembles_is_never_taken_for_the_table(gate: MotionGate) -> None:
    trembling = [shown((ARM[0], slice(150 + shift, 180 + shift))) for shift in (0, 1)]

    watch(gate, [trembling[index // 15 % 2] for index in range(40 * FPS)])

    assert gate.background[130, 165, 1] < 150


def test_a_board_at_the_border_that_does_not_move_at_all_belongs_to_the_table_at_last(gate: MotionGate) -> None:
    watch(gate, [shown(ARM)] * 8 * FPS)
    assert gate.background[130, 165, 1] < 150

    watch(gate, [shown(ARM)] * 4 * FPS, first=50)

    assert gate.background[130, 165, 1] == 220


def test_a_table_that_looks_the_same_is_kept_bit_for_bit(gate: MotionGate) -> None:
    noise = np.random.default_rng(2).normal(0, 2, (20 * FPS, 1, 1, 3))

    watch(gate, [np.clip(table() + one, 0, 255).astype(np.uint8) for one in noise])

    assert np.array_equal(gate.background, table())
