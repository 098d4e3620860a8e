"""The key-value notes in an ONNX file, such as the reader's labels and its temperature."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_vision.whole_files import in_place_of


def write_notes(path: Path, notes: Mapping[str, str]) -> None:
    """Set notes of an ONNX file, in place of those of the same keys; everything else stays (needs the extra 'train').

    The file is replaced in one step: whoever opens it meanwhile finds the old one or the new one.
    """
    try:
        import onnx
    except ImportError as error:
        message = f"{path}: writing into a model needs the extra 'train' (pip install 'kibitz[train]'): {error}"
        raise InputError(message) from error
    model = onnx.load(str(path))
    kept = {entry.key: entry.value for entry in model.metadata_props} | dict(notes)
    del model.metadata_props[:]
    for key, value in kept.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    with in_place_of(path) as part:
        onnx.save(model, str(part))


def write_temperature(path: Path, temperature: float) -> None:
    """Store by how much the reader's scores are divided before the softmax."""
    write_notes(path, {"temperature": f"{temperature:.4f}"})
