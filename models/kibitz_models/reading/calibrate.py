"""Measure how far the reader's confidence can be trusted, and the temperature that mends it.

One temperature divides all scores before the softmax (C. Guo et al., ICML 2017): the order of the cards, and so what is
read, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.real import ANY, LabelledFace, LabelledPhoto, read_photos
from kibitz_datasets.scenes.crops import crop_labels, render_crop
from kibitz_models.progress import follow
from kibitz_models.reading.back_matching import LEAST_IOU
from kibitz_models.reading.matching import calibration_error
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Face, Image, Quad
from kibitz_vision.frames import load_image
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.overlap import iou
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.reading.reader import Reader, log_softmax

FACTORS = np.exp(np.linspace(np.log(0.2), np.log(8), 600))
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
FEWEST = 50
"""Crops below which no temperature is fitted."""

LabelledCrop = tuple[Image, str]
Trust = list[tuple[float, bool]]
Read = tuple[NDArray[np.float32], NDArray[np.int_]]


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The temperature before and after, and what each makes of the half of each source that it was not fitted to."""

    before: float
    after: float
    trust_before: Mapping[str, Trust]
    trust_after: Mapping[str, Trust]
    thresholds: tuple[dict[str, float], ...]


def rendered_crops(decks: Sequence[Deck], count: int, seed: int) -> Iterator[LabelledCrop]:
    """Random crops of decks that the reader has never seen."""
    for k in follow(range(count), "Rendering crops"):
        crop = render_crop(np.random.default_rng((seed, k)), decks)
        yield crop.picture, crop.label


def photographed_crops(pipeline: Pipeline, folder: Path) -> Iterator[LabelledCrop]:
    """The fully visible faces of a labelled folder, cut out as the pipeline does."""
    for photo in follow(read_photos(folder), folder.name):
        image = load_image(photo.path)
        found = [detection.quad for detection in pipeline.find(image).cards if detection.face == Face.UP]
        for face in photo.faces:
            quad = _quad_of(face, photo, found)
            if quad is not None:
                yield cut_card(image, quad), face.name


def _quad_of(face: LabelledFace, photo: LabelledPhoto, found: Sequence[Quad]) -> Quad | None:
    """The found outline of a labelled face; a label without a place belongs to the only card of its photo."""
    if not face.full or face.rank_only or face.name == ANY:
        return None
    if face.quad is None:
        return found[0] if len(found) == len(photo.faces) == 1 else None
    overlaps = [iou(face.quad, quad) for quad in found]
    return found[int(np.argmax(overlaps))] if overlaps and max(overlaps) >= LEAST_IOU else None


def calibrate(reader: Reader, sources: Mapping[str, Iterable[LabelledCrop]]) -> Calibration:
    """Fit the temperature to every second crop and judge it by the others; `InputError` where there are too few.

    Each source, such as photographs or renderings, weighs the same, however many crops it has.
    """
    read = {name: rows for name, crops in sources.items() if (rows := _read(reader, crops)) is not None}
    count = sum(len(wanted) for _, wanted in read.values())
    if count < FEWEST:
        raise InputError(f"Found {count} labelled faces to calibrate by: expected at least {FEWEST}.")
    factor = best_factor([(rows[::2], wanted[::2]) for rows, wanted in read.values()])
    judged = {name: (rows[1::2], wanted[1::2]) for name, (rows, wanted) in read.items()}
    mended = {name: (_warmed(rows, factor), wanted) for name, (rows, wanted) in judged.items()}
    together = np.concatenate([rows for rows, _ in mended.values()])
    wanted = np.concatenate([wanted for _, wanted in mended.values()])
    return Calibration(
        reader.temperature,
        reader.temperature * factor,
        {name: _trust(*source) for name, source in judged.items()},
        {name: _trust(*source) for name, source in mended.items()},
        tuple(_at_threshold(together[:, :-2], wanted, least) for least in THRESHOLDS),
    )


def _read(reader: Reader, crops: Iterable[LabelledCrop]) -> Read | None:
    """Log-probabilities (n, classes) of a source's crops and their classes (n,); None where it has none."""
    labelled = list(crops)
    if not labelled:
        return None
    classes = crop_labels(reader.cards)
    return reader.read([picture for picture, _ in labelled]), np.array([classes.index(name) for _, name in labelled])


def best_factor(sources: Sequence[Read]) -> float:
    """What to multiply the temperature by, so that the right class is likeliest, on average over the sources."""
    losses = [np.mean([_loss(*source, factor) for source in sources]) for factor in FACTORS]
    return float(FACTORS[int(np.argmin(losses))])


def _loss(rows: NDArray[np.float32], wanted: NDArray[np.int_], factor: float) -> float:
    return -float(_warmed(rows, factor)[np.arange(len(rows)), wanted].mean())


def _warmed(rows: NDArray[np.float32], factor: float) -> NDArray[np.float32]:
    """Log-probabilities (n, classes) as they would be at `factor` times the temperature."""
    return log_softmax(np.asarray(rows / factor, np.float32))


def _trust(rows: NDArray[np.float32], wanted: NDArray[np.int_]) -> Trust:
    best = rows.argmax(1)
    return [(float(np.exp(row[k])), bool(k == right)) for row, k, right in zip(rows, best, wanted, strict=True)]


def _at_threshold(cards: NDArray[np.float32], wanted: NDArray[np.int_], least: float) -> dict[str, float]:
    """Shares of all crops that are named wrong, and of all readable faces that are left unread, at one threshold."""
    named = np.exp(cards.max(1)) >= least
    faces = wanted < cards.shape[1]
    wrong = named & (cards.argmax(1) != wanted)
    return {
        "least": least,
        "wrong": round(float(wrong.mean()), 5),
        "unread": round(float((faces & ~named).sum() / max(1, faces.sum())), 5),
    }


def calibration_json(found: Calibration) -> dict[str, Any]:
    """The figures of a calibration."""
    return {
        "temperature": {"before": round(found.before, 4), "after": round(found.after, 4)},
        "sources": {
            name: {
                "crops": len(found.trust_after[name]),
                "calibration_error": {
                    "before": round(calibration_error(found.trust_before[name]), 4),
                    "after": round(calibration_error(found.trust_after[name]), 4),
                },
            }
            for name in found.trust_after
        },
        "thresholds": list(found.thresholds),
    }
