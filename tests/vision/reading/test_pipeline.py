"""From a picture to its cards, with the shipped weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.drawn_numeric import numeric_deck
from kibitz_datasets.real import LabelledFace, LabelledPhoto, read_photos
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.reading.matching import Tally, compare
from kibitz_models.weights import CORNERS, DETECTOR, READER, load_pipeline
from kibitz_scoring.cards import FRENCH52, JOKER, Card
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Detection, Detections, Face, Image, Reading
from kibitz_vision.frames import load_image
from kibitz_vision.reading.corners.corner_finder import CornerFinder
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.detector import Detector, with_border
from kibitz_vision.reading.known_deck import KnownDeck
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.pipeline import MARGIN, Pipeline
from kibitz_vision.reading.reader import Reader


def _tally(scene: Scene, reading: Reading) -> Tally:
    faces = [LabelledFace(str(c.card), c.visible > 0.9, c.quad) for c in scene.cards if c.card is not None]
    faces.sort(key=lambda face: not face.full)
    return compare(LabelledPhoto(Path("reveal.png"), tuple(faces), ()), reading.cards)


def _with(least: float, margin: float = MARGIN) -> Pipeline:
    detector, corners, reader = (OnnxModel(path) for path in (DETECTOR, CORNERS, READER))
    return Pipeline(Detector(detector), CornerFinder(corners), Reader(reader), least, margin)


def _names(reading: Reading) -> Counter[str]:
    return Counter(str(card.card) for card in reading.cards if card.card is not None)


@pytest.mark.parametrize("seed", [1000, 1001, 1002])
def test_a_reveal_with_an_unseen_deck_is_read_whole(pipeline: Pipeline, seed: int) -> None:
    scene = render_reveal(np.random.default_rng(seed), drawn_deck(seed), RevealConfig(3, 1600, 1000, tilt_deg=20))
    counts = _tally(scene, pipeline.read(scene.picture, KnownDeck.FRENCH54.cards)).counts
    assert counts["full"] == 13
    assert counts["full_right"] >= 12
    assert counts["full_wrong"] == 0


def test_one_thread_reads_what_two_read(pipeline: Pipeline, reveal: Scene) -> None:
    both, one = (each.read(reveal.picture).cards for each in (pipeline, load_pipeline(threads=1)))
    assert [card.card for card in one] == [card.card for card in both]
    assert [card.confidence for card in one] == pytest.approx([card.confidence for card in both], abs=1e-4)


def test_a_back_is_not_named(pipeline: Pipeline, reveal: Scene) -> None:
    downs = [card for card in pipeline.read(reveal.picture).cards if card.face == Face.DOWN]
    assert len(downs) == 1
    assert downs[0].card is None


def test_two_decks_on_one_table_are_read_when_no_deck_is_named(pipeline: Pipeline, two_decks: Image) -> None:
    names = _names(pipeline.read(two_decks))
    assert sum(names.values()) >= 15
    assert sum(count == 2 for count in names.values()) >= 7


def test_with_a_deck_no_card_is_named_twice(pipeline: Pipeline, two_decks: Image) -> None:
    reading = pipeline.read(two_decks, FRENCH52)
    names = _names(reading)
    assert max(names.values()) == 1
    assert names, "of two that look alike either or neither is named"
    assert sum(card.card is None for card in reading.cards if card.face == Face.UP) >= 6


def test_a_card_that_the_deck_lacks_is_not_named(pipeline: Pipeline, reveal: Scene) -> None:
    shown = _names(pipeline.read(reveal.picture))
    missing = next(card for card in FRENCH52 if str(card) in shown)
    rest = [card for card in FRENCH52 if card != missing]
    assert str(missing) not in _names(pipeline.read(reveal.picture, rest))


OUTLINE = np.array([[40, 10], [160, 10], [160, 190], [40, 190]], np.float32)
BANDED = np.full((200, 200, 3), 255, np.uint8)
"""A card's outline, and a picture in which it is white but for a dark band across its middle."""

BANDED[80:120] = 0


def only(reader: object) -> Pipeline:
    """A pipeline that reads what is outlined, and finds nothing."""
    return Pipeline(cast(Any, None), cast(Any, None), cast(Any, reader))


