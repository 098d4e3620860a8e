"""Training the detector: YOLO26n-obb with the classes face, back and index corner, on rendered scenes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from kibitz_datasets.pool import shards_in
from kibitz_datasets.scenes.crops import LEAST_INDEX_VISIBLE
from kibitz_models.training.batches import stacked
from kibitz_models.training.loop import Batch
from kibitz_models.training.starting_weights import copy_start
from kibitz_scoring.cards import JOKER
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image
from kibitz_vision.reading.corners.index_corners import index_quad

CLASSES = ("face", "back", "index")
FACE, BACK, INDEX = range(3)
LEAST_VISIBLE = 0.4
"""A card of which less shows is not asked for: its index corner is."""
LEAST_INDEX_PX = 6.0
"""A narrower index corner is too small for the network to see."""
LEAST_CARD_PX = 4.0

Target = tuple[NDArray[np.float32], int]
"""What is to be found: a quad (4, 2) px and its class."""


class DetectorTask:
    """Scenes of a pool at `size_px`, as batches of the rotated boxes that ultralytics expects."""

    name = "detector"

    def __init__(self, pool: Path, size_px: int, start: Path | None) -> None:
        self.size_px = size_px
        self._start = start
        self._samples = read_scene_index(pool)

    def build(self) -> torch.nn.Module:
        """YOLO26n-obb without the one-to-one head: cards overlap little, so plain suppression is enough."""
        from ultralytics.cfg import get_cfg
        from ultralytics.nn.tasks import OBBModel, yaml_model_load

        layout = yaml_model_load("yolo26n-obb.yaml") | {"end2end": False, "scale": "n"}
        model = OBBModel(layout, nc=len(CLASSES), verbose=False)
        model.args = get_cfg()
        model.names = dict(enumerate(CLASSES))
        copy_start(model, self._start, lambda number: self.batch(np.random.default_rng(number), 16)["img"])
        return model

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Pictures (b, 3, s, s) 0 to 1 RGB and boxes (n, 5): x, y, w, h as shares, angle in radians."""
        pictures, classes, boxes, owners = [], [], [], []
        for k in range(size):
            path, targets = self._samples[int(rng.integers(len(self._samples)))]
            picture, quads = augment(rng, _read(path), [quad for quad, _ in targets], self.size_px)
            pictures.append(picture)
            for quad, (_, kind) in zip(quads, targets, strict=True):
                box = rotated_box(quad, self.size_px, index=kind == INDEX)
                if box is not None:
                    boxes.append(box)
                    classes.append(float(kind))
                    owners.append(float(k))
        return {
            "img": stacked(pictures).contiguous(memory_format=torch.channels_last),
            "cls": torch.tensor(classes).view(-1, 1),
            "bboxes": torch.tensor(np.array(boxes, np.float32).reshape(-1, 5)),
            "batch_idx": torch.tensor(owners),
        }

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Ultralytics' rotated-box loss."""
        return own_loss(model, batch)


def own_loss(model: torch.nn.Module, batch: Batch) -> torch.Tensor:
    """The loss that an ultralytics network brings, the network in bfloat16 and the loss in float32."""
    device = next(model.parameters()).device
    moved = {key: value.to(device) for key, value in batch.items()}
    with torch.autocast(device.type, torch.bfloat16):
        outputs = model(moved["img"])
    total, _ = model.loss(moved, _float(outputs))
    return total.sum() / len(batch["img"])


def _float(outputs: Any) -> Any:
    if isinstance(outputs, torch.Tensor):
        return outputs.float()
    if isinstance(outputs, dict):
        return {key: _float(value) for key, value in outputs.items()}
    return type(outputs)(_float(value) for value in outputs)


