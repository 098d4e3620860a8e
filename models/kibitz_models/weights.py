"""The shipped weights, and the pipeline made of them."""

from __future__ import annotations

from pathlib import Path

from kibitz_vision.corner_finder import CornerFinder
from kibitz_vision.detector import Detector, DetectorSettings
from kibitz_vision.onnx_model import OnnxModel
from kibitz_vision.pipeline import Pipeline
from kibitz_vision.reader import Reader

FOLDER = Path(__file__).parent / "weights"
DETECTOR, CORNERS, READER = (FOLDER / f"{name}.onnx" for name in ("detector", "corners", "reader"))


def load_pipeline(folder: Path = FOLDER, *, detector: DetectorSettings | None = None) -> Pipeline:
    """The pipeline of the ONNX files in a folder; `InputError` when one cannot be loaded."""
    finder, corners, reader = (OnnxModel(folder / path.name) for path in (DETECTOR, CORNERS, READER))
    return Pipeline(Detector(finder, detector), CornerFinder(corners), Reader(reader))
