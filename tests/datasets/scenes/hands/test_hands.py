"""Hands: over cards, and with cards in them."""

import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.hands.hands import Skin, draw_hand, draw_thumb, sample_skin
from kibitz_datasets.scenes.hands.held_cards import sample_held
from kibitz_scoring.cards import JOKER

SIZE = (400, 500)
ROSY = Skin(np.array([120, 150, 220], np.float32), np.array([200, 60, 20], np.float32))


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(5)


def _table() -> np.ndarray:
    return np.full((*SIZE, 3), 90, np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_changes_what_it_covers_and_throws_a_shadow_beside(seed: int) -> None:
    picture = _table()
    covered = draw_hand(np.random.default_rng(seed), picture, np.array([250.0, 200.0]), 80, ROSY) > 127
    assert 2000 < covered.sum() < 0.6 * covered.size
    changed = np.abs(picture.astype(int) - 90).max(2)
    assert changed[covered].mean() > 30
    assert (picture[~covered] <= 91).mean() > 0.97


def test_a_hand_reaches_for_its_goal_from_beyond_a_border() -> None:
    covered = draw_hand(np.random.default_rng(3), _table(), np.array([250.0, 200.0]), 80) > 127
    rows, columns = np.nonzero(covered)
    assert np.hypot(columns - 250, rows - 200).min() < 40
    assert covered[0].any() or covered[-1].any() or covered[:, 0].any() or covered[:, -1].any()


def test_a_hand_out_of_the_picture_changes_nothing() -> None:
    picture = _table()
    thumb = draw_thumb(
        np.random.default_rng(1),
        picture,
        np.array([[-500.0, -500.0], [-480.0, -500.0]]),
        40,
        sample_skin(np.random.default_rng(2)),
    )
    assert not thumb.any()
    assert (picture == 90).all()


@pytest.mark.parametrize("seed", range(12))
def test_a_thumb_lies_over_held_cards(deck: Deck, seed: int) -> None:
    rng = np.random.default_rng(seed)
    canvas = Canvas(_table())
    held = sample_held(rng, SIZE, 60)
    canvas.hold(rng, deck, held)
    cards = canvas.labels()
    assert 1 <= len(cards) <= len(held.places) <= 8
    thumb = draw_thumb(np.random.default_rng(0), _table(), held.thumb, held.hand_px, ROSY) > 127
    assert not canvas.owner[thumb].any()
    x, y = held.thumb[1].astype(int)
    if 0 <= x < SIZE[1] and 0 <= y < SIZE[0]:
        assert canvas.owner[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60].any(), "cards are under the thumb"


def test_a_card_is_not_held_while_it_lies_on_the_table(deck: Deck) -> None:
    rng = np.random.default_rng(4)
    canvas = Canvas(_table())
    for _ in range(5):
        canvas.hold(rng, deck, sample_held(rng, SIZE, 40))
    names = [card.card for card in canvas.labels() if card.card]
    assert all(names.count(card) <= (2 if card == JOKER else 1) for card in names)
