"""What real tables do and drawn ones do not: piles, pushes, hands that hide, the picture's edge, things like cards.

Pictures are drawn here with what is read in them, ten a second and a card 63 x 88 px large, so that a px is a mm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from tests.vision.follow.test_rests import FIVE, QUEEN, reading

from kibitz_datasets.decks.deck import Deck
from kibitz_scoring.cards import Card, parse_card
from kibitz_vision.detections import CardReading, Image, Reading, Timings
from kibitz_vision.follow.free_play import acts_in
from kibitz_vision.follow.glimpse import Glimpse
from kibitz_vision.follow.handheld import looks_at
from kibitz_vision.follow.rest_search import rests_in
from kibitz_vision.follow.rests import Look
from kibitz_vision.frames import Frame

HEIGHT, WIDTH = 240, 420
Shown = list[tuple[CardReading, Card | None]]
"""What is read, and what lies there; the lowest first."""
Draw = Callable[..., Look]


@pytest.fixture(scope="module")
def faces(unseen_deck: Deck) -> dict[Card, Image]:
    size = (63, 88)
    return {card: cv2.resize(shown[0], size, interpolation=cv2.INTER_AREA) for card, shown in unseen_deck.faces.items()}


@pytest.fixture
def draw(faces: dict[Card, Image]) -> Draw:
    """Draws the next look: cards that lie there, `read` or not, and a hand at `hand_x` that moves from look to look."""
    rng = np.random.default_rng(5)
    table = np.asarray(rng.normal((70, 90, 60), 6, (HEIGHT, WIDTH, 3)).clip(0, 255), np.uint8)
    count = 0

    def drawn(lying: list[CardReading], read: list[CardReading] | None = None, hand_x: int | None = None) -> Look:
        nonlocal count
        picture = table.copy()
        for card in lying:
            x, y = (round(float(value)) for value in card.quad[0])
            shown = faces[card.card] if card.card is not None else np.full((88, 63, 3), (40, 40, 150), np.uint8)
            part = picture[max(y, 0) : y + 88, max(x, 0) : x + 63]
            part[:] = shown[: part.shape[0], : part.shape[1]]
        if hand_x is not None:
            blobs = rng.uniform((hand_x - 45, 0), (hand_x + 45, HEIGHT), (60, 2))
            for at in blobs:
                cv2.circle(picture, (round(at[0]), round(at[1])), 16, [int(c) for c in rng.integers(60, 220, 3)], -1)
        look = Look(100.0 * count, tuple(lying if read is None else read), Glimpse.of(picture, np.eye(3)))
        count += 1
        return look

    return drawn


def told(looks: list[Look]) -> list[tuple[str, str | None]]:
    return [(act.deed.value, None if act.card is None else str(act.card)) for act in acts_in(looks)]


def test_faces_that_lie_on_each_other_are_all_cards(draw: Draw) -> None:
    lying = [reading(FIVE, 100), reading(QUEEN, 125, 110)]
    assert {rest.card for rest in rests_in([draw(lying) for _ in range(10)])} == {FIVE, QUEEN}


def test_cards_dealt_fast_onto_a_pile_are_each_laid_down(draw: Draw) -> None:
    looks = [draw([]) for _ in range(5)]
    cards = [parse_card(name) for name in ("7C", "KD", "2H", "QS", "9D")]
    pile: list[CardReading] = []
    for number, card in enumerate(cards):
        looks += [draw(pile, [], hand_x=100) for _ in range(2)]
        pile = [*pile, reading(card, 100 + number % 2 * 3, 110)]
        looks += [draw(pile, pile[-1:]) for _ in range(4)]
    looks += [draw(pile, pile[-1:]) for _ in range(5)]
    assert told(looks) == [("place", str(card)) for card in cards]


def test_a_card_pushed_over_the_table_slides(draw: Draw) -> None:
    way = [*[100.0] * 8, *np.arange(110, 200, 10), *[200.0] * 8]
    assert told([draw([reading(QUEEN, x)]) for x in way]) == [("slide", "QD")]


def test_a_card_hidden_by_a_hand_until_the_end_is_not_lifted(draw: Draw) -> None:
    lying = [reading(QUEEN, 100)]
    assert told([*(draw(lying) for _ in range(8)), *(draw(lying, [], hand_x=100) for _ in range(15))]) == []


def test_a_card_that_a_hand_hid_from_the_start_is_not_laid_down(draw: Draw) -> None:
    lying = [reading(QUEEN, 100)]
    assert told([*(draw(lying, [], hand_x=100) for _ in range(15)), *(draw(lying) for _ in range(10))]) == []


def test_a_card_covered_by_another_that_is_taken_again_stays_where_it_was(draw: Draw) -> None:
    under, over = reading(FIVE, 100, 110), reading(QUEEN, 104, 112)
    hand = [draw([under], [], hand_x=100) for _ in range(3)]
    looks = [draw([under]) for _ in range(8)] + hand + [draw([under, over], [over]) for _ in range(8)]
    looks += [draw([under], [], hand_x=100) for _ in range(3)] + [draw([under]) for _ in range(8)]
    assert told(looks) == [("place", "QD"), ("lift", "QD")]


def test_a_card_that_is_read_late_was_there_before(draw: Draw) -> None:
    lying = [reading(QUEEN, 100)]
    assert told([*(draw(lying, []) for _ in range(15)), *(draw(lying) for _ in range(10))]) == []


def test_a_card_that_is_read_no_more_is_there_still(draw: Draw) -> None:
    lying = [reading(QUEEN, 100)]
    assert told([*(draw(lying) for _ in range(10)), *(draw(lying, []) for _ in range(15))]) == []


def test_a_zone_of_a_mat_that_a_hand_passes_over_is_no_card_that_comes(draw: Draw) -> None:
    zone = reading(None, 250)
    looks = [draw([zone], []) for _ in range(10)] + [draw([zone], [], hand_x=250) for _ in range(4)]
    assert told(looks + [draw([zone]) for _ in range(15)]) == []


def test_two_parts_of_one_card_are_laid_down_once(draw: Draw) -> None:
    lying = reading(QUEEN, 100)
    upper, lower = reading(None, 100, 90, size=0.7), reading(None, 100, 130, size=0.5)
    looks = [draw([]) for _ in range(8)] + [draw([], [], hand_x=100) for _ in range(3)]
    assert [deed for deed, _ in told(looks + [draw([lying], [upper, lower]) for _ in range(12)])] == ["place"]


def test_a_card_that_the_edge_of_the_picture_cuts_is_followed(draw: Draw) -> None:
    cut = reading(QUEEN, 200, 215)
    looks = [draw([]) for _ in range(8)] + [draw([], [], hand_x=200) for _ in range(3)]
    looks += [draw([cut]) for _ in range(10)] + [draw([], [], hand_x=200) for _ in range(3)]
    assert told(looks + [draw([]) for _ in range(12)]) == [("place", "QD"), ("lift", "QD")]


class Reads:
    """Stands for a pipeline that reads the same cards in every picture."""

    def __init__(self, *cards: CardReading) -> None:
        self._cards = cards

    def read(self, image: Image) -> Reading:
        height, width = image.shape[:2]
        larger = tuple(replace(card, quad=card.quad * 2) for card in self._cards)
        return Reading(width, height, larger, Timings(0, 0, 0))


def test_a_camera_that_stands_reads_cards_that_the_edge_cuts_and_one_in_a_hand_does_not(draw: Draw) -> None:
    whole, cut = reading(FIVE, 100), reading(QUEEN, 200, 215)
    looks = [draw([whole, cut]) for _ in range(6)]
    grey = looks[0].glimpse.opened().grey  # type: ignore[union-attr]
    still = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    shaken = [np.roll(still, (number * 3, number * 5), (0, 1)) for number in range(6)]

    def seen(pictures: list[Image]) -> int:
        frames = [Frame(picture, number, number * 100_000_000) for number, picture in enumerate(pictures)]
        return len(list(looks_at(Reads(whole, cut), frames))[-1].cards)

    assert (seen([still] * 6), seen(shaken)) == (2, 1)
