"""Networks that find cards: trained on the same scenes, judged on scenes of unseen decks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from kibitz_datasets.pool import shards_in
from kibitz_models.training.batches import stacked
from kibitz_models.training.detector_task import LEAST_CARD_PX, own_loss, shown_part, smallest_rectangle
from kibitz_models.training.loop import Batch
from kibitz_models.training.starting_weights import copy_matching
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.detector import in_order

FACE, BACK = range(2)
CLASSES = ("face", "back")
LEAST_VISIBLE = 0.4
"""A card of which less shows is not asked for, as in the shipped detector's training."""
_LEAST_SHOWN = 0.25
"""The same for what the border of a picture leaves of it."""


@dataclass(frozen=True)
class Finder:
    """A candidate: ultralytics' layout, the COCO weights that it starts from, and whether it names corners."""

    name: str
    layout: str
    start: str
    corners: bool = False


FINDERS = (
    Finder("YOLO26n-obb", "yolo26n-obb.yaml", "yolo26n"),
    Finder("YOLO26n-pose, 4 corners", "yolo26n-pose.yaml", "yolo26n", corners=True),
    Finder("YOLO11n-obb", "yolo11n-obb.yaml", "yolo11n"),
)


@dataclass(frozen=True)
class Truth:
    """A labelled card: its corners (4, 2) px, its class, and how much of it shows."""

    quad: Quad
    kind: int
    visible: float


Sample = tuple[Path, tuple[Truth, ...]]


def read_scenes(pool: Path, shards: int) -> list[Sample]:
    """The scenes of the first shards of a pool."""
    samples = []
    for shard in shards_in(pool)[:shards]:
        for line in (shard / "labels.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            samples.append((shard / row["image"], tuple(map(_truth, row["cards"]))))
    return samples


def _truth(card: dict[str, Any]) -> Truth:
    return Truth(np.array(card["quad"], np.float32), FACE if card["card"] else BACK, card["visible"])


def read_picture(path: Path) -> Image:
    """A scene's picture."""
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


class FindingTask:
    """The training of one candidate; step n shows every candidate the same pictures."""

    def __init__(self, finder: Finder, samples: Sequence[Sample], size_px: int, start: Path) -> None:
        self.name = finder.name
        self._finder, self._samples, self._size_px, self._start = finder, samples, size_px, start

    def build(self) -> torch.nn.Module:
        """Without the one-to-one head, as the shipped detector."""
        from ultralytics.cfg import get_cfg
        from ultralytics.nn.tasks import OBBModel, PoseModel, yaml_model_load

        layout = yaml_model_load(self._finder.layout) | {"end2end": False, "scale": "n"}
        if self._finder.corners:
            model = PoseModel(layout, nc=len(CLASSES), data_kpt_shape=(4, 2), verbose=False)
        else:
            model = OBBModel(layout, nc=len(CLASSES), verbose=False)
        model.args = get_cfg()
        model.names = dict(enumerate(CLASSES))
        copy_matching(model, self._start)
        return model

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, s, s) 0 to 1 RGB; boxes (n, 5), or upright boxes (n, 4) with corners (n, 4, 3)."""
        pictures, kinds, boxes, corners, owners = [], [], [], [], []
        for owner in range(size):
            path, truths = self._samples[int(rng.integers(len(self._samples)))]
            picture, matrix = _augment(rng, read_picture(path), self._size_px)
            pictures.append(picture)
            for truth in truths:
                quad = truth.quad @ matrix[:, :2].T + matrix[:, 2]
                shown = _shown(np.asarray(quad, np.float32), self._size_px)
                if truth.visible >= LEAST_VISIBLE and shown is not None:
                    boxes.append(_upright_box(shown) if self._finder.corners else np.array(smallest_rectangle(shown)))
                    corners.append(_keypoints(np.asarray(quad, np.float32), self._size_px))
                    kinds.append(float(truth.kind))
                    owners.append(float(owner))
        scale = np.array([self._size_px] * 4 + [1] * (not self._finder.corners), np.float32)
        return {
            "img": stacked(pictures).contiguous(memory_format=torch.channels_last),
            "cls": torch.tensor(kinds).view(-1, 1),
            "bboxes": torch.tensor(np.array(boxes, np.float32).reshape(-1, len(scale)) / scale),
            "keypoints": torch.tensor(np.array(corners, np.float32).reshape(-1, 4, 3)),
            "batch_idx": torch.tensor(owners),
        }

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Ultralytics' own loss of the network."""
        return own_loss(model, batch)


def _augment(rng: np.random.Generator, picture: Image, size_px: int) -> tuple[Image, NDArray[np.float64]]:
    """The scene moved, scaled, turned and mirrored into a square, and the matrix (2, 3) that does it."""
    height, width = picture.shape[:2]
    scale = size_px / max(height, width) * rng.uniform(0.7, 1.4)
    turn = int(rng.integers(4))
    cos, sin = (1, 0, -1, 0)[turn], (0, 1, 0, -1)[turn]
    mirror = rng.choice((-1, 1))
    linear = scale * np.array([[cos * mirror, -sin], [sin * mirror, cos]])
    middle = size_px / 2 + rng.uniform(-0.15, 0.15, 2) * size_px
    matrix = np.column_stack([linear, middle - linear @ (width / 2, height / 2)])
    if scale < 0.75:
        picture = np.asarray(cv2.blur(picture, (2, 2)), np.uint8)
    moved = cv2.warpAffine(picture, matrix, (size_px, size_px), borderValue=(114, 114, 114))
    return np.asarray(moved, np.uint8), matrix


def _shown(quad: NDArray[np.float32], size_px: int) -> NDArray[np.float32] | None:
    """The part of a quad inside the picture, None where that is little; the quad itself where nearly all is."""
    shown = shown_part(quad, size_px, _LEAST_SHOWN)
    return None if shown is None or smallest_rectangle(shown)[3] < LEAST_CARD_PX else shown


def _upright_box(points: NDArray[np.float32]) -> NDArray[np.float32]:
    low, high = points.min(0), points.max(0)
    return np.concatenate([(low + high) / 2, high - low])


def _keypoints(quad: NDArray[np.float32], size_px: int) -> NDArray[np.float32]:
    """Corners (4, 3) as shares, in an order that the picture alone decides; those outside of it do not count."""
    corners = in_order(quad) / size_px
    inside = ((corners > -0.01) & (corners < 1.01)).all(1)
    return np.column_stack([corners, inside]).astype(np.float32)
