from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points, project
from kibitz_vision.table.discovery.layout import assign

CARD: Points = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)


def turned(points: Points, turn_rad: float) -> Points:
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    return points @ np.array([[cos, sin], [-sin, cos]])


def moved(points: Points, x_mm: float, y_mm: float) -> Points:
    shifted: Points = np.add(points, [x_mm, y_mm])
    return shifted


def hand(cards: int, rng: np.random.Generator) -> list[Points]:
    """A hand as its owner sees it: two rows, gaps of a finger, no card laid exactly straight."""
    places = [(column, row) for column in range((cards + 1) // 2) for row in range(2)][:cards]
    width = (cards + 1) // 2 - 1
    return [
        moved(turned(CARD, rng.normal(0, 0.04)), (column - width / 2) * 72, (row - 0.5) * 98) + rng.normal(0, 1.5, 2)
        for column, row in places
    ]


def table(hands: Sequence[int], rng: np.random.Generator) -> tuple[Points, list[int]]:
    """Hands round a table, clockwise from the lower edge; a draw pile and a discard pile in the middle, owner -1."""
    cards, owners = [moved(CARD, -40, 0), moved(CARD, 40, 0)], [-1, -1]
    reach = 330 + 45 * max(0, len(hands) - 5)
    for seat, count in enumerate(hands):
        angle = np.pi / 2 + 2 * np.pi * seat / len(hands)
        place = np.array([1.25 * np.cos(angle), np.sin(angle)]) * reach
        cards += [turned(card, angle - np.pi / 2) + place for card in hand(count, rng)]
        owners += [seat] * count
    return np.array(cards), owners


def photo(cards: Points, *, tilt_deg: float, spin_deg: float) -> Points:
    tilt = np.radians(tilt_deg)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt), 2200]])
    lens = np.array([[1800, 0, 960], [0, 1800, 540], [0, 0, 1]])
    return project(turned(cards, np.radians(spin_deg)), lens @ lean)


def owners_of(hands: Sequence[Sequence[int]], owners: list[int]) -> list[set[int]]:
    return [{owners[index] for index in hand} for hand in hands]


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 8), st.floats(0, 50), st.integers(0, 2**32 - 1))
def test_every_2x2_grid_goes_to_its_seat_and_the_piles_to_nobody(players: int, tilt_deg: float, seed: int) -> None:
    cards, owners = table([4] * players, np.random.default_rng(seed))

    layout = assign(photo(cards, tilt_deg=tilt_deg, spin_deg=0), seats=players)

    assert owners_of(layout.hands, owners) == [{seat} for seat in range(players)]
    assert [len(hand) for hand in layout.hands] == [4] * players
    assert layout.leftovers == (0, 1)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(3, 6), min_size=2, max_size=6), st.floats(0, 40), st.integers(0, 2**32 - 1))
def test_hands_with_penalty_cards_or_a_gap_stay_whole(hands: list[int], tilt_deg: float, seed: int) -> None:
    cards, owners = table(hands, np.random.default_rng(seed))

    layout = assign(photo(cards, tilt_deg=tilt_deg, spin_deg=0), seats=len(hands))

    assert owners_of(layout.hands, owners) == [{seat} for seat in range(len(hands))]
    assert [len(hand) for hand in layout.hands] == hands


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 8), st.floats(0, 360), st.floats(0, 50), st.integers(0, 2**32 - 1))
def test_a_camera_at_any_side_keeps_the_clockwise_order(
    players: int, spin_deg: float, tilt_deg: float, seed: int
) -> None:
    cards, owners = table([4] * players, np.random.default_rng(seed))

    layout = assign(photo(cards, tilt_deg=tilt_deg, spin_deg=spin_deg), seats=players)

    order = [owners[hand[0]] for hand in layout.hands]
    assert order == [(order[0] + seat) % players for seat in range(players)]


