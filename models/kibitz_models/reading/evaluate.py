"""Measure the reading on labelled photos."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from kibitz_datasets.real import LabelledPhoto, read_photos
from kibitz_models.progress import follow
from kibitz_models.reading.difficulty import GROUPS, FaceLook, look_at
from kibitz_models.reading.matching import FaceResult, Outcome, Tally, calibration_error, compare, precision
from kibitz_models.shares import share
from kibitz_vision.detections import Image, Reading
from kibitz_vision.frames import load_image

Only = Mapping[str, frozenset[str]]
"""Names of the photos that count, for sets in which not all do; or `ODD` alone."""

ODD = "odd"
"""Every other photo of a set from its first on: the others are for training."""

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)


@dataclass(frozen=True, slots=True)
class SetResult:
    """One set's name and its counts."""

    name: str
    tally: Tally


def chosen_photos(folder: Path, only: Only) -> list[LabelledPhoto]:
    """The photos of a labelled folder that count."""
    wanted = only.get(folder.name)
    photos = read_photos(folder)
    if wanted is not None and set(wanted) == {ODD}:
        return photos[::2]
    return [photo for photo in photos if wanted is None or photo.path.stem in wanted]


def evaluate(read: Callable[[Image], Reading], folders: Sequence[Path], only: Only) -> Iterator[SetResult]:
    """Read every photo of each folder, one result a folder."""
    for folder in folders:
        total = Tally()
        for photo in follow(chosen_photos(folder, only), folder.name):
            image = load_image(photo.path)
            tally = compare(photo, read(image).cards)
            tally.faces = [_looked_at(face, image) for face in tally.faces]
            total.add(tally)
        yield SetResult(folder.name, total)


def _looked_at(face: FaceResult, image: Image) -> FaceResult:
    return replace(face, look=look_at(image, face.place)) if face.place is not None else face


def overall(results: Sequence[SetResult]) -> SetResult:
    """All sets as one."""
    total = Tally()
    for result in results:
        total.add(result.tally)
    return SetResult("all", total)


def result_json(result: SetResult) -> dict[str, Any]:
    """A set's figures, shares with their 95 % Wilson intervals."""
    counts = result.tally.counts
    return {
        "set": result.name,
        "photos": counts["photos"],
        "faces": counts["full"],
        "recall": share(counts["full_right"], counts["full"]),
        "precision": share(round(precision(counts) * counts["named"]), counts["named"]),
        "exact": share(counts["photos_exact"], counts["photos"]),
        **{key: share(counts[f"full_{key}"], counts["full"]) for key in ("wrong", "abstained", "missed")},
        "extra": counts["extra"],
        "part": share(counts["part_right"], counts["part"]),
        "part_wrong": share(counts["part_wrong"], counts["part"]),
        "backs": share(counts["backs_right"], counts["backs"]),
        "backs_named": share(counts["backs_named"], counts["backs"]),
        "backs_unsure": share(counts["backs_unsure"], counts["backs"]),
        "backs_told": counts["backs_told"],
        "faces_down": counts["faces_down"],
        "calibration_error": round(calibration_error(result.tally.trust), 4),
        "failures": [
            [face.photo.name, face.wanted, face.got, face.outcome.value, round(face.confidence, 3)]
            for face in result.tally.failures
        ],
    }


def groups_json(result: SetResult) -> dict[str, list[dict[str, Any]]]:
    """Recall and wrong reads of the full faces by size, tilt and sharpness; faces without a known place apart."""
    full = [face for face in result.tally.faces if face.full]
    tables = {}
    for title, (measure, edges) in GROUPS.items():
        rows = [_group(_title(low, high), _within(full, measure, low, high)) for low, high in pairwise(edges)]
        tables[title] = [*rows, _group("place unknown", [face for face in full if face.look is None])]
    return tables


def thresholds_json(result: SetResult) -> list[dict[str, Any]]:
    """What would be named, and how much of it falsely, if more confidence were asked for."""
    rows = []
    for least in THRESHOLDS:
        named = [right for confidence, right in result.tally.trust if confidence >= least]
        rows.append({"least": least, "named": len(named), "false": share(named.count(False), len(named))})
    return rows


def _title(low: float, high: float) -> str:
    return f"{low:g} to {high:g}" if math.isfinite(high) else f"{low:g} and more"


def _within(
    faces: Sequence[FaceResult], measure: Callable[[FaceLook], float], low: float, high: float
) -> list[FaceResult]:
    return [face for face in faces if face.look and low <= measure(face.look) < high]


def _group(name: str, faces: Sequence[FaceResult]) -> dict[str, Any]:
    outcomes = Counter(face.outcome for face in faces)
    row = {outcome.value: share(outcomes[outcome], len(faces)) for outcome in (Outcome.WRONG, Outcome.ABSTAINED)}
    return {"group": name, "recall": share(outcomes[Outcome.RIGHT], len(faces)), **row}
