"""Whose hand it was, from odds that two sights of it have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
PLAYERS = (ANN, BEN, PlayerId("Cleo"))


@st.composite
def posteriors(draw: st.DrawFn) -> HandPosterior:
    """Odds of some players that are one in all."""
    weights = draw(st.lists(st.integers(1, 20), min_size=1, max_size=3))
    return HandPosterior(zip(PLAYERS, (weight / sum(weights) for weight in weights), strict=False))


@given(posteriors(), posteriors())
def test_the_joint_of_two_hands_is_again_odds_that_are_one_in_all(one: HandPosterior, other: HandPosterior) -> None:
    joint = one.joint(other)
    assert sum(odds for _, odds in joint) == pytest.approx(1.0)
    assert joint.likeliest[0] in dict(one)


@given(posteriors())
def test_without_some_players_the_odds_of_the_others_grow_alike(one: HandPosterior) -> None:
    rest = one.without({ANN})
    assert ANN not in dict(rest)
    if rest:
        assert sum(odds for _, odds in rest) == pytest.approx(1.0)


def test_a_hand_may_be_of_some_and_is_surely_of_one_at_most() -> None:
    likely, sure = HandPosterior(((ANN, 0.6), (BEN, 0.4))), HandPosterior(((ANN, 0.95), (BEN, 0.05)))
    assert (likely.players, likely.surely) == ({ANN, BEN}, set())
    assert (sure.players, sure.surely) == ({ANN}, {ANN})
    assert likely.may_be_one_with(sure) and likely.is_one_with(sure)
    assert UNSEEN_HAND.may_be_one_with(sure) and not UNSEEN_HAND.is_one_with(sure)
    assert likely.without({ANN}) == HandPosterior.sole(BEN)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (HandPosterior.sole(ANN), HandPosterior.sole(ANN), 1.0),
        (HandPosterior.sole(ANN), HandPosterior.sole(BEN), 0.0),
        (HandPosterior(((ANN, 0.5), (BEN, 0.5))), HandPosterior.sole(BEN), 0.5),
        (UNSEEN_HAND, HandPosterior.sole(BEN), 0.3),
    ],
)
def test_two_hands_are_one_players_as_far_as_their_odds_meet(
    one: HandPosterior, other: HandPosterior, shared: float
) -> None:
    assert one.together(other) == pytest.approx(shared)
    assert other.together(one) == pytest.approx(shared)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (HandPosterior(((ANN, 0.6), (BEN, 0.4))), HandPosterior.sole(BEN), {BEN: 1.0}),
        (HandPosterior(((ANN, 0.6), (BEN, 0.4))), HandPosterior(((ANN, 0.4), (BEN, 0.6))), {ANN: 0.5, BEN: 0.5}),
        (HandPosterior(((ANN, 0.71), (BEN, 0.29))), HandPosterior.sole(BEN), {ANN: 0.71, BEN: 0.29}),
        (UNSEEN_HAND, HandPosterior.sole(BEN), {BEN: 1.0}),
        (HandPosterior.sole(ANN), UNSEEN_HAND, {ANN: 1.0}),
    ],
    ids=["one is left", "either", "hardly one hand", "the first was not seen", "the other was not"],
)
def test_a_hand_seen_twice_is_the_one_that_it_may_have_been_both_times(
    one: HandPosterior, other: HandPosterior, expected: dict[PlayerId, float]
) -> None:
    assert dict(one.joint(other)) == pytest.approx(expected)
