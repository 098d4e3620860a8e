"""Scenes: deterministic, and their labels say what the picture shows."""

import numpy as np
import pytest

from kibitz_datasets.decks.card_look import NEW
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.optics.lens import photograph_gently
from kibitz_datasets.scenes.optics.table_camera import image_from_table
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import SceneConfig, render_scene
from kibitz_scoring.cards import JOKER


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(1)


def test_the_same_seed_renders_the_same_scene(deck: Deck) -> None:
    first, second = (render_scene(np.random.default_rng(4), [deck], SceneConfig()) for _ in range(2))
    assert np.array_equal(first.picture, second.picture)
    assert [str(card.card) for card in first.cards] == [str(card.card) for card in second.cards]


@pytest.mark.parametrize("seed", range(12))
def test_labels_name_each_card_at_most_as_often_as_the_deck_has_it(deck: Deck, seed: int) -> None:
    scene = render_scene(np.random.default_rng(seed), [deck], SceneConfig())
    names = [card.card for card in scene.cards if card.card]
    assert all(names.count(card) <= (2 if card == JOKER else 1) for card in names)
    assert all(0.05 <= card.visible <= 1.01 for card in scene.cards)


def _canvas(deck: Deck, places: list[Place]) -> Canvas:
    canvas = Canvas(np.full((400, 400, 3), 90, np.uint8))
    camera = image_from_table((400, 400), 2.0, 0.0, 0.0, 1.0)
    canvas.lay(np.random.default_rng(1), deck, places, camera, NEW)
    return canvas


def test_a_card_alone_is_wholly_visible(deck: Deck) -> None:
    (card,) = _canvas(deck, [Place(np.zeros(2), 0.3, up=True)]).labels()
    assert card.visible > 0.97
    assert card.index_visible > 0.9


def test_a_card_covered_by_another_is_partly_visible(deck: Deck) -> None:
    over = Place(np.array([0.0, 40.0]), 0.0, up=True)
    lower, upper = _canvas(deck, [Place(np.zeros(2), 0.0, up=True), over]).labels()
    assert lower.visible == pytest.approx(40 / 88, abs=0.05)
    assert lower.index_visible > 0.9, "the upper index corner lies free"
    assert upper.visible > 0.97


def test_a_covered_pixel_is_no_longer_the_cards(deck: Deck) -> None:
    canvas = _canvas(deck, [Place(np.zeros(2), 0.0, up=True)])
    mask = np.zeros((400, 400), np.uint8)
    mask[:, 200:] = 255
    canvas.cover(mask)
    assert canvas.labels()[0].visible == pytest.approx(0.5, abs=0.03)


def test_a_reveal_shows_four_cards_a_player_and_the_piles() -> None:
    scene = render_reveal(np.random.default_rng(3), drawn_deck(2), RevealConfig(players=3, width_px=800, height_px=500))
    assert [card.card is not None for card in scene.cards[:12]] == [True] * 12
    height, width = scene.picture.shape[:2]
    assert all((card.quad > 0).all() and (card.quad < [width, height]).all() for card in scene.cards)


def test_a_gentle_photograph_keeps_what_is_dark_dark_and_what_is_light_light() -> None:
    picture = np.full((60, 80, 3), 20, np.uint8)
    picture[:, 40:] = 230
    seen = photograph_gently(np.random.default_rng(2), picture)
    assert seen[:, :35].mean() < 40
    assert seen[:, 45:].mean() > 150
