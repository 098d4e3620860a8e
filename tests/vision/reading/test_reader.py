"""The reader with its shipped weights, on a deck that never entered training."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_datasets.decks import drawn_numeric
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.drawn_numeric import numeric_deck
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.weights import CORNERS, READER
from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.reader import BATCH, Reader, log_softmax


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(OnnxModel(READER))


@pytest.fixture(scope="module")
def shown(reveal: Scene) -> list[tuple[str, Image]]:
    """The open cards of a reveal and their crops."""
    cards = [card for card in reveal.cards if card.card is not None and card.visible > 0.9]
    return [(str(card.card), cut_card(reveal.picture, card.quad)) for card in cards]


def _art(picture: Image) -> Image:
    """A crop of a card's artwork."""
    height, width = picture.shape[:2]
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return cut_card(np.ascontiguousarray(picture), quad)


def test_it_knows_the_french_deck_the_joker_and_the_numbers(reader: Reader) -> None:
    assert set(reader.cards) == {*FRENCH52, JOKER, *NUMERIC}


def test_numbers_of_a_design_that_never_entered_training_are_read(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Which design it is must not hang on the fonts of a machine: the one that Pillow ships is everywhere.
    monkeypatch.setattr(drawn_numeric, "fonts", lambda: ("",))
    deck = numeric_deck(1001)
    rows = reader.read([_art(pictures[0]) for pictures in deck.faces.values()])
    read = [reader.cards[k] for k in rows[:, :-2].argmax(1)]
    assert sum(got == card for got, card in zip(read, deck.faces, strict=True)) >= len(deck.faces) - 1


def test_a_narrowed_reader_shares_what_it_believes_among_the_cards_that_can_lie_there(
    reader: Reader, shown: list[tuple[str, Image]]
) -> None:
    narrow, crops = reader.narrowed(FRENCH52), [crop for _, crop in shown]
    assert narrow.cards == FRENCH52
    assert set(reader.cards) == {*FRENCH52, JOKER, *NUMERIC}, "the wide one stays as it was"
    wide = np.exp(reader.read(crops))
    left = np.hstack([wide[:, : len(FRENCH52)], wide[:, -2:]])
    np.testing.assert_allclose(np.exp(narrow.read(crops)), left / left.sum(1, keepdims=True), atol=1e-4)


def test_every_card_of_a_reveal_is_read_from_its_true_outline(reader: Reader, shown: list[tuple[str, Image]]) -> None:
    rows = reader.read([crop for _, crop in shown])
    assert [str(reader.cards[k]) for k in rows[:, :-2].argmax(1)] == [name for name, _ in shown]


def test_a_card_reads_the_same_from_its_other_end(reader: Reader, shown: list[tuple[str, Image]]) -> None:
    turned = [np.ascontiguousarray(crop[::-1, ::-1]) for _, crop in shown]
    names = [str(reader.cards[k]) for k in reader.read(turned)[:, :-2].argmax(1)]
    assert sum(name == wanted for name, (wanted, _) in zip(names, shown, strict=True)) >= len(shown) - 1


@pytest.mark.parametrize("seed", [1000, 1001, 1002])
def test_the_artwork_of_unseen_decks_is_read(reader: Reader, seed: int) -> None:
    deck: Deck = drawn_deck(seed)
    rows = reader.read([_art(faces[0]) for faces in deck.faces.values()])
    right = sum(reader.cards[k] == card for k, card in zip(rows[:, :-2].argmax(1), deck.faces, strict=True))
    assert right >= 0.95 * len(deck.faces)


def test_a_back_is_a_back_and_bare_cloth_is_nothing(reader: Reader, unseen_deck: Deck) -> None:
    cloth = np.full((144, 96, 3), (50, 100, 40), np.uint8)
    back, nothing = np.exp(reader.read([_art(unseen_deck.backs[0]), cloth]))
    assert back[-2] > 0.5
    assert nothing[-1] > 0.5


def test_probabilities_of_a_crop_sum_to_one(reader: Reader, shown: list[tuple[str, Image]]) -> None:
    assert np.exp(reader.read([crop for _, crop in shown])).sum(1) == pytest.approx(1, abs=1e-4)


def test_many_crops_are_read_like_single_ones(reader: Reader, shown: list[tuple[str, Image]]) -> None:
    crops = [shown[k % len(shown)][1] for k in range(BATCH + 3)]
    together = np.exp(reader.read(crops))
    alone = np.exp(np.concatenate([reader.read([crop]) for crop in crops]))
    assert together == pytest.approx(alone, abs=1e-3)


def test_no_crops_are_no_readings(reader: Reader) -> None:
    assert reader.read([]).shape == (0, len(reader.cards) + 2)


def test_a_model_of_something_else_is_refused() -> None:
    with pytest.raises(InputError, match="lacks its labels or temperature"):
        Reader(OnnxModel(CORNERS))


@given(st.lists(st.floats(-80, 80), min_size=2, max_size=8), st.floats(0.2, 8))
def test_a_temperature_keeps_the_order_of_the_cards(scores: list[float], temperature: float) -> None:
    row = np.array([scores], np.float32)
    warm = log_softmax(row / np.float32(temperature))
    assert np.exp(warm).sum() == pytest.approx(1, abs=1e-4)
    assert warm[0, row.argmax()] == warm.max()
