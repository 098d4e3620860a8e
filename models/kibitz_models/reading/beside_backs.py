"""One face among seven backs, as hands lie in Cabo: pictures put together from labelled photographs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kibitz_datasets.real import ANY, LabelledFace, LabelledPhoto
from kibitz_models.progress import follow
from kibitz_models.reading.made_up import DECKS, ReadWith
from kibitz_models.reading.matching import compare
from kibitz_models.shares import share
from kibitz_vision.detections import Image, Quad
from kibitz_vision.frames import load_image
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.detector import in_order

_BACKS = 7
_COLUMNS = 4
_CARD_PX = (180, 251)
_MARGIN = 0.04
"""What is cut out beyond a card's outline, as share of its size, so that its true edge shows."""
_GAP_PX = 48


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """A card cut out of a photograph, upright, and the colour of the table beside it."""

    picture: Image
    table: tuple[int, ...]


def measure_beside_backs(read: ReadWith, photos: Sequence[LabelledPhoto], pictures: int) -> list[dict[str, Any]]:
    """For each deck: what became of so many faces, evenly taken from the photos, and of the backs beside them."""
    composed = list(follow(list(compositions(photos, pictures)), "beside backs"))
    rows = []
    for deck in DECKS[:2]:
        counts: Counter[str] = Counter()
        for image, photo in composed:
            counts += compare(photo, read(image, deck).cards).counts
        row: dict[str, Any] = {"deck": deck.value, "faces": counts["full"]}
        for key in ("right", "wrong", "abstained", "missed"):
            row[key] = share(counts[f"full_{key}"], counts["full"])
        row["backs"] = share(counts["backs_right"], counts["backs"])
        row["backs_named"] = share(counts["backs_named"], counts["backs"])
        rows.append(row)
    return rows


def compositions(photos: Sequence[LabelledPhoto], pictures: int) -> Iterator[tuple[Image, LabelledPhoto]]:
    """Pictures of a face among seven copies of a back, and their labels; none without both in the photos."""
    backs = [(photo, back) for photo in photos for back in photo.backs]
    faces = [(photo, face) for photo in photos for face in photo.faces if _is_cut(face)]
    if not backs or not faces:
        return
    chosen = np.linspace(0, len(faces) - 1, min(pictures, len(faces))).astype(int)
    for number, k in enumerate(chosen):
        photo, face = faces[k]
        of, back = backs[number % len(backs)]
        image, quads = _laid(_cut(photo.path, face.quad), _cut(of.path, back), number % (_BACKS + 1))
        yield image, LabelledPhoto(photo.path, (LabelledFace(face.name, full=True, quad=quads[0]),), quads[1:])


def _is_cut(face: LabelledFace) -> bool:
    return face.full and face.quad is not None and face.name != ANY


def _cut(path: Path, quad: Quad | None) -> CutOut:
    assert quad is not None
    picture = load_image(path)
    around = cut_card(picture, in_order(quad), _CARD_PX, 3 * _MARGIN)
    border = np.concatenate([around[:4].reshape(-1, 3), around[-4:].reshape(-1, 3)])
    return CutOut(cut_card(picture, in_order(quad), _CARD_PX, _MARGIN), tuple(int(v) for v in np.median(border, 0)))


def _laid(face: CutOut, back: CutOut, place: int) -> tuple[Image, tuple[Quad, ...]]:
    """Two rows of four on the face's table, and the outlines, the face's first."""
    width, height = _CARD_PX
    across, down = width + _GAP_PX, height + _GAP_PX
    rows = (_BACKS + 1) // _COLUMNS
    image = np.full((rows * down + 3 * _GAP_PX, _COLUMNS * across + 3 * _GAP_PX, 3), face.table, np.uint8)
    quads = []
    dx, dy = width * _MARGIN / (1 + 2 * _MARGIN), height * _MARGIN / (1 + 2 * _MARGIN)
    for number in range(_BACKS + 1):
        x, y = 2 * _GAP_PX + number % _COLUMNS * across, 2 * _GAP_PX + number // _COLUMNS * down
        image[y : y + height, x : x + width] = (face if number == place else back).picture
        left, top, right, low = x + dx, y + dy, x + width - dx, y + height - dy
        quads.append(np.array([[left, top], [right, top], [right, low], [left, low]], np.float32))
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0), np.uint8), (quads.pop(place), *quads)
