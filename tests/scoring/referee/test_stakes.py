"""What depends on an answer."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.referee.acts.readings import Reading
from kibitz_scoring.referee.stakes import is_at_stake

from ..eye import CAMBIO, KABOO, PLAYERS, table

TOP = " | top p3 snaps 0"


def after(state: RoundState, *told: str) -> RoundState:
    for one in told:
        state = apply(state, parse_event(one, PLAYERS))
    return state


def read(*ways: tuple[str, float]) -> tuple[Reading, ...]:
    """Readings of an act, each of its events parted by ";", with their probabilities."""
    return tuple(
        Reading(tuple(parse_event(one.strip(), PLAYERS) for one in told.split(";") if one.strip()), probability)
        for told, probability in ways
    )


@pytest.mark.parametrize(
    "ways",
    [
        (("p1 draws", 0.6), ("p2 draws", 0.3)),
        (("p1 draws; p1 swaps p1.a1 3C", 0.6), ("p1 takes; p1 swaps p1.a1 3C", 0.3)),
        (("p1 looks p1.a1", 0.5), ("", 0.3)),
        (("p1 draws; p1 swaps p1.a1 3C", 0.7), ("p1 snaps p1.a1 7C", 0.05)),
        (("p1 draws", 0.05),),
    ],
)
def test_nothing_depends_on_what_leaves_the_same_cards_and_debts_behind(ways: tuple[tuple[str, float], ...]) -> None:
    assert not is_at_stake(table(CAMBIO, TOP), read(*ways))


@pytest.mark.parametrize(
    "ways",
    [
        (("p1 snaps p1.a1 7C", 0.6),),
        (("p1 snaps p1.a1 7C", 0.05),),
        (("p1 draws; p1 swaps p1.a1 3C", 0.5), ("p1 snaps p1.a1 3C wrong", 0.2)),
        (("p1 snaps p1.a1 7C", 0.5), ("p2 snaps p1.a1 7C", 0.3)),
    ],
)
def test_a_snap_that_counts_is_never_taken_for_granted(ways: tuple[tuple[str, float], ...]) -> None:
    assert is_at_stake(table(CAMBIO, TOP), read(*ways))


def test_it_matters_whether_a_penalty_card_was_taken() -> None:
    assert is_at_stake(table(KABOO, TOP), read(("p2 penalty p2.x1", 0.6), ("", 0.2)))
    wrong = after(table(KABOO, TOP), "p2 snaps p2.a1 3C wrong")
    assert is_at_stake(wrong, read(("p2 penalty p2.x1", 0.6), ("", 0.2)))


@pytest.mark.parametrize("told", ["move p1.a1 aside", "move deck p2.x1; reveal p2.x1 9C", "reveal p1.a1 9C"])
def test_it_matters_whether_a_card_came_or_went_that_nobody_saw_or_was_turned_up(told: str) -> None:
    assert is_at_stake(table(CAMBIO, TOP), read((told, 0.5)))


def test_it_matters_who_ended_the_round() -> None:
    assert is_at_stake(table(KABOO, TOP), read(("round-ends call p1", 0.5), ("round-ends call p2", 0.5)))
