"""Measuring on labelled photos: the figures, and what is written of them."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from kibitz_datasets.real import read_photos
from kibitz_models.commands import app
from kibitz_models.reading.evaluate import (
    ODD,
    chosen_photos,
    evaluate,
    groups_json,
    overall,
    result_json,
    thresholds_json,
)
from kibitz_models.reading.matching import Outcome
from kibitz_models.reading.report.reading_json import reading_json
from kibitz_scoring.errors import InputError
from kibitz_vision.frames import load_image
from kibitz_vision.reading.pipeline import Pipeline

FACES = 9
"""Open faces of the reveal."""


def _shares(figures: object) -> Iterator[dict]:
    if isinstance(figures, dict):
        if {"share", "interval"} <= figures.keys():
            yield figures
        for value in figures.values():
            yield from _shares(value)
    elif isinstance(figures, list):
        for value in figures:
            yield from _shares(value)


def test_a_wrong_label_is_a_wrong_read_and_costs_its_photo(pipeline: Pipeline, kitchen: Path) -> None:
    (result,) = evaluate(pipeline.read, [kitchen], {})
    row = result_json(result)
    assert (row["photos"], row["faces"], row["wrong"]["count"]) == (2, 2 * FACES, 1)
    assert (row["recall"]["count"], row["exact"]["count"]) == (2 * FACES - 1, 1)
    assert (row["backs"]["count"], row["backs"]["of"]) == (2, 2)
    assert [failure[0] for failure in row["failures"]] == ["mislabelled.png"]


def test_only_the_chosen_photos_of_a_set_count(pipeline: Pipeline, kitchen: Path) -> None:
    (result,) = evaluate(pipeline.read, [kitchen], {"kitchen": frozenset({"right"})})
    assert result_json(result)["recall"]["share"] == 1


def test_of_a_set_half_for_training_every_other_photo_counts(kitchen: Path) -> None:
    assert [photo.path.stem for photo in chosen_photos(kitchen, {"kitchen": frozenset({ODD})})] == ["right"]


def test_all_sets_together_are_the_sum_of_the_sets(pipeline: Pipeline, kitchen: Path, club: Path) -> None:
    results = list(evaluate(pipeline.read, [kitchen, club], {}))
    together = overall(results)
    assert together.tally.counts["full"] == 3 * FACES
    assert together.tally.counts["photos"] == 3
    assert len(together.tally.faces) == sum(len(result.tally.faces) for result in results)


def test_every_share_lies_in_its_interval(pipeline: Pipeline, kitchen: Path) -> None:
    (result,) = evaluate(pipeline.read, [kitchen], {})
    shares = list(_shares([result_json(result), groups_json(result)]))
    assert len(shares) > 20
    for share in shares:
        low, high = share["interval"]
        assert 0 <= low <= (share["share"] or low) <= high <= 1


def test_each_grouping_counts_every_face_once(pipeline: Pipeline, kitchen: Path) -> None:
    (result,) = evaluate(pipeline.read, [kitchen], {})
    for rows in groups_json(result).values():
        assert sum(row["recall"]["of"] for row in rows) == 2 * FACES
        assert sum(row["wrong"]["count"] for row in rows) == 1


def test_the_more_confidence_is_asked_for_the_less_is_named(pipeline: Pipeline, kitchen: Path) -> None:
    (result,) = evaluate(pipeline.read, [kitchen], {})
    rows = thresholds_json(result)
    named = [row["named"] for row in rows]
    assert named == sorted(named, reverse=True)
    assert (named[0], rows[0]["false"]["count"]) == (2 * FACES, 1)


def test_faces_know_their_size_tilt_and_sharpness(pipeline: Pipeline, club: Path) -> None:
    (result,) = evaluate(pipeline.read, [club], {})
    looks = [face.look for face in result.tally.faces if face.outcome == Outcome.RIGHT]
    assert len(looks) == FACES
    for look in looks:
        assert look is not None
        assert 60 < look.short_px < 200
        assert look.tilt_deg < 35
        assert look.sharpness > 50


def _run(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["eval", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_command_writes_figures_charts_and_every_failure(kitchen: Path, club: Path, tmp_path: Path) -> None:
    said = _run(kitchen, club, "--out", tmp_path / "measured")
    assert "all: recall 0.963" in said
    figures = json.loads((tmp_path / "measured" / "results.json").read_text())
    assert [row["set"] for row in figures["sets"]] == ["kitchen", "club"]
    assert figures["all"]["wrong"]["count"] == 1
    for name in ("confusions.png", "calibration.png", "failures/0000.jpg"):
        assert cv2.imread(str(tmp_path / "measured" / name)) is not None
    page = (tmp_path / "measured" / "failures.html").read_text()
    assert page.count("<figure") == 1
    assert "kitchen/mislabelled.png" in page


def test_a_set_apart_is_reported_and_not_in_the_sum(kitchen: Path, club: Path, tmp_path: Path) -> None:
    said = _run(kitchen, club, "--apart", "kitchen", "--out", tmp_path).splitlines()
    assert said[0].startswith("kitchen: recall 0.944")
    assert said[-1].startswith("all: recall 1.000")
    figures = json.loads((tmp_path / "results.json").read_text())
    assert [row["set"] for row in figures["apart"]] == ["kitchen"]
    assert figures["all"]["faces"] == FACES
    assert (tmp_path / "failures.html").read_text().count("<figure") == 1


def test_json_lines_hold_nothing_else(club: Path) -> None:
    rows = [json.loads(line) for line in _run(club, "--json").splitlines()]
    assert [row["set"] for row in rows] == ["club", "all"]


@pytest.mark.parametrize("option", ["--only", "--apart"])
def test_a_set_that_is_not_there_is_named(club: Path, option: str) -> None:
    with pytest.raises(InputError, match="names pub, which is not among the folders: club"):
        CliRunner().invoke(
            app, ["eval", str(club), option, "pub=a" if option == "--only" else "pub"], catch_exceptions=False
        )


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a labelled folder"):
        CliRunner().invoke(app, ["eval", str(tmp_path)], catch_exceptions=False)


@pytest.mark.parametrize("name", ["arnabdotorg", "jacky1107", "gruppe9_tables"])
def test_counts_agree_with_the_published_measure(pipeline: Pipeline, shared_folder: Path, name: str) -> None:
    script = shared_folder / "real" / "score_reading.py"
    spec = importlib.util.spec_from_file_location("score_reading", script)
    assert spec
    assert spec.loader
    published = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(published)
    folder = shared_folder / "real" / name
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    paths = [photo.path for photo in read_photos(folder)]
    theirs, _ = published.measure(labels, [reading_json(p.name, pipeline.read(load_image(p))) for p in paths])
    (result,) = evaluate(pipeline.read, [folder], {})
    ours = result_json(result)
    assert ours["recall"]["share"] == theirs["recall"]
    assert ours["precision"]["share"] == pytest.approx(theirs["precision"], abs=1e-3)
    assert ours["wrong"]["count"] == theirs["wrong"]
    assert ours["abstained"]["count"] + ours["missed"]["count"] == theirs["missed"]
    assert (ours["extra"], ours["part"]["count"], ours["backs"]["count"]) == (
        theirs["extra"],
        theirs["part_ok"],
        theirs["backs_ok"],
    )
