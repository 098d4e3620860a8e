"""Seats: places that never touch, all of them in the picture."""

from itertools import combinations

import numpy as np
import pytest

from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, project_space
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap

PACK = load_pack("cambio")


@pytest.mark.parametrize("players", range(2, 9))
def test_no_two_places_share_a_spot(players: int) -> None:
    plan = plan_table(PACK, players)
    places = [slot_id(PACK, seat, index) for seat in range(players) for index in range(6)]
    spots = [plan.spot(place) for place in (*places, Heap.DRAW, Heap.DISCARD)]
    assert min(np.abs(a - b).max() for a, b in combinations(spots, 2)) > CARD_MM[0]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("tilt_deg", [-35.0, 0.0, 35.0])
def test_the_camera_sees_every_card(players: int, tilt_deg: float) -> None:
    plan = plan_table(PACK, players)
    camera = camera_over(plan, (720, 1280), tilt_deg, 2.0)
    spots = [plan.spot(slot_id(PACK, seat, index)) for seat in range(players) for index in range(4)]
    seen = project_space(camera, np.array([[*spot, 0.0] for spot in spots]))
    assert (seen > 0).all()
    assert (seen < [1280, 720]).all()


def test_the_first_seat_is_the_near_one_and_the_next_sits_clockwise_on_the_picture() -> None:
    near, left, far, right = (seat.middle for seat in plan_table(PACK, 4).seats)
    assert near[1] > 0 > far[1]
    assert left[0] < 0 < right[0]


def test_a_players_row_b_lies_nearer_to_them_than_row_a() -> None:
    plan = plan_table(PACK, 4)
    for seat, home in enumerate(seat.at(0, 300) for seat in plan.seats):
        a, b = (plan.spot(slot_id(PACK, seat, index)) for index in (0, 2))
        assert np.hypot(*(b - home)) < np.hypot(*(a - home))
