"""Starting weights: what a network has learnt from COCO already."""

from __future__ import annotations

from pathlib import Path

import torch

from kibitz_models.progress import CONSOLE


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
