"""Which networks find and read cards best: writes docs/measured/model-comparison.json and the tables of ADR 5.

Runs in the training environment, with rendered scenes and crops (`kibitz render`) in the pool. Every candidate sees
the same pictures in the same order; it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import torch
from platformdirs import user_cache_path

ROOT = Path(__file__).resolve().parents[3]
# Run as a program, the parts beside it are found from the repository's root.
sys.path.insert(0, str(ROOT))

from tests.benchmarks.figures_file import git  # noqa: E402
from tests.benchmarks.reading.compare_cost import cost_of, export  # noqa: E402
from tests.benchmarks.reading.compare_finding import FINDERS, Finder, FindingTask, read_scenes  # noqa: E402
from tests.benchmarks.reading.compare_found import measure, measure_rectangles  # noqa: E402
from tests.benchmarks.reading.compare_page import write_page  # noqa: E402
from tests.benchmarks.reading.compare_reading import (  # noqa: E402
    EXAMPLE,
    READERS,
    ReaderNet,
    ReadingTask,
    measure_photos,
    measure_rendered,
    read_crops,
)

from kibitz_datasets.pool import Kind, PoolConfig, Split, render_pool  # noqa: E402
from kibitz_models.training.loop import Task, TrainConfig, train  # noqa: E402
from kibitz_vision.reading.onnx_model import OnnxModel  # noqa: E402

CACHE = user_cache_path("kibitz")
RUNS = CACHE / "comparison"
RESULT = ROOT / "docs" / "measured" / "model-comparison.json"
SPEED_PX = 640
"""Input size that cost and speed are stated for: that of the shipped detector."""
SEED, MEASURE_SEED = 1, 20_000
SCENE_SHARDS, CROP_SHARDS = 50, 30
MEASURED = {Kind.SCENES: (2, 100), Kind.CROPS: (1, 2000)}
"""Shards and pictures a shard of the scenes and crops of unseen decks."""
REPORT_STEPS = 10


@dataclass(frozen=True)
class Asked:
    """What is to be compared, and with what effort."""

    scenes: Path
    crops: Path
    photos: Path
    size_px: int
    steps: int
    reader_steps: int
    start: dict[str, Path | None]


def main() -> None:
    """Compare all candidates: first what they cost, then how good they get; the figures are written after each."""
    asked = _arguments()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    figures = _head(asked) | {
        "finders": {finder.name: _finder_cost(asked, finder) for finder in FINDERS},
        "readers": {net.name: _reader_cost(net) for net in READERS},
        "rectangles": measure_rectangles(read_scenes(_measured(Kind.SCENES), MEASURED[Kind.SCENES][0])),
        "missing": [one.name for one in (*FINDERS, *READERS)],
    }
    _write(figures)
    for kind, found in (("finders", _finders(asked)), ("readers", _readers(asked))):
        for name, row in found:
            figures[kind][name] |= row
            figures["missing"].remove(name)
            _write(figures)
            print(name, json.dumps(row), flush=True)
    print(RESULT)


def _arguments() -> Asked:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=320, help="input size of the finders in px")
    parser.add_argument("--steps", type=int, default=200, help="steps of 16 scenes each")
    parser.add_argument("--reader-steps", type=int, default=1200, help="steps of 64 crops each")
    parser.add_argument("--scenes", type=Path, default=CACHE / "pool" / "train" / "scenes")
    parser.add_argument("--crops", type=Path, default=CACHE / "pool" / "train" / "crops")
    shared = Path(os.environ.get("KIBITZ_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--photos", type=Path, default=shared / "real", help="folder of the sets of labelled photos")
    for name in ("yolo26n", "yolo11n"):
        parser.add_argument(f"--{name}", type=Path, help="COCO weights; ultralytics' own download unless given")
    given = parser.parse_args()
    start = {"yolo26n": given.yolo26n, "yolo11n": given.yolo11n}
    return Asked(given.scenes, given.crops, given.photos, given.size, given.steps, given.reader_steps, start)


def _measured(kind: Kind) -> Path:
    """The pool of a kind of unseen decks, rendered first where it is missing."""
    shards, pictures = MEASURED[kind]
    render_pool(PoolConfig(RUNS / "pool", kind, Split.MEASURE, shards, MEASURE_SEED, pictures), workers=1)
    return RUNS / "pool" / Split.MEASURE / kind


def _starting_weights(asked: Asked, name: str) -> Path:
    given = asked.start[name]
    if given:
        return given
    path = RUNS / f"{name}-start.pt"
    if not path.exists():
        from ultralytics import YOLO

        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(YOLO(f"{name}.pt").model.state_dict(), path)
    return path


def _finder_cost(asked: Asked, finder: Finder) -> dict[str, Any]:
    example, path = torch.zeros(1, 3, SPEED_PX, SPEED_PX), RUNS / f"{_slug(finder.name)}-cost.onnx"
    model = FindingTask(finder, (), SPEED_PX, _starting_weights(asked, finder.start)).build()
    return asdict(cost_of(export(model, example, path), example, path))


def _reader_cost(net: ReaderNet) -> dict[str, Any]:
    path = RUNS / f"{_slug(net.name)}-cost.onnx"
    return asdict(cost_of(export(net.build(), EXAMPLE, path), EXAMPLE, path))


def _finders(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    samples = read_scenes(asked.scenes, SCENE_SHARDS)
    judged = read_scenes(_measured(Kind.SCENES), MEASURED[Kind.SCENES][0])
    config = _config(asked.steps, 16, 1e-3)
    example = torch.zeros(1, 3, asked.size_px, asked.size_px)
    for finder in FINDERS:
        task = FindingTask(finder, samples, asked.size_px, _starting_weights(asked, finder.start))
        path = RUNS / f"{_slug(finder.name)}.onnx"
        export(_train(task, config, f"{asked.size_px}px"), example, path)
        yield finder.name, measure(OnnxModel(path, threads=1), finder, judged, asked.size_px)


def _readers(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    crops = read_crops(asked.crops, CROP_SHARDS)
    judged = read_crops(_measured(Kind.CROPS), MEASURED[Kind.CROPS][0])
    config = _config(asked.reader_steps, 64, 1.5e-3)
    for net in READERS:
        start = _starting_weights(asked, net.start) if net.start else None
        path = RUNS / f"{_slug(net.name)}.onnx"
        export(_train(ReadingTask(net, crops, start), config, "crops"), EXAMPLE, path)
        onnx = OnnxModel(path, threads=1)
        yield net.name, measure_rendered(onnx, judged) | {"photos": measure_photos(onnx, asked.photos)}


def _config(steps: int, batch: int, learning_rate: float) -> TrainConfig:
    warmup = min(100, steps // 5)
    return TrainConfig(steps, batch, learning_rate, warmup_steps=warmup, seed=SEED, threads=1, checkpoint_s=60)


def _train(task: Task, config: TrainConfig, what: str) -> torch.nn.Module:
    """From the checkpoint on where there is one; the effort is part of its name."""

    def report(step: int, loss: float) -> None:
        if step % REPORT_STEPS == 0:
            print(
                f"{datetime.now(UTC):%H:%M:%S} {task.name}: step {step} of {config.steps}, loss {loss:.3f}", flush=True
            )

    checkpoint = RUNS / f"{_slug(task.name)}-{what}-{config.steps}.pt"
    return train(task, config, checkpoint, report)


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())


def _head(asked: Asked) -> dict[str, Any]:
    return {
        "commit": git("rev-parse", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "seed": SEED,
        "finding": {
            "size_px": asked.size_px,
            "steps": asked.steps,
            "scenes_a_step": 16,
            "scenes": SCENE_SHARDS * 100,
            "scenes_measured": MEASURED[Kind.SCENES][0] * MEASURED[Kind.SCENES][1],
            "seed_measured": MEASURE_SEED,
            "cost_px": SPEED_PX,
        },
        "reading": {
            "steps": asked.reader_steps,
            "crops_a_step": 64,
            "crops": CROP_SHARDS * 2000,
            "crops_measured": MEASURED[Kind.CROPS][0] * MEASURED[Kind.CROPS][1],
            "seed_measured": MEASURE_SEED,
        },
    }


def _write(figures: dict[str, Any]) -> None:
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    write_page(figures)


if __name__ == "__main__":
    main()
