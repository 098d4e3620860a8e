"""The benchmark measures what it says: 20 face-up cards, every stage. How fast depends on the machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_models.commands import app
from kibitz_models.reading.bench import CASES, BenchCase, bench_json, picture_of
from kibitz_vision.detections import Face
from kibitz_vision.reading.pipeline import Pipeline


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_picture_shows_exactly_20_cards_face_up(pipeline: Pipeline, case: BenchCase) -> None:
    picture = picture_of(case)
    assert picture.shape == (case.height_px, case.width_px, 3)
    cards = pipeline.read(picture).cards
    assert case.cards == 20
    assert 19 <= len(cards) <= 20
    assert all(card.face == Face.UP for card in cards)


def test_every_stage_is_timed() -> None:
    (row,) = bench_json(1, cases=CASES[:1])["cases"]
    for stage in ("detect", "read", "total"):
        assert row["ms"][stage] > 0
        assert row["single_pass_ms"][stage] > 0


def test_the_command_writes_its_figures(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["bench", "--repeats", "1", "--out", str(tmp_path / "speed.json")])
    assert done.exit_code == 0, done.output
    figures = json.loads((tmp_path / "speed.json").read_text())
    assert [row["cards"] for row in figures["cases"]] == [20, 20]
