"""Cards seen to land on the pile before it is known which one lies there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import BACK, CARDS, came, change, face, gone, laid, observation, read, told

from kibitz_scoring.cards import JOKER, parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Heap, Interval, Place, SlotId
from kibitz_vision.decoding.arrivals.pending_arrivals import PendingArrivals
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
A1, B2 = SlotId("p1.a1"), SlotId("p2.b2")
BY_ANN: HandPosterior = HandPosterior(((ANN, 0.9), (BEN, 0.1)))
ANN_RESTS, BEN_RESTS = HandStop(ANN, Interval(1217, 1260), 1.0), HandStop(BEN, Interval(1300, 1346), 1.0)


def glimpsed(at_ms: float, seen: CardObservation | None, *stops: HandStop, by: HandPosterior = BY_ANN) -> Change:
    landed = change(Kind.GLIMPSED, Heap.DISCARD, at_ms, lying=seen, seen_ms=at_ms + 66, stops=stops)
    return replace(landed, by=by)


def found(landed: Change, later: Change, *known: str) -> list[tuple[Face, float, HandPosterior]]:
    pending = PendingArrivals()
    pending.note(landed)
    cards = pending.until(later, face, [parse_card(text) for text in known])
    return [(face(one.lying), one.at.end_ms, one.by) for one in cards]


@pytest.mark.parametrize(("certainty", "seen_ms"), [(0.79, 2300), (0.81, 1250)])
def test_a_card_read_long_after_it_was_seen_to_land_came_as_it_landed_if_it_was_read_then(
    certainty: float, seen_ms: float
) -> None:
    later = came(Heap.DISCARD, 2300, observation("7D"), before=observation("7H"), player="Ben")
    assert [at_ms for _, at_ms, _ in found(glimpsed(1250, read("7D", certainty)), later)] == [seen_ms]


def test_a_card_that_came_before_it_was_seen_to_lie_came_when_it_seems_to() -> None:
    later = came(Heap.DISCARD, 1340, observation("7D"), before=observation("7H"), player="Ben")
    assert found(glimpsed(1250, observation("7D")), later) == [(parse_card("7D"), 1340, later.by)]


@pytest.mark.parametrize(
    ("certainty", "known", "is_told"),
    [(0.97, (), False), (0.98, (), True), (0.99, ("2C",), True), (0.99, ("7D",), False)],
)
def test_a_card_surely_read_as_it_landed_lies_beneath_another_if_it_is_not_known_to(
    certainty: float, known: tuple[str, ...], *, is_told: bool
) -> None:
    later = came(Heap.DISCARD, 1600, observation("7C"), before=observation("7H"), player="Ben")
    cards = found(glimpsed(1250, read("7D", certainty)), later, *known)
    assert cards == [*([(parse_card("7D"), 1250, BY_ANN)] if is_told else []), (parse_card("7C"), 1600, later.by)]


@pytest.mark.parametrize(("came_ms", "is_told"), [(1349, True), (1340, False)])
def test_a_card_seen_until_another_lies_there_is_beneath_it(came_ms: float, *, is_told: bool) -> None:
    later = came(Heap.DISCARD, came_ms, observation("7C"), before=observation("7H"), player="Ben")
    faces = [card for card, _, _ in found(glimpsed(1250, observation("7D")), later)]
    assert faces == [*([parse_card("7D")] if is_told else []), parse_card("7C")]


@pytest.mark.parametrize("landed", [glimpsed(1250, BACK), glimpsed(1250, None), glimpsed(1700, observation("7D"))])
def test_what_landed_unread_or_later_tells_nothing_of_a_card(landed: Change) -> None:
    later = came(Heap.DISCARD, 1600, observation("7C"), player="Ben")
    assert found(landed, later) == [(parse_card("7C"), 1600, later.by)]


@pytest.mark.parametrize(("shown", "came_ms", "is_told"), [("9S", 1849, False), ("9S", 1850, True), ("7C", 1849, True)])
def test_a_card_of_another_rank_than_the_one_that_soon_covers_it_was_misread(
    shown: str, came_ms: float, *, is_told: bool
) -> None:
    later = came(Heap.DISCARD, came_ms, observation(shown), before=observation("7H"), player="Ben")
    faces = [card for card, _, _ in found(glimpsed(1250, observation("7D")), later)]
    assert faces == [*([parse_card("7D")] if is_told else []), parse_card(shown)]


def test_what_a_card_looked_like_before_it_was_seen_to_land_lies_beneath_none_however_late_it_is_read() -> None:
    alone: HandPosterior = HandPosterior.sole(ANN)
    pending = PendingArrivals()
    pending.note(glimpsed(1800, observation("7C"), by=HandPosterior(alone)))
    pending.note(glimpsed(1860, observation("9S"), by=HandPosterior(alone)))
    told = pending.until(came(Heap.DISCARD, 2500, observation("9S")), face, [])
    assert [face(one.lying) for one in told] == [parse_card("9S")]


def test_a_card_that_landed_long_ago_was_taken_away_meanwhile() -> None:
    later = came(Heap.DISCARD, 9000, observation("7C"), player="Ben")
    assert found(glimpsed(1250, observation("7D")), later) == [(parse_card("7C"), 9000, later.by)]


def test_the_next_card_is_compared_with_the_one_that_landed_before_it() -> None:
    pending = PendingArrivals()
    pending.note(glimpsed(1250, observation("7D")))
    later = came(Heap.DISCARD, 1600, observation("7C"), before=observation("7H"), player="Ben")
    beneath, top = pending.until(later, face, ())
    assert (face(beneath.before), face(top.before)) == (parse_card("7H"), parse_card("7D"))
    assert pending.until(came(Heap.DISCARD, 1900, observation("7S")), face, ())[0].at.end_ms == 1900


@pytest.mark.parametrize(
    ("stops", "by", "expected"),
    [
        ((), BY_ANN, [(ANN, 1207, 1285)]),
        ((HandStop(ANN, Interval(1220, 1260), 1.0),), BY_ANN, [(ANN, 1220, 1260)]),
        ((HandStop(ANN, Interval(720, 760), 1.0),), BY_ANN, [(ANN, 720, 760), (ANN, 1207, 1285)]),
        ((), HandPosterior(((ANN, 0.7), (BEN, 0.3))), []),
        ((), UNSEEN_HAND, []),
    ],
)
def test_a_hand_seen_on_a_card_that_landed_came_to_rest_then_where_no_stop_of_it_was_seen(
    stops: tuple[HandStop, ...], by: HandPosterior, expected: list[tuple[PlayerId, float, float]]
) -> None:
    pending = PendingArrivals()
    pending.note(glimpsed(1250, observation("7D"), *stops, by=by))
    (card,) = pending.until(came(Heap.DISCARD, 2300, observation("7D"), player="Ben"), face, ())
    assert [(stop.player, stop.at.start_ms, stop.at.end_ms) for stop in card.stops] == expected


@pytest.mark.parametrize(
    ("stops", "expected"),
    [
        ((HandStop(ANN, Interval(1020, 1060), 1.0), HandStop(BEN, Interval(1270, 1310), 1.0)), (BEN, 1310)),
        ((HandStop(BEN, Interval(1270, 1310), 1.0),), (ANN, 1250)),
        ((HandStop(ANN, Interval(920, 960), 1.0), HandStop(BEN, Interval(1270, 1310), 1.0)), (ANN, 1250)),
        ((HandStop(ANN, Interval(1020, 1060), 1.0), HandStop(BEN, Interval(1290, 1330), 1.0)), (ANN, 1250)),
    ],
    ids=["after that of the hand that had been there", "alone", "too long after that", "after the card was seen"],
)
def test_a_card_that_seems_to_land_as_a_hand_moves_that_had_brought_another_came_with_the_next_hand_to_rest(
    stops: tuple[HandStop, ...], expected: tuple[PlayerId, float]
) -> None:
    ((_, at_ms, by),) = found(
        glimpsed(1250, observation("7D"), *stops), came(Heap.DISCARD, 2300, observation("7D"), player="Dan")
    )
    assert (by[0][0], at_ms) == expected


@pytest.mark.parametrize(
    ("first", "second", "read_ms", "at_ms"),
    [
        (ANN_RESTS, HandStop(BEN, Interval(1302, 1346), 1.0), 1300, 1334),
        (ANN_RESTS, HandStop(ANN, Interval(1302, 1346), 1.0), 1300, 1250),
        (ANN_RESTS, HandStop(BEN, Interval(1302, 1346), 0.69), 1300, 1250),
        (ANN_RESTS, HandStop(BEN, Interval(1376, 1420), 1.0), 1300, 1250),
        (ANN_RESTS, HandStop(BEN, Interval(1302, 1346), 1.0), 1270, 1250),
        (HandStop(ANN, Interval(1117, 1160), 1.0), HandStop(BEN, Interval(1302, 1346), 1.0), 1300, 1250),
    ],
    ids=["another hand's", "the same hand", "part of an arm", "later than the card", "read before", "no hand's before"],
)
def test_a_card_read_as_the_next_one_was_brought_to_it_is_that_and_came_with_its_hand(
    first: HandStop, second: HandStop, read_ms: float, at_ms: float
) -> None:
    later = replace(came(Heap.DISCARD, 1334, observation("7D"), before=observation("7H")), stops=(first, second))
    landed = replace(glimpsed(1250, observation("7D"), first), seen_ms=read_ms)
    assert [one_ms for _, one_ms, _ in found(landed, later)] == [at_ms]


def tops(*changes: Change) -> list[tuple[Face, Place | None, float]]:
    decoder = EventDecoder(CARDS)
    events = told(came(Heap.DISCARD, 500, observation("7H"), player="Dan"), *changes, decoder=decoder)
    events += [*decoder.resolve(4800, lambda _: False), *decoder.finish()]
    return sorted(laid(events), key=lambda top: top[2])


def test_a_card_that_another_covers_before_it_is_read_once_more_is_told_as_the_first() -> None:
    first = glimpsed(1250, observation("7D"), HandStop(ANN, Interval(1217, 1260), 1.0))
    second = came(Heap.DISCARD, 1400, observation("7C"), before=observation("7H"), player="Ben")
    second = replace(second, stops=(*first.stops, HandStop(BEN, Interval(1360, 1404), 1.0)))
    cards = tops(gone(A1, 1000), gone(B2, 1150, "Ben"), first, second)
    assert cards == [(parse_card("7D"), A1, 1260), (parse_card("7C"), B2, 1404)]


def test_a_card_read_only_as_the_one_on_it_is_taken_back_is_of_the_hand_that_landed_it() -> None:
    first = glimpsed(1250, observation("7D"), HandStop(ANN, Interval(1217, 1260), 1.0))
    late = came(Heap.DISCARD, 2300, observation("7D"), before=observation("7H"), player="Ben")
    reached = (gone(B2, 1350, "Ben", sure=False),)
    assert tops(gone(A1, 1000), first, replace(late, reached=reached)) == [(parse_card("7D"), A1, 1260)]


@pytest.mark.parametrize(
    ("between", "is_told"),
    [
        ((), True),
        ((change(Kind.SAME, Heap.DISCARD, 1400),), False),
        ((change(Kind.EMPTIED, Heap.DISCARD, 1400),), False),
        ((change(Kind.EMPTIED, Heap.DRAW, 1400), came(Heap.DRAW, 1450, BACK)), False),
    ],
)
def test_a_card_that_landed_is_forgotten_once_the_pile_shows_what_it_did_or_is_another(
    between: tuple[Change, ...], *, is_told: bool
) -> None:
    later = came(Heap.DISCARD, 1600, observation("7C"), before=observation("7H"), player="Ben")
    cards = tops(gone(A1, 1000), gone(B2, 1150, "Ben"), glimpsed(1250, observation("7D")), *between, later)
    assert (parse_card("7D") in [card for card, _, _ in cards]) == is_told
    assert parse_card("7C") in [card for card, _, _ in cards]


@pytest.mark.parametrize("unread", [BACK, read("7C", 0.8)])
def test_nothing_lies_surely_beneath_a_card_that_is_not_read_itself(unread: CardObservation) -> None:
    later = came(Heap.DISCARD, 1600, unread, before=observation("7H"), player="Ben")
    assert len(found(glimpsed(1250, observation("7D")), later)) == 1


def test_a_joker_seen_to_land_may_be_another_than_the_one_that_lies_there_later() -> None:
    later, pending = (
        came(Heap.DISCARD, 1600, observation("7C"), before=observation("7H"), player="Ben"),
        PendingArrivals(),
    )
    pending.note(glimpsed(1250, observation("7C")))
    assert [one.at.end_ms for one in pending.until(later, lambda _: JOKER, ())] == [1600]


def test_cards_that_landed_before_the_one_that_lies_there_are_told_too() -> None:
    pending = PendingArrivals()
    pending.note(glimpsed(1250, observation("7D")))
    pending.note(glimpsed(1400, observation("7S")))
    later = came(Heap.DISCARD, 2300, observation("7S"), before=observation("7H"), player="Ben")
    assert [one.at.end_ms for one in pending.until(later, face, ())] == [1250, 1400]


def test_a_hand_that_rests_on_the_pile_since_it_brought_a_card_has_not_brought_the_next() -> None:
    stops = HandStop(ANN, Interval(1220, 1260), 1.0), HandStop(BEN, Interval(1570, 1610), 1.0)
    pending = PendingArrivals()
    pending.note(glimpsed(1250, observation("7D"), stops[0]))
    later = replace(
        came(Heap.DISCARD, 1600, observation("7C")), stops=stops, by=HandPosterior(((ANN, 0.8), (BEN, 0.2)))
    )
    beneath, top = pending.until(later, face, ())
    assert (beneath.stops, beneath.by) == (stops[:1], BY_ANN)
    assert (top.stops, top.by) == (stops[1:], HandPosterior.sole(BEN))


def test_a_hand_that_comes_to_rest_on_the_pile_again_may_have_brought_the_next_card() -> None:
    stops = HandStop(ANN, Interval(1220, 1260), 1.0), HandStop(ANN, Interval(1570, 1610), 1.0)
    pending = PendingArrivals()
    pending.note(glimpsed(1250, observation("7D"), stops[0]))
    later = replace(came(Heap.DISCARD, 1600, observation("7C")), stops=stops, by=BY_ANN)
    _, top = pending.until(later, face, ())
    assert (top.stops, top.by) == (stops[1:], BY_ANN)


@pytest.mark.parametrize(("sure", "expected"), [(0.69, []), (0.71, [ANN])])
def test_part_of_an_arm_that_seems_to_stop_on_the_pile_once_more_has_not_brought_the_next_card(
    sure: float, expected: list[PlayerId]
) -> None:
    pending, stops = (
        PendingArrivals(),
        (HandStop(ANN, Interval(1220, 1260), 1.0), HandStop(ANN, Interval(1420, 1470), sure)),
    )
    pending.until(replace(came(Heap.DISCARD, 1250, observation("7D")), stops=stops[:1]), face, ())
    later = replace(came(Heap.DISCARD, 1440, observation("7C"), before=observation("7D")), stops=stops)
    (told_next,) = pending.until(later, face, ())
    assert [stop.player for stop in told_next.stops] == [player for player, _ in told_next.by] == expected


@pytest.mark.parametrize(
    ("shown", "came_ms", "expected"),
    [("7C", 1600, [BEN]), ("7C", 1700, [ANN, BEN]), ("7D", 1600, [ANN, BEN])],
    ids=["soon", "so late that it may take that card back", "the same card once more"],
)
def test_a_hand_that_has_brought_a_card_told_before_has_not_brought_the_next_unless_it_may_take_that_back(
    shown: str, came_ms: float, expected: list[PlayerId]
) -> None:
    pending, stops = (
        PendingArrivals(),
        (HandStop(ANN, Interval(1220, 1260), 1.0), HandStop(ANN, Interval(1320, 1370), 0.6)),
    )
    pending.until(replace(came(Heap.DISCARD, 1250, observation("7D")), stops=stops[:1]), face, ())
    later = replace(came(Heap.DISCARD, came_ms, observation(shown), before=observation("7D")), stops=stops)
    (told_next,) = pending.until(replace(later, by=HandPosterior(((ANN, 0.8), (BEN, 0.2)))), face, ())
    assert [player for player, _ in told_next.by] == expected


@pytest.mark.parametrize(
    ("was_glimpsed", "by", "expected"),
    [
        (True, HandPosterior(((ANN, 0.56), (BEN, 0.44))), [HandStop(BEN, Interval(1357, 1435), 0.44)]),
        (False, HandPosterior(((ANN, 0.56), (BEN, 0.44))), []),
        (True, HandPosterior(((ANN, 0.5), (BEN, 0.25), (PlayerId("Cleo"), 0.25))), []),
    ],
    ids=["seen to land", "seen to lie", "two are left"],
)
def test_the_hand_that_is_left_where_another_rests_since_it_brought_a_card_came_to_rest_with_the_next_that_lands(
    was_glimpsed: bool, by: HandPosterior, expected: list[HandStop]
) -> None:
    pending, stops = PendingArrivals(), (HandStop(ANN, Interval(1220, 1260), 1.0),)
    pending.until(replace(came(Heap.DISCARD, 1250, observation("7D")), stops=stops), face, ())
    landed = glimpsed(1400, observation("7C"), *stops, by=by)
    if was_glimpsed:
        pending.note(landed)
    later = came(Heap.DISCARD, 1600, observation("7C"), before=observation("7D"))
    (told_next,) = pending.until(replace(later, stops=stops, by=by), face, ())
    assert list(told_next.stops) == expected


def half_read(text: str, certainty: float, *stops: HandStop) -> Change:
    return glimpsed(1900, read(text, certainty), *stops, by=HandPosterior(((BEN, 0.7), (ANN, 0.3))))


BENS = HandPosterior.sole(BEN)


def shown(at_ms: float, *stops: HandStop, by: HandPosterior = BENS) -> Change:
    later = came(Heap.DISCARD, at_ms, observation("7C"), before=observation("7H"))
    return replace(later, stops=stops, by=by, seen_ms=at_ms + 66)


@pytest.mark.parametrize("certainty", [0.81, 0.99])
def test_a_card_that_the_only_hand_there_takes_off_another_had_come_as_that_hand_came_to_rest(certainty: float) -> None:
    landed = half_read("7D", certainty, ANN_RESTS, BEN_RESTS)
    beneath, top = found(landed, shown(2100, BEN_RESTS))
    assert beneath == (parse_card("7D"), 1346, HandPosterior.sole(BEN))
    assert top == (parse_card("7C"), 2100, HandPosterior.sole(BEN))


@pytest.mark.parametrize(
    ("landed", "later"),
    [
        (half_read("7D", 0.79, ANN_RESTS, BEN_RESTS), shown(2100)),
        (half_read("9D", 0.9, ANN_RESTS, BEN_RESTS), shown(2100)),
        (half_read("7D", 0.9, BEN_RESTS), shown(2100)),
        (half_read("7D", 0.9, ANN_RESTS), shown(2100)),
        (half_read("7D", 0.9, BEN_RESTS, HandStop(ANN, Interval(1400, 1446), 1.0)), shown(2100)),
        (half_read("7D", 0.9, ANN_RESTS, BEN_RESTS, HandStop(BEN, Interval(1600, 1646), 1.0)), shown(2100)),
        (half_read("7D", 0.9, ANN_RESTS, BEN_RESTS), shown(2100, HandStop(BEN, Interval(2060, 2104), 1.0))),
        (half_read("7D", 0.9, ANN_RESTS, BEN_RESTS), shown(2100, by=HandPosterior(((BEN, 0.6), (ANN, 0.4))))),
        (half_read("7D", 0.9, ANN_RESTS, replace(BEN_RESTS, at=Interval(1700, 1746))), shown(2100)),
    ],
    ids=[
        "hardly read",
        "another rank",
        "nobody else came",
        "its hand did not come to rest",
        "another hand came later",
        "its hand came twice",
        "its hand came once more",
        "two hands are there",
        "too soon to take one back",
    ],
)
def test_a_card_not_surely_read_as_it_landed_is_else_what_the_next_one_seemed_to_be(
    landed: Change, later: Change
) -> None:
    assert [card for card, _, _ in found(landed, later)] == [parse_card("7C")]


@pytest.mark.parametrize(
    ("beneath", "stops", "came_ms"),
    [
        ("7D", (ANN_RESTS, BEN_RESTS), 1346),
        ("9D", (ANN_RESTS, BEN_RESTS), 1900),
        ("7D", (BEN_RESTS,), 1900),
        ("7D", (ANN_RESTS, BEN_RESTS, HandStop(BEN, Interval(1600, 1646), 1.0)), 1900),
        ("7D", (ANN_RESTS, BEN_RESTS, HandStop(ANN, Interval(1400, 1446), 1.0)), 1900),
        ("7D", (ANN_RESTS, replace(BEN_RESTS, at=Interval(1500, 1546))), 1900),
    ],
    ids=["rests", "another rank", "nobody else came", "came twice", "another hand came later", "rests too shortly"],
)
def test_a_card_of_a_race_that_shows_only_as_its_hand_moves_again_had_come_as_that_hand_came_to_rest(
    beneath: str, stops: tuple[HandStop, ...], came_ms: float
) -> None:
    landed = glimpsed(1250, observation(beneath), *stops[:1])
    below, top = found(landed, replace(shown(1900), stops=stops, seen_ms=1934))
    assert below[0] == parse_card(beneath)
    assert top == (parse_card("7C"), came_ms, HandPosterior.sole(BEN))


def test_a_card_half_read_as_its_hand_takes_it_back_was_laid_on_that_of_the_hand_before() -> None:
    landed, later = half_read("7D", 0.84, ANN_RESTS, BEN_RESTS), shown(2100, BEN_RESTS)
    cards = tops(gone(A1, 1000), gone(B2, 1150, "Ben"), landed, later)
    seven, covering = parse_card("7C"), parse_card("7D")
    assert cards == [(seven, A1, 1260), (covering, B2, 1346), (seven, None, 2100)]


@pytest.mark.parametrize(
    ("by", "stops", "is_seen"),
    [
        (BY_ANN, (BEN_RESTS,), True),
        (HandPosterior(((ANN, 0.79), (BEN, 0.21))), (BEN_RESTS,), False),
        (BY_ANN, (BEN_RESTS, HandStop(ANN, Interval(1150, 1196), 1.0)), False),
        (BY_ANN, (replace(BEN_RESTS, at=Interval(1240, 1284)),), False),
        (UNSEEN_HAND, (BEN_RESTS,), False),
    ],
    ids=["alone", "two hands are there", "came to rest itself", "another came just then", "nobody is there"],
)
def test_a_hand_alone_seen_with_a_card_that_landed_came_to_rest_then_where_that_was_not_seen(
    by: HandPosterior, stops: tuple[HandStop, ...], *, is_seen: bool
) -> None:
    pending = PendingArrivals()
    pending.note(glimpsed(1250, read("7S", 0.9), by=by))
    (card,) = pending.until(shown(1340, *stops), face, ())
    assert card.stops[: len(stops)] == stops
    assert [(one.player, one.at) for one in card.stops[len(stops) :]] == [(ANN, Interval(1207, 1285))] * is_seen


def test_a_glimpse_alone_is_no_card_on_the_pile() -> None:
    assert tops(gone(A1, 1000), glimpsed(1250, observation("7D"))) == []
