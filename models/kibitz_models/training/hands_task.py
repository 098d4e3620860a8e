"""Training the hand network: from a picture of a table to where hands and arms are in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from kibitz_datasets.pool import shards_in
from kibitz_models.training.batches import stacked
from kibitz_models.training.loop import Batch
from kibitz_models.training.starting_weights import copy_matching
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image

_SEEN = {0: 16, 2: 32, 4: 48, 6: 64, 8: 96}
"""Layers of YOLO26n whose features are looked at, from half of the picture's size down to a 32nd, and how many of ours
are made of each.
"""
_LAST_LAYER = max(_SEEN)
_HALVED = 0.75
"""Share of the batches whose pictures are half as large: they take a quarter of the time, and show hands smaller."""
_SMOOTH_PX = 30.0
"""Keeps the Dice loss calm where there is no hand."""


class _Block(nn.Module):  # type: ignore[misc] # torch is not installed where types are checked
    """A depthwise and a pointwise convolution beside a short cut (Chollet 2017; He et al. 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Features of the same shape."""
        return torch.relu(features + self.layers(features))


class HandNet(nn.Module):  # type: ignore[misc] # torch is not installed where types are checked
    """Picture (n, 3, h, w) of multiples of 32 to logits (n, 1, h / 2, w / 2).

    The first layers of YOLO26n, as they learnt to see from COCO and are left, and a way back up that is learnt: like a
    U-net's (Ronneberger et al. 2015), but light, and features are added instead of joined.
    """

    def __init__(self, layers: nn.Module, widths: Sequence[int]) -> None:
        super().__init__()
        self.layers = layers.requires_grad_(False)
        ours = list(_SEEN.values())
        self.sides = nn.ModuleList(_narrowed(a, b) for a, b in zip(widths, ours, strict=True))
        self.ups = nn.ModuleList(nn.Conv2d(b, a, 1) for a, b in pairwise(ours))
        self.joins = nn.ModuleList(nn.Sequential(_Block(width), _Block(width)) for width in ours[1:])
        self.last = _Block(ours[0])
        self.head = nn.Conv2d(ours[0], 1, 1)
        nn.init.constant_(self.head.bias, -2.0)  # hands cover a tenth of the pictures

    def train(self, mode: bool = True) -> HandNet:
        """What COCO taught stays in evaluation mode."""
        super().train(mode)
        self.layers.eval()
        return self

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Logits: above 0 a pixel is rather hand than not."""
        seen: list[torch.Tensor] = []
        features = pictures
        for number, layer in enumerate(self.layers):
            features = layer(features)
            if number in _SEEN:
                seen.append(self.sides[len(seen)](features))
        features = self.joins[-1](seen[-1])
        for level in reversed(range(len(self.ups))):
            larger = nn.functional.interpolate(self.ups[level](features), scale_factor=2.0, mode="nearest")
            join = self.joins[level - 1] if level else self.last
            features = join(torch.relu(larger + seen[level]))
        return self.head(features)


def _narrowed(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs))


def _first_layers(start: Path | None) -> tuple[nn.Sequential, list[int]]:
    """The first layers of YOLO26n with what it learnt, and how many features those give that are looked at."""
    from ultralytics.nn.tasks import DetectionModel

    model = DetectionModel("yolo26n.yaml", verbose=False)
    copy_matching(model, start)
    layers = model.model[: _LAST_LAYER + 1].eval()
    widths, features = [], torch.zeros(1, 3, 64, 64)
    with torch.no_grad():
        for number, layer in enumerate(layers):
            features = layer(features)
            if number in _SEEN:
                widths.append(features.shape[1])
    return nn.Sequential(*layers), widths


class HandsTask:
    """Tables with hands of a pool as batches."""

    name = "hands"

    def __init__(self, pool: Path, start: Path | None) -> None:
        self._start = start
        self._shards = [
            (np.load(folder / "pictures.npy", mmap_mode="r"), np.load(folder / "masks.npy", mmap_mode="r"))
            for folder in shards_in(pool)
        ]
        if not self._shards:
            raise InputError(f"{pool}: no rendered hands; render some first: kibitz render hands")

    def build(self) -> nn.Module:
        """Layers that have learnt from COCO, and a fresh way back up."""
        return HandNet(*_first_layers(self._start))

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, h, w) 0 to 1 RGB and shares of hand (b, 1, h / 2, w / 2): whole, or mostly half as large."""
        pictures, masks = [], []
        factor = 2 if rng.random() < _HALVED else 1
        for _ in range(size):
            shard, truth = self._shards[int(rng.integers(len(self._shards)))]
            k = int(rng.integers(len(truth)))
            picture, mask = _turned(rng, np.asarray(shard[k]), np.asarray(truth[k]), factor)
            pictures.append(_seen_otherwise(rng, picture))
            masks.append(mask)
        return {"img": stacked(pictures), "masks": torch.from_numpy(np.stack(masks)[:, None]).float().div_(255)}

    def loss(self, model: nn.Module, batch: Batch) -> torch.Tensor:
        """Cross entropy, and the Dice loss (Milletari et al. 2016), to which small hands count as large ones do."""
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16):
            logits = model(batch["img"].to(device))
        logits, masks = logits.float(), batch["masks"].to(device)
        entropy = nn.functional.binary_cross_entropy_with_logits(logits, masks)
        found = logits.sigmoid()
        both, either = (found * masks).sum((1, 2, 3)), (found + masks).sum((1, 2, 3))
        dice = 1 - (2 * both + _SMOOTH_PX) / (either + _SMOOTH_PX)
        return entropy + 0.5 * dice.mean()


def _turned(
    rng: np.random.Generator, picture: Image, mask: NDArray[np.uint8], factor: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The picture, so many times smaller, mirrored or upside down at random, often a part of it; its mask follows."""
    size, mask_size = ((one.shape[1] // factor, one.shape[0] // factor) for one in (picture, mask))
    if rng.random() < 0.5:
        share = rng.uniform(0.5, 1)
        height, width = (round(side * share) for side in mask.shape)
        y, x = int(rng.integers(mask.shape[0] - height + 1)), int(rng.integers(mask.shape[1] - width + 1))
        picture = picture[2 * y : 2 * (y + height), 2 * x : 2 * (x + width)]
        mask = mask[y : y + height, x : x + width]
    picture, mask = (
        np.asarray(cv2.resize(one, to, interpolation=cv2.INTER_AREA if factor > 1 else cv2.INTER_LINEAR), np.uint8)
        for one, to in ((picture, size), (mask, mask_size))
    )
    ways = (1 - 2 * int(rng.integers(2)), 1 - 2 * int(rng.integers(2)))
    return np.ascontiguousarray(picture[:: ways[0], :: ways[1]]), np.ascontiguousarray(mask[:: ways[0], :: ways[1]])


def _seen_otherwise(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture by another camera: white balance, gamma, noise, compression."""
    levels = np.arange(256) / 255
    gains, gamma = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.15, 3)), np.exp(rng.normal(0, 0.25))
    table = np.clip(levels[:, None] ** gamma * gains * 255, 0, 255).astype(np.uint8)
    picture = np.asarray(cv2.LUT(picture, table[:, None]), np.uint8)
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(2, 10), picture.shape)
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 90))])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture
