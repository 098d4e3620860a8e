"""Cards on the discard pile and the hands that came to rest there with them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from tests.vision.decoding.decoder_changes import CARDS, change, face, observation, read

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Heap, Interval, Place, SlotId
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.pile_delay import PileDelay
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

STOP = HandStop(PlayerId("Ann"), Interval(1480, 1514), 1.0)
FAR = float("inf")


@dataclass
class Known:
    """A pile of which only these cards are known, and the hands that were said to have come to rest there."""

    known: set[Face] = field(default_factory=set)
    stops: tuple[HandStop, ...] = ()

    def face(self, seen: CardObservation | None) -> Face:
        return face(seen)

    def note_stops(self, stops: tuple[HandStop, ...]) -> None:
        self.stops = stops


def came(place: Place, at_ms: float, kind: Kind = Kind.CAME) -> Change:
    return Change(kind, place, Interval(at_ms - 33, at_ms), round(at_ms / 33), UNSEEN_HAND)


def seen() -> tuple[HandStop, ...]:
    return (STOP,)


def test_a_card_on_the_pile_is_told_when_the_hand_that_brought_it_has_been_seen_to_rest() -> None:
    piled = PileDelay(EventDecoder(CARDS))
    assert piled.take([came(Heap.DISCARD, 1500)], 1533, tuple) == []
    assert piled.take([], 1600, tuple) == []
    (told,) = piled.take([], 1633, seen)
    assert told.stops == (STOP,)
    assert piled.take([], 1666, seen) == []


def test_what_happens_elsewhere_is_told_at_once() -> None:
    changes = [came(SlotId("p1.a1"), 1500), came(Heap.DISCARD, 1500, Kind.LANDED), came(Heap.DISCARD, 1500, Kind.GONE)]
    assert PileDelay(EventDecoder(CARDS)).take(changes, 1500, tuple) == changes


def test_a_card_that_lands_on_the_pile_is_told_once_more_with_the_hand_that_brought_it() -> None:
    piled, landed = PileDelay(EventDecoder(CARDS)), came(Heap.DISCARD, 1500, Kind.LANDED)
    assert piled.take([landed], 1533, tuple) == [landed]
    (glimpsed,) = piled.take([], 1633, seen)
    assert (glimpsed.kind, glimpsed.at, glimpsed.stops) == (Kind.GLIMPSED, landed.at, (STOP,))


def test_cards_on_the_pile_stay_in_their_order() -> None:
    first, second = came(Heap.DISCARD, 1400), came(Heap.DISCARD, 1450)
    piled = PileDelay(EventDecoder(CARDS))
    assert piled.take([first, second], 1460, tuple) == []
    assert [change.frame for change in piled.take([], FAR, tuple)] == [first.frame, second.frame]


def test_a_card_seen_long_after_it_came_is_told_at_once() -> None:
    assert [change.stops for change in PileDelay(EventDecoder(CARDS)).take([came(Heap.DISCARD, 1000)], 1500, seen)] == [
        (STOP,)
    ]


@pytest.mark.parametrize(
    ("seen_ms", "by", "stops"),
    [
        (1481.0, {"Ben": 1.0}, (STOP,)),
        (1480.0, {"Ben": 1.0}, ()),
        (1480.0, {"Ann": 1.0}, (STOP,)),
        (1480.0, {"Ben": 0.9, "Ann": 0.1}, ()),
    ],
)
def test_a_hand_that_comes_to_rest_after_a_card_was_seen_to_lie_did_not_bring_it_unless_it_alone_was_seen_there(
    seen_ms: float, by: dict[str, float], stops: tuple[HandStop, ...]
) -> None:
    actors = tuple((PlayerId(player), odds) for player, odds in by.items())
    card = replace(came(Heap.DISCARD, 1450), by=HandPosterior(actors), seen_ms=seen_ms)
    assert [told.stops for told in PileDelay(EventDecoder(CARDS)).take([card], FAR, seen)] == [stops]


def test_of_arms_that_lie_beside_each_other_the_one_that_came_to_rest_is_rather_there() -> None:
    beside = HandPosterior(((PlayerId("Ben"), 0.5), (PlayerId("Ann"), 0.5)))
    (told,) = PileDelay(EventDecoder(CARDS)).take(
        [replace(came(Heap.DISCARD, 1500), by=HandPosterior(beside))], FAR, seen
    )
    assert [player for player, _ in told.by] == ["Ann", "Ben"]


def shown(first: Change, *others: Change) -> list[tuple[Kind, Face]]:
    """What is told of changes that are seen one after the other."""
    piled = PileDelay(EventDecoder(CARDS))
    seen = [one for change in (first, *others) for one in piled.take([change], change.at.end_ms, tuple)]
    told = (*seen, *piled.take([], FAR, tuple))
    return [(one.kind, face(one.lying)) for one in told if one.kind is not Kind.LANDED]


def pile(
    at_ms: float, lying: CardObservation, kind: Kind = Kind.CAME, player: str = "Ann", before: str = "9C"
) -> Change:
    return change(kind, Heap.DISCARD, at_ms, player, lying=lying, before=observation(before))


def test_what_a_card_seemed_to_be_while_its_hand_still_moved_it_is_not_told() -> None:
    piled = PileDelay(EventDecoder(CARDS))
    for seen in (pile(1500, observation("7C")), pile(1600, observation("AD"), before="7C")):
        assert piled.take([seen], seen.at.end_ms, tuple) == []
    (told,) = piled.take([], FAR, tuple)
    assert (face(told.lying), face(told.before), told.at.end_ms) == (parse_card("AD"), parse_card("9C"), 1600)


def test_a_card_is_not_told_while_another_that_landed_just_after_it_may_be_what_it_is() -> None:
    piled, seemed = PileDelay(EventDecoder(CARDS)), pile(1500, observation("7C"))
    landed = pile(1600, observation("AD"), Kind.LANDED, before="7C")
    assert piled.take([seemed, landed], 1633, tuple) == [landed]
    assert piled.take([], 1966, tuple) == []
    told = piled.take([pile(1600, observation("AD"), before="7C")], 1980, tuple)
    assert [(one.kind, face(one.lying), face(one.before)) for one in told] == [
        (Kind.GLIMPSED, parse_card("AD"), parse_card("7C")),
        (Kind.CAME, parse_card("AD"), parse_card("9C")),
    ]


@pytest.mark.parametrize(
    ("landed", "now_ms"),
    [
        (pile(1600, observation("AD"), Kind.LANDED), 2000),
        (pile(1600, read("AD", 0.9), Kind.LANDED), 1620),
        (pile(1600, observation("AD"), Kind.LANDED, "Ben"), 1620),
        (pile(1600, observation("7C"), Kind.LANDED), 1620),
        (pile(1600, observation("7D"), Kind.LANDED), 1620),
        (pile(1620, observation("AD"), Kind.LANDED), 1620),
    ],
)
def test_a_card_is_told_where_none_of_another_rank_surely_landed_after_it_by_its_hand(
    landed: Change, now_ms: float
) -> None:
    told = PileDelay(EventDecoder(CARDS)).take([pile(1500, observation("7C")), landed], now_ms, tuple)
    assert [face(one.lying) for one in told if one.kind is Kind.CAME] == [parse_card("7C")]


def test_some_time_after_a_card_it_is_looked_which_hands_came_to_rest_there_since() -> None:
    known, others = Known(), (STOP, HandStop(PlayerId("Ben"), Interval(1660, 1700), 1.0))
    piled = PileDelay(known)
    assert len(piled.take([pile(1500, observation("7C"))], 1633, seen)) == 1
    for now_ms, stops in ((2199, ()), (2200, others), (2900, others)):
        assert piled.take([], now_ms, lambda: others) == []
        assert known.stops == stops
    assert piled.take([], FAR, tuple) == []
    assert known.stops == others


@pytest.mark.parametrize(
    "later",
    [
        pile(1630, observation("AD")),
        pile(1630, observation("AS"), player="Ben"),
        pile(1630, observation("7C"), Kind.SAME),
    ],
)
def test_a_card_is_told_as_soon_as_it_is_known_what_lies_there_after_another_has_landed(later: Change) -> None:
    piled, landed = PileDelay(EventDecoder(CARDS)), pile(1600, observation("AD"), Kind.LANDED)
    assert piled.take([pile(1500, observation("7C")), landed], 1633, tuple) == [landed]
    (told,) = piled.take([later], 1666, tuple)
    assert (told.kind, face(told.lying)) == (Kind.CAME, parse_card("7C"))


@pytest.mark.parametrize("early", [pile(1480, observation("7C")), pile(1500, observation("7C"), Kind.SAME)])
def test_a_card_laid_long_before_another_is_told_and_so_is_that_the_pile_showed_what_it_did(early: Change) -> None:
    assert shown(early, pile(1600, observation("AD"))) == [
        (early.kind, parse_card("7C")),
        (Kind.CAME, parse_card("AD")),
    ]


def test_a_card_that_was_covered_just_before_is_told_where_its_hand_seems_to_have_laid_two() -> None:
    between = replace(
        pile(1550, observation("9D"), before="7C"), by=HandPosterior(((PlayerId("Ann"), 0.6), (PlayerId("Ben"), 0.4)))
    )
    piled = PileDelay(EventDecoder(CARDS))
    waiting = [pile(1500, observation("7C")), between, pile(1600, observation("AD"), before="9D")]
    told = [(face(one.lying), face(one.before)) for one in piled.take(waiting, FAR, tuple)]
    assert told == [(parse_card("9D"), parse_card("9C")), (parse_card("AD"), parse_card("9D"))]


def test_a_hand_that_takes_the_top_card_and_lays_another_shows_the_one_beneath() -> None:
    decoder = EventDecoder(CARDS, pile=DiscardPile([parse_card("9S"), parse_card("9C")]))
    told = PileDelay(decoder).take(
        [pile(1500, observation("9S")), pile(1600, observation("AD"), before="9S")], FAR, tuple
    )
    assert [face(one.lying) for one in told] == [parse_card("9S"), parse_card("AD")]


@pytest.mark.parametrize("ben_ms", [1504, 1590])
def test_two_cards_are_told_where_another_hand_came_to_rest_with_them(ben_ms: float) -> None:
    first = replace(pile(1500, observation("7C")), seen_ms=1510)
    changes = [first, pile(1600, observation("AD"), before="7C")]
    ben = HandStop(PlayerId("Ben"), Interval(ben_ms - 34, ben_ms), 1.0)
    assert len(PileDelay(EventDecoder(CARDS)).take(changes, FAR, lambda: (ben, STOP))) == 2
    assert len(PileDelay(EventDecoder(CARDS)).take(changes, FAR, lambda: (STOP,))) == 1


def test_a_card_that_waits_to_be_told_is_no_card_that_was_only_moved() -> None:
    changes = [pile(1500, observation("7C")), pile(1600, observation("AD"), before="7C")]
    assert len(PileDelay(Known({parse_card("7C")})).take(changes, FAR, tuple)) == 2
