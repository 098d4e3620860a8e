"""The detector with its shipped weights, on tables that never entered training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.weights import DETECTOR
from kibitz_vision.detections import Detection, Detections, Face
from kibitz_vision.reading.detector import STRIDE_PX, Detector, in_order, letterbox
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.overlap import iou


@pytest.fixture(scope="module")
def model() -> OnnxModel:
    return OnnxModel(DETECTOR)


def _found(scene: Scene, detections: Sequence[Detection]) -> int:
    """Open faces that an outline of the right side covers."""
    faces = [card for card in scene.cards if card.card is not None and card.visible > 0.9]
    ups = [detection.quad for detection in detections if detection.face == Face.UP]
    return sum(max((iou(card.quad, quad) for quad in ups), default=0) > 0.5 for card in faces)


def test_every_open_card_of_a_reveal_is_found(model: OnnxModel, reveal: Scene) -> None:
    assert _found(reveal, Detector(model).detect(reveal.picture).cards) == 9


def test_the_draw_pile_is_a_card_face_down(model: OnnxModel, reveal: Scene) -> None:
    backs = [card.quad for card in reveal.cards if card.card is None and card.visible > 0.9]
    downs = [found.quad for found in Detector(model).detect(reveal.picture).cards if found.face == Face.DOWN]
    assert len(backs) == 1
    assert max(iou(backs[0], quad) for quad in downs) > 0.5


def test_an_empty_table_has_no_cards(model: OnnxModel) -> None:
    assert Detector(model).detect(np.full((600, 800, 3), (60, 90, 40), np.uint8)) == Detections((), ())


def test_every_card_found_is_hinted_at_and_nothing_on_an_empty_table(model: OnnxModel, reveal: Scene) -> None:
    detector = Detector(model)
    found = detector.detect(reveal.picture)
    for card in found.cards:
        assert np.hypot(*(found.hints - card.quad.mean(axis=0)).T).min() < 5
    assert detector.detect(np.full((600, 800, 3), (60, 90, 40), np.uint8)).hints.shape == (0, 2)


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (900, 3, 3)])
def test_a_picture_of_odd_shape_is_survived(model: OnnxModel, shape: tuple[int, int, int]) -> None:
    assert Detector(model).detect(np.zeros(shape, np.uint8)) == Detections((), ())


def test_small_cards_get_a_second_larger_look(model: OnnxModel, unseen_deck: Deck) -> None:
    scene = render_reveal(np.random.default_rng(4), unseen_deck, RevealConfig(6, 2560, 1440))
    once = Detector(model, size_px=160, small_card_px=0).detect(scene.picture).cards
    twice = Detector(model, size_px=160, small_card_px=30).detect(scene.picture).cards
    assert _found(scene, twice) > _found(scene, once)
    assert _found(scene, twice) >= 24


def test_the_surest_card_comes_first(model: OnnxModel, reveal: Scene) -> None:
    confidences = [found.confidence for found in Detector(model).detect(reveal.picture).cards]
    assert confidences == sorted(confidences, reverse=True)


@given(st.floats(0, 360), st.integers(0, 3), st.booleans(), st.floats(20, 80), st.floats(85, 200))
def test_an_outline_is_clockwise_with_a_short_side_first_whatever_the_order(
    angle_deg: float, start: int, turned: bool, short: float, long: float
) -> None:
    turn = np.radians(angle_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (short / 2, long / 2) @ axes + 300
    quad = in_order(np.roll(corners[:: -1 if turned else 1], start, 0).astype(np.float32))
    following = np.roll(quad, -1, 0)
    assert np.sum(quad[:, 0] * following[:, 1] - quad[:, 1] * following[:, 0]) > 0
    assert np.linalg.norm(quad[0] - quad[1]) == pytest.approx(short, rel=1e-3)
    assert quad[:2, 1].mean() <= quad[2:, 1].mean() + 1e-3


@given(st.integers(2, 300), st.integers(2, 300), st.sampled_from([320, 640]))
def test_an_input_keeps_the_proportions_and_fits_the_network(height: int, width: int, size_px: int) -> None:
    blob, scale = letterbox(np.zeros((height, width, 3), np.uint8), size_px)
    assert blob.shape[2] % STRIDE_PX == blob.shape[3] % STRIDE_PX == 0
    assert max(blob.shape[2:]) == size_px
    assert max(height, width) * scale == pytest.approx(size_px)
