"""The same film answered at once, after 20 s and at the reveal, at the page's own desk: the same hands and scores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_scoring.referee.acts.act import is_slot
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import PileTopChanged, TableEvent

from ..benchmarks.evening.evening_desk import Answered, Played, Shown, play_again, play_film
from ..benchmarks.table.noted_watcher import Notes
from .simulated_rounds import unsure

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """A short round of three with three snaps, without slips of hand or camera."""
    folder = tmp_path_factory.mktemp("film")
    config = SimulationConfig(load_pack("kaboo"), 3, 31, (640, 360), troubles=0.0, seconds=25.0)
    simulate(config, folder)
    return read_filmed(folder)


@pytest.fixture(scope="module")
def first(film: FilmedRound, tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Shown]:
    """The film as it plays at a desk, and what it showed there."""
    return play_film(film, tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="module")
def poor(first: tuple[Played, Shown]) -> Shown:
    """What a poorer camera shows of the film: whatever comes out of a hand onto the pile is unsure."""

    def seen(event: TableEvent) -> TableEvent:
        return unsure(event) if isinstance(event, PileTopChanged) and is_slot(event.origin) else event

    _, shown = first
    notes = {index: replace(note, events=tuple(map(seen, note.events))) for index, note in shown.notes.by_frame.items()}
    return Shown(Notes(notes), shown.start_ns)


def test_a_film_without_troubles_comes_to_its_sheet_without_a_touch(
    film: FilmedRound, first: tuple[Played, Shown]
) -> None:
    told = first[0].as_json(film)
    assert (told["exact"], told["asked"], told["mended"], told["problem"]) == (True, [], [], "")


def test_what_was_shown_comes_to_the_same_when_it_is_told_again(
    film: FilmedRound, first: tuple[Played, Shown], tmp_path: Path
) -> None:
    played, shown = first
    assert play_again(film, tmp_path, Answered.AT_ONCE, shown) == played


def test_late_answers_come_to_the_hands_and_scores_of_prompt_ones(
    film: FilmedRound, poor: Shown, tmp_path: Path
) -> None:
    played = {answered: play_again(film, tmp_path / answered, answered, poor) for answered in Answered}
    assert all(len(one.asked) > 1 for one in played.values()), [one.asked for one in played.values()]
    prompt = played[Answered.AT_ONCE]
    assert prompt.sheet is not None
    for one in played.values():
        assert (one.hands, one.caller, one.sheet) == (prompt.hands, prompt.caller, prompt.sheet)
