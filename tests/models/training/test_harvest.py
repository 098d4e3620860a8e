"""Crops of photographs for training."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.real import read_photos
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_models.training.harvest import CUTS_A_CARD, harvest
from kibitz_models.weights import load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.pipeline import Pipeline


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    return load_pipeline()


def _folder(tmp_path: Path, *, boxes: bool, wrong_rank: bool = False) -> Path:
    """A labelled folder of one rendered photo, its labels either corners or ranks with upright boxes."""
    scene = render_reveal(np.random.default_rng(1), drawn_deck(1000), RevealConfig(2, 1280, 800))
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.png"), scene.picture)
    cards = []
    for card in scene.cards[:8]:
        assert card.card is not None
        if boxes:
            rank = "Q" if wrong_rank else str(card.card.rank)
            box = [*card.quad.min(0).tolist(), *card.quad.max(0).tolist()]
            cards.append({"rank": rank, "box": box})
        else:
            cards.append({"card": str(card.card), "quad": card.quad.tolist(), "visible": "full"})
    (tmp_path / "labels.jsonl").write_text(json.dumps({"image": "a.png", "cards": cards}))
    return tmp_path


def test_cards_with_corners_are_taken_as_labelled(pipeline: Pipeline, tmp_path: Path) -> None:
    photos = read_photos(_folder(tmp_path, boxes=False))
    assert harvest(pipeline, photos, tmp_path / "out", seed=1) == 8
    labels = (tmp_path / "out" / "labels.txt").read_text().split()
    assert labels[::CUTS_A_CARD] == [face.name for face in photos[0].faces]
    assert np.load(tmp_path / "out" / "pictures.npy").shape == (8 * CUTS_A_CARD, 144, 96, 3)


def test_cards_with_a_rank_alone_get_the_suit_that_was_read(pipeline: Pipeline, tmp_path: Path) -> None:
    photos = read_photos(_folder(tmp_path, boxes=True))
    taken = harvest(pipeline, photos, tmp_path / "out", seed=1)
    ranks = [label[:-1] for label in (tmp_path / "out" / "labels.txt").read_text().split()[::CUTS_A_CARD]]
    assert taken >= 6
    assert set(ranks) <= {face.name for face in photos[0].faces}


def test_cards_with_a_point_are_taken_where_they_are_read_as_labelled(pipeline: Pipeline, tmp_path: Path) -> None:
    folder = _folder(tmp_path, boxes=False)
    label = json.loads((folder / "labels.jsonl").read_text())
    for card in label["cards"]:
        card["point"], card["quad"] = np.mean(card["quad"], 0).tolist(), None
    right, wrong = label["cards"][0]["card"], label["cards"][1]
    wrong["card"] = right
    (folder / "labels.jsonl").write_text(json.dumps(label))
    assert harvest(pipeline, read_photos(folder), tmp_path / "out", seed=1) >= 5
    assert (tmp_path / "out" / "labels.txt").read_text().split().count(right) == CUTS_A_CARD


def test_cards_that_are_read_as_another_rank_are_left_out(pipeline: Pipeline, tmp_path: Path) -> None:
    photos = read_photos(_folder(tmp_path, boxes=True, wrong_rank=True))
    queens = sum(str(card.card).startswith("Q") for card in pipeline.read(cv2.imread(str(photos[0].path))).cards)
    if queens:
        assert harvest(pipeline, photos, tmp_path / "out", seed=1) <= queens
    else:
        with pytest.raises(InputError, match="no card of these photos"):
            harvest(pipeline, photos, tmp_path / "out", seed=1)
