"""Troubles of a table and its camera: each changes what it should, and the play not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kibitz_datasets.films import simulate
from kibitz_datasets.films.camera.film import Film
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, clock_of, film_of, write_film
from kibitz_datasets.films.stage.hands_over import hands_over
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import USUAL, TroubleKind, drawn_kinds, parse_kinds
from kibitz_datasets.films.truth import Performance
from kibitz_datasets.pool import Split, split_hands
from kibitz_scoring.rules.packs import load_pack

CONFIG = SimulationConfig(load_pack("kaboo"), 3, 5, size=(320, 180), troubles=0.0, kinds=frozenset())
STILL = np.eye(3)


def _with(*kinds: TroubleKind, **changes: object) -> SimulationConfig:
    return replace(CONFIG, kinds=frozenset(kinds), **changes)


def _shot(config: SimulationConfig) -> tuple[Performance, Film]:
    performance = perform_race(config, 2)
    film, _ = film_of(config, performance)
    return performance, film


def _arm_ms(performance: Performance) -> float:
    """A time at which an arm is over the table."""
    return performance.stage.seen[0].seen.at.end_ms


def test_an_arm_throws_a_shadow_beside_it_that_darkens_and_brightens_nothing() -> None:
    performance, plain = _shot(CONFIG)
    _, shaded = _shot(_with(TroubleKind.SHADOW))
    at_ms = _arm_ms(performance)
    one, other = plain.frame(at_ms, STILL).astype(int), shaded.frame(at_ms, STILL).astype(int)
    assert np.hypot(*shaded.shadow_px) > 3
    assert (one - other).max() > 15
    assert (other - one).max() < 12
    assert ((one - other).max(2) > 8).mean() > 0.002


def test_broad_sleeves_come_over_more_places_and_the_truth_says_so() -> None:
    frames = []
    for kinds in ((), (TroubleKind.SLEEVE,)):
        played = [perform_race(_with(*kinds, seed=seed), 2) for seed in range(6)]
        over = [event.seen.frames for one in played for event in hands_over(one.stage, 3000.0)]
        frames.append(sum(last - first for first, last in over))
    assert frames[1] > frames[0]


def test_a_mat_lies_beneath_the_cards_and_has_lines_where_they_lie() -> None:
    _, plain = _shot(CONFIG)
    _, mat = _shot(_with(TroubleKind.MAT))
    changed = np.abs(plain.still.table.astype(int) - mat.still.table).max(2) > 6
    assert changed.mean() > 0.4
    height, width = changed.shape
    assert changed[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3].mean() > 0.8


def test_sleeves_frame_all_cards_and_may_hide_their_backs() -> None:
    plain = _shot(CONFIG)[1].still.cards
    backs = [_shot(_with(TroubleKind.BACKS, seed=seed))[1].still.cards.back for seed in range(6)]
    assert all(not np.array_equal(back, plain.back) for back in backs)
    spreads = [float(back[8:-8, 8:-8, :3].std((0, 1)).mean()) for back in backs]
    assert min(spreads) < 12, "some are plain"


def test_rows_of_a_rolling_shutter_show_one_time_after_the_other() -> None:
    performance, plain = _shot(CONFIG)
    _, rolling = _shot(_with(TroubleKind.ROLLING))
    at_ms = _arm_ms(performance)
    height = CONFIG.size[1]
    together = rolling.frame(at_ms, STILL)
    top = np.s_[: height // 5]
    assert 12 <= rolling.readout_ms <= 30
    assert np.array_equal(together[-height // 5 :], plain.frame(at_ms, STILL)[-height // 5 :])
    assert np.abs(together[top].astype(int) - plain.frame(at_ms - rolling.readout_ms, STILL)[top]).max() <= 1


def test_a_camera_that_hunts_for_its_focus_is_blurred_then_and_sharp_else() -> None:
    config = _with(TroubleKind.FOCUS, size=(1280, 720))
    _, webcam = film_of(config, perform_race(config, 2))
    assert webcam.focus is not None
    (at, worst_px), *_ = webcam.focus.hunts
    picture = np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8)
    assert worst_px > 1
    assert webcam.focus.apply(picture, at.start_ms + (at.end_ms - at.start_ms) / 3).std() < 0.6 * picture.std()
    assert webcam.focus.apply(picture, at.start_ms - 1.0) is picture


def test_uneven_frames_come_at_times_that_the_truth_knows(tmp_path: Path) -> None:
    clocks = [clock_of(_with(TroubleKind.UNEVEN, seed=seed), 5000.0) for seed in range(12)]
    assert max(clock.interval_ms for clock in clocks) == pytest.approx(1000 / 13.6)
    assert all((np.diff(clock.times_ms) > 0).all() for clock in clocks)
    assert all(np.diff(clock.times_ms).std() > 0.07 * clock.interval_ms for clock in clocks)
    config = _with(TroubleKind.UNEVEN)
    write_film(config, perform_race(config, 2), tmp_path)
    head = json.loads((tmp_path / "truth.jsonl").read_text().splitlines()[0])
    assert head["fps"] == pytest.approx(1000 / clock_of(config, 5000.0).interval_ms)


def test_photographed_hands_are_closed_while_they_hold_a_card(tmp_path: Path) -> None:
    for number, name in enumerate(("paper_05_001", "rock_05_002", "scissors_10_003")):
        hand = np.zeros((180, 100, 4), np.uint8)
        hand[5:, 20:80] = (90, 120 + 20 * number, 180, 255)
        hand[5:60, 20:80:2] = (40, 60, 90, 255)
        cv2.imwrite(str(tmp_path / f"{name}.webp"), hand, [cv2.IMWRITE_WEBP_QUALITY, 101])
    performance, film = _shot(replace(CONFIG, hands=tmp_path))
    _, drawn = _shot(CONFIG)
    arms = [arm for pair in film.arms for arm in pair]
    assert all(not np.array_equal(arm.free, arm.holding) for arm in arms)
    assert {arm.free.shape for arm in arms} == {arm.free.shape for pair in drawn.arms for arm in pair}
    grips = [grip for pair in performance.stage.hands for hand in pair for grip in hand.grips]
    assert len(grips) >= 3
    hand = next(hand for pair in performance.stage.hands for hand in pair if hand.grips)
    assert hand.is_closed(hand.grips[0][1] - 1.0)
    assert not hand.is_closed(hand.grips[0][1] + 1.0)


def test_films_for_measuring_show_no_photograph_that_training_scenes_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for group in range(1, 21):
        hand = np.full((50, 30, 4), 255, np.uint8)
        hand[0, 0, 3] = 0  # or the file would have no alpha channel
        cv2.imwrite(str(tmp_path / f"rock_{group:02}_001.webp"), hand)
    shown: list[Props] = []

    def noted(rng: np.random.Generator, stage: Stage, props: Props, *more: Any) -> Film:
        shown.append(props)
        return shoot(rng, stage, props, *more)

    monkeypatch.setattr(simulate, "shoot", noted)
    _shot(replace(CONFIG, hands=tmp_path))
    (props,) = shown
    trained = {hand.name for hand in split_hands(tmp_path, Split.TRAIN)}
    assert props.photos
    assert not trained & {hand.name for hand in props.photos}


def test_kinds_of_a_table_are_drawn_from_its_seed_and_the_usual_ones_are_always_there() -> None:
    drawn = [drawn_kinds(seed) for seed in range(300)]
    assert all(kinds >= USUAL for kinds in drawn)
    assert drawn_kinds(7) == drawn_kinds(7)
    shares = {kind: np.mean([kind in kinds for kinds in drawn]) for kind in set(TroubleKind) - USUAL}
    assert all(0.15 < share < 0.8 for share in shares.values())
    assert parse_kinds("usual, swing") == USUAL | {TroubleKind.SWING}
