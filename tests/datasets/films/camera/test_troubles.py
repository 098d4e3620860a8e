"""What goes wrong with a camera: as often as asked, where it is asked for, and written down."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz_datasets.films.camera.troubles import Troubles, sample_troubles
from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, film_of
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.trouble_kinds import SUDDEN, USUAL, Trouble, TroubleKind
from kibitz_scoring.game.events import Snapped
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval

QUIET = Troubles(None, (), 0.4, noise=0.0, crf=23)
CONFIG = SimulationConfig(load_pack("kaboo"), 4, 3, size=(320, 180), troubles=0.0)


def test_troubles_come_as_often_as_asked() -> None:
    seeds = range(200)
    none = [sample_troubles(np.random.default_rng(seed), 40_000, 0.0, USUAL) for seed in seeds]
    usual = [sample_troubles(np.random.default_rng(seed), 40_000, 1.0, USUAL) for seed in seeds]
    assert all(trouble.knocked_ms is None and not trouble.flickers_ms for trouble in none)
    assert 0.15 < np.mean([trouble.knocked_ms is not None for trouble in usual]) < 0.35
    assert 0.3 < np.mean([len(trouble.flickers_ms) for trouble in usual]) < 0.7


def test_all_that_goes_wrong_in_a_film_is_told_with_its_time() -> None:
    clock = FrameClock(33.0, tuple(number * 33.0 for number in range(30) if number not in (10, 11)))
    troubles = replace(QUIET, knocked_ms=500.0, flickers_ms=((100.0, 160.0),))
    assert list(troubles.during(clock, 900.0)) == [
        Trouble(TroubleKind.KNOCK, Interval(500.0, 850.0)),
        Trouble(TroubleKind.FLICKER, Interval(100.0, 160.0)),
        Trouble(TroubleKind.DROP, Interval(9 * 33.0, 12 * 33.0)),
    ]


@pytest.mark.parametrize("kind", SUDDEN)
def test_a_race_that_is_to_have_a_trouble_has_it_near_its_first_contact(kind: TroubleKind) -> None:
    for seed in range(8):
        config = replace(CONFIG, seed=seed, trouble=kind)
        played = perform_race(config, 2)
        _, webcam = film_of(config, played)
        snaps = (one.timed for one in played.happenings if isinstance(one.timed.event, Snapped))
        contact_ms = next(snaps).at.end_ms
        found = webcam.troubles.during(played.stage.clock, played.ended_ms)
        assert any(one.kind is kind and abs(one.at.start_ms - contact_ms) < 340 for one in found)
