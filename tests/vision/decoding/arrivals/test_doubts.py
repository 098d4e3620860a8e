"""What is doubted of cards that hands bring to the discard pile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import change, gone, observation, read

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Interval, PileTopChanged, SlotId, TableEvent
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.pile_delay import PileDelay
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

A1, B2, D1 = SlotId("p1.a1"), SlotId("p2.b2"), SlotId("p4.a1")


def piled(at_ms: float, player: str, card: CardObservation, before: CardObservation | None = None) -> Change:
    return change(Kind.CAME, Heap.DISCARD, at_ms, player, lying=card, before=before)


def told(decoder: EventDecoder, *changes: Change) -> list[TableEvent]:
    return [event for one in changes for event in decoder.take(one)]


def last_confidence(events: list[TableEvent]) -> float:
    return [event.seen.confidence for event in events if isinstance(event, PileTopChanged)][-1]


@pytest.mark.parametrize(("certainty", "gap_ms", "confidence"), [(0.95, 200, 0.6), (0.99, 200, 1.0), (0.95, 900, 1.0)])
def test_a_card_is_not_surely_the_first_that_matches_where_one_just_before_it_may_have_been_misread(
    certainty: float, gap_ms: float, confidence: float
) -> None:
    decoder, misfit = EventDecoder(FRENCH52), read("9D", certainty)
    events = told(
        decoder,
        piled(500, "Cleo", observation("7H")),
        gone(A1, 1000, "Ann"),
        piled(1250, "Ann", misfit, observation("7H")),
        gone(B2, 1050 + gap_ms, "Ben"),
        piled(1250 + gap_ms, "Ben", observation("7D"), misfit),
    )
    assert last_confidence([*events, *decoder.finish()]) == confidence


@pytest.mark.parametrize(("came_ms", "confidence"), [(1500, 0.6), (900, 1.0), (None, 1.0)])
def test_a_match_is_not_surely_the_first_if_another_hand_came_with_a_card_that_it_has_long_had(
    came_ms: float | None, confidence: float
) -> None:
    decoder = EventDecoder(FRENCH52)
    others = () if came_ms is None else (HandStop(PlayerId("Ann"), Interval(came_ms - 20, came_ms + 20), 1.0),)
    events = told(
        decoder,
        piled(500, "Cleo", observation("7H")),
        gone(A1, 1000, "Ann"),
        gone(B2, 1750, "Ben"),
        replace(piled(2000, "Ben", observation("7D"), observation("7H")), stops=others),
    )
    assert last_confidence([*events, *decoder.finish()]) == confidence


@pytest.mark.parametrize(("shown_ms", "confidence"), [(1400, 1.0), (2200, 0.6)])
def test_a_hand_whose_cards_are_seen_so_late_that_one_may_lie_there_again_may_have_been_first(
    shown_ms: float, confidence: float
) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,)}))
    other = HandStop(PlayerId("Ben"), Interval(1190, 1224), 1.0)
    events = told(decoder, gone(A1, 1000, "Ann"), replace(piled(1250, "Ann", observation("7H")), stops=(other,)))
    for now_ms in range(1400, 3000, 100):
        events += decoder.resolve(now_ms, lambda place, now_ms=now_ms: place == B2 and now_ms < shown_ms)  # type: ignore[misc]
    assert last_confidence(events) == confidence


@pytest.mark.parametrize(
    ("takes_anybodys", "shown_ms", "confidence"), [(True, 2200, 0.6), (True, 1400, 1.0), (False, 2200, 1.0)]
)
def test_where_anybodys_cards_are_snapped_a_hand_may_have_brought_one_of_a_third_player_that_cannot_be_seen(
    shown_ms: float, confidence: float, *, takes_anybodys: bool
) -> None:
    slots = {PlayerId("Ann"): (A1,), PlayerId("Ben"): (B2,), PlayerId("Dan"): (D1,)}
    decoder = EventDecoder(FRENCH52, owners=Owners(slots, takes_anybodys))
    other, hidden = HandStop(PlayerId("Ben"), Interval(1190, 1224), 1.0), (gone(D1, 1000, "Dan"),)
    own = HandStop(PlayerId("Ann"), Interval(1230, 1264), 1.0)
    laid = replace(piled(1250, "Ann", observation("7H")), stops=(other, own), hidden=hidden)
    events = told(decoder, gone(A1, 1000, "Ann"), laid)
    for now_ms in range(1400, 3000, 100):
        events += decoder.resolve(now_ms, lambda place, now_ms=now_ms: place == D1 and now_ms < shown_ms)  # type: ignore[misc]
    assert last_confidence([*events, *decoder.finish()]) == confidence


@pytest.mark.parametrize(("was_there", "confidence"), [(True, 0.6), (False, 1.0)])
def test_a_hand_that_only_may_have_taken_the_card_of_another_may_have_brought_one_of_its_own_first(
    confidence: float, *, was_there: bool
) -> None:
    decoder, (ann, ben) = EventDecoder(FRENCH52), (PlayerId("Ann"), PlayerId("Ben"))
    stops = HandStop(ben, Interval(1060, 1094), 1.0), HandStop(ann, Interval(1220, 1254), 1.0)
    events = told(
        decoder,
        piled(500, "Cleo", observation("7H")),
        replace(gone(A1, 1000, "Ann"), by=HandPosterior(((ben, 0.67), (ann, 0.33)))),
        replace(piled(1250, "Ann", observation("7D"), observation("7H")), stops=stops if was_there else stops[1:]),
    )
    assert last_confidence([*events, *decoder.finish()]) == confidence


ANN, BEN, DAN = PlayerId("Ann"), PlayerId("Ben"), PlayerId("Dan")


@pytest.mark.parametrize(
    ("takes_anybodys", "was_at", "confidence"), [(True, True, 0.6), (True, False, 1.0), (False, True, 1.0)]
)
def test_where_anybodys_cards_are_snapped_the_hand_that_stops_is_not_surely_the_one_if_another_may_lay_one(
    confidence: float, *, takes_anybodys: bool, was_at: bool
) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({ANN: (A1,)}, takes_anybodys))
    laid = replace(
        piled(1250, "Ben", observation("7D"), observation("7H")), by=HandPosterior(((BEN, 0.85), (ANN, 0.15)))
    )
    laid = replace(laid, hidden=(gone(D1, 1050, "Ben", sure=False),) * was_at)
    stops = (HandStop(ANN, Interval(1230, 1264), 1.0),)
    events = told(decoder, piled(500, "Dan", observation("7H")), gone(A1, 1000, "Ann"), replace(laid, stops=stops))
    events += decoder.resolve(1300, lambda _: False)
    assert last_confidence([*events, *decoder.finish()]) == confidence


@pytest.mark.parametrize(
    ("takes_anybodys", "sure", "by", "taken_by", "confidence"),
    [
        (True, 0.5, (), (), 0.6),
        (True, 1.0, (), (), 1.0),
        (True, 0.5, HandPosterior.sole(ANN), (), 1.0),
        (True, 0.5, (), HandPosterior.sole(ANN), 1.0),
        (True, 0.5, (), HandPosterior.sole(BEN), 0.6),
        (True, None, (), (), 1.0),
        (False, 0.5, (), (), 1.0),
    ],
    ids=["no arm", "an arm", "seen there", "seen to take it", "another was", "came to rest unseen", "own cards"],
)
def test_where_anybodys_cards_are_snapped_a_hand_that_only_seemed_to_stop_where_nobody_was_seen_is_not_surely_the_one(
    sure: float | None, by: HandPosterior, taken_by: HandPosterior, confidence: float, *, takes_anybodys: bool
) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({ANN: (A1,)}, takes_anybodys))
    stops = () if sure is None else (HandStop(ANN, Interval(1230, 1264), sure),)
    laid = replace(piled(1250, "Ann", observation("7D"), observation("7H")), by=HandPosterior(by), stops=stops)
    events = told(
        decoder, piled(500, "Dan", observation("7H")), replace(gone(A1, 1000), by=HandPosterior(taken_by)), laid
    )
    assert last_confidence([*events, *decoder.finish()]) == confidence


@pytest.mark.parametrize("sure", [0.5, 1.0], ids=["no arm", "an arm"])
@pytest.mark.parametrize("takes_anybodys", [False, True])
def test_of_hands_side_by_side_none_is_surely_the_one_however_it_came_to_rest(
    sure: float, *, takes_anybodys: bool
) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({ANN: (A1,)}, takes_anybodys))
    both = HandPosterior(((BEN, 0.51), (ANN, 0.49)))
    stops = (HandStop(ANN, Interval(1230, 1264), sure),)
    laid = replace(piled(1250, "Ann", observation("7D"), observation("7H")), by=HandPosterior(both))
    (rests,) = PileDelay(EventDecoder(FRENCH52)).take([laid], 1400, lambda: stops)
    events = told(decoder, piled(500, "Dan", observation("7H")), replace(gone(A1, 1000), by=HandPosterior(both)), rests)
    assert last_confidence([*events, *decoder.finish()]) == 0.6
