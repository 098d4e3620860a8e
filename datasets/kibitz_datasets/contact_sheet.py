"""A sheet of labelled pictures, to look at what the generator makes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from kibitz_datasets.decks.deck import load_deck
from kibitz_datasets.pool import Kind, Split, prepare_decks, training_crop
from kibitz_datasets.scenes.crops import render_crop
from kibitz_datasets.scenes.scene import Scene, SceneConfig, render_scene
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image


def write_contact_sheet(kind: Kind, out: Path, count: int, split: Split, seed: int) -> None:
    """Render `count` pictures and write them as one; `InputError` when the picture cannot be written."""
    decks = [load_deck(folder) for folder in prepare_decks(split)]
    pictures = []
    for k in range(count):
        rng = np.random.default_rng((seed, k))
        if kind == Kind.SCENES:
            pictures.append(_outlined(render_scene(rng, decks, SceneConfig(foreign=split == Split.TRAIN))))
        else:
            crop = training_crop(rng, decks) if split == Split.TRAIN else render_crop(rng, decks)
            pictures.append(_named(crop.picture.copy(), crop.label))
    columns = int(np.ceil(np.sqrt(count)))
    blank = np.zeros_like(pictures[0])
    pictures += [blank] * (-len(pictures) % columns)
    sheet = np.vstack([np.hstack(pictures[k : k + columns]) for k in range(0, len(pictures), columns)])
    if out.suffix.lower() not in (".jpg", ".jpeg", ".png") or not cv2.imwrite(str(out), sheet):
        raise InputError(f"{out}: the sheet could not be written; expected a .jpg or .png in an existing folder.")


def _named(picture: Image, label: str) -> Image:
    cv2.putText(picture, label, (2, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 0, 255), 1, cv2.LINE_AA)
    return picture


def _outlined(scene: Scene) -> Image:
    picture = scene.picture.copy()
    for card in scene.cards:
        colour = (255, 0, 0) if card.card is None else ((0, 255, 0) if card.index_visible > 0.85 else (0, 0, 255))
        cv2.polylines(picture, [card.quad.astype(np.int32)], True, colour, 2)
    return np.asarray(cv2.resize(picture, (400, 400), interpolation=cv2.INTER_AREA), np.uint8)
