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
