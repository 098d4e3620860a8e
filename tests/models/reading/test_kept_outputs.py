"""Outputs of networks that are kept in a file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from kibitz_models.reading.kept_outputs import KeptOutputs
from kibitz_models.weights import READER
from kibitz_vision.reading.onnx_model import OnnxModel

CROPS = np.random.default_rng(1).random((3, 3, 144, 96), np.float32)


def test_what_is_kept_is_what_the_network_says(tmp_path: Path) -> None:
    with closing(KeptOutputs(tmp_path / "kept.sqlite")) as file:
        kept = file.model(READER, 1)
        outputs = kept.run(CROPS)
        for said, asked in zip(outputs, OnnxModel(READER, 1).run(CROPS), strict=True):
            np.testing.assert_allclose(said, asked, atol=1e-4)
        for again, said in zip(kept.run(CROPS[::-1]), outputs, strict=True):
            np.testing.assert_array_equal(again, said[::-1])


def test_another_run_asks_the_network_only_for_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(KeptOutputs(tmp_path / "kept.sqlite")) as file:
        file.model(READER, 1).run(CROPS[:2])
    asked = []
    run = OnnxModel.run
    monkeypatch.setattr(OnnxModel, "run", lambda self, blob: asked.append(len(blob)) or run(self, blob))
    with closing(KeptOutputs(tmp_path / "kept.sqlite")) as file:
        file.model(READER, 1).run(CROPS)
    assert asked == [1]
