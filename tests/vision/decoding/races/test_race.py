"""Cards of several hands that reach the discard pile together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, lifted, observation, on_pile, stop

from kibitz_scoring.cards import FRENCH52, parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, Face, Interval, SlotId
from kibitz_vision.decoding.attribution.contact_attribution import by_arm
from kibitz_vision.decoding.races.race import Race, race_of
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

A1, A2, B2, C1 = SlotId("p1.a1"), SlotId("p1.a2"), SlotId("p2.b2"), SlotId("p3.a1")
FACE = FRENCH52[5]


LIFTS = (lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1020, (BEN, 1.0)))


def race(*stops: HandStop, at_ms: float = 1250, by: HandPosterior = UNSEEN_HAND) -> Race:
    found = race_of(LIFTS, on_pile(at_ms, *stops, by=HandPosterior(by)), FACE)
    assert found is not None
    return found


@given(first=st.floats(1120, 1200), gap=st.floats(26, 200))
def test_the_card_of_the_hand_that_came_to_rest_last_lies_on_top(first: float, gap: float) -> None:
    found = race(stop(ANN, first), stop(BEN, first + gap), at_ms=first + gap)
    assert found.contestants.top(()).place == B2
    assert found.contact(LIFTS[0]).at == stop(ANN, first).at
    assert found.contact(LIFTS[1]).at == stop(BEN, first + gap).at


def test_of_hands_that_came_to_rest_together_the_one_that_takes_its_card_back_had_it_on_top() -> None:
    found = race(stop(ANN, 1240), stop(BEN, 1246))
    assert found.contestants.top(HandPosterior.sole(ANN)).place == A1
    assert found.contestants.top(HandPosterior.sole(BEN)).place == B2


def test_of_hands_that_nobody_saw_come_to_rest_the_one_that_is_left_had_its_card_on_top() -> None:
    found = race(by=HandPosterior(((BEN, 0.86), (ANN, 0.14))))
    assert found.contestants.top(found.change.by).place == B2
    found.leave_out([BEN])
    assert found.contestants.top(found.change.by).place == A1


def test_a_card_of_a_hand_that_turned_out_to_have_brought_none_does_not_lie_on_top() -> None:
    found = race(stop(ANN, 1200), stop(BEN, 1290), by=HandPosterior.sole(ANN))
    assert found.contestants.top(found.change.by).place == B2
    found.leave_out([BEN])
    assert found.contestants.top(found.change.by).place == A1
    assert found.contestants.beneath(LIFTS[0]) == []


def test_cards_that_nobody_was_seen_to_take_are_of_the_hands_that_came_to_the_pile_in_their_order() -> None:
    first, second = lifted(A1, 1000), lifted(A2, 1040)
    found = race_of((second, first), on_pile(1250, stop(BEN, 1150), stop(CLEO, 1240)), FACE)
    assert found is not None
    assert [found.contact(one).by for one in (first, second)] == [HandPosterior.sole(BEN), HandPosterior.sole(CLEO)]
    assert not found.contestants.strangers()


def test_a_card_that_nobody_was_seen_to_take_is_that_of_a_hand_that_came_when_it_turns_out_to_have_gone() -> None:
    found = race_of(LIFTS[:1], on_pile(1250, stop(ANN, 1150), stop(CLEO, 1240)), FACE)
    assert found is not None
    assert found.contestants.strangers() == {CLEO}
    found.look([LIFTS[0], lifted(C1, 1020)], lambda _: False)
    assert [one.place for one in found.racers] == [A1, C1]
    assert not found.contestants.strangers()


def test_a_hand_that_has_not_come_to_rest_has_laid_nothing_yet() -> None:
    assert race_of(LIFTS, on_pile(1250, stop(ANN, 1240)), FACE) is None


def test_a_hand_that_comes_to_rest_after_the_card_did_not_bring_it() -> None:
    assert race_of(LIFTS, on_pile(1250, stop(ANN, 1240), stop(BEN, 1400)), FACE) is None


def test_hands_nobody_could_time_may_have_come_whenever_they_could() -> None:
    found = race()
    first, second = (found.contact(lift).at for lift in LIFTS)
    assert first.overlaps(second)
    assert first.start_ms < 1100
    assert second.end_ms == 1250


@pytest.mark.parametrize("timed", [ANN, BEN])
def test_a_hand_nobody_could_time_is_never_firmly_before_or_after_one_that_was(timed: PlayerId) -> None:
    in_flight = [lifted(place, 1000, (player, 1.0)) for place, player in ((A1, ANN), (B2, BEN))]
    known = stop(timed, 1240)
    found = Race(on_pile(1250, known), FACE, in_flight, 1250)
    assert found.contact(in_flight[0]).at.overlaps(found.contact(in_flight[1]).at)


def test_arms_that_cannot_be_told_apart_at_their_places_are_by_where_they_stop() -> None:
    in_flight = (lifted(A1, 1000, (ANN, 0.55), (BEN, 0.45)), lifted(B2, 1020, (BEN, 0.55), (ANN, 0.45)))
    found = race_of(in_flight, on_pile(1320, stop(ANN, 1240), stop(BEN, 1310)), FACE)
    assert found is not None
    assert {one.place for one in found.contestants.hands()} == {A1, B2}


def test_of_two_hidden_places_of_one_hand_the_card_is_the_last_one_that_it_had_time_to_bring() -> None:
    hidden = [lifted(SlotId(f"p2.{name}"), ms, (BEN, 1.0), sure=False) for name, ms in (("a1", 1240), ("a2", 1100))]
    earlier = lifted(B2, 1050, (BEN, 1.0), sure=False)
    found = race_of((LIFTS[0], *hidden, earlier), on_pile(1320, stop(ANN, 1240), stop(BEN, 1300)), FACE)
    assert found is not None
    assert {one.place for one in found.contestants.hands()} == {A1, SlotId("p2.a2")}


def test_of_two_places_of_one_hand_only_one_card_came() -> None:
    in_flight = (*LIFTS, lifted(SlotId("p2.a1"), 990, (BEN, 1.0), sure=False))
    found = race_of(in_flight, on_pile(1320, stop(ANN, 1240), stop(BEN, 1310)), FACE)
    assert found is not None
    assert [one.place for one in found.contestants.hands()].count(B2) == 1
    assert len(found.contestants.hands()) == 2


def test_a_race_is_over_when_its_cards_have_been_waited_for_since_the_first_of_them() -> None:
    found = race(stop(ANN, 1150), stop(BEN, 1240))
    assert not found.is_over(2900)
    assert found.is_over(3000)


def test_a_card_that_turns_out_to_lie_in_its_place_was_in_no_race() -> None:
    doubtful = lifted(C1, 1010, (CLEO, 1.0), sure=False)
    found = race_of((*LIFTS, doubtful), on_pile(1250, by=HandPosterior.sole(ANN)), FACE)
    assert found is not None
    found.look(LIFTS, lambda _: False)
    assert {one.place for one in found.racers} == {A1, B2}


def test_which_of_two_cards_a_hand_brought_does_not_tell_when_it_came() -> None:
    cards = lifted(B2, 1190, (BEN, 1.0)), lifted(SlotId("p2.b1"), 1000, (BEN, 1.0))
    wide = HandStop(BEN, Interval(1060, 1250), 1.0)
    for racers, since_ms in ((cards[:1], 1205), (cards, 1060)):
        found = Race(on_pile(1250, wide), FACE, list(racers), 1250)
        assert found.contact(cards[0]).at == Interval(since_ms, 1250)


def test_a_race_of_which_no_card_is_left_is_clear() -> None:
    assert Race(on_pile(1250, stop(BEN, 1240)), FACE, [], 1250).is_clear()


def test_a_card_is_of_the_hand_that_brought_none_else_where_the_likelier_one_brought_another() -> None:
    taken = lifted(B2, 1050, (ANN, 0.8), (BEN, 0.2)), lifted(A1, 1000, (ANN, 0.9), (BEN, 0.1))
    hidden = lifted(A1, 1000, (ANN, 0.9), (BEN, 0.1), sure=False)
    beside = lifted(SlotId("p2.a2"), 1000, (ANN, 0.9), (BEN, 0.1), sure=False)
    cases = (taken, BEN, 1240), ((taken[0], hidden), BEN, 1240), (taken[:1], ANN, 1170), ((taken[0], beside), ANN, 1170)
    for in_flight, player, at_ms in cases:
        found = Race(on_pile(1270, stop(ANN, 1170), stop(BEN, 1240)), FACE, list(in_flight), 1270)
        assert found.contestants.contacts[B2] == stop(player, at_ms)
        assert found.contestants.contacts.get(A1, stop(ANN, 1170)) == stop(ANN, 1170)
        laid = found.contact(in_flight[0])
        assert (laid.at, max(laid.by, key=lambda one: one[1])[0]) == (stop(player, at_ms).at, player)


@pytest.mark.parametrize("is_for_anybodys", [True, False])
def test_a_card_taken_as_the_likelier_hand_stopped_is_of_the_one_that_came_after_and_that_is_noted(
    *, is_for_anybodys: bool
) -> None:
    in_flight = (lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1180, (ANN, 0.8), (BEN, 0.2)))
    came = on_pile(1300, stop(ANN, 1200), stop(BEN, 1290))
    found = race_of(in_flight, came, FACE, is_for_anybodys=is_for_anybodys)
    assert found is not None
    assert {place: one.player for place, one in found.contestants.contacts.items()} == {A1: ANN, B2: BEN}
    found.name_hands()
    assert [one.change.by for one in found.racers] == [HandPosterior.sole(ANN), HandPosterior.sole(BEN)]
    assert found.is_doubted is is_for_anybodys
    found.uncovered = came, FACE
    beneath = found.before(in_flight[1], FACE, came)
    assert beneath.is_for_anybodys is is_for_anybodys
    assert beneath.uncovered is None


@pytest.mark.parametrize(
    ("left", "left_ms", "by", "is_doubted"),
    [
        (CLEO, 1210, HandPosterior(((ANN, 0.7), (CLEO, 0.3))), True),
        (CLEO, 1150, HandPosterior(((ANN, 0.7), (CLEO, 0.3))), False),
        (CLEO, 1150, HandPosterior(((CLEO, 0.6), (ANN, 0.4))), True),
        (BEN, 1150, HandPosterior.sole(ANN), False),
    ],
    ids=["at rest together with another", "long before", "seen to lay the card", "that has brought another"],
)
def test_a_hand_that_brought_no_hidden_card_may_have_brought_that_of_another_where_anybodys_are_taken(
    left: PlayerId, left_ms: float, by: HandPosterior, *, is_doubted: bool
) -> None:
    hidden = (lifted(C1, 1050, (ANN, 0.9), (CLEO, 0.1), sure=False).change,)
    for is_for_anybodys, was_at in ((True, True), (True, False), (False, True)):
        came = on_pile(1250, stop(ANN, 1190), stop(BEN, 1240), stop(left, left_ms), by=HandPosterior(by))
        came = replace(came, reached=hidden if was_at else ())
        found = Race(came, FACE, list(LIFTS), 1250, is_for_anybodys=is_for_anybodys)
        found.leave_out([])
        assert not found.is_doubted
        found.leave_out([left])
        assert found.is_doubted is (is_doubted and is_for_anybodys and was_at)


@pytest.mark.parametrize(("next_odds", "is_doubted"), [(0.95, False), (0.85, True)])
def test_a_hand_that_surely_brings_the_next_card_had_not_brought_one_before(
    next_odds: float, *, is_doubted: bool
) -> None:
    hidden = lifted(C1, 1150, (CLEO, 1.0), sure=False)
    came = on_pile(1250, stop(ANN, 1190), stop(BEN, 1240), by=HandPosterior(((CLEO, 0.4), (BEN, 0.3), (ANN, 0.3))))
    found = Race(replace(came, hidden=(hidden.change,)), FACE, [*LIFTS, hidden], 1250, is_for_anybodys=True)
    next_by = HandPosterior(((CLEO, next_odds), (ANN, 1 - next_odds)))
    assert found.lacks_a_hand()
    assert found.lacks_a_hand(next_by) is is_doubted
    found.leave_out([CLEO], next_by)
    assert found.is_doubted is is_doubted
    stranger = replace(found, racers=list(LIFTS), is_doubted=False, change=replace(came, reached=(hidden.change,)))
    stranger.leave_out_joined(on_pile(1330, stop(CLEO, 1320)), next_by)
    assert stranger.is_doubted is is_doubted


@pytest.mark.parametrize(("rested_ms", "is_doubted"), [(1190, True), (1300, False)])
def test_a_hand_that_was_there_before_may_have_laid_the_card_whatever_it_brings_next(
    rested_ms: float, *, is_doubted: bool
) -> None:
    came = on_pile(1250, stop(ANN, rested_ms), stop(BEN, 1240), by=HandPosterior(((ANN, 0.6), (BEN, 0.4))))
    found = Race(came, FACE, list(LIFTS), 1250, is_for_anybodys=True)
    found.leave_out([ANN], HandPosterior.sole(ANN))
    assert found.is_doubted is is_doubted


def test_a_hand_may_have_laid_a_card_that_it_took_up_long_before() -> None:
    came = on_pile(1250, stop(ANN, 1190), by=HandPosterior(((CLEO, 0.6), (ANN, 0.4))))
    for in_air in ((), (lifted(C1, 200, (CLEO, 1.0)),)):
        found = Race(came, FACE, [LIFTS[0]], 1250, is_for_anybodys=True, in_air=in_air)
        assert found.may_have_brought({CLEO}) is bool(in_air)


def test_a_hidden_card_may_be_its_owners_though_another_hand_that_brings_the_next_was_at_it() -> None:
    hidden = lifted(C1, 1150, (BEN, 1.0), (CLEO, 0.3), sure=False)
    found = Race(on_pile(1250, stop(ANN, 1190)), FACE, [LIFTS[0], hidden], 1250, is_for_anybodys=True)
    assert found.lacks_a_hand(HandPosterior.sole(BEN))


@pytest.mark.parametrize(
    ("taken_by", "by", "is_doubted"),
    [
        (HandPosterior.sole(BEN), HandPosterior.sole(BEN), False),
        (HandPosterior.sole(BEN), HandPosterior(((BEN, 0.7), (CLEO, 0.3))), True),
        (HandPosterior(((BEN, 0.8), (CLEO, 0.2))), HandPosterior.sole(BEN), True),
    ],
)
def test_a_hand_at_rest_together_with_the_only_one_seen_at_the_pile_that_surely_took_a_card_leaves_no_doubt(
    taken_by: HandPosterior, by: HandPosterior, *, is_doubted: bool
) -> None:
    hidden = (lifted(C1, 1050, (CLEO, 1.0), sure=False).change,)
    came = replace(on_pile(1250, stop(CLEO, 1230), stop(BEN, 1240), by=HandPosterior(by)), hidden=hidden)
    found = Race(came, FACE, [lifted(B2, 1020, *taken_by)], 1250, is_for_anybodys=True)
    found.leave_out([CLEO])
    assert found.is_doubted is is_doubted


def test_of_two_cards_of_one_hand_that_which_nobody_was_seen_to_take_is_rather_anothers() -> None:
    in_flight = [lifted(A1, 1000, (ANN, 1.0)), lifted(C1, 1080)]
    found = Race(on_pile(1250, stop(ANN, 1240)), FACE, in_flight, 1250, is_for_anybodys=True)
    assert [one.place for one in found.contestants.hands()] == [A1]


@pytest.mark.parametrize("is_for_anybodys", [True, False])
def test_a_card_may_be_a_strangers_that_seems_to_have_laid_it_where_anybodys_are_taken(
    *, is_for_anybodys: bool
) -> None:
    hidden = (lifted(C1, 1050, (CLEO, 1.0), sure=False).change,)
    for by, may_be in (
        (HandPosterior(((CLEO, 0.6), (ANN, 0.4))), True),
        (HandPosterior(((ANN, 0.6), (CLEO, 0.4))), False),
    ):
        came = replace(on_pile(1250, stop(ANN, 1190), by=HandPosterior(by)), hidden=hidden)
        found = Race(came, FACE, [LIFTS[0]], 1250, is_for_anybodys=is_for_anybodys)
        assert found.contestants.strangers() == {CLEO}
        assert found.may_have_brought(found.contestants.strangers()) is (may_be and is_for_anybodys)


def test_a_hidden_card_may_be_of_a_hand_that_nobody_saw_where_anybodys_are_taken() -> None:
    hidden = lifted(C1, 1010, (CLEO, 1.0), sure=False)
    for racers, is_for_anybodys, lacks in (
        ([*LIFTS, hidden], True, True),
        ([*LIFTS, hidden], False, False),
        ([*LIFTS], True, False),
    ):
        came = on_pile(1250, stop(ANN, 1190), stop(BEN, 1240), by=HandPosterior.sole(BEN))
        found = Race(came, FACE, racers, 1250, is_for_anybodys=is_for_anybodys)
        assert found.lacks_a_hand() is lacks
        assert found.is_clear() is not lacks
    seen = Race(on_pile(1250, stop(ANN, 1190), stop(CLEO, 1240)), FACE, [LIFTS[0], hidden], 1250, is_for_anybodys=True)
    assert not seen.lacks_a_hand()


@pytest.mark.parametrize(("others", "certain"), [((), True), ((stop(CLEO, 1240),), True), ((stop(BEN, 1240),), False)])
def test_a_card_was_brought_by_the_only_hand_that_came_of_those_that_may_have_taken_it(
    others: tuple[HandStop, ...], certain: bool
) -> None:
    lift = lifted(A1, 1000, (ANN, 0.6), (BEN, 0.4))
    found = Race(on_pile(1270, stop(ANN, 1170), *others), FACE, [lift], 1270)
    assert found.contact(lift).by == (HandPosterior.sole(ANN) if certain else lift.change.by)


def test_a_card_may_be_the_last_of_several_where_a_hand_came_of_which_no_card_is_known() -> None:
    found = race_of(LIFTS[:1], on_pile(1250, stop(ANN, 1240), stop(CLEO, 1190)), FACE)
    assert found is not None
    assert found.contestants.strangers() == {CLEO}
    hers = lifted(C1, 1050, (CLEO, 1.0))
    found.look([*LIFTS[:1], hers], lambda _: False)
    assert [one.place for one in found.contestants.hands()] == [C1, A1]
    assert found.contact(hers).at == stop(CLEO, 1190).at
    assert not found.contestants.strangers()


def test_a_card_perhaps_taken_by_the_hand_that_brought_another_does_not_explain_that_its_owner_came() -> None:
    taken = lifted(B2, 1050, (BEN, 1.0))
    hidden = lifted(A1, 1000, (BEN, 0.7), (ANN, 0.3), sure=False)
    found = race_of((taken, hidden), on_pile(1320, stop(ANN, 1240), stop(BEN, 1310)), FACE)
    assert found is not None
    assert found.contestants.strangers() == {ANN}
    found.look((taken, lifted(A1, 1000, (ANN, 1.0))), lambda _: False)
    assert found.contestants.strangers() == set()
    assert [lift.place for lift in found.contestants.beneath(found.contestants.top(HandPosterior.sole(BEN)))] == [A1]


def test_a_stranger_who_brought_nothing_makes_no_race() -> None:
    found = race_of(
        LIFTS[:1], on_pile(1250, stop(ANN, 1240), stop(CLEO, 1190), by=HandPosterior(((CLEO, 0.6), (ANN, 0.4)))), FACE
    )
    assert found is not None
    assert not found.is_over(1260)
    found.leave_out([CLEO])
    assert found.is_over(1260)
    assert found.change.by == HandPosterior.sole(ANN)


def test_strangers_are_waited_for_no_longer_than_anybody_would() -> None:
    found = race_of(LIFTS[:1], on_pile(1250, stop(ANN, 1240), stop(CLEO, 1190)), FACE)
    assert found is not None
    assert not found.is_over(2700)
    assert found.is_over(2800)


def test_the_next_card_is_of_none_of_the_hands_that_laid_and_came_after_the_one_beneath_was_seen() -> None:
    found = race(stop(ANN, 1150), stop(BEN, 1240), at_ms=1250)
    odds = np.zeros(54, np.float32)
    odds[5] = 1.0
    seen = CardObservation(np.zeros((4, 2)), is_flat=True, is_back=False, probabilities=odds)
    found.change = replace(found.change, lying=seen, seen_ms=1290)
    wide = HandStop(CLEO, Interval(1200, 1400), 1.0)
    change = on_pile(1400, stop(ANN, 1150), stop(BEN, 1240), wide, by=HandPosterior(((BEN, 0.5), (CLEO, 0.5))))
    own = found.next_of(change, LIFTS)
    assert own.by == HandPosterior.sole(CLEO)
    assert [(one.player, one.at) for one in own.stops] == [(CLEO, Interval(1290, 1400))]


@pytest.mark.parametrize(("is_sure", "early_ms"), [(False, 1047), (True, 900)])
def test_a_hand_came_to_rest_no_earlier_than_it_can_have_brought_its_card_where_no_other_has_surely_gone(
    is_sure: bool, early_ms: float
) -> None:
    other = lifted(C1, 1030, (BEN, 1.0), sure=is_sure)
    late = HandStop(BEN, Interval(900, 1240), 1.0)
    found = race_of([*LIFTS, other], on_pile(1250, stop(ANN, 1150), late), FACE)
    assert found is not None
    assert found.contact(found.racers[1]).at == Interval(early_ms, 1240)


@pytest.mark.parametrize(
    ("is_sure", "stop_sure", "seen_ms", "joined"),
    [
        (True, 1.0, 1200, {CLEO}),
        (False, 1.0, 1200, {BEN, CLEO}),
        (False, 1.0, 1250, {CLEO}),
        (True, 0.5, 1250, {BEN, CLEO}),
    ],
)
def test_a_hand_that_surely_brought_its_card_or_was_there_before_one_was_seen_did_not_join_later(
    is_sure: bool, stop_sure: float, seen_ms: float, joined: set[PlayerId]
) -> None:
    ben = lifted(B2, 1020, (BEN, 1.0), sure=is_sure)
    came = on_pile(1250, stop(ANN, 1240), replace(stop(BEN, 1240), sure=stop_sure))
    found = race_of([LIFTS[0], ben], replace(came, seen_ms=seen_ms), FACE)
    assert found is not None
    assert found.contestants.joined_by(on_pile(1500, stop(BEN, 1490), stop(CLEO, 1500))) == joined


@pytest.mark.parametrize(("stops", "joined"), [((), False), ((stop(CLEO, 1390),), True), ((stop(BEN, 1240),), False)])
def test_another_card_joins_a_race_only_by_a_hand_that_comes_to_rest_with_it(
    stops: tuple[HandStop, ...], joined: bool
) -> None:
    found = race(stop(ANN, 1150), stop(BEN, 1240))
    assert found.is_joined(on_pile(1400, *stops)) == joined


@pytest.mark.parametrize(
    ("player", "end_ms", "joined"), [(CLEO, 1420, {CLEO}), (CLEO, 1360, set()), (ANN, 1420, set())]
)
def test_another_hand_that_stops_long_after_those_of_a_race_joined_it_however_early_it_may_have_been_there(
    player: PlayerId, end_ms: float, joined: set[PlayerId]
) -> None:
    found = race(stop(ANN, 1150), stop(BEN, 1240))
    wide = HandStop(player, Interval(1100, end_ms), 1.0)
    assert found.contestants.joined_by(on_pile(1400, stop(ANN, 1150), stop(BEN, 1240), wide)) == joined


def test_a_card_that_shows_as_a_hand_comes_to_rest_after_the_one_before_was_seen_is_the_next_of_a_race() -> None:
    found = race(stop(BEN, 1350), by=HandPosterior.sole(ANN))
    assert found.contestants.contacts.keys() == {B2}
    then = on_pile(1370, stop(BEN, 1350), by=HandPosterior(((ANN, 0.5), (BEN, 0.5))))
    assert found.is_joined(then)
    found.leave_out(found.contestants.joined_by(then))
    assert found.contestants.top(found.change.by).place == A1


def test_of_a_race_without_its_top_card_the_hand_that_laid_that_one_is_no_stranger() -> None:
    found = race(stop(ANN, 1150), stop(BEN, 1240))
    rest = found.before(LIFTS[1], FACE, on_pile(2200))
    assert rest.is_over(2200)
    assert rest.contact(LIFTS[0]).at == stop(ANN, 1150).at


@pytest.mark.parametrize(("taken_by", "end_ms"), [(BEN, 1190), (ANN, 1217)])
def test_of_a_race_without_its_top_card_the_one_beneath_came_before_it_if_its_own_hand_took_it_back(
    taken_by: PlayerId, end_ms: float
) -> None:
    found = race(stop(ANN, 1200), replace(stop(BEN, 1240), at=Interval(1190, 1260)))
    rest = found.before(LIFTS[1], FACE, on_pile(2200, by=HandPosterior.sole(taken_by)))
    assert rest.contact(LIFTS[0]).at.end_ms == end_ms


def test_a_card_of_which_no_hand_came_to_rest_is_of_the_one_that_may_have_taken_it_up_and_laid_it() -> None:
    lift = lifted(B2, 1000, (ANN, 0.57), (BEN, 0.43))
    found = race_of((lift,), on_pile(1250, stop(CLEO, 1240), by=HandPosterior.sole(BEN)), FACE)
    assert found is not None
    assert found.contact(lift).by == HandPosterior.sole(BEN)


@pytest.mark.parametrize(("odds", "left"), [(1.0, {BEN}), (0.8, {ANN, BEN})])
def test_of_a_race_without_its_top_card_the_hand_that_surely_took_that_up_was_not_seen_with_another(
    odds: float, left: set[PlayerId]
) -> None:
    in_flight = lifted(B2, 1000), lifted(A1, 1020, (ANN, odds), (CLEO, 1 - odds))
    seen_by = HandPosterior(((ANN, 0.7), (BEN, 0.3)))
    found = race_of(in_flight, on_pile(1250, stop(BEN, 1150), stop(ANN, 1240)), FACE, seen_by=seen_by)
    assert found is not None
    assert dict(found.before(in_flight[1], FACE, on_pile(2200)).seen_by).keys() == left


def test_a_card_hidden_as_another_came_and_found_gone_later_may_have_gone_before() -> None:
    hidden = (lifted(A1, 1000, (ANN, 1.0), sure=False), lifted(B2, 1020, (BEN, 1.0), sure=False))
    found = race_of(hidden, on_pile(1250, stop(ANN, 1190), stop(BEN, 1240)), FACE)
    assert found is not None
    late = lifted(A1, 1600, (ANN, 1.0))
    found.look([late], lambda place: place == B2)
    assert {one.place for one in found.contestants.hands()} == {A1, B2}
    assert found.contact(late).at == stop(ANN, 1190).at


def test_a_card_hidden_as_another_came_did_not_come_with_it_where_its_own_hand_had_no_time_to_bring_it() -> None:
    hidden = (lifted(A1, 1000, (ANN, 1.0), sure=False), lifted(B2, 1210, (CLEO, 1.0), sure=False))
    found = race_of(hidden, on_pile(1250, stop(ANN, 1190), stop(CLEO, 1320)), FACE)
    assert found is not None
    found.look([lifted(A1, 1000, (ANN, 1.0)), lifted(B2, 1600, (BEN, 1.0))], lambda _: False)
    assert [one.place for one in found.racers] == [A1]


@pytest.mark.parametrize(
    ("face", "certainty", "doubted"), [("KC", 0.95, True), ("KC", 0.99, False), ("6C", 0.95, False)]
)
def test_a_card_beneath_that_nobody_would_race_with_is_doubted_unless_it_is_read_well(
    face: str, certainty: float, doubted: bool
) -> None:
    found = race_of(LIFTS, on_pile(1250, stop(ANN, 1150), stop(BEN, 1240)), parse_card("6H"))
    assert found is not None
    now = replace(on_pile(2200), lying=replace(observation(), probabilities=np.full(54, certainty, np.float32)))
    assert found.before(LIFTS[1], parse_card(face), now).is_doubted == doubted


@pytest.mark.parametrize(("face", "confidence"), [(parse_card("6C"), 0.2), (FACE_DOWN, 1.0)])
def test_a_card_beneath_is_told_as_surely_as_it_was_read_and_one_that_nobody_can_read_surely(
    face: Face, confidence: float
) -> None:
    found = race_of(LIFTS, on_pile(1250, stop(ANN, 1150), stop(BEN, 1240)), parse_card("6H"))
    assert found is not None
    assert found.before(LIFTS[1], face, replace(on_pile(2200), confidence=0.2)).change.confidence == confidence


def test_a_hand_that_stops_just_after_a_card_seems_to_lie_may_have_laid_another_on_it() -> None:
    found = race_of(LIFTS, by_arm(on_pile(1250, stop(ANN, 1250), stop(BEN, 1340)), 0.0), FACE)
    assert found is not None
    assert found.contestants.top(()).place == B2
    assert [one.place for one in found.contestants.beneath(found.contestants.top(()))] == [A1]
    assert found.contact(LIFTS[1]).at == stop(BEN, 1340).at


@pytest.mark.parametrize(("seen_ms", "is_race"), [(1700, True), (1500, False)])
def test_a_hand_that_stops_long_after_another_that_hides_the_card_may_have_laid_the_one_that_is_seen_then(
    seen_ms: float, *, is_race: bool
) -> None:
    late = lifted(B2, 1370, (BEN, 1.0))
    card = replace(on_pile(1250, stop(ANN, 1250), stop(BEN, 1560), by=HandPosterior.sole(ANN)), seen_ms=seen_ms)
    found = race_of((LIFTS[0], late), by_arm(card, 0.0), FACE)
    assert (found is not None) == is_race
    if found is not None:
        assert found.contestants.top(()).place == B2
        assert found.contact(LIFTS[0]).at == stop(ANN, 1250).at
        assert found.contact(late).at == stop(BEN, 1560).at


def test_a_card_that_left_its_place_only_as_another_came_is_timed_by_when_its_own_hand_stopped() -> None:
    late = lifted(B2, 1250, (BEN, 1.0))
    change = on_pile(1250, stop(ANN, 1250), stop(BEN, 1340))
    found = race_of((LIFTS[0], late), change, FACE)
    assert found is not None
    assert {one.place for one in found.racers} == {A1, B2}
    assert race_of((LIFTS[0], late), on_pile(1250, stop(ANN, 1250)), FACE) is None


def test_a_race_is_clear_where_one_card_may_lie_on_top_and_those_beneath_have_gone() -> None:
    hidden = (lifted(A1, 1000, (ANN, 1.0), sure=False), lifted(B2, 1020, (BEN, 1.0), sure=False))
    stops = (stop(ANN, 1150), stop(BEN, 1240))
    for in_flight, is_clear in ((LIFTS, True), ((LIFTS[0], hidden[1]), True), ((hidden[0], LIFTS[1]), False)):
        found = race_of(in_flight, on_pile(1250, *stops), FACE)
        assert found is not None
        assert found.is_clear() == is_clear
    another = lifted(SlotId("p2.b1"), 1010, (BEN, 1.0), sure=False)
    doubtful = race_of((LIFTS[0], hidden[1], another), on_pile(1250, *stops), FACE)
    assert doubtful is not None
    assert not doubtful.is_clear()


@pytest.mark.parametrize(
    ("is_for_anybodys", "sure", "seen_by", "is_doubted"),
    [
        (True, 0.5, (), True),
        (True, 1.0, (), False),
        (True, 0.5, HandPosterior.sole(BEN), False),
        (False, 0.5, (), False),
    ],
)
def test_a_race_is_in_doubt_of_which_a_hand_without_an_arm_tells_whose_a_card_is_where_anybodys_are_taken(
    sure: float, seen_by: HandPosterior, *, is_for_anybodys: bool, is_doubted: bool
) -> None:
    unseen, came = lifted(B2, 1020), on_pile(1250, stop(ANN, 1190), replace(stop(BEN, 1245), sure=sure))
    found = Race(came, FACE, [LIFTS[0], unseen], 1250, is_for_anybodys=is_for_anybodys, seen_by=seen_by)
    found.name_hands()
    assert found.is_doubted is is_doubted
