"""Networks that read cards: trained on the same crops, judged on crops of unseen decks and of photographs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import CARDS
from kibitz_datasets.pool import shards_in
from kibitz_datasets.real import ANY, read_photos
from kibitz_datasets.scenes.crops import crop_labels
from kibitz_models.training.batches import stacked
from kibitz_models.training.loop import Batch
from kibitz_models.training.starting_weights import copy_matching
from kibitz_vision.detections import Image
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut_card
from kibitz_vision.reading.detector import in_order
from kibitz_vision.reading.onnx_model import OnnxModel

LABELS = crop_labels(CARDS)
CROPS_A_RUN = 16
EXAMPLE = torch.zeros(CROPS_A_RUN, 3, CROP_HEIGHT_PX, CROP_WIDTH_PX)
NEAR_DUPLICATES = "avgustine13"
"""A set of 250 nearly equal pictures, which would outweigh all others."""


@dataclass(frozen=True)
class ReaderNet:
    """A candidate: how it is built, and the COCO weights that it starts from where they fit."""

    name: str
    build: Callable[[], torch.nn.Module]
    start: str | None = None


def _yolo(width: float) -> torch.nn.Module:
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import ClassificationModel, yaml_model_load

    layout = yaml_model_load("yolo26n-cls.yaml") | {"scale": "n", "scales": {"n": [0.5, width, 1024]}}
    model = ClassificationModel(layout, nc=len(LABELS), verbose=False)
    model.args = get_cfg()
    model.names = dict(enumerate(LABELS))
    return model


class SlimNet(torch.nn.Sequential):
    """Eight plain convolutions, averaged over the crop."""

    def __init__(self) -> None:
        widths = ((3, 16, 2), (16, 24, 2), (24, 24, 1), (24, 48, 2), (48, 48, 1), (48, 96, 2), (96, 96, 1))
        layers = [_layer(inputs, outputs, 3, stride) for inputs, outputs, stride in widths]
        super().__init__(
            *layers,
            _layer(96, 256, 1, 1),
            torch.nn.AdaptiveAvgPool2d(1),
            torch.nn.Flatten(),
            torch.nn.Linear(256, len(LABELS)),
        )


def _layer(inputs: int, outputs: int, size: int, stride: int) -> torch.nn.Sequential:
    convolution = torch.nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False)
    return torch.nn.Sequential(convolution, torch.nn.BatchNorm2d(outputs), torch.nn.SiLU(inplace=True))


READERS = (
    ReaderNet("YOLO26n-cls", lambda: _yolo(0.25), "yolo26n"),
    ReaderNet("slim plain net", SlimNet),
    ReaderNet("YOLO26n-cls at width 0.125", lambda: _yolo(0.125)),
)


@dataclass(frozen=True, eq=False)
class Crops:
    """Pictures (n, 144, 96, 3) of each shard, memory-mapped, and all their classes in the same order."""

    shards: tuple[NDArray[np.uint8], ...]
    classes: NDArray[np.int64]

    def picture(self, k: int) -> Image:
        """The crop of that number."""
        for shard in self.shards:
            if k < len(shard):
                return np.asarray(shard[k])
            k -= len(shard)
        raise IndexError(k)


def read_crops(pool: Path, shards: int) -> Crops:
    """The crops of the first shards of a pool."""
    number = {label: k for k, label in enumerate(LABELS)}
    folders = shards_in(pool)[:shards]
    names = [name for folder in folders for name in (folder / "labels.txt").read_text(encoding="utf-8").split()]
    pictures = tuple(np.load(folder / "pictures.npy", mmap_mode="r") for folder in folders)
    return Crops(pictures, np.array([number[name] for name in names]))


class ReadingTask:
    """The training of one candidate; step n shows every candidate the same crops."""

    def __init__(self, net: ReaderNet, crops: Crops, start: Path | None) -> None:
        self.name = net.name
        self._net, self._crops, self._start = net, crops, start

    def build(self) -> torch.nn.Module:
        """Started from COCO where those weights fit."""
        model = self._net.build()
        if self._start:
            copy_matching(model, self._start)
        return model

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, 144, 96) 0 to 1 RGB and classes (b,)."""
        chosen = rng.integers(len(self._crops.classes), size=size)
        pictures = [_augment(rng, self._crops.picture(int(k))) for k in chosen]
        return {
            "img": stacked(pictures).contiguous(memory_format=torch.channels_last),
            "cls": torch.from_numpy(self._crops.classes[chosen]),
        }

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Cross entropy with the smoothing of the shipped reader's training."""
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16):
            outputs = model(batch["img"].to(device))
        return torch.nn.functional.cross_entropy(outputs.float(), batch["cls"].to(device), label_smoothing=0.02)


def _augment(rng: np.random.Generator, crop: Image) -> Image:
    """Turned, shifted and tinted at random."""
    picture = crop[::-1, ::-1] if rng.random() < 0.5 else crop
    picture = np.roll(picture, (int(rng.integers(-3, 4)), int(rng.integers(-2, 3))), (0, 1))
    gain = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def read_all(model: OnnxModel, pictures: Sequence[Image]) -> NDArray[np.int64]:
    """The likeliest class of every crop; the file takes exactly `CROPS_A_RUN` at a time."""
    filled = [*pictures, *[pictures[0]] * (-len(pictures) % CROPS_A_RUN)]
    best = []
    for k in range(0, len(filled), CROPS_A_RUN):
        blob = cv2.dnn.blobFromImages(filled[k : k + CROPS_A_RUN], 1 / 255, swapRB=True)
        best.append(model.run(np.asarray(blob, np.float32))[0].argmax(1))
    return np.concatenate(best)[: len(pictures)]


def measure_rendered(model: OnnxModel, crops: Crops) -> dict[str, Any]:
    """Accuracy on crops that show a readable card, and over all crops."""
    right = read_all(model, [crops.picture(k) for k in range(len(crops.classes))]) == crops.classes
    cards = crops.classes < len(CARDS)
    return {
        "crops": len(crops.classes),
        "card_crops": int(cards.sum()),
        "accuracy_cards": round(float(right[cards].mean()), 4),
        "accuracy_all": round(float(right.mean()), 4),
    }


def measure_photos(model: OnnxModel, sets: Path) -> dict[str, Any] | None:
    """Accuracy on crops of labelled photos, cut at their labelled corners; None where there are none."""
    number = {label: k for k, label in enumerate(LABELS)}
    rows: dict[str, dict[str, int]] = {}
    for folder in sorted(sets.glob("*/")):
        crops, classes = [], []
        for photo in read_photos(folder) if (folder / "labels.jsonl").exists() else []:
            faces = [face for face in photo.faces if face.quad is not None and face.full and face.name != ANY]
            if faces:
                picture = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
                crops += [cut_card(picture, in_order(face.quad)) for face in faces if face.quad is not None]
                classes += [number[face.name] for face in faces]
        if crops:
            right = int((read_all(model, crops) == np.array(classes)).sum())
            rows[folder.name] = {"faces": len(crops), "right": right}
    if not rows:
        return None
    apart = rows.pop(NEAR_DUPLICATES, None)
    faces, right = (sum(row[key] for row in rows.values()) for key in ("faces", "right"))
    return {"faces": faces, "accuracy": round(right / max(faces, 1), 4), "sets": rows, NEAR_DUPLICATES: apart}
