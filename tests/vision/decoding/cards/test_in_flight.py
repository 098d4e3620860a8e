"""Cards in the air."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_vision.decoding.cards.in_flight import (
    InFlightCard,
    by_free_hands,
    carried_since,
    gone_by,
    is_before,
    is_knock,
    is_while_carrying,
    latest,
    latest_before,
    same_hand,
    seen_of,
    taken_before,
    when_ms,
)
from kibitz_vision.tracking.changes import Change, Kind

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
SLOT = SlotId("p1.a1")


ANNS = HandPosterior.sole(ANN)


def change(at_ms: float, by: HandPosterior = ANNS, kind: Kind = Kind.GONE) -> Change:
    return Change(kind, SLOT, Interval(at_ms - 33, at_ms), 7, by)


@given(carried=st.floats(0, 1000))
def test_no_card_is_carried_faster_than_a_hand_moves(carried: float) -> None:
    if carried < 40:
        assert not is_before(change(1000), change(1000 + carried))
    if carried > 80:
        assert is_before(change(1000), change(1000 + carried))


@given(at_ms=st.floats(1000, 9000))
def test_a_card_that_nobody_saw_taken_was_in_the_air_just_before_it_lay(at_ms: float) -> None:
    laid = change(at_ms, kind=Kind.CAME)
    drawn, snapped = taken_before(laid), gone_by(SLOT, laid)
    assert drawn.place is Heap.DRAW
    assert (snapped.place, snapped.is_sure) == (SLOT, True)
    for taken in (drawn, snapped.change):
        assert taken.by == laid.by
        assert taken.at.start_ms < taken.at.end_ms
        assert is_before(taken, laid)


def test_a_card_that_lies_exactly_as_before_was_not_taken_up_unless_its_place_was_seen_bare() -> None:
    arm = change(1000)
    exactly, slipped = (replace(change(1800, kind=Kind.BACK), moved_mm=mm) for mm in (0.1, 1.0))
    assert is_knock(InFlightCard(SLOT, arm), exactly)
    assert not is_knock(InFlightCard(SLOT, arm), slipped)
    assert not is_knock(InFlightCard(SLOT, arm, is_sure=True), exactly)
    assert not is_knock(InFlightCard(SLOT, arm, told=True), exactly)


def test_a_card_may_be_carried_by_a_hand_that_took_it_up_since_a_race() -> None:
    before, since = InFlightCard(SLOT, change(1000), is_sure=True), InFlightCard(SLOT, change(1600), is_sure=True)
    laid = change(1900, kind=Kind.CAME)
    assert carried_since([before, since], 1250, laid) is since
    assert carried_since([before], 1250, laid) is None
    assert carried_since([since], 1250, replace(laid, by=HandPosterior.sole(BEN))) is None


def test_the_latest_lift_is_the_one_that_ended_last() -> None:
    first, second = InFlightCard(SLOT, change(1000)), InFlightCard(SLOT, change(1200))
    assert latest([second, first]) is second
    assert latest([]) is None
    assert when_ms(second) == 1200


@pytest.mark.parametrize(("second_ms", "taken"), [(1100, 1100), (1170, 1000)])
def test_of_hidden_cards_the_last_that_can_have_been_carried_there_in_time_was_taken_up(
    second_ms: float, taken: float
) -> None:
    hidden = [InFlightCard(SLOT, change(at_ms)) for at_ms in (1000, second_ms)]
    found = latest_before(hidden, change(1200, kind=Kind.CAME))
    assert found is not None
    assert when_ms(found) == taken
    assert latest_before(hidden[1:], change(1200, kind=Kind.CAME)) is hidden[1]
    assert latest_before([], change(1200)) is None


def test_a_hand_that_just_took_a_card_does_not_take_another_there() -> None:
    lift = InFlightCard(SLOT, change(1000))
    assert same_hand(lift, change(1100), SLOT)
    assert not same_hand(lift, change(1100, HandPosterior.sole(BEN)), SLOT)
    assert not same_hand(lift, change(2000), SLOT)
    assert not same_hand(lift, change(1100), SlotId("p1.b1"))


def test_a_change_is_told_with_its_time_frame_and_hands() -> None:
    seen = seen_of(change(1000))
    assert (seen.at, seen.frames, seen.by) == (Interval(967, 1000), (7,), HandPosterior.sole(ANN))


@pytest.mark.parametrize(
    ("at_ms", "by", "passes"), [(1100, ANN, True), (1100, BEN, False), (1400, ANN, False), (900, ANN, False)]
)
def test_a_hand_that_has_just_taken_up_a_card_draws_none(at_ms: float, by: PlayerId, passes: bool) -> None:
    draw = InFlightCard(Heap.DRAW, change(at_ms, HandPosterior.sole(by), Kind.TAKEN))
    assert is_while_carrying(draw, InFlightCard(SLOT, change(1000))) == passes
    assert not is_while_carrying(InFlightCard(SLOT, change(at_ms)), InFlightCard(SLOT, change(1000)))


@pytest.mark.parametrize(
    ("taken_ms", "by", "expected"),
    [
        (1800, HandPosterior(((BEN, 0.6), (ANN, 0.4))), [ANN]),
        (1600, HandPosterior(((BEN, 0.6), (ANN, 0.4))), [BEN, ANN]),
        (2100, HandPosterior(((BEN, 0.6), (ANN, 0.4))), [BEN, ANN]),
        (1800, HandPosterior(((BEN, 0.8), (ANN, 0.2))), [BEN, ANN]),
        (1800, HandPosterior.sole(BEN), [BEN]),
    ],
    ids=["just before", "long before", "later", "hardly anybody else was there", "nobody else was there"],
)
def test_a_hand_that_had_just_taken_up_a_card_took_no_other_where_another_hand_was_there(
    taken_ms: float, by: HandPosterior, expected: list[PlayerId]
) -> None:
    other = InFlightCard(SlotId("p2.b2"), change(taken_ms, HandPosterior.sole(BEN)), is_sure=True)
    found = by_free_hands(change(2000, by), [other]).by
    assert [player for player, _ in found] == expected
    assert sum(odds for _, odds in found) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "other",
    [
        InFlightCard(SlotId("p2.b2"), change(1800, HandPosterior.sole(BEN))),
        InFlightCard(SlotId("p2.b2"), change(1800, HandPosterior(((BEN, 0.5), (ANN, 0.5)))), is_sure=True),
        InFlightCard(Heap.DRAW, change(1800, HandPosterior.sole(BEN)), is_sure=True),
        InFlightCard(SLOT, change(1800, HandPosterior.sole(BEN)), is_sure=True),
    ],
    ids=["perhaps only tilted", "by nobody knows whom", "drawn", "the same card"],
)
def test_a_hand_of_which_that_is_not_sure_may_have_taken_up_a_card(other: InFlightCard) -> None:
    by = HandPosterior(((BEN, 0.6), (ANN, 0.4)))
    assert by_free_hands(change(2000, by), [other]).by == by


def test_where_anybodys_cards_are_taken_a_hand_that_nobody_saw_took_what_one_with_a_card_cannot_have() -> None:
    other = InFlightCard(SlotId("p2.b2"), change(1800, HandPosterior.sole(BEN)), is_sure=True)
    gone = change(2000, HandPosterior(((BEN, 0.8), (ANN, 0.2))))
    assert by_free_hands(gone, [other], is_for_anybodys=True).by == ()
    assert by_free_hands(gone, [other]).by == gone.by
    assert by_free_hands(change(2400, gone.by), [other], is_for_anybodys=True).by == gone.by


def test_only_a_hand_that_is_hardly_anothers_is_sure() -> None:
    assert HandPosterior(((ANN, 0.91), (BEN, 0.09))).surely == {ANN}
    assert HandPosterior(((ANN, 0.89), (BEN, 0.11))).surely == set()