@given(st.integers(0, 12), st.integers(1, 8), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=60)
def test_every_card_is_in_one_hand_or_left_over_wherever_it_lies(cards: int, seats: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    strewn = [turned(CARD, rng.uniform(0, 7)) + rng.uniform(-500, 500, 2) for _ in range(cards)]

    layout = assign(np.array(strewn).reshape(-1, 4, 2), seats=seats)

    assert sorted([*layout.leftovers, *(index for hand in layout.hands for index in hand)]) == list(range(cards))
    assert len(layout.hands) == seats


def test_piles_close_to_a_hand_with_a_card_missing_stay_out_of_it() -> None:
    rng = np.random.default_rng(5)
    near = [moved(CARD, -40, 0), moved(CARD, 40, 0)]
    hand_of_three = [moved(card, 0, 165) for card in hand(3, rng)]
    across = [moved(card, 0, -400) for card in hand(4, rng)]

    layout = assign(np.array(near + hand_of_three + across), seats=2, backs=[0])

    assert layout.leftovers == (0, 1)
    assert sorted(layout.hands[0]) == [2, 3, 4]


@pytest.mark.parametrize("gap_mm", [4.0, 12.0, 25.0])
def test_a_discard_pile_that_touches_a_hand_is_in_no_hand(gap_mm: float) -> None:
    cards, owners = table([4, 4, 4], np.random.default_rng(5))
    nearest = min(card[:, 1].min() for card, owner in zip(cards, owners, strict=True) if owner == 0)
    # The piles lie side by side, the discard pile straight before the first hand.
    cards[1] = moved(CARD, 30, nearest - gap_mm - CARD_HEIGHT_MM / 2)
    cards[0] = cards[1] - (80, 0)

    layout = assign(cards, seats=3, backs=[0])

    assert owners_of(layout.hands, owners) == [{0}, {1}, {2}]
    assert (layout.draw, layout.discard) == (0, 1)


def test_a_hand_of_one_card_is_told_from_the_piles_by_the_back_on_them() -> None:
    cards = [
        moved(CARD, -40, 0),
        moved(CARD, 40, 0),
        moved(CARD, 0, 350),
        *(moved(card, 0, -350) for card in hand(4, np.random.default_rng(1))),
    ]

    layout = assign(np.array(cards), seats=2, backs=[0])

    assert layout.hands[0] == (2,)
    assert layout.leftovers == (0, 1)


def test_a_hand_reads_row_by_row_as_on_the_picture() -> None:
    grid = [CARD + place for place in ((72.0, 98.0), (0.0, 0.0), (72.0, 3.0), (0.0, 95.0))]

    layout = assign(np.array(grid), seats=1)

    assert layout.hands == ((1, 2, 3, 0),)


def test_the_draw_pile_is_the_back_in_the_middle_and_the_discard_pile_the_face_beside_it() -> None:
    cards, _ = table([4, 4, 4], np.random.default_rng(2))
    stray = moved(CARD, 700, 500)[None]
    quads = np.concatenate([cards, stray])

    reveal = assign(quads, seats=3, backs=[0, len(cards)])
    deal = assign(quads, seats=3, backs=[0, *range(2, len(quads))])

    assert (reveal.draw, reveal.discard) == (0, 1)
    assert (deal.draw, deal.discard) == (0, 1)
    assert [len(hand) for hand in deal.hands] == [4, 4, 4]


def test_where_nothing_is_discarded_yet_there_is_only_a_draw_pile() -> None:
    cards, _ = table([4, 4], np.random.default_rng(2))
    quads = np.delete(cards, 1, axis=0)

    layout = assign(quads, seats=2, backs=range(len(quads)))

    assert (layout.draw, layout.discard) == (0, None)


@pytest.mark.parametrize("spin_deg", [-7, -3, 0, 3, 7])
def test_of_seats_side_by_side_at_the_lower_edge_the_right_one_comes_first(spin_deg: float) -> None:
    rng = np.random.default_rng(8)
    middles = [(230, 170), (0, 170), (-230, 170), (-480, 0), (0, -170), (480, 0)]
    turns = [0, 0, 0, np.pi / 2, np.pi, -np.pi / 2]
    cards = [turned(card, turn) + at for at, turn in zip(middles, turns, strict=True) for card in hand(4, rng)]

    layout = assign(photo(np.array(cards), tilt_deg=15, spin_deg=spin_deg), seats=6)

    assert [min(cards) // 4 for cards in layout.hands] == [0, 1, 2, 3, 4, 5]


def test_with_fewer_grids_than_seats_the_last_seats_have_no_cards() -> None:
    cards, _ = table([4, 4], np.random.default_rng(3))

    layout = assign(cards[2:], seats=3)

    assert [len(hand) for hand in layout.hands] == [4, 4, 0]
    assert layout.leftovers == ()


def patience(gap_mm: float) -> Points:
    """Columns of one to seven cards, each covering most of the one before, four foundations, and the stock."""
    step = CARD_WIDTH_MM + gap_mm
    columns = [moved(CARD, column * step, 25 * row) for column in range(7) for row in range(column + 1)]
    above = [moved(CARD, column * step, -CARD_HEIGHT_MM - 25) for column in (0, 3, 4, 5, 6)]
    return np.array([*columns, *above])


@pytest.mark.parametrize("gap_mm", [4.0, 15.0, 35.0])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_patience_is_far_from_hands(gap_mm: float, seats: int) -> None:
    assert assign(patience(gap_mm), seats=seats, backs=[28]).strange > 1.25


@pytest.mark.parametrize("hands", [[4, 4], [4, 4, 4, 4], [8, 3], [1, 6, 4], [7, 7, 2]])
def test_hands_after_play_are_near_to_those_dealt(hands: list[int]) -> None:
    cards, _ = table(hands, np.random.default_rng(3))
    assert assign(cards, seats=len(hands), backs=[0]).strange < 1.0
