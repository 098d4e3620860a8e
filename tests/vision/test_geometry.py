from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_vision.geometry import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    Points,
    areas,
    even_table_from_image,
    evened,
    inverse,
    misfit_mm,
    project,
    table_from_image,
)


def card_at(x_mm: float, y_mm: float, turn_deg: float = 0.0) -> Points:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
    turn = np.radians(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return corners @ rotation.T + (x_mm, y_mm)


def camera(*, tilt_deg: float, spin_deg: float, height_mm: float = 1800.0) -> Points:
    """Homography of a camera that looks at the table's middle, `tilt_deg` away from straight down."""
    tilt, spin = np.radians([tilt_deg, spin_deg])
    turn = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    sides = (lean @ turn)[:, :2]
    lens = np.array([[1600, 0, 960], [0, 1600, 540], [0, 0, 1]])
    return lens @ np.column_stack([sides, [0, 0, height_mm]])


def distances(quads: Points) -> Points:
    centres = quads.mean(axis=1)
    return np.linalg.norm(centres[:, None] - centres[None], axis=-1)


places = st.tuples(
    st.floats(-400, 400), st.floats(-250, 250), st.floats(-180, 180, allow_nan=False, allow_infinity=False)
)


def check_distances(cards: list[tuple[float, float, float]], tilt_deg: float, spin_deg: float) -> None:
    truth = np.array([card_at(*place) for place in cards])
    seen = project(truth, camera(tilt_deg=tilt_deg, spin_deg=spin_deg))

    found = project(seen, table_from_image(seen))

    np.testing.assert_allclose(distances(found), distances(truth), rtol=0.005, atol=1.0)


def lie_two_ways(cards: list[tuple[float, float, float]]) -> bool:
    """Whether cards are turned enough for one plane alone to fit them."""
    turns = np.radians([2 * turn for _, _, turn in cards])
    return bool(abs(np.exp(1j * turns).mean()) < 0.9)


@settings(deadline=None, max_examples=60)
@given(st.lists(places, min_size=2, max_size=20).filter(lie_two_ways), st.floats(0, 50), st.floats(-180, 180))
@example([(0.0, 0.0, 0.0), (-325.0, -108.0, 70.0)], 47.0, -33.0)
def test_distances_on_the_table_come_back_in_millimetres(
    cards: list[tuple[float, float, float]], tilt_deg: float, spin_deg: float
) -> None:
    check_distances(cards, tilt_deg, spin_deg)


@settings(deadline=None, max_examples=40)
@given(st.lists(places, min_size=2, max_size=10), st.floats(0, 40), st.floats(-180, 180), st.floats(-180, 180))
def test_they_do_of_cards_that_all_lie_one_way_about_the_middle_of_the_picture(
    cards: list[tuple[float, float, float]], tilt_deg: float, spin_deg: float, turn_deg: float
) -> None:
    check_distances([(side * x, side * y, turn_deg) for x, y, _ in cards for side in (-1, 1)], tilt_deg, spin_deg)


def test_they_do_of_two_cards_in_a_row() -> None:
    check_distances([(0.0, 0.0, 0.0), (0.0, 194.0, 0.0)], 27.0, 89.0)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.floats(0, 50))
def test_a_corner_error_of_one_pixel_moves_cards_by_less_than_two_percent(seed: int, tilt_deg: float) -> None:
    rng = np.random.default_rng(seed)
    truth = np.array([card_at(x, y, rng.uniform(-90, 90)) for x in (-300, -100, 100, 300) for y in (-200, 0, 200)])
    seen = project(truth, camera(tilt_deg=tilt_deg, spin_deg=20))

    found = project(seen + rng.normal(0, 1, seen.shape), table_from_image(seen + rng.normal(0, 1, seen.shape)))

    np.testing.assert_allclose(distances(found), distances(truth), rtol=0.02, atol=6.0)


def test_one_card_alone_is_its_own_ruler() -> None:
    seen = project(card_at(50, 20, 30)[None], camera(tilt_deg=35, spin_deg=10))

    found = project(seen, table_from_image(seen))[0]

    sides = np.linalg.norm(np.roll(found, -1, axis=0) - found, axis=1)
    np.testing.assert_allclose(sides, [63, 88, 63, 88], atol=0.1)


def test_a_card_outlined_from_its_long_side_is_understood() -> None:
    truth = np.array([card_at(x, 0, 15) for x in (-200, 0, 200)])
    seen = project(truth, camera(tilt_deg=20, spin_deg=0))
    seen[1] = np.roll(seen[1], 1, axis=0)

    found = project(seen, table_from_image(seen))

    np.testing.assert_allclose(distances(found), distances(truth), atol=0.5)


