"""Training the reader: YOLO26n-cls on rendered crops of single cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz_datasets.crops import crop_labels
from kibitz_datasets.decks import CARDS
from kibitz_models.start import copy_matching
from kibitz_models.training import Batch
from kibitz_scoring.errors import InputError

LABELS = crop_labels(CARDS)
Shard = tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Pictures (n, 144, 96, 3), memory-mapped, and their classes (n,)."""
PHOTO_SHARE = 0.1
"""Share of a batch from photographs, where some were harvested: few, for they show few decks."""


class ReaderTask:
    """Rendered crops of a pool as batches, mixed with crops of photographs where there are some."""

    name = "reader"

    def __init__(self, crops: Path, photos: Path, start: Path | None) -> None:
        self._start = start
        self._rendered = read_crop_index(crops)
        self._photographed = read_crop_index(photos) if photos.exists() else []

    def build(self) -> torch.nn.Module:
        """YOLO26n-cls with a class a card, one for backs and one for what cannot be read."""
        from ultralytics.cfg import get_cfg
        from ultralytics.nn.tasks import ClassificationModel

        model = ClassificationModel("yolo26n-cls.yaml", nc=len(LABELS), verbose=False)
        model.args = get_cfg()
        model.names = dict(enumerate(LABELS))
        copy_matching(model, self._start)
        return model

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, 144, 96) 0 to 1 RGB and classes (b,)."""
        pictures, classes = [], []
        for _ in range(size):
            real = self._photographed and rng.random() < PHOTO_SHARE
            shards = self._photographed if real else self._rendered
            picture, label = _draw(rng, shards)
            pictures.append(augment_crop(rng, picture))
            classes.append(label)
        stacked = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).flip(1)
        return {
            "img": stacked.float().div_(255).contiguous(memory_format=torch.channels_last),
            "cls": torch.tensor(classes),
        }

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Cross entropy; a little smoothing, for some rendered crops no one could read."""
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16):
            outputs = model(batch["img"].to(device))
        scores = outputs[1] if isinstance(outputs, tuple) else outputs
        return torch.nn.functional.cross_entropy(scores.float(), batch["cls"].to(device), label_smoothing=0.02)


def _draw(rng: np.random.Generator, shards: Sequence[Shard]) -> tuple[NDArray[np.uint8], int]:
    """A picture and its class, each crop of all shards as likely as any other."""
    ends = np.cumsum([len(labels) for _, labels in shards])
    k = int(rng.integers(ends[-1]))
    place = int(np.searchsorted(ends, k, "right"))
    pictures, labels = shards[place]
    k -= int(ends[place])  # counted from the shard's end
    return pictures[k], int(labels[k])


def read_crop_index(pool: Path) -> list[Shard]:
    """Every shard of a pool; `InputError` where there is none."""
    number = {label: k for k, label in enumerate(LABELS)}
    shards = []
    for folder in sorted(pool.glob("*")):
        if folder.suffix != ".partial":
            labels = (folder / "labels.txt").read_text(encoding="utf-8").split()
            shards.append(
                (np.load(folder / "pictures.npy", mmap_mode="r"), np.array([number[label] for label in labels]))
            )
    if not shards:
        raise InputError(f"{pool}: no rendered crops; render some first: kibitz render crops")
    return shards


def augment_crop(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cheap changes that make one rendered crop many: turned, shifted, tinted, a patch lost."""
    picture = np.asarray(crop)[::-1, ::-1] if rng.random() < 0.5 else np.asarray(crop)
    picture = np.roll(picture, (int(rng.integers(-3, 4)), int(rng.integers(-2, 3))), (0, 1))
    if rng.random() < 0.5:
        gain = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
        picture = np.clip(picture * gain, 0, 255).astype(np.uint8)
    else:
        picture = picture.copy()
    if rng.random() < 0.15:
        y, x = int(rng.integers(20, 110)), int(rng.integers(24, 60))
        picture[y : y + int(rng.integers(5, 30)), x : x + int(rng.integers(5, 20))] = rng.integers(0, 256, 3)
    return picture
