"""What the tracker finds out about one place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, on_pile, stop

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation


def read(certainty: float) -> CardObservation:
    return CardObservation(
        np.zeros((4, 2)), is_flat=True, is_back=False, probabilities=np.full(54, certainty, np.float32)
    )


def test_a_hand_that_stops_long_after_the_card_before_may_bring_the_next_however_early_it_seemed_to_be_there() -> None:
    wide, early = HandStop(BEN, Interval(980, 1230), 1.0), HandStop(ANN, Interval(980, 1100), 1.0)
    (kept,) = on_pile(1250, early, wide).after(1000).stops
    assert (kept.player, kept.at) == (BEN, Interval(1000, 1230))


@pytest.mark.parametrize(
    ("laid_ms", "stops", "by"),
    [
        ({}, [ANN, BEN], [ANN, BEN, CLEO]),
        ({ANN: 1216.0}, [ANN, BEN], [ANN, BEN, CLEO]),
        ({ANN: 1217.0}, [BEN], [BEN, CLEO]),
        ({ANN: 1217.0, CLEO: 900.0}, [BEN], [BEN]),
    ],
    ids=[
        "nobody laid one",
        "one has come to rest again since",
        "one rests there still",
        "one of whom no stop was seen",
    ],
)
def test_a_card_is_of_none_of_the_hands_that_rest_there_since_they_laid_others(
    laid_ms: dict[PlayerId, float], stops: list[PlayerId], by: list[PlayerId]
) -> None:
    change = on_pile(1250, stop(ANN, 1200), stop(BEN, 1240), by=HandPosterior(((ANN, 0.5), (BEN, 0.25), (CLEO, 0.25))))
    own = change.without(laid_ms)
    assert [one.player for one in own.stops] == stops
    assert [player for player, _ in own.by] == by
    assert sum(odds for _, odds in own.by) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("seen_ms", "certainty", "since_ms"),
    [(1150, 0.99, 1150), (1150, 0.97, 1000), (1230, 0.99, 1205), (1260, 0.99, 1000), (900, 0.99, 1000)],
    ids=["seen before", "not surely read", "seen just before", "seen after that", "seen long before"],
)
def test_a_hand_came_to_rest_after_the_card_beneath_its_own_was_read_on_top(
    seen_ms: float, certainty: float, since_ms: float
) -> None:
    beneath = replace(on_pile(1100), lying=read(certainty), seen_ms=seen_ms)
    (late,) = on_pile(1250, HandStop(BEN, Interval(1000, 1250), 1.0)).laid_on(beneath).stops
    assert late.at == Interval(since_ms, 1250)


def test_a_card_that_was_read_later_than_the_one_beneath_came_to_rest_after_that_was_seen() -> None:
    early, late = stop(ANN, 1090), HandStop(BEN, Interval(1000, 1250), 1.0)
    beneath = replace(on_pile(1100, early, late), lying=read(0.99), seen_ms=1150)
    top = beneath.covered_by(replace(on_pile(1300), lying=read(0.98), confidence=0.98))
    assert top.before is beneath.lying
    assert top.confidence == 0.98
    assert [one.at for one in top.stops] == [early.at, Interval(1150, 1250)]
