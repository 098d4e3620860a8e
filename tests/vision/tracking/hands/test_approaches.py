"""Which parts of the ways to the discard pile no other player's arm comes to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.hands.approaches import approaches_of

PX_PER_MM = 1.0
SIZE = (1280, 1280)
SPOTS = 60 * 27
GRID = ((-35.0, 250.0), (35.0, 250.0), (-35.0, 350.0), (35.0, 350.0))
"""The cards before a player, in mm to the right and nearer than the pile, as that player sees them."""


def seated(turns: Sequence[float], pile_px: tuple[float, float] = (640.0, 640.0)) -> TablePlaces:
    """A table with the pile in the picture and players whose right hands are at these angles, in radians."""
    pile = np.array(pile_px) / PX_PER_MM
    quads = {Heap.DISCARD: card_rectangle(pile, 0.0)}
    for seat, turn in enumerate(turns, start=1):
        right, near = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        for slot, (aside, away) in zip(("a1", "a2", "b1", "b2"), GRID, strict=True):
            quads[SlotId(f"p{seat}.{slot}")] = card_rectangle(pile + right * aside + near * away, turn)
    players = tuple(PlayerId(f"P{seat}") for seat in range(1, len(turns) + 1))
    return TablePlaces(players, SIZE, np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0]), quads)


def test_a_player_alone_is_watched_all_along_but_where_cards_come_to_lie() -> None:
    approaches = approaches_of(seated([0.0]))
    assert approaches.apart.shape == (1, 3, 60, 27)
    assert not approaches.apart[:, :, :4].any()
    assert approaches.apart[:, :, 4:].all()


def test_between_neighbours_only_what_an_arm_of_the_other_does_not_reach_is_watched() -> None:
    alone, between = (approaches_of(seated(turns)).apart[0].sum() for turns in ([0.0], [0.0, 0.8]))
    assert 300 * 3 <= between < alone * 0.9


@pytest.mark.parametrize("apart", [0.0, 0.1, 0.3])
def test_of_players_close_together_some_of_each_way_is_watched_all_the_same(apart: float) -> None:
    watched = approaches_of(seated([0.0, apart])).apart
    assert (watched.sum(axis=(2, 3)) >= 300).all()


def test_nothing_out_of_the_picture_is_watched() -> None:
    table = seated([0.0], pile_px=(640.0, 1180.0))
    approaches = approaches_of(table)
    assert 0 < approaches.inside.sum() < 3 * SPOTS
    assert not (approaches.apart & ~approaches.inside).any()


def test_only_changes_of_what_is_watched_count() -> None:
    approaches = approaches_of(seated([0.0, np.pi]))
    empty = np.full((SIZE[1] // 4, SIZE[0] // 4, 3), 90, np.uint8)
    below = empty.copy()
    below[SIZE[1] // 8 + 14 :] = 200
    changed = approaches.changed(approaches.strips([empty, below, below]))
    assert changed.shape == (2, 3, 2, 3)
    assert (changed[:, [0, 2]] == 0).all()
    assert changed[:, 1].max(axis=2) == pytest.approx(np.array([[1.0, 0.0]] * 2), abs=0.02)


def test_what_changes_where_hands_on_the_pile_are_is_none_of_what_lies_beyond() -> None:
    approaches = approaches_of(seated([0.0]))
    empty = np.full((SIZE[1] // 4, SIZE[0] // 4, 3), 90, np.uint8)
    middle = SIZE[0] // 8
    at_pile = empty.copy()
    at_pile[middle - 25 : middle + 25, middle - 25 : middle + 25] = 200
    whole, beyond = approaches.changed(approaches.strips([empty, at_pile]))
    assert whole[1].min() > 0.05
    assert (beyond[1] == 0).all()


@pytest.mark.parametrize(("away_px", "is_told"), [(130.0, False), (200.0, True)])
def test_of_an_arm_that_is_hardly_seen_beyond_the_hands_nothing_is_told_there(away_px: float, *, is_told: bool) -> None:
    approaches = approaches_of(seated([0.0], pile_px=(640.0, SIZE[1] - away_px)))
    empty = np.full((SIZE[1] // 4, SIZE[0] // 4, 3), 90, np.uint8)
    whole, beyond = approaches.changed(approaches.strips([empty, np.full_like(empty, 200)]))
    assert whole[1].min() > 0.9
    assert beyond[1].min() > 0.9 if is_told else beyond[1].max() == 0
