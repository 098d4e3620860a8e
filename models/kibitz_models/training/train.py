"""Train one of the models on the rendered pool, from a checkpoint on where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import torch
from platformdirs import user_cache_path
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kibitz_models.training.corners_task import CornersTask
from kibitz_models.training.detector_task import DetectorTask
from kibitz_models.training.hands_task import HandsTask
from kibitz_models.training.loop import Task, TrainConfig, train
from kibitz_models.training.reader_task import ReaderPools, ReaderTask


class Model(StrEnum):
    """The models: three in the order in which a picture passes them, and one that sees hands in frames."""

    DETECTOR = "detector"
    CORNERS = "corners"
    READER = "reader"
    HANDS = "hands"


# As many steps as the shipped weights took, about six hours of one laptop core in all. Those learnt in parts, each from
# the last one's average, as the pictures came to show more: the detector 1,400, 800, 420 and 1,500 steps, the reader
# 9,371, 2,400 and 7,500 (what is shipped lies half-way between the averages at 4,621 and 7,500).
RECIPES = {
    Model.DETECTOR: TrainConfig(steps=4120, batch=16, learning_rate=1e-3),
    Model.CORNERS: TrainConfig(steps=4000, batch=64, learning_rate=2e-3),
    Model.READER: TrainConfig(steps=19271, batch=64, learning_rate=1.5e-3),
    Model.HANDS: TrainConfig(steps=2400, batch=16, learning_rate=3e-3),
}
DETECTOR_TRAIN_PX = 512


@dataclass(frozen=True, slots=True)
class TrainPaths:
    """Where a run reads and writes: the rendered pool, the starting weights, the checkpoint."""

    pool: Path
    start: Path | None
    checkpoint: Path


def default_checkpoint(model: Model) -> Path:
    """Where a model's checkpoint lies unless told otherwise."""
    return user_cache_path("kibitz") / "checkpoints" / f"{model}.pt"


def build_task(model: Model, paths: TrainPaths) -> Task:
    """The task of a model over its part of the pool."""
    if model == Model.DETECTOR:
        return DetectorTask(paths.pool / "train" / "scenes", DETECTOR_TRAIN_PX, paths.start)
    if model == Model.CORNERS:
        return CornersTask(paths.pool / "train" / "outlines")
    if model == Model.HANDS:
        return HandsTask(paths.pool / "train" / "hands", paths.start)
    pool = paths.pool / "train"
    return ReaderTask(ReaderPools(pool / "crops", pool / "indices", pool / "photos"), paths.start)


def run(model: Model, config: TrainConfig, paths: TrainPaths) -> torch.nn.Module:
    """Train with a progress bar; interrupt at any time and call again to go on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task(model, total=config.steps)
        return train(
            build_task(model, paths),
            config,
            paths.checkpoint,
            lambda step, loss: progress.update(bar, completed=step, description=f"{model} loss {loss:.3f}"),
        )
