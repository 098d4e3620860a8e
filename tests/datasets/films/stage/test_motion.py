"""Motion: exact at its ends, and cards that turn as cards do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_datasets.films.stage.motion import Move, Track, card_in_space, half_turns_off, pose
from kibitz_datasets.scenes.optics.table_camera import CARD_MM

ASPECT = CARD_MM[0] / CARD_MM[1]


@given(st.floats(0, 1), st.floats(0, 60), st.floats(-30, 30))
def test_a_move_begins_and_ends_exactly_where_it_should(brake: float, lift_mm: float, bow_mm: float) -> None:
    start, end = pose((0, 0)), pose((300, 40), 5.0, 1.0, up=True)
    move = Move(100.0, 400.0, start, end, lift_mm, bow_mm, brake)
    assert move.at(50) == pytest.approx(start)
    assert move.at(100) == pytest.approx(start)
    assert move.at(400) == pytest.approx(end)
    assert move.at(900) == pytest.approx(end)


def test_a_hard_stop_is_faster_at_the_end_than_a_glide() -> None:
    start, end = pose((0, 0)), pose((300, 0))
    left = [300 - Move(0, 300, start, end, brake=brake).at(280)[0] for brake in (0.0, 1.0)]
    assert left[1] > 3 * left[0]


def test_a_new_move_takes_over_and_none_starts_in_the_past() -> None:
    track = Track(pose((0, 0)))
    track.add(Move(0, 100, pose((0, 0)), pose((10, 0))))
    track.add(Move(200, 300, pose((10, 0)), pose((10, 50))))
    assert track.at(150)[:2] == pytest.approx((10, 0))
    assert track.at(300)[:2] == pytest.approx((10, 50))
    with pytest.raises(ValueError, match="before the last one"):
        track.add(Move(150, 160, pose((0, 0)), pose((0, 0))))


@given(st.floats(0, 2 * np.pi), st.floats(0, np.pi))
def test_a_card_keeps_its_size_and_never_goes_through_the_table(turn: float, roll: float) -> None:
    at = pose((12, 7), 0.0, turn)
    at[5] = roll
    corners = card_in_space(at, ASPECT)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    assert sides == pytest.approx((CARD_MM[0], CARD_MM[1], CARD_MM[0], CARD_MM[1]))
    assert corners[:, 2].max() < 1e-9, "below the table is positive"


def test_a_tilted_card_stands_on_its_far_edge() -> None:
    at = pose((0, 0))
    at[4] = np.pi / 2
    far, near = card_in_space(at, ASPECT)[[0, 2]]
    assert far == pytest.approx((-CARD_MM[0] / 2, -CARD_MM[1] / 2, 0), abs=1e-9)
    assert near == pytest.approx((CARD_MM[0] / 2, -CARD_MM[1] / 2, -CARD_MM[1]), abs=1e-9)


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_a_turn_changes_by_half_circles_to_come_near(turn: float, wanted: float) -> None:
    found = half_turns_off(turn, wanted)
    assert abs(found - wanted) <= np.pi / 2 + 1e-9
    assert abs(np.sin(found - turn)) < 1e-6
