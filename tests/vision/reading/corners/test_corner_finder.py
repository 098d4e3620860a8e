"""The corner finder with its shipped weights: outlines come nearer to the cards."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.crops import loosen
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.weights import CORNERS
from kibitz_vision.detections import Quad
from kibitz_vision.reading.corners.corner_finder import CornerFinder
from kibitz_vision.reading.onnx_model import OnnxModel


@pytest.fixture(scope="module")
def finder() -> CornerFinder:
    return CornerFinder(OnnxModel(CORNERS))


def _off_px(quad: Quad, true: Quad) -> float:
    """Mean distance of the corners, whichever end is up."""
    return min(float(np.linalg.norm(np.roll(quad, turn, 0) - true, axis=1).mean()) for turn in range(4))


def _open_quads(scene: Scene) -> list[Quad]:
    return [card.quad for card in scene.cards if card.card is not None and card.visible > 0.9]


@pytest.mark.parametrize("tilt_deg", [0, 40])
def test_loose_outlines_come_nearer_to_the_corners(finder: CornerFinder, unseen_deck: Deck, tilt_deg: float) -> None:
    config = RevealConfig(3, 1600, 1000, tilt_deg=tilt_deg)
    scene = render_reveal(np.random.default_rng(1), unseen_deck, config)
    rng, quads = np.random.default_rng(2), _open_quads(scene)
    loose = [loosen(rng, quad) for quad in quads]
    refined = finder.refine(scene.picture, loose)
    before = np.mean([_off_px(quad, true) for quad, true in zip(loose, quads, strict=True)])
    after = np.mean([_off_px(quad, true) for quad, true in zip(refined, quads, strict=True)])
    assert after < before * 0.7


def test_true_outlines_stay_where_they_are(finder: CornerFinder, reveal: Scene) -> None:
    quads = _open_quads(reveal)
    refined = finder.refine(reveal.picture, quads)
    sides = [float(np.linalg.norm(quad[0] - quad[1])) for quad in quads]
    off = [_off_px(moved, true) for moved, true in zip(refined, quads, strict=True)]
    assert np.mean(off) < 0.06 * np.mean(sides)


def test_nothing_to_refine_is_nothing(finder: CornerFinder, reveal: Scene) -> None:
    assert finder.refine(reveal.picture, []) == []


def test_an_outline_of_no_card_stays_a_plausible_outline(finder: CornerFinder) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8)
    quad = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)
    (refined,) = finder.refine(noise, [quad])
    assert refined.shape == (4, 2)
    assert np.isfinite(refined).all()
    assert _off_px(refined, quad) < 60
