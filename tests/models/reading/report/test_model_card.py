"""The model card says what was measured, and of which files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from kibitz_models.reading.eval_command import figures_of
from kibitz_models.reading.evaluate import SetResult, evaluate
from kibitz_models.reading.report.model_card import write_card
from kibitz_models.weights import CORNERS, DETECTOR, FOLDER, READER
from kibitz_vision.reading.pipeline import Pipeline


@pytest.fixture(scope="module")
def results(pipeline: Pipeline, kitchen: Path, club: Path) -> list[SetResult]:
    return list(evaluate(pipeline.read, [kitchen, club], {}))


def _rows(text: str) -> dict[str, list[str]]:
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {cells[0]: cells[1:] for cells in lines}


def test_the_card_names_every_file_by_its_fingerprint(results: list[SetResult], tmp_path: Path) -> None:
    write_card(tmp_path / "card.md", figures_of(results, []), FOLDER)
    text = (tmp_path / "card.md").read_text()
    for path in (DETECTOR, CORNERS, READER):
        assert f"| {path.name} | {path.stat().st_size} | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |" in text


def test_the_card_has_a_row_a_set_and_their_sum(results: list[SetResult], tmp_path: Path) -> None:
    write_card(tmp_path / "card.md", figures_of(results, []), FOLDER)
    rows = _rows((tmp_path / "card.md").read_text())
    assert rows["kitchen"][:2] == ["2", "18"]
    assert rows["club"][:2] == ["1", "9"]
    assert rows["all"][:2] == ["3", "27"]
    assert rows["all"][5:8] == ["1 of 27", "0 of 27", "0 of 27"]


def test_a_set_apart_has_its_row_and_no_part_in_the_sum(results: list[SetResult], tmp_path: Path) -> None:
    write_card(tmp_path / "card.md", figures_of(results[1:], results[:1]), FOLDER)
    rows = _rows((tmp_path / "card.md").read_text())
    assert rows["kitchen"][:2] == ["2", "18"]
    assert rows["all"][:2] == ["1", "9"]


def test_the_card_names_what_was_held_out_and_the_licence(results: list[SetResult], tmp_path: Path) -> None:
    write_card(tmp_path / "card.md", figures_of(results, []), FOLDER)
    text = (tmp_path / "card.md").read_text()
    for word in ("plastic, standard, tigullio", "1000 to 1002", "AGPL-3.0-or-later", "69 classes"):
        assert word in text
