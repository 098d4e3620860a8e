"""From a checkpoint to a shipped ONNX file, checked against the torch model."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray

from kibitz_models.onnx_notes import write_notes
from kibitz_models.training.detector_task import CLASSES
from kibitz_models.training.reader_task import LABELS
from kibitz_models.training.train import Model
from kibitz_scoring.errors import KibitzError
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.reader import log_softmax

EMBEDDING = "embedding"
TOLERANCE = 0.01
"""Largest allowed difference to the torch model: of a probability, or of a box in shares of the picture."""


def export_detector(model: torch.nn.Module, out: Path) -> None:
    """Write the detector: input (1, 3, h, w) of any multiple of 32, output (1, 4 + classes + 1, boxes)."""
    model = _plain(model)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    axes = {"images": {2: "height", 3: "width"}, "boxes": {2: "boxes"}}
    _export(model, torch.zeros(1, 3, 640, 640), ("images", "boxes"), axes, out)
    write_notes(out, {"labels": " ".join(CLASSES)})
    _check(model, out, torch.rand(1, 3, 384, 640), _shares)


def export_reader(model: torch.nn.Module, out: Path, temperature: float = 1.0) -> None:
    """Write the reader: input (n, 3, 144, 96), outputs scores (n, classes) before the softmax and embedding (n, e)."""
    model = Scores(_plain(model)).eval()
    axes = {"crops": {0: "n"}, "scores": {0: "n"}}
    _export(model, torch.zeros(2, 3, 144, 96), ("crops", "scores"), axes, out)
    onnx.save(with_embedding(onnx.load(str(out))), str(out))
    write_notes(out, {"labels": " ".join(LABELS), "temperature": f"{temperature:.4f}"})
    _check(model, out, torch.rand(5, 3, 144, 96), lambda scores: np.exp(log_softmax(scores)))


def export_corners(model: torch.nn.Module, out: Path) -> None:
    """Write the corner finder: input (n, 3, 128, 96), output corners (n, 8) as shares of the crop."""
    model = copy.deepcopy(model).cpu().float().eval()
    axes = {"crops": {0: "n"}, "corners": {0: "n"}}
    _export(model, torch.zeros(2, 3, 128, 96), ("crops", "corners"), axes, out)
    _check(model, out, torch.rand(5, 3, 128, 96), lambda corners: corners)


def export_hands(model: torch.nn.Module, out: Path) -> None:
    """Write the hand network: input (1, 3, h, w) of any multiples of 32, output logits (1, 1, h / 2, w / 2)."""
    model = copy.deepcopy(model).cpu().float().eval().to(memory_format=torch.contiguous_format)
    axes = {"pictures": {2: "height", 3: "width"}, "logits": {2: "rows", 3: "columns"}}
    _export(model, torch.zeros(1, 3, 192, 320), ("pictures", "logits"), axes, out)
    _check(model, out, torch.rand(1, 3, 160, 288), lambda logits: np.asarray(1 / (1 + np.exp(-logits)), np.float32))


class Scores(torch.nn.Module):  # type: ignore[misc] # torch is not installed where types are checked
    """A classifier that gives its scores alone, as calibration needs them."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Scores (n, classes)."""
        return self.model(crops)[1]


def _plain(model: torch.nn.Module) -> torch.nn.Module:
    """A copy in evaluation mode, batch norms folded into convolutions."""
    model = copy.deepcopy(model).float().cpu().eval().to(memory_format=torch.contiguous_format)
    return model.fuse(verbose=False)


def _export(
    model: torch.nn.Module,
    example: torch.Tensor,
    names: tuple[str, str],
    axes: Mapping[str, Mapping[int, str]],
    out: Path,
) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        torch.onnx.export(
            model,
            (example,),
            str(out),
            input_names=[names[0]],
            output_names=[names[1]],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
    onnx.save(store_half(onnx.load(str(out))), str(out))


def store_half(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same model with its weights stored in half precision: half the size, still computed in single."""
    casts = []
    for weight in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size > 64:
            name = weight.name
            weight.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}_half"], [name], to=onnx.TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    return model


def with_embedding(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same reader that also puts out what its last layer is given, by which decks are taught to it."""
    last = model.graph.node[-1]
    name, width = last.input[0], onnx.numpy_helper.to_array(_weight(model, last.input[1])).shape[1]
    for node in model.graph.node:
        for names in (node.input, node.output):
            for k, one in enumerate(names):
                if one == name:
                    names[k] = EMBEDDING
    shape = ["n", width]
    model.graph.output.append(onnx.helper.make_tensor_value_info(EMBEDDING, onnx.TensorProto.FLOAT, shape))
    return model


def _weight(model: onnx.ModelProto, name: str) -> onnx.TensorProto:
    """A stored weight, whole or in half precision."""
    return next(one for one in model.graph.initializer if one.name in (name, f"{name}_half"))


def _shares(output: NDArray[np.float32]) -> NDArray[np.float32]:
    """Detector rows with their boxes in shares of the picture, and only where it sees something at all."""
    shares = output.copy()
    shares[:, :4] /= 640
    return shares[:, :-1]


def _check(
    model: torch.nn.Module,
    path: Path,
    example: torch.Tensor,
    comparable: Callable[[NDArray[np.float32]], NDArray[np.float32]],
) -> None:
    """Raise `KibitzError` when the file does not compute what the torch model does."""
    with torch.no_grad():
        wanted = model(example)
    wanted = wanted[0] if isinstance(wanted, tuple) else wanted
    got = OnnxModel(path).run(example.numpy())[0]
    difference = float(np.abs(comparable(got) - comparable(wanted.numpy())).max())
    if difference > TOLERANCE:
        raise KibitzError(f"{path}: differs from the trained model by {difference:.4f}, more than {TOLERANCE}.")


EXPORTS: Mapping[Model, Callable[[torch.nn.Module, Path], None]] = {
    Model.DETECTOR: export_detector,
    Model.CORNERS: export_corners,
    Model.READER: export_reader,
    Model.HANDS: export_hands,
}
