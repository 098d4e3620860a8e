"""Corners are followed in whatever light, and what most of them did tells a bump from cards that were moved."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Image
from kibitz_vision.table.corner_tracks import agreed_on, nothing, shift, topped_up, track

WIDTH, HEIGHT = 640, 360


def table() -> Image:
    picture = np.full((HEIGHT, WIDTH), 90, np.uint8)
    for x in range(20, WIDTH - 60, 70):
        for y in (30, 150, 270):
            cv2.rectangle(picture, (x, y), (x + 32, y + 44), 235, -1)
            cv2.rectangle(picture, (x + 6, y + 8), (x + 24, y + 34), 60, -1)
    noise = np.random.default_rng(2).normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def moved(picture: Image, x: float, y: float) -> Image:
    return np.asarray(cv2.warpAffine(picture, np.array([[1, 0, x], [0, 1, y]]), (WIDTH, HEIGHT)), np.uint8)


def test_an_arm_over_much_of_the_picture_changes_nothing_for_the_corners_beside_it() -> None:
    picture = table()
    followed = topped_up(nothing(picture), 120)
    armed = picture.copy()
    armed[:, :280] = 5

    now, found = track(followed, armed)

    beside = followed.there[:, 0] > 300
    assert beside.sum() > 30
    assert found[beside].all()
    assert np.abs(now - followed.there)[beside].max() < 0.2


def test_the_light_may_change_by_half() -> None:
    followed = topped_up(nothing(table()), 120)
    now, found = track(followed, np.asarray(table() * 0.5, np.uint8))
    assert found.mean() > 0.95
    assert np.median(np.abs(now - followed.there)) < 0.2


def test_what_all_corners_did_is_known_and_who_did_otherwise() -> None:
    picture = table()
    followed = topped_up(nothing(picture), 120)
    there = moved(picture, 9.0, -6.0)
    near = shift(picture, there)
    now, found = track(followed, there, near)
    now[:5] += 30.0

    homography, agreed = agreed_on(followed.places, now, found)

    assert np.allclose(near, (9.0, -6.0), atol=1.0)
    assert homography is not None
    assert np.allclose(homography[:2, 2], (9.0, -6.0), atol=0.5)
    assert not agreed[:5].any()
    assert agreed.sum() > 60


def test_a_handful_of_corners_tells_nothing_of_the_camera() -> None:
    followed = topped_up(nothing(table()), 120)
    moved_on = followed.there + np.float32(8.0)
    assert agreed_on(followed.places, moved_on, np.arange(len(moved_on)) < 5)[0] is None
    assert agreed_on(followed.places, moved_on, np.ones(len(moved_on), bool))[0] is not None
