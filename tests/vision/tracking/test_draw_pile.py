"""Cards taken from the draw pile, told by the hand that rests on it."""

from __future__ import annotations

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.draw_pile import DrawPile

ANN = HandPosterior.sole(PlayerId("Ann"))
REACHING, RESTING, NOTHING = (ANN, 0.6), (ANN, 0.99), (UNSEEN_HAND, 1.0)


def watch(*frames: tuple[HandPosterior, float]) -> list[tuple[int, Kind]]:
    """What is found out, with the frame it is said to have happened in; a hand covers a third of the pile."""
    pile = DrawPile()
    return [
        (frame - ago, kind)
        for frame, (by, rest) in enumerate(frames)
        for kind, ago in pile.update(by, rest, 0.7 if by else 1.0)
    ]


def test_a_hand_that_rests_on_the_pile_and_moves_away_took_a_card() -> None:
    frames = [NOTHING, REACHING, REACHING, RESTING, RESTING, REACHING, NOTHING]
    assert watch(*frames) == [(2, Kind.TOUCHED), (4, Kind.TAKEN)]


def test_a_hand_that_never_rests_there_took_none() -> None:
    assert watch(NOTHING, *[REACHING] * 6, NOTHING) == []


def test_a_hand_that_only_slows_down_before_much_of_the_pile_moves_took_a_card() -> None:
    slow, carried = (ANN, 0.8), (ANN, 0.5)
    assert watch(NOTHING, slow, slow, slow, carried, NOTHING) == [(1, Kind.TOUCHED), (3, Kind.TAKEN)]
    assert watch(NOTHING, slow, slow, carried, NOTHING) == []
    assert watch(NOTHING, slow, slow, slow, slow, NOTHING) == []


def test_the_same_hand_on_its_way_off_is_not_taken_for_another() -> None:
    frames = [NOTHING, REACHING, RESTING, REACHING, RESTING, REACHING, NOTHING, NOTHING]
    assert [kind for _, kind in watch(*frames)] == [Kind.TOUCHED, Kind.TAKEN]


def test_a_second_hand_takes_a_second_card() -> None:
    once = [REACHING, RESTING, RESTING, REACHING, NOTHING, NOTHING, NOTHING]
    assert [kind for _, kind in watch(*once, *once)] == [Kind.TOUCHED, Kind.TAKEN] * 2
