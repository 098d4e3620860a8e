"""Measure the reading on labelled photos and write the model card."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from kibitz_datasets.real import LabelledPhoto, read_photos
from kibitz_models.matching import Tally, calibration_error, compare, precision, wilson
from kibitz_vision.detections import Timings
from kibitz_vision.frames import load_image
from kibitz_vision.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class SetResult:
    """One set's name, its counts and the milliseconds of its pictures."""

    name: str
    tally: Tally
    timings: tuple[Timings, ...]


def evaluate(
    pipeline: Pipeline, folders: Mapping[str, Path], only: Mapping[str, frozenset[str]]
) -> Iterator[SetResult]:
    """Read every photo of each folder; `only` names the photos that count, for sets where not all do."""
    for name, folder in folders.items():
        wanted = only.get(name)
        photos = [photo for photo in read_photos(folder) if wanted is None or photo.path.stem in wanted]
        yield _evaluate_set(pipeline, name, photos)


def _evaluate_set(pipeline: Pipeline, name: str, photos: list[LabelledPhoto]) -> SetResult:
    total, timings = Tally(), []
    for photo in track(photos, description=name, transient=True):
        reading = pipeline.read(load_image(photo.path))
        timings.append(reading.timings)
        total.add(compare(photo, reading.cards))
    return SetResult(name, total, tuple(timings))


def result_json(result: SetResult) -> dict[str, Any]:
    """A set's figures, shares with their 95 % Wilson intervals."""
    counts = result.tally.counts
    return {
        "set": result.name,
        "photos": counts["photos"],
        "faces": counts["full"],
        "recall": _share(counts["full_right"], counts["full"]),
        "precision": _share(round(precision(counts) * counts["named"]), counts["named"]),
        "exact": _share(counts["photos_exact"], counts["photos"]),
        **{key: counts[f"full_{key}"] for key in ("wrong", "abstained", "missed")},
        "extra": counts["extra"],
        "part": _share(counts["part_right"], counts["part"]),
        "part_wrong": counts["part_wrong"],
        "backs": _share(counts["backs_right"], counts["backs"]),
        "calibration_error": round(calibration_error(result.tally.trust), 4),
        "ms": {
            "detect": _median([t.detect_ms for t in result.timings]),
            "read": _median([t.read_ms for t in result.timings]),
        },
        "failures": [[f.image, f.wanted, f.got, round(f.confidence, 3)] for f in result.tally.failures],
    }


def _share(right: int, n: int) -> dict[str, Any]:
    low, high = wilson(right, n)
    value = round(right / n, 4) if n else None
    return {"right": right, "of": n, "share": value, "interval": [round(low, 4), round(high, 4)]}


def _median(values: list[float]) -> float:
    return round(float(np.median(values)), 1) if values else 0.0


def overall(results: list[SetResult]) -> SetResult:
    """All sets as one."""
    total = Tally()
    for result in results:
        total.add(result.tally)
    return SetResult("all", total, tuple(t for result in results for t in result.timings))


def sha256(path: Path) -> str:
    """Fingerprint of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
