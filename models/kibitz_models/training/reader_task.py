"""Training the reader: YOLO26n-cls on crops of single cards and of their index corners."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import CARDS
from kibitz_datasets.pool import shards_in
from kibitz_datasets.scenes.crops import crop_labels
from kibitz_models.training.batches import stacked
from kibitz_models.training.loop import Batch
from kibitz_models.training.starting_weights import copy_start
from kibitz_scoring.errors import InputError

LABELS = crop_labels(CARDS)
INDEX_SHARE = 0.3
"""Share of a batch that shows index corners alone."""
PHOTO_SHARE = 0.1
"""Share of the rest from photographs, where some were harvested: few, for they show few decks."""


@dataclass(frozen=True, slots=True)
class ReaderPools:
    """Folders of crops: rendered whole cards, rendered index corners, and those cut from photographs, if any."""

    crops: Path
    indices: Path
    photos: Path


class ReaderTask:
    """Crops of a pool as batches: whole cards and index corners, some from photographs."""

    name = "reader"

    def __init__(self, pools: ReaderPools, start: Path | None) -> None:
        self._start = start
        self._cards = Shards(pools.crops)
        self._indices = Shards(pools.indices)
        self._photos = Shards(pools.photos) if pools.photos.exists() else None

    def build(self) -> torch.nn.Module:
        """YOLO26n-cls with a class a card, one for backs and one for what cannot be read."""
        from ultralytics.cfg import get_cfg
        from ultralytics.nn.tasks import ClassificationModel

        model = ClassificationModel("yolo26n-cls.yaml", nc=len(LABELS), verbose=False)
        model.args = get_cfg()
        model.names = dict(enumerate(LABELS))
        copy_start(model, self._start, lambda number: self.batch(np.random.default_rng(number), 64)["img"])
        return model

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, 144, 96) 0 to 1 RGB and classes (b,)."""
        pictures, classes = [], []
        for _ in range(size):
            chance = rng.random()
            if chance < INDEX_SHARE:
                picture, label = self._indices.draw(rng)
            elif self._photos and rng.random() < PHOTO_SHARE:
                picture, label = self._photos.draw(rng)
            else:
                picture, label = self._cards.draw(rng)
            # A corner upside down is another class.
            pictures.append(augment_crop(rng, picture, either_way=chance >= INDEX_SHARE))
            classes.append(label)
        return {
            "img": stacked(pictures).contiguous(memory_format=torch.channels_last),
            "cls": torch.tensor(classes),
        }

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Cross entropy; a little smoothing, for some rendered crops no one could read."""
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16):
            outputs = model(batch["img"].to(device))
        scores = outputs[1] if isinstance(outputs, tuple) else outputs
        return torch.nn.functional.cross_entropy(scores.float(), batch["cls"].to(device), label_smoothing=0.02)


class Shards:
    """Crops on disk: pictures (n, 144, 96, 3), memory-mapped, and their classes; `InputError` where there are none."""

    def __init__(self, folder: Path) -> None:
        number = {label: k for k, label in enumerate(LABELS)}
        self._shards: list[tuple[NDArray[np.uint8], NDArray[np.int64]]] = []
        for path in shards_in(folder):
            labels = (path / "labels.txt").read_text(encoding="utf-8").split()
            pictures = np.load(path / "pictures.npy", mmap_mode="r")
            self._shards.append((pictures, np.array([number[label] for label in labels])))
        if not self._shards:
            raise InputError(f"{folder}: no crops; render some first: kibitz render {folder.name}")
        self._ends = np.cumsum([len(labels) for _, labels in self._shards])

    def draw(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], int]:
        """A picture and its class, each crop as likely as any other."""
        k = int(rng.integers(self._ends[-1]))
        place = int(np.searchsorted(self._ends, k, "right"))
        pictures, labels = self._shards[place]
        k -= int(self._ends[place])  # counted from the shard's end
        return pictures[k], int(labels[k])


def augment_crop(rng: np.random.Generator, crop: NDArray[np.uint8], *, either_way: bool) -> NDArray[np.uint8]:
    """Cheap changes that make one rendered crop many: turned (`either_way`), shifted, tinted, a patch lost."""
    picture = np.asarray(crop)[::-1, ::-1] if either_way and rng.random() < 0.5 else np.asarray(crop)
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
