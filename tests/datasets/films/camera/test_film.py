"""Films: what the truth says shows on the decoded frames, and the same seed films the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.films.camera.view import View
from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, film_of, write_film
from kibitz_datasets.films.stage.bodies import Body
from kibitz_datasets.films.stage.frame_clock import ClockConfig
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardLifted, Heap, PileTopChanged
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import Frame

CONFIG = SimulationConfig(load_pack("kaboo"), 3, 11, size=(640, 360), gap_ms=330.0, troubles=0.0)
pytestmark = pytest.mark.usefixtures("drawn_decks_only")


def _filmed(config: SimulationConfig, out: Path) -> tuple[Performance, View, list[Frame]]:
    performance = perform_race(config, racers=2)
    write_film(config, performance, out)
    film, _ = film_of(config, performance)
    return performance, film.still.view, list(read_video(out / "video.mp4"))


def _far_half(view: View, body: Body, at_ms: float, home: NDArray[np.float64]) -> NDArray[np.float64]:
    """The half of a resting card that lies away from the player whose hand is on it."""
    corners, _ = view.card(body.track.at(at_ms), 63 / 88)
    place = view.px(np.array([[*home, 0.0]]))[0]
    middle = corners.mean(0)
    far = sorted(corners, key=lambda corner: -float(np.hypot(*(corner - place))))[:2]
    sides = [corner * 0.5 + middle * 0.5 for corner in far]
    return np.array([far[0], far[1], sides[1], sides[0]])


def _difference(one: Frame, other: Frame, quad: NDArray[np.float64]) -> float:
    mask = np.zeros(one.image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(quad.astype(np.int32)), 1)
    return float(np.abs(one.image.astype(int) - other.image.astype(int))[mask > 0].mean())


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_a_placed_card_shows_from_the_frame_that_the_truth_names(seed: int, tmp_path: Path) -> None:
    performance, view, frames = _filmed(replace(CONFIG, seed=seed), tmp_path)
    stage = performance.stage
    first, *_ = (event for event in stage.seen if isinstance(event, PileTopChanged))
    at_ms = first.seen.at.end_ms
    (body,) = (body for body in stage.bodies if body.aloft and body.still_since() == at_ms)
    hand = stage.hands[stage.players.index(first.seen.by[0][0])][0]
    quad = _far_half(view, body, at_ms, hand.home)
    (shown,) = first.seen.frames
    settled, before = frames[shown + 6], frames[shown - 4]
    assert _difference(before, settled, quad) > 12, "another card lay on the pile before"
    assert _difference(frames[shown + 1], settled, quad) < 0.3 * _difference(before, settled, quad)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_a_lifted_card_lies_there_up_to_its_frame_and_not_afterwards(seed: int, tmp_path: Path) -> None:
    performance, view, frames = _filmed(replace(CONFIG, seed=seed), tmp_path)
    stage = performance.stage
    lift = next(event for event in stage.seen if isinstance(event, CardLifted) and event.place is not Heap.DISCARD)
    (body,) = (body for body in stage.bodies if body.aloft and body.aloft[0][0] == lift.seen.at.end_ms)
    hand = stage.hands[stage.players.index(lift.seen.by[0][0])][0]
    quad = _far_half(view, body, 0.0, hand.home)
    (shown,) = lift.seen.frames
    assert _difference(frames[2], frames[shown - 1], quad) < 12
    assert _difference(frames[2], frames[shown + 8], quad) > 20


def test_frames_come_at_the_clocks_times_with_its_gaps(tmp_path: Path) -> None:
    config = replace(CONFIG, size=(320, 180), clock=ClockConfig(30.0, jitter_ms=5.0, dropped=0.1))
    performance, _, frames = _filmed(config, tmp_path)
    taken_ms = np.array([frame.captured_ns / 1e6 for frame in frames])
    wanted_ms = np.array([time for time in performance.stage.clock.times_ms if time <= performance.ended_ms])
    assert len(taken_ms) == len(wanted_ms)
    assert np.abs(taken_ms - wanted_ms).max() < 0.1
    assert np.diff(wanted_ms).max() > 50


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    config = replace(CONFIG, size=(320, 180), troubles=4.0)
    videos = []
    for number, seed in enumerate((3, 3, 4)):
        changed = replace(config, seed=seed)
        write_film(changed, perform_race(changed, racers=2), tmp_path / str(number))
        videos.append((tmp_path / str(number) / "video.mp4").read_bytes())
    assert videos[0] == videos[1] != videos[2]


def test_only_what_moved_is_painted_again_and_looks_as_if_all_were(tmp_path: Path) -> None:
    performance = perform_race(CONFIG, racers=2)
    going, _ = film_of(CONFIG, performance)
    knock = np.eye(3)
    for time_ms in performance.stage.clock.times_ms[:60]:
        picture = going.frame(time_ms, knock)
    fresh, _ = film_of(CONFIG, performance)
    assert np.abs(picture.astype(int) - fresh.frame(time_ms, knock).astype(int)).max() <= 1
    assert tmp_path.exists()


def test_an_oblique_camera_sees_the_far_cards_smaller_or_larger() -> None:
    performance = perform_race(CONFIG, racers=2)
    spreads = []
    for oblique in (False, True):
        film, _ = film_of(replace(CONFIG, oblique=oblique), performance)
        areas = [
            cv2.contourArea(film.still.view.card(body.track.at(0.0), 63 / 88)[0].astype(np.float32))
            for body in performance.stage.bodies
            if not body.aloft
        ]
        spreads.append(max(areas) / min(areas))
    assert spreads[1] > 1.3 * spreads[0] or spreads[1] > 1.5
