"""Where hands were, by when the cards that they took up were seen in their slots last."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.races.test_race import A1, ANN, B2, BEN, lifted, on_pile, stop

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Heap, Interval, Place
from kibitz_vision.decoding.attribution.whereabouts import ended_before, lay_then, since_it_lay, without_those_elsewhere
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change, Kind


def players_at_the_pile(change: Change, *in_flight: InFlightCard) -> tuple[set[str], set[str]]:
    left = without_those_elsewhere(change, in_flight)
    return {player for player, _ in left.by}, {stop.player for stop in left.stops}


@pytest.mark.parametrize(("taken_ms", "is_there"), [(1090, True), (1240, False), (1290, False), (1350, True)])
def test_a_hand_that_took_a_card_up_just_then_was_not_on_the_pile(taken_ms: float, is_there: bool) -> None:
    change = on_pile(1250, stop(BEN, 1233), stop(ANN, 1233), by=HandPosterior(((ANN, 0.6), (BEN, 0.4))))
    there = {ANN, BEN} if is_there else {ANN}
    assert players_at_the_pile(change, lifted(B2, taken_ms, (BEN, 1.0))) == (there, there)


@pytest.mark.parametrize(
    ("sure", "taken_ms", "by", "is_there"),
    [
        (0.4, 1370, HandPosterior(((BEN, 0.6), (ANN, 0.4))), False),
        (0.4, 1370, HandPosterior(((ANN, 0.6), (BEN, 0.4))), True),
        (0.4, 1450, HandPosterior.sole(BEN), True),
        (0.9, 1370, HandPosterior.sole(BEN), True),
    ],
    ids=["soon", "another's", "later", "whole arm"],
)
def test_a_hand_to_which_no_arm_led_was_not_on_the_pile_if_it_most_likely_took_a_card_up_soon_after(
    sure: float, taken_ms: float, by: HandPosterior, is_there: bool
) -> None:
    seemed = replace(stop(BEN, 1233), sure=sure)
    _, stopped = players_at_the_pile(on_pile(1250, stop(ANN, 1233), seemed), lifted(B2, taken_ms, *by))
    assert stopped == ({ANN, BEN} if is_there else {ANN})


@pytest.mark.parametrize(
    ("sure", "taken_ms", "hidden_ms", "is_there"),
    [(0.4, 1370, 1000, True), (0.4, 1370, 1370, False), (0.9, 1260, 1000, False)],
)
def test_a_hand_may_have_been_there_with_a_card_of_which_it_is_not_known_yet_that_it_had_gone(
    sure: float, taken_ms: float, hidden_ms: float, is_there: bool
) -> None:
    change = on_pile(1250, replace(stop(BEN, 1233), sure=sure))
    racer = lifted(A1, hidden_ms, (BEN, 1.0), sure=False)
    left = without_those_elsewhere(change, [lifted(B2, taken_ms, (BEN, 1.0))], [racer])
    assert bool(left.stops) == is_there


@pytest.mark.parametrize("lift", [lifted(Heap.DRAW, 1240, (BEN, 1.0)), lifted(B2, 1240, (BEN, 0.5), (ANN, 0.5))])
def test_a_card_off_the_draw_pile_or_of_who_knows_whose_hand_does_not_tell_where_one_was(lift: InFlightCard) -> None:
    assert players_at_the_pile(on_pile(1250, by=HandPosterior.sole(BEN)), lift) == ({BEN}, set())


def hidden(place: Place, at_ms: float) -> Change:
    return Change(Kind.GONE, place, Interval(at_ms - 33, at_ms), 0, HandPosterior.sole(BEN))


def test_a_card_that_its_hand_hid_before_may_have_gone_then_though_that_was_seen_only_later() -> None:
    lift, change = lifted(B2, 1240, (BEN, 1.0)), on_pile(1250, by=HandPosterior.sole(BEN))
    for place, is_there in ((A1, False), (B2, True)):
        seen = replace(change, hidden=(hidden(place, 1000),))
        assert players_at_the_pile(seen, lift) == ({BEN} if is_there else set(), set())


@pytest.mark.parametrize(("taken_ms", "since_ms"), [(1000, 1027), (900, 1000), (1250, 1205)])
def test_a_hand_came_no_sooner_than_its_card_can_and_is_known_no_better_than_others(
    taken_ms: float, since_ms: float
) -> None:
    at = since_it_lay(lifted(B2, taken_ms, (BEN, 1.0)), on_pile(1250), Interval(1000, 1250))
    assert at == Interval(since_ms, 1250)


def test_when_a_hand_came_that_is_known_exactly_stays_as_it_is() -> None:
    exact = Interval(1210, 1250)
    assert since_it_lay(lifted(B2, 1240, (BEN, 1.0)), on_pile(1250), exact) == exact


def test_a_hand_may_have_been_there_with_another_card_than_the_one_that_was_taken_up_then() -> None:
    change, then = on_pile(1250, by=HandPosterior.sole(BEN)), lifted(B2, 1240, (BEN, 1.0))
    assert players_at_the_pile(change, then, lifted(A1, 1000, (BEN, 1.0))) == ({BEN}, set())


@pytest.mark.parametrize(
    ("taken_ms", "stop_ms", "hidden_ms", "expected"),
    [
        (1223, 1200, None, False),
        (1224, 1200, None, True),
        (1273, 1283, None, False),
        (1274, 1283, None, True),
        (1224, 1303, None, True),
        (1400, 1200, 1223, False),
        (1400, 1200, 1224, True),
    ],
    ids=["as it came", "later", "before it stopped", "as it stopped", "long before that", "hidden", "hidden later"],
)
def test_a_card_seen_in_its_slot_until_its_hand_was_on_the_pile_lay_there_then(
    taken_ms: float, stop_ms: float, hidden_ms: float | None, *, expected: bool
) -> None:
    hidden = () if hidden_ms is None else (lifted(B2, hidden_ms, (BEN, 1.0)).change,)
    came = replace(on_pile(1250, stop(BEN, stop_ms), stop(ANN, 1300)), hidden=hidden)
    assert lay_then(lifted(B2, taken_ms, (BEN, 1.0)), BEN, came) == expected
    assert lay_then(lifted(B2, taken_ms, (BEN, 1.0)), BEN, replace(came, hidden=(), reached=hidden)) == expected


@pytest.mark.parametrize(
    ("at", "upon", "end_ms"),
    [
        (Interval(1290, 1367), Interval(1359, 1403), 1359),
        (Interval(1290, 1367), None, 1367),
        (Interval(1290, 1380), Interval(1359, 1403), 1380),
        (Interval(1290, 1350), Interval(1359, 1403), 1350),
        (Interval(1362, 1367), Interval(1359, 1403), 1367),
    ],
    ids=["seems to be first", "nothing upon it", "hardly first", "surely first", "may be last"],
)
def test_a_card_that_is_seen_to_lie_beneath_another_came_before_it_if_it_seems_to_have(
    at: Interval, upon: Interval | None, end_ms: float
) -> None:
    assert ended_before(at, upon) == Interval(at.start_ms, end_ms)
