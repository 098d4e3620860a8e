"""A whole round of The Dragon's Gambit with the printed deck and its tokens, scored from its film."""

from __future__ import annotations

from pathlib import Path

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_datasets.films.stage.frame_clock import ClockConfig
from kibitz_models.watching.measuring.truth import read_filmed
from kibitz_models.watching.measuring.watch_film import watch_film
from kibitz_models.weights import load_pipeline
from kibitz_scoring.game.events import Modified
from kibitz_scoring.rules.packs import load_pack

PLUS_AND_MINUS = 693
"""In this round a +1 and a -1 are laid on cards, and nobody says so to Kibitz."""


def test_a_round_on_the_printed_mat_is_scored_exactly_from_its_film(tmp_path: Path) -> None:
    config = SimulationConfig(
        load_pack("dragons_gambit"),
        2,
        PLUS_AND_MINUS,
        size=(960, 540),
        clock=ClockConfig(20.0),
        seconds=25.0,
        troubles=0.0,
        kinds=frozenset(),
        oblique=False,
        printed=True,
        mat=True,
    )
    simulate(config, tmp_path)
    filmed = read_filmed(tmp_path)
    assert filmed.sheet is not None

    watched = watch_film(filmed, load_pipeline())

    assert watched.sheet is not None
    assert watched.sheet["points"] == filmed.sheet["points"]


def test_a_round_with_tokens_is_scored_exactly_from_its_film(tmp_path: Path) -> None:
    config = SimulationConfig(
        load_pack("dragons_gambit"),
        2,
        PLUS_AND_MINUS,
        size=(960, 540),
        clock=ClockConfig(15.0),
        seconds=50.0,
        troubles=0.0,
        kinds=frozenset(),
        oblique=False,
        printed=True,
    )
    performance = simulate(config, tmp_path)
    put = [one.timed.event.delta for one in performance.happenings if isinstance(one.timed.event, Modified)]
    assert sorted(put) == [-1, 1]
    filmed = read_filmed(tmp_path)
    assert not any(isinstance(act.event, Modified) for act in filmed.acts)
    assert filmed.sheet is not None

    watched = watch_film(filmed, load_pipeline())

    assert watched.sheet is not None
    assert watched.sheet["points"] == filmed.sheet["points"]
    assert watched.sheet["reasons"] == filmed.sheet["reasons"]