@dataclass(frozen=True)
class SideReader:
    """Is in doubt about one card, and surer of the second of its cards where what it is shown lies on its side.

    `upright`: the column of what it shows otherwise.
    """

    cards: tuple[Card, ...] = FRENCH52
    upright: int = 0

    def read(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        odds = np.full((len(crops), len(self.cards) + 2), 1e-4, np.float32)
        for row, crop in zip(odds, crops, strict=True):
            middle = crop.shape[0] // 2
            lies = abs(float(crop[:middle].mean()) - float(crop[middle:].mean())) < 20
            # A corner is all of one colour here, and says nothing.
            row[-1 if crop.std() < 10 else 1 if lies else self.upright] = 0.9 if lies else 0.8
        return np.log(odds)


def likeliest(reader: SideReader, *, upright: bool) -> int:
    """The column of what a card is that lies on its side, unless it is known to be `upright`."""
    image = np.zeros((200, 200, 3), np.uint8)
    image[:100] = 255
    return int(only(reader).look_at_whole(image, OUTLINE, upright=upright).argmax())


def test_what_is_known_to_stand_upright_is_not_read_from_its_side() -> None:
    assert likeliest(SideReader(), upright=True) == 0
    assert likeliest(SideReader(), upright=False) == 1
    assert only(SideReader()).look(np.zeros((200, 200, 3), np.uint8), []).shape[0] == 0


@pytest.mark.parametrize(("upright", "found"), [(0, 0), (-1, 1)], ids=["a face", "nothing"])
def test_what_looks_like_a_joker_from_its_side_is_one_unless_it_shows_a_face_with_an_index_upright(
    upright: int, found: int
) -> None:
    cards = (FRENCH52[0], JOKER, *FRENCH52[1:])
    assert likeliest(SideReader(cards, upright), upright=False) == found


@dataclass(frozen=True)
class CornerReader:
    """Reads index corners, all white here, as the second of its cards; whole cards rather as the first."""

    first: float
    second: float
    corner: float
    """How probable each of the two is where the whole card is seen, and the second one where a corner is, if any is."""

    cards: tuple[Card, ...] = FRENCH52

    def read(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        odds = np.full((len(crops), len(self.cards) + 2), 1e-5, np.float32)
        for row, crop in zip(odds, crops, strict=True):
            is_corner = crop.std() < 10
            row[:2] = (1e-5, self.corner) if is_corner else (self.first, self.second)
            row[-1] = 1 - self.corner if is_corner else 1e-5
        return np.log(odds)


@pytest.mark.parametrize(
    ("reader", "of_many", "whole"),
    [
        (CornerReader(0.957, 0.04, 0.98), 0, 1),
        (CornerReader(0.93, 0.04, 0.98), 1, 1),
        (CornerReader(0.93, 0.012, 0.7), 1, 0),
        (CornerReader(0.93, 1e-6, 0.5), 0, 0),
        (CornerReader(0.6, 0.35, 0.02), 1, 1),
    ],
    ids=["first look nearly sure", "both clear", "less clear", "not clear", "hardly seen"],
)
def test_one_whole_card_is_looked_at_from_closer_sooner_but_its_index_overrules_the_first_look_only_if_clear(
    reader: CornerReader, of_many: int, whole: int
) -> None:
    (row,) = only(reader).look(BANDED, [OUTLINE])
    assert int(row.argmax()) == of_many
    assert int(only(reader).look_at_whole(BANDED, OUTLINE, upright=True).argmax()) == whole


@dataclass(frozen=True)
class BackReader:
    """Reads whole cards as backs, nearly surely, and their corners, all white here, as those of a face."""

    cards: tuple[Card, ...] = FRENCH52

    def read(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        odds = np.full((len(crops), len(self.cards) + 2), 1e-4, np.float32)
        for row, crop in zip(odds, crops, strict=True):
            row[[0, -2]] = (0.95, 0.03) if crop.std() < 10 else (0.045, 0.95)
        return np.log(odds)


def test_a_back_is_not_taken_for_a_face_by_what_its_corners_look_like() -> None:
    assert int(only(BackReader()).look_at_whole(BANDED, OUTLINE, upright=True).argmax()) == len(FRENCH52)


def test_a_deck_that_the_reader_does_not_know_is_refused(pipeline: Pipeline, reveal: Scene) -> None:
    with pytest.raises(InputError, match="does not know the cards 0"):
        pipeline.narrowed(FRENCH52).read(reveal.picture, KnownDeck.NUMERIC.cards)


def test_a_table_of_numbers_is_read_as_numbers_whether_the_deck_is_known_or_not(pipeline: Pipeline) -> None:
    config = RevealConfig(2, 1280, 720, tilt_deg=10.0)
    table = render_reveal(np.random.default_rng(5), numeric_deck(1002), config)
    shown = Counter(str(card.card) for card in table.cards if card.card is not None and card.visible > 0.9)
    for deck in (KnownDeck.NUMERIC, KnownDeck.FREE):
        read = Counter(
            str(card.card) for card in pipeline.read(table.picture, deck.cards).cards if card.card is not None
        )
        assert (shown & read).total() >= shown.total() - 1
        assert (read - shown).total() <= 1


def test_a_reader_that_must_be_certain_leaves_every_face_unread(reveal: Scene) -> None:
    cards = _with(least=1.01).read(reveal.picture).cards
    faces = [card for card in cards if card.face == Face.UP]
    assert len(faces) >= 9
    assert all(card.card is None and card.alternatives for card in faces)


def test_a_winner_that_must_be_far_ahead_is_not_named_where_it_is_near(reveal: Scene) -> None:
    assert not _names(_with(least=0, margin=1.01).read(reveal.picture))
    assert _names(_with(least=0, margin=0).read(reveal.picture))


def test_what_nobody_could_read_is_not_named(pipeline: Pipeline, reveal: Scene) -> None:
    fog = np.asarray(cv2.GaussianBlur(reveal.picture, (0, 0), 14), np.uint8)
    assert sum(_names(pipeline.read(fog)).values()) <= 1


def test_alternatives_are_other_cards_with_the_likeliest_first(pipeline: Pipeline, reveal: Scene) -> None:
    for card in pipeline.read(reveal.picture, FRENCH52).cards:
        shares = [share for _, share in card.alternatives]
        assert shares == sorted(shares, reverse=True)
        assert card.card not in [other for other, _ in card.alternatives]
        assert card.card is None or card.confidence >= shares[0]


def test_an_empty_table_reads_as_empty(pipeline: Pipeline) -> None:
    reading = pipeline.read(np.full((480, 640, 3), (60, 110, 40), np.uint8), FRENCH52)
    assert reading.cards == ()
    assert (reading.width_px, reading.height_px) == (640, 480)


def test_the_stages_make_up_the_whole_time(pipeline: Pipeline, reveal: Scene) -> None:
    times = pipeline.read(reveal.picture).timings
    assert times.detect_ms > 0
    assert times.read_ms > 0
    assert times.total_ms == pytest.approx(times.detect_ms + times.read_ms)


@pytest.mark.parametrize("name", ["arnabdotorg", "plaskod"])
def test_photographs_are_read(pipeline: Pipeline, shared_folder: Path, name: str) -> None:
    total = Tally()
    for photo in read_photos(shared_folder / "real" / name)[:6]:
        total.add(compare(photo, pipeline.read(load_image(photo.path)).cards))
    assert total.counts["full"] >= 5
    assert total.counts["full_right"] >= 0.8 * total.counts["full"]


def test_a_card_that_fills_the_picture_is_read(pipeline: Pipeline, reveal: Scene) -> None:
    faces = [card for card in reveal.cards if card.card is not None and card.visible > 0.95]
    read = 0
    for face in faces:
        cut = cut_card(reveal.picture, face.quad, (320, 440), 0.01)
        names = _names(pipeline.read(cut))
        assert set(names) <= {str(face.card)}
        read += len(names)
    assert read >= len(faces) - 1


def test_what_is_found_with_a_border_lies_where_it_lies_without() -> None:
    quad = np.array([[110, 120], [150, 120], [150, 180], [110, 180]], np.float32)
    found = Detections((Detection(quad, Face.UP, 0.9),), (quad,), np.array([[130.0, 150.0]]))
    framed, width_px = with_border(np.zeros((300, 500, 3), np.uint8))
    moved = found.moved(-width_px)
    assert framed.shape == (500, 700, 3)
    assert moved.cards[0].quad.tolist() == moved.indices[0].tolist() == (quad - 100).tolist()
    assert moved.hints.tolist() == [[30.0, 50.0]]
