"""Temperature: found again where it is known, and judged by what it was not fitted to."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from kibitz_datasets import pool
from kibitz_datasets.decks.deck import Deck
from kibitz_models.commands import app
from kibitz_models.onnx_notes import write_temperature
from kibitz_models.reading.calibrate import best_factor, calibrate, calibration_json, photographed_crops, rendered_crops
from kibitz_models.reading.report.charts import draw_reliability
from kibitz_models.weights import FOLDER, READER
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.reading.reader import Reader, log_softmax


@pytest.mark.parametrize("true", [0.5, 1.0, 3.0])
def test_the_temperature_of_known_scores_is_found_again(true: float) -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 4, (4000, 10)).astype(np.float32)
    shares = np.exp(log_softmax(scores / np.float32(true)).astype(np.float64))
    wanted = np.array([rng.choice(10, p=row / row.sum()) for row in shares])
    assert best_factor([(log_softmax(scores), wanted)]) == pytest.approx(true, rel=0.1)


def test_sources_weigh_the_same_however_many_crops_they_have() -> None:
    rng = np.random.default_rng(2)

    def source(count: int, true: float) -> tuple[NDArray[np.float32], NDArray[np.int_]]:
        scores = rng.normal(0, 4, (count, 10)).astype(np.float32)
        shares = np.exp(log_softmax(scores / np.float32(true)).astype(np.float64))
        return log_softmax(scores), np.array([rng.choice(10, p=row / row.sum()) for row in shares])

    few, many = source(1500, 3.0), source(6000, 1.0)
    rows, wanted = (np.concatenate(parts) for parts in zip(few, many, strict=True))
    assert best_factor([few, few, few, few, many]) > best_factor([few, many]) > 1.1 * best_factor([(rows, wanted)])


def test_thresholds_trade_wrong_reads_for_unread_faces(pipeline: Pipeline, unseen_deck: Deck) -> None:
    found = calibrate(pipeline.reader, {"renderings": rendered_crops([unseen_deck], 80, seed=1), "photographs": []})
    figures = calibration_json(found)
    wrong = [row["wrong"] for row in figures["thresholds"]]
    unread = [row["unread"] for row in figures["thresholds"]]
    assert wrong == sorted(wrong, reverse=True)
    assert unread == sorted(unread)
    assert {name: row["crops"] for name, row in figures["sources"].items()} == {"renderings": 40}
    assert figures["temperature"]["before"] == pytest.approx(pipeline.reader.temperature, abs=1e-4)
    before, after = found.trust_before["renderings"], found.trust_after["renderings"]
    assert [right for _, right in before] == [right for _, right in after]


def test_labelled_faces_are_cut_out_as_the_pipeline_finds_them(pipeline: Pipeline, club: Path) -> None:
    crops = list(photographed_crops(pipeline, club))
    assert len(crops) == 9
    rows = pipeline.reader.read([crop for crop, _ in crops])
    right = sum(str(pipeline.reader.cards[k]) == name for k, (_, name) in zip(rows.argmax(1), crops, strict=True))
    assert right >= 8


def test_too_few_faces_are_said_to_be_too_few(pipeline: Pipeline, club: Path) -> None:
    with pytest.raises(InputError, match="Found 9 labelled faces to calibrate by: expected at least 50"):
        calibrate(pipeline.reader, {"photographs": photographed_crops(pipeline, club)})


def test_the_command_says_so_too(club: Path) -> None:
    with pytest.raises(InputError, match="Found 9"):
        CliRunner().invoke(app, ["calibrate", str(club), "--crops", "0"], catch_exceptions=False)


def test_deserved_trust_is_drawn_on_the_diagonal() -> None:
    deserved = draw_reliability({"a": [(0.5, True), (0.5, False)] * 50})
    boasting = draw_reliability({"a": [(0.95, False)] * 100})
    assert deserved.shape == boasting.shape
    middle = deserved[44 + 210, 44 + 210]
    assert middle.tolist() == [90, 150, 60]
    assert boasting[44 + 210, 44 + 210].tolist() != [90, 150, 60]


@pytest.fixture
def copied_weights(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "weights"))


@pytest.fixture
def _one_unseen_deck(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "deck-cache"))
    monkeypatch.setattr(pool, "MEASURE_DRAWN", range(1000, 1001))


def _calibrate(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["calibrate", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.usefixtures("_one_unseen_deck")
def test_photographs_and_renderings_are_judged_apart(club: Path, copied_weights: Path, tmp_path: Path) -> None:
    _calibrate(str(club), "--crops", "60", "--weights", str(copied_weights), "--out", str(tmp_path / "out"))
    figures = json.loads((tmp_path / "out" / "calibration.json").read_text())
    assert {name: row["crops"] for name, row in figures["sources"].items()} == {"photographs": 4, "renderings": 30}
    for name in ("photographs", "renderings"):
        assert (tmp_path / "out" / f"calibration-{name}.png").stat().st_size > 1000
    assert (copied_weights / READER.name).read_bytes() == READER.read_bytes(), "nothing is stored without --write"


@pytest.mark.skipif(find_spec("onnx") is not None, reason="the extra 'train' is installed here")
@pytest.mark.usefixtures("_one_unseen_deck")
def test_without_the_extra_that_writes_models_nothing_is_changed(copied_weights: Path) -> None:
    with pytest.raises(InputError, match="needs the extra 'train'"):
        _calibrate("--crops", "60", "--weights", str(copied_weights), "--write")
    assert (copied_weights / READER.name).read_bytes() == READER.read_bytes()


@pytest.mark.train
@pytest.mark.usefixtures("_one_unseen_deck")
def test_the_command_stores_the_temperature_that_it_found(copied_weights: Path) -> None:
    said = _calibrate("--crops", "60", "--weights", str(copied_weights), "--write")
    found = json.loads(said[said.index("{") :])["temperature"]["after"]
    assert Reader(OnnxModel(copied_weights / READER.name)).temperature == pytest.approx(found, abs=1e-3)
    assert OnnxModel(copied_weights / READER.name).notes["labels"] == OnnxModel(READER).notes["labels"]


@pytest.mark.train
def test_a_written_temperature_is_what_the_reader_then_divides_by(tmp_path: Path) -> None:
    path = tmp_path / "reader.onnx"
    path.write_bytes(READER.read_bytes())
    write_temperature(path, 2.5)
    before, after = Reader(OnnxModel(READER)), Reader(OnnxModel(path))
    assert after.temperature == 2.5
    assert after.cards == before.cards
    crop = np.random.default_rng(1).integers(0, 256, (144, 96, 3), np.uint8)
    warmer = log_softmax(before.read([crop]) * np.float32(before.temperature / 2.5))
    assert after.read([crop]) == pytest.approx(warmer, abs=1e-3)
    assert OnnxModel(path).notes["labels"] == OnnxModel(READER).notes["labels"]
    write_temperature(path, 1.25)
    assert Reader(OnnxModel(path)).temperature == 1.25
