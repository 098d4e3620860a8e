"""Compression loses detail, and more of it the stronger it is."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.optics.compression import compress, compress_jpeg, compress_video
from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import Image


@pytest.fixture(scope="module")
def card() -> Image:
    face = drawn_deck(3).faces[parse_card("QH")][0]
    return np.asarray(cv2.resize(face, (161, 225), interpolation=cv2.INTER_AREA), np.uint8)


def _error(card: Image, seen: Image) -> float:
    return float(np.abs(card.astype(int) - seen).mean())


def _video(card: Image, strength: int) -> Image:
    return compress_video(np.random.default_rng(1), card, strength)


@pytest.mark.parametrize(
    ("squeeze", "little", "much"),
    [(compress_jpeg, 95, 28), (_video, 20, 42)],
    ids=["jpeg", "video"],
)
def test_stronger_compression_loses_more(
    card: Image, squeeze: Callable[[Image, int], Image], little: int, much: int
) -> None:
    light, heavy = squeeze(card, little), squeeze(card, much)
    assert light.shape == heavy.shape == card.shape
    assert 0 < _error(card, light) < 12
    assert _error(card, heavy) > 1.5 * _error(card, light)


def test_a_frame_of_a_video_shows_the_second_picture_and_not_the_one_before(card: Image) -> None:
    seen = _video(card, 24)
    moved = np.roll(card, 4, 1)
    assert _error(card, seen) < 0.5 * _error(moved, seen)


def test_the_same_seed_compresses_alike(card: Image) -> None:
    for seed in range(12):
        first, second = (compress(np.random.default_rng(seed), card) for _ in range(2))
        assert np.array_equal(first, second)


@pytest.mark.parametrize("size", [(24, 24), (51, 37), (2, 3)])
def test_pictures_of_odd_sizes_keep_them(size: tuple[int, int]) -> None:
    picture = np.full((*size, 3), 120, np.uint8)
    assert _video(picture, 30).shape == picture.shape
