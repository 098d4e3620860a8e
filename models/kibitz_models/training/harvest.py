"""Crops of real photographs for training the reader, from labels that may be coarse.

Where the label has the card's corners it is taken as it is. Where it has only a point of the card, or its rank and an
upright box, the card must be found and read by the present models, and is taken only if they name the same card, or
rank, with confidence: the label vouches for the rank, and a suit that was read clearly is hardly ever wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from kibitz_datasets.real import LabelledFace, LabelledPhoto
from kibitz_datasets.scenes.crops import loosen
from kibitz_models.progress import follow
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import CardReading, Face, Image, Quad
from kibitz_vision.frames import load_image
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.detector import in_order
from kibitz_vision.reading.overlap import contains
from kibitz_vision.reading.pipeline import Pipeline

CUTS_A_CARD = 8
"""Each card is cut this often, each time with another inexact outline."""
LEAST_BELIEF = 0.75
LEAST_BOX_IOU = 0.5


def harvest(pipeline: Pipeline, photos: Sequence[LabelledPhoto], out: Path, seed: int) -> int:
    """Write a shard of crops of all photos to the folder `out`; returns how many cards were taken."""
    rng = np.random.default_rng(seed)
    pictures: list[Image] = []
    labels: list[str] = []
    for photo in follow(photos, f"Harvesting {out.name}"):
        image = load_image(photo.path)
        for quad, name in _cards(pipeline, image, photo):
            pictures += [cut_card(image, loosen(rng, quad)) for _ in range(CUTS_A_CARD)]
            labels += [name] * CUTS_A_CARD
    if not labels:
        raise InputError(f"{out.name}: no card of these photos could be taken.")
    out.mkdir(parents=True, exist_ok=True)
    np.save(out / "pictures.npy", np.stack(pictures))
    (out / "labels.txt").write_text("\n".join(labels), encoding="utf-8")
    return len(labels) // CUTS_A_CARD


def _cards(pipeline: Pipeline, image: Image, photo: LabelledPhoto) -> Iterator[tuple[Quad, str]]:
    """Quads and names of the photo's cards that can be trusted."""
    loose = [face for face in photo.faces if face.full and face.quad is None]
    readings = pipeline.read(image).cards if loose else ()
    for face in photo.faces:
        if face.full and face.quad is not None:
            yield in_order(face.quad), face.name
        elif face.full and (card := _confirmed(face, readings)):
            yield card.quad, str(card.card)


def _confirmed(face: LabelledFace, readings: Sequence[CardReading]) -> CardReading | None:
    """The reading that lies where a face does and names it."""
    fitting = [card for card in readings if card.confidence >= LEAST_BELIEF and _is_named(face, card)]
    best = max(fitting, key=lambda card: _share_there(face, card.quad), default=None)
    return best if best is not None and _share_there(face, best.quad) >= LEAST_BOX_IOU else None


def _is_named(face: LabelledFace, reading: CardReading) -> bool:
    if reading.face != Face.UP or reading.card is None:
        return False
    return face.name == (reading.card.rank if face.rank_only else str(reading.card))


def _share_there(face: LabelledFace, quad: Quad) -> float:
    """How far an outline is where a face was noted: 0 to 1; of a point, whether it lies within."""
    if face.box is not None:
        return _box_iou(face.box, quad)
    return float(face.point is not None and contains(quad, face.point))


def _box_iou(corners: tuple[float, float, float, float], quad: Quad) -> float:
    box = np.array(corners, float).reshape(2, 2)
    low, high = quad.min(0), quad.max(0)
    both = float(np.prod(np.maximum(np.minimum(box[1], high) - np.maximum(box[0], low), 0)))
    return both / float(np.prod(box[1] - box[0]) + np.prod(high - low) - both)
