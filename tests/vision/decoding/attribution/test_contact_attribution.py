"""Which of the hands that come to rest at the discard pile brings a card."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import came, face, observation, read
from tests.vision.tracking.hands.pile_stops import ANN, BEN, CLEO, on_pile, stop

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_vision.decoding.attribution.contact_attribution import by_arm, contact_of, is_moved, rested
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation


def test_the_only_hand_that_stops_as_a_card_comes_brought_it() -> None:
    change = by_arm(on_pile(1250, stop(BEN, 1240), by=HandPosterior(((ANN, 0.6), (BEN, 0.4)))), 0.0)
    assert change.by == HandPosterior.sole(BEN)
    assert change.at == stop(BEN, 1240).at


def test_a_card_seen_to_come_after_the_only_hand_seemed_to_stop_came_when_it_was_seen() -> None:
    change = by_arm(on_pile(1250, stop(BEN, 1190), by=HandPosterior(((ANN, 0.6), (BEN, 0.4)))), 0.0)
    assert (change.at.end_ms, change.by) == (1250, HandPosterior.sole(BEN))
    among_others = by_arm(on_pile(1250, stop(ANN, 1000), stop(BEN, 1190)), 0.0)
    assert among_others.at.end_ms == stop(BEN, 1190).at.end_ms


def test_a_hand_that_may_have_stopped_before_the_card_before_is_not_surely_the_one_of_the_next() -> None:
    change = on_pile(1250, HandStop(BEN, Interval(967, 1230), 1.0), by=HandPosterior(((ANN, 0.5), (BEN, 0.5))))
    assert by_arm(change, 1000.0).by == change.by
    assert by_arm(change, 900.0).by == HandPosterior.sole(BEN)


def test_a_hand_that_stopped_for_the_card_before_brings_no_other() -> None:
    change = by_arm(on_pile(1250, stop(ANN, 1190), stop(BEN, 1240)), since_ms=1200)
    assert change.stops == (stop(BEN, 1240),)


def test_the_only_hand_that_stops_shortly_after_its_card_seems_to_lie_brought_it_then() -> None:
    change = by_arm(on_pile(1150, stop(BEN, 1240), by=HandPosterior.sole(ANN)), 0.0)
    assert change.by == HandPosterior.sole(BEN)
    assert change.at == stop(BEN, 1240).at


def test_a_hand_that_stops_well_after_a_card_that_another_is_seen_to_bring_may_have_the_next_one() -> None:
    change = on_pile(1150, stop(BEN, 1255), by=HandPosterior.sole(ANN))
    assert (by_arm(change, 0.0).by, by_arm(change, 0.0).at) == (change.by, change.at)
    assert by_arm(replace(change, by=UNSEEN_HAND), 0.0).by == HandPosterior.sole(BEN)


@pytest.mark.parametrize(("sure", "by"), [(0.4, ANN), (0.6, ANN), (0.9, BEN)])
def test_what_stops_beside_a_hand_that_is_seen_is_part_of_its_arm_unless_another_arm_leads_on(
    sure: float, by: PlayerId
) -> None:
    change = on_pile(1250, replace(stop(BEN, 1260), sure=sure), by=HandPosterior.sole(ANN))
    assert by_arm(change, 0.0).by == HandPosterior.sole(by)


def test_a_hand_that_stopped_long_before_a_card_is_seen_need_not_have_brought_it() -> None:
    change = on_pile(1250, stop(BEN, 1150), by=HandPosterior(((ANN, 0.5), (BEN, 0.5))))
    assert by_arm(change, 0.0).by == change.by


@pytest.mark.parametrize(
    ("by", "seen_ms", "is_theirs"),
    [
        (HandPosterior.sole(ANN), 1700, True),
        (HandPosterior.sole(ANN), 1600, False),
        (HandPosterior.sole(BEN), 1700, False),
        ((), 1700, False),
    ],
)
def test_a_hand_that_stops_late_laid_a_card_that_is_seen_well_after_and_that_another_alone_may_have_hidden(
    by: HandPosterior, seen_ms: float, *, is_theirs: bool
) -> None:
    card = replace(on_pile(1250, stop(ANN, 1240), stop(BEN, 1540), by=HandPosterior(by)), seen_ms=seen_ms)
    lift = InFlightCard(SlotId("p2.b2"), replace(card, at=Interval(1337, 1370)), is_sure=True)
    assert (contact_of(lift, card, HandPosterior.sole(BEN)) == stop(BEN, 1540)) == is_theirs


def test_a_hand_that_stops_late_leaves_the_one_that_stopped_as_the_card_came() -> None:
    card = replace(on_pile(1250, stop(BEN, 1240), stop(CLEO, 1450), by=HandPosterior.sole(ANN)), seen_ms=1700)
    assert by_arm(card, 0.0).by == HandPosterior.sole(BEN)


@pytest.mark.parametrize(
    ("early_ms", "seemed", "by", "moved"),
    [
        (1500, observation("7C"), HandPosterior(((ANN, 0.99),)), True),
        (1480, observation("7C"), HandPosterior.sole(ANN), False),
        (1500, observation("7C"), HandPosterior.sole(BEN), False),
        (1500, observation("7C"), HandPosterior(((ANN, 0.9), (BEN, 0.1))), False),
        (1500, observation("7C"), (), False),
        (1500, observation("AD"), HandPosterior.sole(ANN), False),
        (1500, observation("AS"), HandPosterior.sole(ANN), False),
        (1500, observation("KS"), HandPosterior.sole(ANN), False),
        (1500, read("KS", 0.97), HandPosterior.sole(ANN), True),
    ],
)
def test_a_hand_that_alone_seems_to_bring_two_cards_at_once_moved_one(
    early_ms: float, seemed: CardObservation, by: HandPosterior, *, moved: bool
) -> None:
    early = replace(came(Heap.DISCARD, early_ms, seemed), by=HandPosterior(by))
    late, known = came(Heap.DISCARD, 1600, observation("AD")), [parse_card("KS")]
    assert is_moved(early, late, face, known) is moved
    assert not is_moved(early, replace(late, by=(*late.by, (BEN, 0.1))), face, known)
    assert not is_moved(early, replace(late, stops=(stop(BEN, 1500),)), face, known)
    assert not is_moved(late, early, face, known)


def test_a_card_of_a_race_that_is_not_surely_read_is_what_its_hand_moved() -> None:
    early, late = (came(Heap.DISCARD, at_ms, observation(text)) for at_ms, text in ((1500, "AS"), (1600, "AD")))
    assert not is_moved(early, late, face, ())
    assert is_moved(replace(early, lying=read("AS", 0.97)), late, face, ())


@pytest.mark.parametrize(
    ("seen_last_ms", "is_sure", "may_be"),
    [(1185, True, True), (1200, True, False), (1185, False, False), (1170, False, True)],
)
def test_a_hand_stops_with_its_card_no_sooner_than_it_can_have_carried_it_or_hardly_can_one_perhaps_taken(
    seen_last_ms: float, *, is_sure: bool, may_be: bool
) -> None:
    card = on_pile(1250, stop(BEN, 1238))
    lift = InFlightCard(SlotId("p2.b2"), replace(card, at=Interval(seen_last_ms, seen_last_ms + 33)), is_sure=is_sure)
    assert (contact_of(lift, card, HandPosterior.sole(BEN)) is not None) == may_be


FAINT = replace(stop(BEN, 1240), sure=0.69)


@pytest.mark.parametrize(
    ("odds", "stops", "first"),
    [
        ((0.35, 0.35, 0.3), (stop(BEN, 1240),), BEN),
        ((0.36, 0.34, 0.3), (stop(BEN, 1240),), BEN),
        ((0.4, 0.3, 0.3), (stop(BEN, 1240),), ANN),
        ((0.35, 0.35, 0.3), (stop(CLEO, 1240),), ANN),
        ((0.35, 0.35, 0.3), (), ANN),
        ((0.35, 0.35, 0.3), (stop(ANN, 1200), stop(BEN, 1240)), ANN),
        ((0.35, 0.35, 0.3), (FAINT,), ANN),
        ((0.35, 0.35, 0.3), (stop(BEN, 620),), ANN),
        ((0.35, 0.35, 0.3), (stop(BEN, 700),), BEN),
        ((0.35, 0.35, 0.3), (stop(BEN, 1310),), ANN),
    ],
    ids=[
        "as likely",
        "nearly",
        "less likely",
        "only a less likely one",
        "nobody",
        "both",
        "without an arm",
        "long before",
        "before",
        "later",
    ],
)
def test_of_hands_as_likely_to_be_at_a_card_one_that_came_to_rest_with_it_is_named_first(
    odds: tuple[float, float, float], stops: tuple[HandStop, ...], first: PlayerId
) -> None:
    by = tuple(zip((ANN, BEN, CLEO), odds, strict=True))
    change = rested(on_pile(1250, *stops, by=HandPosterior(by)))
    assert change.stops == stops
    assert change.by[0][0] == first
    assert sorted(change.by) == sorted(by)
