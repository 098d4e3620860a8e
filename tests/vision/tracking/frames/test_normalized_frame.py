"""Frames made small and evenly lit, and whether anything moved."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.tracking.frames.normalized_frame import MotionGate


def table(seed: int = 1) -> Image:
    """A table top with some grain, 640 x 360."""
    grain = np.random.default_rng(seed).normal(110, 12, (90, 160, 3))
    return np.asarray(cv2.resize(np.clip(grain, 0, 255).astype(np.uint8), (640, 360)), np.uint8)


def frame(image: Image, index: int) -> Frame:
    return Frame(image, index, index * 33_000_000)


def test_noise_is_no_motion_and_a_card_is() -> None:
    gate, rng = MotionGate(), np.random.default_rng(2)
    gate.look(frame(table(), 0))
    noisy = np.clip(table() + rng.normal(0, 2, (360, 640, 3)), 0, 255).astype(np.uint8)
    assert not gate.look(frame(noisy, 1)).moved
    card = noisy.copy()
    card[100:180, 200:260] = 240
    normalized = gate.look(frame(card, 2))
    assert normalized.moved
    assert normalized.at_ms == pytest.approx(66.0)
    assert (normalized.half.shape, normalized.quarter.shape) == ((180, 320, 3), (90, 160, 3))


@pytest.mark.parametrize("light", [0.5, 0.8, 1.3])
def test_a_lamp_that_flickers_moves_nothing(light: float) -> None:
    gate = MotionGate()
    before = gate.look(frame(table(), 0))
    after = gate.look(frame(np.clip(table() * light, 0, 255).astype(np.uint8), 1))
    assert not after.moved
    assert np.abs(after.half.astype(int) - before.half).mean() < 2


def edged(seed: int = 1) -> Image:
    """A table top with cards on it, 640 x 360."""
    image = table(seed)
    for x, y in ((60, 60), (60, 220), (260, 130), (480, 60), (480, 220)):
        image[y : y + 88, x : x + 63] = 235
        image[y + 20 : y + 60, x + 15 : x + 45] = (40, 40, 200)
    return image


def test_a_knock_shakes_the_picture_and_hands_do_not() -> None:
    gate, rng = MotionGate(), np.random.default_rng(2)
    assert not gate.look(frame(edged(), 0)).is_shaken
    arm = edged()
    arm[:, 200:330] = rng.integers(90, 200, (360, 130, 3), dtype=np.uint8)
    assert not gate.look(frame(arm, 1)).is_shaken
    assert not gate.look(frame(arm, 2)).is_shaken
    assert gate.look(frame(np.roll(arm, 9, axis=1), 3)).is_shaken


@pytest.mark.parametrize(("light", "flickers"), [(0.75, True), (0.9, True), (1.15, True), (0.98, False)])
def test_a_sudden_change_of_light_is_noticed_and_a_slow_one_is_not(light: float, flickers: bool) -> None:
    gate = MotionGate()
    gate.look(frame(table(), 0))
    lit = np.clip(table() * light, 0, 255).astype(np.uint8)
    assert gate.look(frame(lit, 1)).flickers is flickers
    assert not gate.look(frame(lit, 2)).flickers
