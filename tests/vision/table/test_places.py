from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz_datasets.scenes.optics.table_camera import image_from_space
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.geometry import Homography, Points, project
from kibitz_vision.table.places import TablePlaces, card_rectangle

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
A1, B1, FAR = SlotId("p1.a1"), SlotId("p1.b1"), SlotId("p2.a1")
IMAGE_FROM_TABLE: Homography = np.array([[0.9, 0.1, 640], [-0.05, 0.7, 360], [0.0, 0.0002, 1]])


@pytest.fixture
def places() -> TablePlaces:
    middles = {A1: (0, 150), B1: (0, 250), FAR: (0, -150), Heap.DRAW: (-50, 0), Heap.DISCARD: (50, 0)}
    turns = {FAR: np.pi}
    quads = {place: card_rectangle(np.array(middle, float), turns.get(place, 0.0)) for place, middle in middles.items()}
    return TablePlaces((ANN, BEN), (1280, 720), np.linalg.inv(IMAGE_FROM_TABLE), quads)


def seen(point_mm: tuple[float, float]) -> Points:
    return project(np.array(point_mm), IMAGE_FROM_TABLE)


def test_a_place_is_drawn_where_the_camera_sees_it_from_its_players_far_left_on(places: TablePlaces) -> None:
    np.testing.assert_allclose(places.quad_px(A1)[0], seen((-31.5, 106.0)))
    np.testing.assert_allclose(places.quad_px(FAR)[0], seen((31.5, -106.0)))


def test_a_seat_turns_to_its_player(places: TablePlaces) -> None:
    assert places.turn(A1) == pytest.approx(0.0)
    assert abs(places.turn(FAR)) == pytest.approx(np.pi)


def test_after_the_camera_moved_the_table_is_the_same_and_the_picture_another(places: TablePlaces) -> None:
    knock = np.array([[0.99, -0.02, 14], [0.02, 0.99, -6], [0, 0, 1]])

    after = places.moved(knock)

    np.testing.assert_allclose(after.quad_px(B1), project(places.quad_px(B1), knock))
    assert after.quads_mm == places.quads_mm


def test_a_place_can_be_laid_elsewhere(places: TablePlaces) -> None:
    moved = places.with_place_moved(Heap.DISCARD, np.array([70.0, -10.0]))

    np.testing.assert_allclose(moved.quads_mm[Heap.DISCARD].mean(axis=0), (70, -10))
    np.testing.assert_allclose(moved.quads_mm[Heap.DRAW], places.quads_mm[Heap.DRAW])
    assert places.quads_mm[Heap.DISCARD].mean(axis=0) == pytest.approx((50, 0))


def test_a_seat_can_be_moved_with_all_its_slots(places: TablePlaces) -> None:
    moved = places.with_seat_moved(ANN, np.array([30.0, 5.0]))

    assert places.slots(ANN) == (A1, B1)
    np.testing.assert_allclose(moved.quads_mm[B1] - places.quads_mm[B1], np.full((4, 2), (30.0, 5.0)))
    np.testing.assert_allclose(moved.quads_mm[FAR], places.quads_mm[FAR])


def test_a_place_that_the_table_has_not_is_named(places: TablePlaces) -> None:
    with pytest.raises(InputError, match=r"'p1.x4' is no place of this table; its places are p1.a1, p1.b1"):
        places.quad_px(SlotId("p1.x4"))


def test_the_grid_of_a_player_is_without_the_extra_places(places: TablePlaces) -> None:
    extra = SlotId("p1.x1")
    wider = replace(places, quads_mm={**places.quads_mm, extra: card_rectangle(np.array([100.0, 250.0]), 0.0)})
    assert wider.slots(ANN) == (A1, B1, extra)
    assert wider.grid(ANN) == (A1, B1)


@pytest.mark.parametrize("size_px", [(1280, 720), (720, 1280)])
@pytest.mark.parametrize(("tilt_deg", "turn_deg"), [(0.0, 0.0), (12.0, 30.0), (45.0, -70.0)])
def test_the_camera_is_where_the_lens_of_a_usual_webcam_would_be(
    size_px: tuple[int, int], tilt_deg: float, turn_deg: float
) -> None:
    width, height = size_px
    camera = image_from_space((height, width), 1.2, tilt_deg, turn_deg, 0.85 * 1280 / width)
    x, y, depth = -np.linalg.solve(camera[:, :3], camera[:, 3])
    places = TablePlaces((), size_px, np.linalg.inv(camera[:, [0, 1, 3]]), {})
    foot, height_mm = places.camera_mm()
    np.testing.assert_allclose(foot, (x, y), atol=1e-6)
    assert height_mm == pytest.approx(-depth)


def test_players_who_sit_elsewhere_exchange_all_their_places(places: TablePlaces) -> None:
    exchanged = places.with_seats_exchanged(ANN, BEN)

    assert exchanged.players == (ANN, BEN)
    assert np.array_equal(exchanged.quads_mm[A1], places.quads_mm[FAR])
    assert np.array_equal(exchanged.quads_mm[SlotId("p2.b1")], places.quads_mm[B1])
    assert np.array_equal(exchanged.quads_mm[Heap.DRAW], places.quads_mm[Heap.DRAW])


def test_players_are_told_clockwise_as_they_sit_and_may_be_numbered_so() -> None:
    cleo = PlayerId("Cleo")
    middles = {"p1.a1": (0, 200), "p2.a1": (200, 0), "p3.a1": (-200, 0)}
    quads = {SlotId(slot): card_rectangle(np.array(middle, float), 0.0) for slot, middle in middles.items()}
    table = TablePlaces((ANN, BEN, cleo), (1280, 720), np.eye(3), quads)

    order = table.clockwise()

    assert order == (ANN, cleo, BEN)
    assert table.in_order(order).clockwise() == order
    assert np.array_equal(table.in_order(order).quads_mm[SlotId("p2.a1")], table.quads_mm[SlotId("p3.a1")])
