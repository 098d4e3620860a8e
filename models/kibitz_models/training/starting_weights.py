"""Starting weights: what a network has learnt already, of COCO or as a model that is shipped."""

from __future__ import annotations

from pathlib import Path

import torch

from kibitz_models.progress import CONSOLE
from kibitz_models.training.shipped_weights import Pictures, copy_shipped


def copy_start(model: torch.nn.Module, start: Path | None, pictures: Pictures) -> None:
    """Copy a shipped ONNX file, which needs batches of `pictures`, or else what matches of a state dict.

    `InputError` where an ONNX file is of another network.
    """
    if start is not None and start.suffix == ".onnx":
        copy_shipped(model, start, pictures)
    else:
        copy_matching(model, start)


def copy_matching(model: torch.nn.Module, start: Path | None) -> None:
    """Copy every entry of a state dict or checkpoint whose name and shape match.

    `start` is a file; None takes ultralytics' own download of `yolo26n.pt`.
    """
    target = model.state_dict()
    matching = {
        name: value.float()
        for name, value in _read(start).items()
        if name in target and target[name].shape == value.shape
    }
    model.load_state_dict(matching, strict=False)
    CONSOLE.print(f"{len(matching)} of {len(target)} entries start from {start or 'yolo26n.pt'}")


def _read(start: Path | None) -> dict[str, torch.Tensor]:
    if start is None:
        from ultralytics import YOLO

        weights: dict[str, torch.Tensor] = YOLO("yolo26n.pt").model.state_dict()
        return weights
    state: dict[str, torch.Tensor] = torch.load(start, weights_only=True, map_location="cpu")
    return state
