"""Measuring on film: what is measured, and that a measurement that was stopped goes on.

One round and two races a run; five rounds and thirty races are filmed and watched by `make check-video`, and those of
other seeds by the hundred and the thousand by `make measure-video`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_datasets.films.trouble_kinds import SUDDEN
from kibitz_datasets.pool import Split
from kibitz_models.watching.measuring.measure import (
    MEASURING,
    Part,
    Shot,
    film,
    measure,
    measuring_seed,
    races,
    results_json,
    rounds,
)
from kibitz_models.watching.measuring.result import RoundResult
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.rules.packs import pack_ids

from ....short_round import CONFIG


def test_rounds_are_of_every_pack_and_table_with_seeds_and_decks_for_measuring_only() -> None:
    shots = rounds(100, measuring_seed("0" * 40, Part.ROUNDS))
    assert {shot.config.pack.id for shot in shots} == set(pack_ids())
    assert {shot.config.players for shot in shots if shot.config.pack.id == "kaboo"} == {2, 3, 4, 5, 6}
    assert len({shot.config.seed for shot in shots}) == len({shot.name for shot in shots}) == 100
    assert min(shot.config.seed for shot in shots) >= MEASURING
    assert {shot.config.split for shot in shots} == {Split.MEASURE}
    assert {shot.config.seconds for shot in shots} == {45.0}


def test_races_are_of_every_pack_with_snapping_and_some_of_three() -> None:
    shots = races(1000, MEASURING)
    assert {shot.config.pack.id for shot in shots} == {"kaboo", "cambio"}
    assert {shot.racers for shot in shots} == {2, 3}
    assert len({shot.config.seed for shot in shots}) == 1000
    assert {shot.config.split for shot in shots} == {Split.MEASURE}


def test_races_for_others_cards_are_of_the_packs_that_have_them_and_told_apart_by_name() -> None:
    shots = races(100, MEASURING, others=True)
    assert {shot.config.pack.id for shot in shots} == {"cambio"}
    assert {shot.name for shot in shots}.isdisjoint(shot.name for shot in races(1000, MEASURING))
    assert {shot.racers for shot in shots} == {2, 3}


def test_seeds_for_measuring_come_of_the_commit_and_are_none_for_development() -> None:
    seeds = [measuring_seed(commit, part) for commit in ("a" * 40, "b" * 40) for part in Part]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) >= MEASURING
    assert measuring_seed("a" * 40, Part.RACES) == MEASURING + 0x8E081379


def test_as_much_goes_wrong_in_a_second_of_a_race_as_in_one_of_a_round() -> None:
    (played,), (raced,) = rounds(1, 1), races(1, 1)
    assert raced.config.troubles / 3.0 == pytest.approx(played.config.troubles / played.config.seconds)


def test_races_with_a_trouble_each_have_one_kind_in_turn_and_names_of_their_own() -> None:
    shots = races(6, 1, trouble=SUDDEN)
    assert [shot.config.trouble for shot in shots] == [*SUDDEN, *SUDDEN]
    assert {shot.part for shot in shots} == {Part.TROUBLED}
    assert {shot.name for shot in shots}.isdisjoint(shot.name for shot in races(6, 1))


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    train = {"first_seed": 40, "split": Split.TRAIN}
    raced = [*races(1, **train), *races(1, **train, others=True)]
    return [Shot(CONFIG), *(replace(shot, config=replace(shot.config, size=CONFIG.size)) for shot in raced)]


@pytest.fixture(scope="module")
def measured(
    shots: list[Shot], short_round: FilmedRound, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, list[RoundResult]]]:
    """The film of the round is there, those of the races are not."""
    folder = tmp_path_factory.mktemp("measured")
    shutil.copytree(short_round.folder, folder / "films" / shots[0].name)
    yield folder, list(measure(shots, folder / "seen", folder / "films", workers=1))


def test_films_and_what_was_seen_of_each_are_kept(shots: list[Shot], measured: tuple[Path, list[RoundResult]]) -> None:
    folder, results = measured
    assert {result.name for result in results} == {shot.name for shot in shots}
    assert {path.parent.name for path in (folder / "films").glob("*/video.mp4")} == {shot.name for shot in shots}
    assert not list((folder / "seen").glob("**/*.mp4"))
    assert len(list((folder / "seen").glob("*/watched.jsonl"))) == len(shots)


def test_a_stopped_measurement_goes_on_with_what_is_missing(
    shots: list[Shot], measured: tuple[Path, list[RoundResult]]
) -> None:
    folder, results = measured
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("seen/*/watched.jsonl")}
    again = list(measure(shots, folder / "seen", folder / "films", workers=1))
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    by_name = {result.name: result for result in results}
    assert [result.name for result in again] == [shot.name for shot in shots]
    assert results_json(again) == results_json([by_name[shot.name] for shot in shots])


def test_films_that_are_there_are_not_made_again(
    shots: list[Shot], measured: tuple[Path, list[RoundResult]], tmp_path: Path
) -> None:
    folder, results = measured
    made = {path: path.stat().st_mtime_ns for path in folder.glob("films/*/video.mp4")}
    assert list(film(shots[1:2], folder / "films", workers=1)) == [folder / "films" / shots[1].name]
    (anew,) = measure(shots[1:2], tmp_path, folder / "films", workers=1)
    assert {path: path.stat().st_mtime_ns for path in made} == made
    (before,) = (result for result in results if result.name == shots[1].name)
    assert results_json([anew]) == results_json([before])


def test_a_quiet_round_is_watched_to_the_exact_sheet(measured: tuple[Path, list[RoundResult]]) -> None:
    found = results_json(measured[1])
    assert found["rounds"]["sheets_not_exact"] == []
    assert found["rounds"]["events"]["all"]["f1"] > 0.9
    assert found["rounds"]["hidden_faces_told"] == 0
    assert found["races"]["snaps"]["races"] == 1
    assert found["others"]["films"] == 1
