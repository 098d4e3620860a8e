"""Whose hand is on a place."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.seats import TablePlan, camera_over, plan_table
from kibitz_datasets.scenes.optics.table_camera import project_space
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.frames.light import Light
from kibitz_vision.tracking.hands.arm_attribution import Mask, Spread, arms_mask, arms_of

PACK = load_pack("kaboo")
SHAPE = (180, 320)


def table_of(plan: TablePlan, players: int) -> TablePlaces:
    camera = camera_over(plan, (720, 1280), 10.0, 2.0)
    places: list[Place] = [slot_id(PACK, seat, index) for seat in range(players) for index in range(4)]
    quads = {place: card_rectangle(plan.spot(place), plan.turn(place)) for place in (*places, *Heap)}
    return TablePlaces(NAMES[:players], (1280, 720), np.linalg.inv(camera[:, [0, 1, 3]]), quads)


def arm(table: TablePlaces, plan: TablePlan, seat: int, place: Place, short_mm: float = 14.0) -> Mask:
    """An arm of a seat whose finger tips end so many mm before the middle of a place."""
    home, spot = plan.seats[seat].at(70, 330), plan.spot(place)
    tip = spot + (home - spot) / np.hypot(*(home - spot)) * short_mm
    ends = table.in_picture(np.stack([tip, home])) / 4
    mask = np.zeros(SHAPE, np.uint8)
    (x0, y0), (x1, y1) = np.round(ends).astype(int).tolist()
    cv2.line(mask, (x0, y0), (x1, y1), 255, 16)
    return mask


@pytest.mark.parametrize(("tilt_deg", "elbow_mm"), [(0.0, 0.0), (25.0, 120.0), (45.0, 90.0)])
@pytest.mark.parametrize("seat", [1, 3])
def test_an_arm_beside_a_tilted_camera_is_its_players_also_where_the_elbow_is_above_the_table(
    tilt_deg: float, elbow_mm: float, seat: int
) -> None:
    plan = plan_table(PACK, 4)
    camera = camera_over(plan, (720, 1280), tilt_deg, 2.0)
    table = replace(table_of(plan, 4), table_from_image=np.linalg.inv(camera[:, [0, 1, 3]]))
    home, spot = plan.seats[seat].at(70 if seat == 1 else -70, 330), plan.spot(Heap.DISCARD)
    tip = spot + (home - spot) / np.hypot(*(home - spot)) * 14.0
    ends = project_space(camera, np.array([[*tip, -8.0], [*home, -elbow_mm]])) / 4
    (x0, y0), (x1, y1) = np.round(ends).astype(int).tolist()
    mask = np.zeros(SHAPE, np.uint8)
    cv2.line(mask, (x0, y0), (x1, y1), 255, 14)
    actors = arms_of(table).at(Heap.DISCARD, mask)
    assert actors
    assert actors[0] == (NAMES[seat], pytest.approx(1.0, abs=0.3))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_hand_on_a_pile_belongs_to_the_seat_it_comes_from(players: int) -> None:
    plan = plan_table(PACK, players)
    table = table_of(plan, players)
    for seat in range(players):
        for place in (Heap.DRAW, Heap.DISCARD):
            actors = arms_of(table).at(place, arm(table, plan, seat, place))
            assert actors[0][0] == NAMES[seat]
            assert actors[0][1] > 0.5


def test_nobody_is_on_a_place_that_no_arm_reaches() -> None:
    plan = plan_table(PACK, 4)
    table = table_of(plan, 4)
    mask = arm(table, plan, 1, slot_id(PACK, 1, 0))
    assert arms_of(table).at(Heap.DISCARD, mask) == ()
    assert arms_of(table).at(Heap.DISCARD, np.zeros(SHAPE, np.uint8)) == ()


def test_finger_tips_touch_the_draw_pile_and_an_arm_that_goes_on_does_not() -> None:
    plan = plan_table(PACK, 4)
    table = table_of(plan, 4)
    arms = arms_of(table)
    assert arms.touching(Heap.DRAW, arm(table, plan, 1, Heap.DRAW))[0][0] == NAMES[1]
    assert arms.touching(Heap.DRAW, arm(table, plan, 1, Heap.DRAW, short_mm=-90.0)) == ()


def test_what_differs_from_the_table_is_an_arm() -> None:
    table = np.full((8, 8, 3), 90, np.uint8)
    picture = table.copy()
    picture[2:4, 2:4] = (90, 90, 140)
    picture[6, 6] = 94
    assert np.argwhere(arms_mask(picture, table)).tolist() == [[2, 2], [2, 3], [3, 2], [3, 3]]


def test_what_is_out_of_the_picture_is_not_known_and_counts_as_asked() -> None:
    mask = np.zeros((4, 6), np.uint8)
    mask[1, 5] = 255
    tracks = np.array([[[[5.0, 1.0], [0.0, 0.0]]], [[[6.0, 1.0], [5.2, 0.9]]], [[[-1.0, 0.0], [np.inf, 2.0]]]])
    spread = Spread.of(tracks, (6, 4))
    assert spread.share(mask, 0.25).tolist() == [0.5, 1.0, 0.25]
    assert spread[1].share(mask, 0.0) == 1.0
    assert spread.filled(mask).tolist() == [1, 1, 0]


def test_what_differs_from_the_table_is_an_arm_where_the_light_is_known_and_nothing_is_where_it_is_not() -> None:
    table, reached = np.full((*SHAPE, 3), 90, np.uint8), np.full((*SHAPE, 3), 90, np.uint8)
    reached[60:120, 200:] = 170
    bleached = np.full((*SHAPE, 3), 255, np.uint8)
    assert arms_mask(reached, table, Light()).mean() / 255 == pytest.approx(60 * 120 / (180 * 320))
    assert not arms_mask(bleached, table, Light(is_clear=False)).any()
