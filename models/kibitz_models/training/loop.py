"""The training loop: one for both models, with progress, checkpoints and exact resume."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from kibitz_models.progress import CONSOLE
from kibitz_scoring.errors import InputError

Batch = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """Everything that shapes a run; stored in its checkpoint."""

    steps: int
    batch: int
    learning_rate: float
    weight_decay: float = 0.02
    warmup_steps: int = 100
    ema: float = 0.998  # averages about the last 500 steps: steadier weights than any single step's
    seed: int = 1
    threads: int = 2
    checkpoint_s: float = 90


class Task(Protocol):
    """What differs between the detector and the reader."""

    name: str

    def build(self) -> torch.nn.Module:
        """A model ready to train."""
        ...

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """A batch drawn by the generator alone, so that step n always sees the same pictures."""
        ...

    def loss(self, model: torch.nn.Module, batch: Batch) -> torch.Tensor:
        """Mean loss of a batch."""
        ...


def learning_rate(config: TrainConfig, step: int) -> float:
    """Warm-up, then a half cosine down to a fiftieth."""
    if step < config.warmup_steps:
        return config.learning_rate * (step + 1) / config.warmup_steps
    done = (step - config.warmup_steps) / max(1, config.steps - config.warmup_steps)
    return config.learning_rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


def _optimizer(model: torch.nn.Module, config: TrainConfig) -> torch.optim.Optimizer:
    """AdamW; biases and norms are not decayed."""
    weights = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    others = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
    groups = [{"params": weights, "weight_decay": config.weight_decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=config.learning_rate, betas=(0.9, 0.98))


def _update_average(average: torch.nn.Module, model: torch.nn.Module, decay: float) -> None:
    # The average takes no gradient, and state_dict() detaches the model's values.
    for mean, value in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.lerp_(value, 1 - decay)
        else:
            mean.copy_(value)


def _save(path: Path, state: Mapping[str, Any]) -> None:
    """Write beside and rename: a kill in the middle leaves the last whole checkpoint."""
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)


def load_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint; `InputError` when it is none."""
    try:
        state: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
        state["step"], state["model"], state["average"], state["config"]
    except Exception as error:
        raise InputError(f"{path}: not a checkpoint of this program ({error}); remove it to start anew.") from error
    return state


def train(task: Task, config: TrainConfig, checkpoint: Path, report: Callable[[int, float], None]) -> torch.nn.Module:
    """Train `task` for `config.steps`, from `checkpoint` on when it exists; returns the averaged model."""
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = task.build().to(device, memory_format=torch.channels_last)
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = _optimizer(model, config)
    first = 0
    if checkpoint.exists():
        state = load_checkpoint(checkpoint)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"]
        CONSOLE.print(f"{task.name}: going on from step {first} of {config.steps}")
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    saved = time.monotonic()
    mean_loss = 0.0
    for step in range(first, config.steps):
        model.train()
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(config, step)
        batch = task.batch(np.random.default_rng((config.seed, step)), config.batch)
        loss = task.loss(model, batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        # Young averages follow faster, or the random start would linger in them.
        _update_average(average, model, min(config.ema, (1 + step) / (10 + step)))
        value = float(loss.detach())
        mean_loss = value if step == first else 0.98 * mean_loss + 0.02 * value
        report(step + 1, mean_loss)
        if time.monotonic() - saved > config.checkpoint_s or step + 1 == config.steps:
            _save(
                checkpoint,
                {
                    "step": step + 1,
                    "model": model.state_dict(),
                    "average": average.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "config": asdict(config),
                },
            )
            saved = time.monotonic()
    return average.eval()
