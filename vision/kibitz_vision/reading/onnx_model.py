"""An ONNX model on the CPU, with what it says about itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from kibitz_scoring.errors import InputError


class OnnxModel:
    """One model with one input; `notes` are the key-value pairs stored in its file."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Idle threads that spin would steal time from the page and the camera.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise InputError(f"{path}: not a model that ONNX Runtime can load: {error}") from error
        self._path = path
        self._input = self._session.get_inputs()[0].name
        self.notes: Mapping[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of its file, as 64 hexadecimal digits."""
        return hashlib.sha256(self._path.read_bytes()).hexdigest()

    def run(self, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """The model's outputs for a batch (n, 3, h, w), RGB 0 to 1."""
        outputs: list[NDArray[np.float32]] = self._session.run(None, {self._input: blob})
        return outputs
