"""The shipped weights, and the pipeline made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from kibitz_vision.reading.corner_finder import CornerFinder
from kibitz_vision.reading.detector import Detector, DetectorSettings
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.reading.reader import Reader

FOLDER = Path(__file__).parent / "weights"
DETECTOR, CORNERS, READER = (FOLDER / f"{name}.onnx" for name in ("detector", "corners", "reader"))


def load_pipeline(
    folder: Path = FOLDER,
    *,
    detector: DetectorSettings | None = None,
    threads: int = 2,
    load: Callable[[Path, int], OnnxModel] = OnnxModel,
) -> Pipeline:
    """The pipeline of the ONNX files in a folder; `InputError` when one cannot be loaded.

    More `threads` read a picture sooner; with one, looks beside a camera's frames leave these a core to themselves.
    """
    finder, corners, reader = (load(folder / path.name, threads) for path in (DETECTOR, CORNERS, READER))
    return Pipeline(Detector(finder, detector), CornerFinder(corners), Reader(reader))


def hashes(folder: Path = FOLDER) -> dict[str, str]:
    """SHA-256 of each ONNX file in a folder, by its name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.onnx"))}
