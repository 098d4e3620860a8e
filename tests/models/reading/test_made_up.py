"""What is told where no card lies, and of one face among backs."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from kibitz_datasets.real import read_photos
from kibitz_models.reading.beside_backs import compositions, measure_beside_backs
from kibitz_models.reading.made_up import measure_made_up, shows_no_cards
from kibitz_vision.detections import Image, Reading
from kibitz_vision.reading.known_deck import KnownDeck
from kibitz_vision.reading.pipeline import Pipeline


def _bare(folder: Path, picture: Image) -> Path:
    (folder / "images").mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "a.png"), picture)
    (folder / "labels.jsonl").write_text(json.dumps({"image": "a.png", "cards": [], "backs": []}), encoding="utf-8")
    return folder


def test_a_set_without_cards_is_told_from_one_with(tmp_path: Path, kitchen: Path) -> None:
    assert shows_no_cards(_bare(tmp_path / "bare", np.zeros((64, 64, 3), np.uint8)))
    assert not shows_no_cards(kitchen)


def test_every_name_on_a_picture_without_labels_is_made_up(tmp_path: Path, pipeline: Pipeline, kitchen: Path) -> None:
    picture = cv2.imread(str(kitchen / "images" / "right.png"))
    folder = _bare(tmp_path / "bare", np.asarray(picture, np.uint8))
    row, everything = measure_made_up(lambda image, deck: pipeline.read(image, deck.cards), [folder])
    assert row | {"set": "all"} == everything
    assert (row["pictures"], row["free"]["names"], row["free"]["backs"]) == (1, 9, 1)
    assert row["free"]["pictures_with_names"]["share"] == 1


def test_a_face_lies_among_seven_backs_and_is_read(pipeline: Pipeline, kitchen: Path) -> None:
    photos = read_photos(kitchen)[:1]

    def read(image: Image, deck: KnownDeck) -> Reading:
        return pipeline.read(image, deck.cards)

    ((image, label), *_) = compositions(photos, 2)
    assert image.ndim == 3
    assert (len(label.faces), len(label.backs)) == (1, 7)
    row = measure_beside_backs(read, photos, 2)[0]
    assert (row["right"]["count"], row["backs"]["count"], row["backs_named"]["count"]) == (2, 14, 0)
