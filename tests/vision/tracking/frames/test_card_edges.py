"""A card under the hand that brought it is known by its edges; hands and arms have edges, too, but no corner."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_vision.table.patches import HEIGHT_PX, WIDTH_PX, Atlas, shaded
from kibitz_vision.tracking.frames.card_edges import edges_of, has_corner

TABLE, BACK, SKIN = (60, 110, 70), (190, 90, 40), (120, 150, 200)
EDGE_PX = 4


def table() -> Atlas:
    grain = np.random.default_rng(4).integers(-3, 4, (HEIGHT_PX, WIDTH_PX, 1))
    return np.clip(np.array(TABLE) + grain, 0, 255).astype(np.uint8)


def card(patch: Atlas, turned_deg: float = 0.0, aside_px: int = 0) -> Atlas:
    middle = ((WIDTH_PX - 1) / 2 + aside_px, (HEIGHT_PX - 1) / 2)
    size = (WIDTH_PX - 2 * EDGE_PX - 1, HEIGHT_PX - 2 * EDGE_PX - 1)
    corners = cv2.boxPoints((middle, size, turned_deg))
    return np.asarray(cv2.fillConvexPoly(patch, np.round(corners).astype(np.int32), BACK), np.uint8)


def fingers(patch: Atlas, reach_px: int) -> Atlas:
    for number in range(3):
        x = WIDTH_PX // 2 + 7 * (number - 1)
        tip = (x, HEIGHT_PX - reach_px - (number == 1) * 2)
        cv2.line(patch, (x, HEIGHT_PX), tip, SKIN, 5)
    return patch


def shows_corner(patch: Atlas, bare: Atlas) -> bool:
    over = ~shaded(patch, bare)
    return has_corner(over, edges_of(over))


def fist(patch: Atlas) -> Atlas:
    middle = (WIDTH_PX // 2, HEIGHT_PX // 2 + 6)
    return np.asarray(cv2.ellipse(patch, middle, (17, 25), 0, 0, 360, SKIN, -1), np.uint8)


@pytest.mark.parametrize(("turned_deg", "aside_px"), [(0, 0), (4, 0), (-5, 1), (0, 3)])
def test_a_card_under_the_fingers_that_brought_it_shows_its_corner(turned_deg: float, aside_px: int) -> None:
    assert shows_corner(fingers(card(table(), turned_deg, aside_px), 20), table())


def test_a_card_is_known_by_its_corner_from_whichever_side_the_hand_comes() -> None:
    laid = fingers(card(table()), 20)
    assert shows_corner(laid[::-1].copy(), table()[::-1].copy())


def test_a_card_half_under_an_arm_shows_its_corner() -> None:
    covered = card(table(), 2)
    covered[:, WIDTH_PX // 2 :] = SKIN
    assert shows_corner(covered, table())
    assert shows_corner(covered[:, ::-1].copy(), table()[:, ::-1].copy())


def test_a_bare_place_and_its_shadow_show_no_corner() -> None:
    shadow = (table() * 0.85).astype(np.uint8)
    assert not shows_corner(table(), table())
    assert not shows_corner(shadow, table())


def test_a_hand_that_lies_on_a_bare_place_is_no_card() -> None:
    assert not shows_corner(fist(table()), table())
    assert not shows_corner(fingers(table(), 45), table())


def test_an_arm_that_passes_over_a_place_has_edges_but_no_corner() -> None:
    arm = table()
    arm[:, EDGE_PX + 1 : -EDGE_PX - 1] = SKIN
    assert not shows_corner(arm, table())


def test_a_card_next_to_another_that_the_patch_shows_in_part_has_its_corner_still() -> None:
    beside = table()
    beside[:2] = BACK
    assert shows_corner(fingers(card(beside), 20), table())
