"""Training the corner finder: a small network from a crop to the card's four corners."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from kibitz_datasets.pool import shards_in
from kibitz_models.training.batches import stacked
from kibitz_models.training.loop import Batch
from kibitz_scoring.errors import InputError


def _layer(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.SiLU(inplace=True)
    )


class CornerNet(nn.Module):  # type: ignore[misc] # torch is not installed where types are checked
    """Crop (n, 3, 128, 96) to corners (n, 8) as shares of the crop; about 0.03 GFLOP.

    The last layers are fully connected, because where something is matters here, not whether it is there.
    """

    def __init__(self) -> None:
        super().__init__()
        widths = ((3, 16, 2), (16, 32, 2), (32, 32, 1), (32, 48, 2), (48, 48, 1), (48, 64, 2), (64, 32, 1))
        self.features = nn.Sequential(*(_layer(*width) for width in widths))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 8 * 6, 128), nn.SiLU(), nn.Linear(128, 8))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Corners in the order of the crop's own, top left first."""
        return 0.5 + 0.5 * self.head(self.features(crops))


class CornersTask:
    """Outlines of a pool as batches."""

    name = "corners"

    def __init__(self, pool: Path) -> None:
        self._shards = [
            (np.load(folder / "pictures.npy", mmap_mode="r"), np.load(folder / "corners.npy"))
            for folder in shards_in(pool)
        ]
        if not self._shards:
            raise InputError(f"{pool}: no rendered outlines; render some first: kibitz render outlines")

    def build(self) -> nn.Module:
        """A fresh network; it is too small to gain from other weights."""
        return CornerNet()

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, 128, 96) 0 to 1 RGB and corners (b, 8)."""
        pictures, corners = [], []
        for _ in range(size):
            shard, truth = self._shards[int(rng.integers(len(self._shards)))]
            k = int(rng.integers(len(truth)))
            picture, corner = _turned(rng, np.asarray(shard[k]), truth[k])
            pictures.append(picture)
            corners.append(corner.reshape(8))
        return {"img": stacked(pictures), "corners": torch.from_numpy(np.stack(corners))}

    def loss(self, model: nn.Module, batch: Batch) -> torch.Tensor:
        """Smooth distance of the corners; covered corners can be far off and must not rule."""
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16):
            found = model(batch["img"].to(device))
        return nn.functional.smooth_l1_loss(found.float() * 10, batch["corners"].to(device) * 10, beta=0.1)


def _turned(
    rng: np.random.Generator, picture: NDArray[np.uint8], corners: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The sample upside down or mirrored at random, and in other light; its corners follow."""
    if rng.random() < 0.5:
        picture, corners = picture[::-1, ::-1], np.roll(1 - corners, 2, 0)
    if rng.random() < 0.5:
        mirrored = corners * np.array([-1, 1], np.float32) + np.array([1, 0], np.float32)
        picture, corners = picture[:, ::-1], mirrored[[1, 0, 3, 2]]
    gain = np.exp(rng.normal(0, 0.15, 3))
    return np.clip(picture * gain, 0, 255).astype(np.uint8), np.asarray(corners, np.float32)
