"""What a network costs: parameters, GFLOP, and milliseconds of one thread on ONNX Runtime."""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from kibitz_vision.reading.onnx_model import OnnxModel

REPEATS = 15


@dataclass(frozen=True)
class Cost:
    """Of one picture; a multiplication and an addition are two operations."""

    parameters: int
    gflop: float
    ms: float


def export(model: torch.nn.Module, example: torch.Tensor, path: Path) -> torch.nn.Module:
    """Write `model` for inputs like `example` to `path`; returns it as exported."""
    model = copy.deepcopy(model).float().cpu().eval().to(memory_format=torch.contiguous_format)
    if hasattr(model, "fuse"):
        model = model.fuse(verbose=False)
        model.model[-1].export, model.model[-1].format = True, "onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    names = {"input_names": ["pictures"], "output_names": ["found"]}
    with torch.no_grad():
        torch.onnx.export(model, (example,), str(path), opset_version=17, dynamo=False, **names)
    return model


def cost_of(exported: torch.nn.Module, example: torch.Tensor, path: Path) -> Cost:
    """The cost of one picture of a batch like `example`; other programs lengthen it little, as CPU time is counted."""
    counter = FlopCounterMode(display=False)
    with torch.no_grad(), counter:
        exported(example)
    model, blob = OnnxModel(path, threads=1), example.numpy()
    model.run(blob)
    times = []
    for _ in range(REPEATS):
        start = time.thread_time()
        model.run(blob)
        times.append((time.thread_time() - start) * 1e3)
    pictures = len(example)
    return Cost(
        sum(parameter.numel() for parameter in exported.parameters()),
        round(counter.get_total_flops() / pictures / 1e9, 4),
        round(float(np.median(times)) / pictures, 2),
    )
