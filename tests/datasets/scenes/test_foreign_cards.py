"""What training needs beside cards of its decks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.odd_designs import odd_deck
from kibitz_datasets.scenes import scene as scenes
from kibitz_datasets.scenes.crops import render_foreign
from kibitz_datasets.scenes.foreign_cards import FOREIGN
from kibitz_datasets.scenes.hands.hand_photos import load_hands
from kibitz_datasets.scenes.scene import SceneConfig, render_scene
from kibitz_vision.reading.reader import NONE

CONFIG = SceneConfig(height_px=320, width_px=320, foreign=True)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return odd_deck(1)


@pytest.mark.parametrize("kind", range(len(FOREIGN)))
def test_cards_of_other_games_are_drawn_in_many_ways(kind: int) -> None:
    drawn = {FOREIGN[kind](np.random.default_rng((3, seed))).tobytes() for seed in range(5)}
    assert len(drawn) == 5


def test_a_crop_of_a_card_of_another_game_is_not_to_be_read() -> None:
    crops = [render_foreign(np.random.default_rng((4, seed))) for seed in range(12)]
    assert {crop.label for crop in crops} == {NONE}
    assert all(crop.picture.shape == (144, 96, 3) for crop in crops)


def test_cards_of_other_games_are_never_asked_for(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "STREWN", 1.0)
    monkeypatch.setattr(scenes, "FILLING", 0.0)
    drawn = [render_scene(np.random.default_rng((5, seed)), [deck], CONFIG) for seed in range(12)]
    assert any(not scene.cards for scene in drawn)
    assert any(scene.cards for scene in drawn)
    assert all(card.card is None or card.card in deck.faces for scene in drawn for card in scene.cards)


def test_a_card_may_fill_the_picture(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "FILLING", 1.0)
    for seed in range(6):
        (card,) = render_scene(np.random.default_rng((6, seed)), [deck], CONFIG).cards
        assert cv2.contourArea(card.quad) > 0.4 * 320 * 320


def test_a_photograph_without_a_card_is_a_scene_in_which_nothing_is_to_be_found(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "PHOTOGRAPHED", 1.0)
    photo = np.random.default_rng(1).integers(0, 256, (400, 600, 3)).astype(np.uint8)
    scene = render_scene(np.random.default_rng(7), [deck], CONFIG, photos=(photo,))
    assert scene.cards == ()
    assert scene.picture.shape == (320, 320, 3)


def test_photographed_hands_lie_over_the_cards_and_hold_some(
    deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = np.zeros((120, 80, 4), np.uint8)
    cv2.rectangle(hand, (20, 10), (60, 119), (120, 150, 210, 255), -1)
    cv2.imwrite(str(tmp_path / "flat_1_1.webp"), hand)
    monkeypatch.setattr(scenes, "FILLING", 0.0)
    monkeypatch.setattr(scenes, "DRAWN", -1.0)
    hands = load_hands(tmp_path)
    changed = 0
    for seed in range(10):
        bare, with_hands = (
            render_scene(np.random.default_rng((8, seed)), [deck], CONFIG, given) for given in ((), hands)
        )
        changed += not np.array_equal(bare.picture, with_hands.picture)
    assert 0 < changed < 10
