"""Going on from a shipped model: its weights, taken out of the ONNX file into a network that can be trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import onnx
import torch

from kibitz_models.progress import CONSOLE
from kibitz_scoring.errors import InputError

Pictures = Callable[[int], torch.Tensor]
"""Batches of pictures such as a network is trained on, by number."""
_BATCHES = 12
"""From so many batches it is learnt how a shipped network's layers spread their values."""


def copy_shipped(model: torch.nn.Module, path: Path, pictures: Pictures) -> None:
    """Let a network begin as a shipped file of it computes; `InputError` where that is of another network."""
    _copy(model, path)
    _spread_anew(model, pictures)
    CONSOLE.print(f"goes on from {path}")


def _copy(model: torch.nn.Module, path: Path) -> None:
    """Weights of a file whose batch norms were folded into its convolutions: the norms begin as mere biases."""
    target = model.state_dict()
    for name, value in _shipped(path).items():
        norm = name.removesuffix("conv.bias") + "bn"
        entries = {name: value}
        if name not in target and f"{norm}.bias" in target:
            entries = {
                f"{norm}.weight": torch.ones_like(value),
                f"{norm}.bias": value,
                f"{norm}.running_mean": torch.zeros_like(value),
                f"{norm}.running_var": torch.ones_like(value),
            }
        for entry, of_it in entries.items():
            if entry not in target or target[entry].shape != of_it.shape:
                raise InputError(f"{path}: '{name}' fits nothing; expected a file that `kibitz train` exported.")
            target[entry] = of_it
    model.load_state_dict(target)


def _shipped(path: Path) -> Mapping[str, torch.Tensor]:
    """Weights by the names they had in the trained network."""
    try:
        weights = onnx.load(str(path)).graph.initializer
    except Exception as error:
        raise InputError(f"{path}: no ONNX file ({error}); expected one that `kibitz train` exported.") from error
    named = {
        one.name.removesuffix("_half"): torch.from_numpy(onnx.numpy_helper.to_array(one).copy()).float()
        for one in weights
    }
    wrapped = all(name.startswith("model.model.") for name in named)
    return {name.removeprefix("model.") if wrapped else name: value for name, value in named.items()}


def _spread_anew(model: torch.nn.Module, pictures: Pictures) -> None:
    """Give batch norms the means and variances of what they are given, without changing what the network puts out.

    In training they take both from each batch; with those of an untrained norm the first step would undo the network.
    """
    norms = [one for one in model.modules() if isinstance(one, torch.nn.BatchNorm2d)]
    seen: dict[torch.nn.Module, list[tuple[torch.Tensor, torch.Tensor]]] = {norm: [] for norm in norms}

    def note(norm: torch.nn.Module, given: tuple[torch.Tensor]) -> None:
        seen[norm].append(_moments(given[0]))

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    with torch.no_grad():
        model.eval()
        for number in range(_BATCHES):
            model(pictures(number))
        for hook in hooks:
            hook.remove()
        for norm in norms:
            _take_on(norm, *(torch.stack(parts).mean(0) for parts in zip(*seen[norm], strict=True)))


def _take_on(norm: torch.nn.BatchNorm2d, mean: torch.Tensor, square: torch.Tensor) -> None:
    """Let a norm go by a mean and a mean square, and give out what it gave before."""
    variance = (square - mean**2).clamp(min=0)
    slope = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    norm.bias += slope * (mean - norm.running_mean)
    norm.weight.copy_(slope * torch.sqrt(variance + norm.eps))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)


def _moments(values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and mean square of each channel."""
    return values.mean((0, 2, 3)), (values**2).mean((0, 2, 3))
