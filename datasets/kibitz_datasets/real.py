"""Labelled photographs: folders of `images/` and a `labels.jsonl`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Quad

ANY = "?"
"""Name of a face that a person cannot read for certain: neither asked for nor held against the reader."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledFace:
    """One face that a person saw: its card (or its rank alone) and where it is, as far as it was noted."""

    name: str
    full: bool
    quad: Quad | None = None
    point: tuple[float, float] | None = None
    box: tuple[float, float, float, float] | None = None

    @property
    def rank_only(self) -> bool:
        """Whether only the rank was noted; such labels come with an upright box."""
        return self.box is not None


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """One photograph and what a person saw on it."""

    path: Path
    faces: tuple[LabelledFace, ...]
    backs: tuple[Quad, ...]


def read_photos(folder: Path) -> list[LabelledPhoto]:
    """Photos of a labelled folder; `InputError` names the line that is not a label."""
    labels = folder / "labels.jsonl"
    if not labels.is_file():
        raise InputError(f"{folder}: not a labelled folder; expected a labels.jsonl beside a folder images.")
    photos = []
    for number, line in enumerate(labels.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            photos.append(_photo(folder, json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{labels}, line {number}: not a label ({error!r}); expected an object with image and cards."
            ) from error
    return photos


def _photo(folder: Path, row: dict[str, Any]) -> LabelledPhoto:
    backs = tuple(np.array(back["quad"], np.float32) for back in row.get("backs", []))
    return LabelledPhoto(folder / "images" / row["image"], tuple(_face(card) for card in row["cards"]), backs)


def _face(card: dict[str, Any]) -> LabelledFace:
    quad = np.array(card["quad"], np.float32).reshape(4, 2) if card.get("quad") else None
    point = (float(card["point"][0]), float(card["point"][1])) if card.get("point") else None
    if "box" in card:
        x0, y0, x1, y1 = (float(v) for v in card["box"])
        return LabelledFace(card["rank"], True, box=(x0, y0, x1, y1))
    return LabelledFace(card["card"], card.get("visible", "full") == "full", quad, point)
