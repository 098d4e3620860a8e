"""The shipped weights, and the pipeline made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_vision.reading.corners.corner_finder import CornerFinder
from kibitz_vision.reading.detector import SMALL_CARD_PX, Detector
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.reading.reader import Reader

FOLDER = Path(__file__).parent / "weights"
_SHIPPED = DETECTOR, CORNERS, READER = tuple(FOLDER / f"{name}.onnx" for name in ("detector", "corners", "reader"))


def load_pipeline(
    weights: Path = FOLDER,
    *,
    small_card_px: float = SMALL_CARD_PX,
    threads: int = 2,
    load: Callable[[Path, int], OnnxModel] = OnnxModel,
) -> Pipeline:
    """The pipeline of the ONNX files in a folder, or of one file; `InputError` when one cannot be loaded.

    One file is taken in place of the shipped one whose name its own begins with: `reader-new.onnx` is another reader.
    More `threads` read a picture sooner; with one, looks beside a camera's frames leave these a core to themselves.
    """
    finder, corners, reader = (load(path, threads) for path in _files(weights))
    return Pipeline(Detector(finder, small_card_px=small_card_px), CornerFinder(corners), Reader(reader))


def hashes(weights: Path = FOLDER) -> dict[str, str]:
    """SHA-256 of each ONNX file that `load_pipeline` takes, by the name of the shipped one."""
    files = zip(_SHIPPED, _files(weights), strict=True)
    return {shipped.name: hashlib.sha256(path.read_bytes()).hexdigest() for shipped, path in sorted(files)}


def _files(weights: Path) -> list[Path]:
    """The files of detector, corners and reader."""
    if weights.is_dir():
        files = [weights / shipped.name for shipped in _SHIPPED]
        is_whole = all(path.is_file() for path in files)
    else:
        files = [weights if weights.name.startswith(shipped.stem) else shipped for shipped in _SHIPPED]
        is_whole = weights.is_file() and weights in files
    if is_whole:
        return files
    raise InputError(
        f"{weights} is no model: expected an ONNX file whose name begins with detector, corners or reader, "
        "or a folder that holds one of each."
    )
