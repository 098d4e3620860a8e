"""Other detectors, compared by the names on each photo."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz_models.reading.card_names import card_of_class, class_cards, compare_names, names_in
from kibitz_models.reading.rival import cut_tiles, load_rival
from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.pipeline import Pipeline


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("10H", "10H"),
        ("ah", "AH"),
        ("Td", "10D"),
        ("ace of spades", "AS"),
        ("queen_hearts", "QH"),
        ("10 of clubs", "10C"),
        ("seven-diamonds", "7D"),
        ("2_club", "2C"),
        ("Joker", "JK"),
    ],
)
def test_classes_of_many_spellings_are_cards(name: str, card: str) -> None:
    assert str(card_of_class(name)) == card


@pytest.mark.parametrize("name", ["person", "back", "spades", "1", "11H", "", "card"])
def test_classes_of_other_things_are_none(name: str) -> None:
    assert card_of_class(name) is None


def test_every_card_is_known_by_its_own_name() -> None:
    assert [card_of_class(str(card)) for card in FRENCH52] == list(FRENCH52)


def test_a_detector_without_cards_is_refused() -> None:
    with pytest.raises(InputError, match=r"coco\.pt: none of its classes \(person, car, \.\.\) names a card"):
        class_cards({0: "person", 1: "car"}, Path("coco.pt"))


def test_names_are_counted_once_a_photo(pipeline: Pipeline, kitchen: Path) -> None:
    (ours,) = compare_names(lambda image: names_in(pipeline.read(image)), [kitchen], {})
    assert ours["recall"]["of"] == 18
    assert ours["recall"]["count"] == 17
    assert ours["precision"]["count"] == ours["precision"]["of"] - 1


def test_one_who_names_nothing_is_never_wrong_and_never_right(kitchen: Path) -> None:
    (row,) = compare_names(lambda _: frozenset(), [kitchen], {})
    assert (row["recall"]["share"], row["precision"]["of"]) == (0, 0)


@pytest.mark.parametrize("tiles", [1, 2, 4])
def test_tiles_cover_the_picture(tiles: int) -> None:
    rows, columns = np.mgrid[0:90, 0:160]
    numbered = np.stack([rows, columns, rows], axis=2).astype(np.uint8)
    parts = cut_tiles(numbered, tiles)
    assert len(parts) == tiles**2
    seen = {(int(r), int(c)) for part in parts for r, c in part[..., :2].reshape(-1, 2)}
    assert len(seen) == 90 * 160


@pytest.mark.train
def test_any_detector_of_ultralytics_can_be_asked(tmp_path: Path) -> None:
    from ultralytics import YOLO
    from ultralytics.nn.tasks import DetectionModel

    model = YOLO("yolo11n.yaml", task="detect")
    model.model = DetectionModel("yolo11n.yaml", nc=52, verbose=False)
    model.model.names = {k: str(card) for k, card in enumerate(FRENCH52)}
    model.save(tmp_path / "rival.pt")
    names = load_rival(tmp_path / "rival.pt", 2)(np.full((200, 300, 3), 90, np.uint8))
    assert names <= {str(card) for card in FRENCH52}


@pytest.mark.train
def test_a_file_that_is_no_detector_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rival.pt"
    path.write_bytes(b"no detector")
    with pytest.raises(InputError, match=r"rival\.pt: not a detector"):
        load_rival(path, 1)
    with pytest.raises(InputError, match=r"none\.pt: no such file"):
        load_rival(tmp_path / "none.pt", 1)