def read_scene_index(pool: Path) -> list[tuple[Path, list[Target]]]:
    """Every scene of a pool with what is to be found in it."""
    samples = []
    for shard in shards_in(pool):
        for line in (shard / "labels.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            targets = [target for card in row["cards"] for target in _targets(card)]
            samples.append((shard / row["image"], targets))
    if not samples:
        raise InputError(f"{pool}: no rendered scenes; render some first: kibitz render scenes")
    return samples


def _targets(card: Mapping[str, Any]) -> Iterator[Target]:
    """A labelled card, and its index corners that can be read."""
    quad = np.array(card["quad"], np.float32)
    if card["visible"] >= LEAST_VISIBLE:
        yield quad, FACE if card["card"] else BACK
    if card["card"] and card["card"] != str(JOKER):
        for turned, share in zip((False, True), card["indices_visible"], strict=True):
            if share >= LEAST_INDEX_VISIBLE:
                yield index_quad(quad, turned=turned), INDEX


def _read(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def augment(
    rng: np.random.Generator, picture: Image, quads: list[NDArray[np.float32]], size_px: int
) -> tuple[Image, list[NDArray[np.float32]]]:
    """A random window of the scene, turned, mirrored and resized to a square of `size_px`; quads follow."""
    height, width = picture.shape[:2]
    window = width * rng.uniform(0.7, 1.0) if rng.random() < 0.6 else width * rng.uniform(1.0, 1.6)
    scale = size_px / window
    x0, y0 = ((rng.uniform(0, full - window) if window < full else (full - window) / 2) for full in (width, height))
    turn = int(rng.integers(4))
    mirror = -1 if rng.random() < 0.5 else 1
    c = size_px / 2
    move = np.array([[scale, 0, -x0 * scale], [0, scale, -y0 * scale], [0, 0, 1]])
    cos, sin = (1, 0, -1, 0)[turn], (0, 1, 0, -1)[turn]
    about = np.array(
        [
            [cos * mirror, -sin, c - c * cos * mirror + c * sin],
            [sin * mirror, cos, c - c * sin * mirror - c * cos],
            [0, 0, 1],
        ]
    )
    matrix = about @ move
    if scale < 0.75:
        picture = np.asarray(cv2.blur(picture, (2, 2)), np.uint8)
    moved = cv2.warpAffine(
        picture,
        matrix[:2],
        (size_px, size_px),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(114, 114, 114),
    )
    return np.asarray(moved, np.uint8), [
        np.asarray(quad @ matrix[:2, :2].T + matrix[:2, 2], np.float32) for quad in quads
    ]


def rotated_box(quad: NDArray[np.float32], size_px: int, *, index: bool) -> NDArray[np.float32] | None:
    """(x, y, w, h, angle) of the smallest rectangle round a quad, sizes as shares; None where too little shows."""
    # A card cut by the border is boxed by what shows of it, which a network can see.
    shown = shown_part(quad, size_px, 0.9 if index else 0.25)
    if shown is None:
        return None
    x, y, w, h, theta = smallest_rectangle(shown)
    if h < (LEAST_INDEX_PX if index else LEAST_CARD_PX):
        return None
    return np.array([x / size_px, y / size_px, w / size_px, h / size_px, theta], np.float32)


def shown_part(quad: NDArray[np.float32], size_px: int, least: float) -> NDArray[np.float32] | None:
    """The part (n, 2) of a quad inside the picture, None where less than a share is; all where nearly all is."""
    border = np.array([[0, 0], [size_px, 0], [size_px, size_px], [0, size_px]], np.float32)
    area = abs(float(cv2.contourArea(quad)))
    inside, shown = cv2.intersectConvexConvex(cv2.convexHull(quad), border)
    if area < 30 or inside < least * area:
        return None
    return quad if inside > 0.97 * area else np.asarray(shown, np.float32).reshape(-1, 2)


def smallest_rectangle(points: NDArray[np.float32]) -> tuple[float, float, float, float, float]:
    """x, y, long side, short side, angle in [-pi / 4, 3 pi / 4), as ultralytics' angle heads span it."""
    (x, y), (w, h), degrees = cv2.minAreaRect(points)
    angle = float(np.radians(degrees))
    if w < h:
        w, h, angle = h, w, angle + np.pi / 2
    return x, y, w, h, (angle + np.pi / 4) % np.pi - np.pi / 4
