from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography, project
from kibitz_vision.table.registration import CameraWatch, Stand

SIZE = WIDTH, HEIGHT = 640, 360


@pytest.fixture(scope="module")
def table() -> Image:
    """A plain table with cards on it, larger than the picture, and a little grain."""
    rng = np.random.default_rng(3)
    picture = np.full((HEIGHT + 200, WIDTH + 200, 3), (60, 90, 50), np.uint8)
    for x, y in ((150, 130), (190, 132), (150, 200), (192, 201), (600, 150), (640, 310), (400, 260), (450, 262)):
        cv2.rectangle(picture, (x, y), (x + 32, y + 44), (245, 245, 245), -1)
        cv2.rectangle(picture, (x + 4, y + 4), (x + 28, y + 40), (150, 30, 30), -1)
        cv2.circle(picture, (x + 16, y + 22), 7, (240, 240, 240), 2)
    grain = rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture + grain, 0, 255), np.uint8)


def seen(table: Image, moved: Homography | None = None, *, light: float = 1.0, seed: int = 0) -> Image:
    """What a camera sees of the table after it moved, in some light, with noise."""
    shift = np.array([[1, 0, -100], [0, 1, -100], [0, 0, 1.0]])
    picture = cv2.warpPerspective(table, (np.eye(3) if moved is None else moved) @ shift, SIZE)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * light + noise, 0, 255), np.uint8)


def knock(x: float, y: float, roll: float = 0.0, tilt: float = 0.0) -> Homography:
    cos, sin = np.cos(roll), np.sin(roll)
    return np.array([[cos, -sin, x], [sin, cos, y], [tilt, 0, 1.0]])


def stands(watch: CameraWatch, pictures: list[Image], start_ms: float = 0.0) -> list[Stand]:
    return [watch.look(picture, start_ms + 100 * number).stand for number, picture in enumerate(pictures)]


@pytest.mark.parametrize("moved", [knock(6, -4), knock(-3, 2, 0.01), knock(40, 25, -0.03), knock(5, 2, 0.005, 2e-5)])
def test_a_bump_is_noticed_and_afterwards_it_is_known_where_everything_went(table: Image, moved: Homography) -> None:
    watch = CameraWatch()
    before = stands(watch, [seen(table, seed=seed) for seed in range(6)])

    after = [watch.look(seen(table, moved, seed=9 + step), 600.0 + 100 * step) for step in range(7)]

    assert before == [Stand.STILL] * 6
    assert after[1].stand is Stand.MOVING
    (found,) = [registration for registration in after if registration.stand is Stand.MOVED]
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float)
    there = project(corners, moved) * 2 + 0.5
    np.testing.assert_allclose(project(corners * 2 + 0.5, found.image_from_before), there, atol=2.0)
    assert after[-1].stand is Stand.STILL


def test_while_it_still_shakes_it_has_not_come_to_rest(table: Image) -> None:
    watch = CameraWatch()
    stands(watch, [seen(table)] * 6)

    shaking = stands(watch, [seen(table, knock(9 + 3 * (-1) ** step, 4)) for step in range(8)], 600)

    assert set(shaking[1:]) == {Stand.MOVING}


def test_lamp_hands_and_cards_do_not_move_the_camera(table: Image) -> None:
    watch = CameraWatch()
    pictures = [
        seen(table, light=light, seed=seed) for seed, light in enumerate((1.0, 1.0, 1.0, 1.0, 1.0, 0.7, 0.5, 1.3, 1.0))
    ]
    for step in range(6):
        arm = seen(table, seed=20 + step)
        cv2.line(arm, (0, 60 + 30 * step), (330, 90 + 30 * step), (120, 150, 200), 90)
        pictures.append(arm)
    cleared = table.copy()
    cleared[230:330, 380:500] = (60, 90, 50)
    pictures += [seen(cleared, seed=30 + step) for step in range(4)]

    assert set(stands(watch, pictures)) == {Stand.STILL}


def test_cards_pushed_together_across_the_table_are_not_the_camera(table: Image) -> None:
    watch = CameraWatch()
    pushed = table.copy()
    pushed[120:260, 140:240] = (60, 90, 50)
    pushed[150:290, 160:260] = table[120:260, 140:240]

    assert set(stands(watch, [*[seen(table)] * 6, *(seen(pushed, seed=step) for step in range(6))])) == {Stand.STILL}


def test_the_light_going_off_and_on_moves_nothing_but_the_trust(table: Image) -> None:
    watch = CameraWatch()
    stands(watch, [seen(table)] * 6)

    dark = watch.look(seen(table, light=0.02), 600)
    light = watch.look(seen(table, seed=1), 700)

    assert (dark.stand, light.stand) == (Stand.STILL, Stand.STILL)
    assert dark.confidence < 0.4 < light.confidence


def test_of_a_table_without_any_corner_nothing_is_said() -> None:
    watch = CameraWatch()
    bare = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)

    watch.look(bare, 0)

    assert watch.look(bare, 100).confidence == 0.0


def test_between_two_looks_the_last_answer_holds_but_a_move_is_said_once(table: Image) -> None:
    watch = CameraWatch()
    stands(watch, [seen(table)] * 6)
    moved = [watch.look(seen(table, knock(8, 0)), 600.0 + 30 * step).stand for step in range(20)]

    assert moved.count(Stand.MOVED) == 1
    assert Stand.MOVING in moved
    assert moved[-1] is Stand.STILL


def test_where_all_cards_are_turned_while_it_shakes_the_last_that_was_seen_of_it_counts(table: Image) -> None:
    watch = CameraWatch()
    stands(watch, [seen(table)] * 6)
    bare = np.full_like(table, (60, 90, 50))

    moving = stands(watch, [seen(table, knock(9, 4), seed=seed) for seed in range(3)], 600)
    after = [watch.look(seen(bare, seed=step), 900.0 + 100 * step) for step in range(12)]

    assert moving[-1] is Stand.MOVING
    (found,) = [registration for registration in after if registration.stand is Stand.MOVED]
    np.testing.assert_allclose(found.image_from_before, knock(18, 8), atol=0.8)
    assert after[-1].stand is Stand.STILL


def test_what_one_look_or_two_mistook_for_a_bump_is_taken_back(table: Image) -> None:
    watch = CameraWatch()
    stands(watch, [seen(table)] * 6)
    bare = np.full_like(table, (60, 90, 50))

    moving = stands(watch, [seen(table, knock(9, 4), seed=seed) for seed in range(2)], 600)
    after = stands(watch, [seen(bare, seed=step) for step in range(12)], 800)

    assert moving[-1] is Stand.MOVING
    assert Stand.MOVED not in after
    assert after[-1] is Stand.STILL
