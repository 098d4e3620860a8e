"""The shipped weights, and the pipeline made of them."""

from __future__ import annotations

from pathlib import Path

from kibitz_vision.detector import Detector
from kibitz_vision.onnx_model import OnnxModel
from kibitz_vision.pipeline import Pipeline
from kibitz_vision.reader import Reader

FOLDER = Path(__file__).parent / "weights"
DETECTOR, READER = FOLDER / "detector.onnx", FOLDER / "reader.onnx"


def load_pipeline(detector: Path = DETECTOR, reader: Path = READER) -> Pipeline:
    """The pipeline of two ONNX files; `InputError` when one cannot be loaded."""
    return Pipeline(Detector(OnnxModel(detector)), Reader(OnnxModel(reader)))