@pytest.mark.parametrize("tilt_deg", [0, 20, 38, 45, 50])
def test_a_card_is_as_broad_as_it_is_whichever_side_seems_the_shorter(tilt_deg: float) -> None:
    truth = np.array([card_at(x, y) for x in (-40, 40) for y in (-250, -150, 0, 150, 250)])
    seen = project(truth, camera(tilt_deg=tilt_deg, spin_deg=3))
    sides = np.linalg.norm(np.roll(seen, -1, axis=1) - seen, axis=-1)
    across = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    seen[across] = np.roll(seen[across], 1, axis=1)

    found = project(seen, table_from_image(seen))

    np.testing.assert_allclose(distances(found), distances(truth), atol=2.0)


def test_one_badly_outlined_card_does_not_bend_the_table() -> None:
    truth = np.array([card_at(x, y) for x in (-300, -100, 100, 300) for y in (-150, 50)])
    seen = project(truth, camera(tilt_deg=30, spin_deg=0))
    seen[0, :2] += (40, 25)

    found = project(seen, table_from_image(seen))

    np.testing.assert_allclose(distances(found)[1:, 1:], distances(truth)[1:, 1:], atol=4.0)


def test_the_table_stays_the_way_up_that_it_has_on_the_picture() -> None:
    seen = project(np.array([card_at(-200, 0), card_at(200, 0), card_at(0, 150)]), camera(tilt_deg=30, spin_deg=0))

    left, right, near = project(seen, table_from_image(seen)).mean(axis=1)

    assert left[0] < near[0] < right[0]
    assert near[1] > max(left[1], right[1])


@pytest.mark.parametrize("quads", [np.zeros((0, 4, 2)), np.zeros((1, 4, 2)), np.zeros((4, 2))])
def test_outlines_without_a_card_are_refused_with_a_sentence(quads: Points) -> None:
    with pytest.raises(InputError, match="outline"):
        table_from_image(quads)


def test_cards_are_card_like_on_their_own_plane_and_not_on_the_picture() -> None:
    truth = np.array([card_at(-100, 0), card_at(100, 50, 40)])
    view = camera(tilt_deg=30, spin_deg=0)

    np.testing.assert_allclose(misfit_mm(project(project(truth, view), inverse(view))), 0.0, atol=1e-6)
    assert misfit_mm(project(truth, view)).min() > 5.0


@given(width=st.floats(54, 68), wider=st.floats(0.9, 1.1), higher=st.floats(0.9, 1.1))
def test_cards_of_a_narrow_deck_that_lie_both_ways_tell_their_width(width: float, wider: float, higher: float) -> None:
    narrow = np.array([width / CARD_WIDTH_MM, 1.0])
    card = card_at(0, 0) * narrow
    both_ways = [card, card, card[:, ::-1]] * 8
    stretch, found = evened(np.array(both_ways) / (wider, higher))
    assert found == pytest.approx(width, abs=1.0)
    assert np.diag(stretch)[:2] == pytest.approx([wider, higher], abs=0.02)


@pytest.mark.parametrize("width", [52.0, 57.0, 63.0])
def test_the_table_of_a_narrow_deck_gives_all_cards_one_shape_whatever_else_is_outlined(width: float) -> None:
    spots = [(x, y, turn) for turn, y in ((0, -200), (90, 0), (0, 200)) for x in (-250, -150, 150, 250)]
    narrow = [
        card_at(0, 0, turn) * ((width / 63, 1) if turn == 0 else (1, width / 63)) + (x, y) for x, y, turn in spots
    ]
    hand = card_at(0, 330, 30) * (1.0, 1.4)
    seen = project(np.array([*narrow, hand]), camera(tilt_deg=35, spin_deg=10))

    table, found = even_table_from_image(seen)

    assert found == pytest.approx(width, abs=2.0)
    assert misfit_mm(project(seen[:-1], table), found).max() < 3.0


def test_cards_that_all_lie_one_way_are_as_wide_as_ever() -> None:
    stretch, width = evened(np.array([card_at(90.0 * number, 0) for number in range(6)]))
    assert width == pytest.approx(CARD_WIDTH_MM, abs=0.5)
    assert stretch == pytest.approx(np.eye(3), abs=0.02)


def test_the_area_of_a_quad_is_the_same_whichever_way_its_corners_run() -> None:
    quad = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])
    assert np.allclose(areas(np.stack([quad, quad[::-1], quad / 2])), [63 * 88, 63 * 88, 63 * 22])
