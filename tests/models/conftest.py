"""Labelled photos made for a test."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_datasets.scenes.scene import Scene


def write_set(folder: Path, scenes: dict[str, Scene], wrong: str | None = None) -> Path:
    """A labelled folder of scenes; the first face of the scene `wrong` is labelled as a card that it is not."""
    (folder / "images").mkdir(parents=True)
    lines = []
    for name, scene in scenes.items():
        cv2.imwrite(str(folder / "images" / f"{name}.png"), scene.picture)
        faces = [card for card in scene.cards if card.card is not None and card.visible > 0.9]
        cards = [{"card": str(face.card), "quad": np.round(face.quad.astype(float), 1).tolist()} for face in faces]
        if name == wrong:
            cards[0]["card"] = "2C" if cards[0]["card"] != "2C" else "3C"
        backs = [{"quad": card.quad.tolist()} for card in scene.cards if card.card is None and card.visible > 0.9]
        lines.append(json.dumps({"image": f"{name}.png", "cards": cards, "backs": backs}))
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory, reveal: Scene) -> Path:
    """Two photos of one table; on the second a label is wrong."""
    folder = tmp_path_factory.mktemp("sets") / "kitchen"
    return write_set(folder, {"right": reveal, "mislabelled": reveal}, wrong="mislabelled")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, reveal: Scene) -> Path:
    """One photo."""
    return write_set(tmp_path_factory.mktemp("sets") / "club", {"only": reveal})
