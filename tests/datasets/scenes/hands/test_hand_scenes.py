"""Tables with hands: what is marked as hand is what was changed by one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.hands.hand_photos import HandPhoto
from kibitz_datasets.scenes.hands.hand_scenes import INPUT_PX, MASK_PX, render_hand_scenes


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [drawn_deck(5)]


@pytest.fixture(scope="module")
def hands() -> list[HandPhoto]:
    """One hand that is a mere block of skin."""
    sprite = np.zeros((220, 130, 4), np.uint8)
    sprite[5:, 20:110] = (150, 180, 230, 255)
    return [HandPhoto("block", 1, sprite, (20.0, 110.0))]


def test_each_table_is_seen_without_hands_first_and_then_mostly_with_some(
    decks: list[Deck], hands: list[HandPhoto]
) -> None:
    tables = [list(render_hand_scenes(np.random.default_rng(seed), decks, hands, [])) for seed in range(4)]

    assert all(not first.mask.any() for first, *_ in tables)
    with_hands = [scene for _, *others in tables for scene in others if scene.mask.max() > 200]
    assert len(with_hands) >= 5
    for scene in with_hands:
        assert (scene.picture.shape[1::-1], scene.mask.shape[::-1]) == (INPUT_PX, MASK_PX)


def test_hands_are_drawn_where_there_are_no_photographs_of_any(decks: list[Deck]) -> None:
    scenes = [scene for seed in range(2) for scene in render_hand_scenes(np.random.default_rng(seed), decks, [], [])]

    assert any(scene.mask.max() > 200 for scene in scenes)


def test_photographs_serve_as_tables(decks: list[Deck], hands: list[HandPhoto]) -> None:
    photo = cv2.merge([np.full((300, 200), level, np.uint8) for level in (200, 30, 30)])

    seen = [next(render_hand_scenes(np.random.default_rng(seed), decks, hands, [photo])).picture for seed in range(12)]

    blue = [picture for picture in seen if np.median(picture[..., 0].astype(int) - picture[..., 1]) > 20]
    assert len(blue) >= 2


def test_the_same_numbers_give_the_same_pictures(decks: list[Deck], hands: list[HandPhoto]) -> None:
    first, second = (
        [scene.picture for scene in render_hand_scenes(rng, decks, hands, [])]
        for rng in map(np.random.default_rng, (3, 3))
    )

    assert all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))
