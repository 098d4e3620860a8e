"""Cards that change places although each was only seen to lie in a slot again."""

from __future__ import annotations

import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardLifted, CardPlaced, CardReturned

from ...sightings import A1, ANN, BEN, BEN_A1, BEN_A2, at, follow, lines, table

BOTH_IN_HAND = (CardLifted(at(100, ANN), A1), CardLifted(at(500, ANN), BEN_A1))


def test_two_cards_in_the_hand_of_who_may_exchange_any_have_changed_places_when_both_lie_again() -> None:
    state = table("kaboo", " | power p1 JC")
    first = follow(state, *BOTH_IN_HAND, CardReturned(at(1300, ANN), BEN_A1), over=False)
    assert first.events == ()
    assert lines(follow(first.referee, CardReturned(at(1500, ANN), A1), over=False)) == ["p1 exchanges p1.a1 p2.a1"]


@pytest.mark.parametrize(
    ("power", "lifts"),
    [
        ("power p1 JC", (CardLifted(at(100, ANN), A1), CardLifted(at(500, BEN), BEN_A1))),
        ("power p1 8C", BOTH_IN_HAND),
        ("power p1 KC", BOTH_IN_HAND),
        ("power p2 JC", BOTH_IN_HAND),
    ],
    ids=["two hands", "no power to exchange", "first to look", "of another"],
)
def test_other_cards_that_lie_again_have_not_changed_places(power: str, lifts: tuple[CardLifted, CardLifted]) -> None:
    hands = [lift.seen.by[0][0] for lift in lifts]
    state = table("kaboo", f" | {power}", powers__K__black="look_swap")
    found = follow(state, *lifts, CardReturned(at(1300, hands[1]), BEN_A1), CardReturned(at(1500, hands[0]), A1))
    assert not any("exchanges" in line for line in lines(found))


@pytest.mark.parametrize("hands", [(None, None), (ANN, None), (None, ANN)])
def test_cards_of_hands_that_were_not_seen_have_not_changed_places(hands: tuple[PlayerId | None, ...]) -> None:
    state = table("kaboo", " | power p1 JC")
    lifts = (CardLifted(at(100, hands[0]), A1), CardLifted(at(500, hands[1]), BEN_A1))
    found = follow(state, *lifts, CardReturned(at(1300, hands[1]), BEN_A1), CardReturned(at(1500, hands[0]), A1))
    assert not any("exchanges" in line for line in lines(found))


def test_who_lifts_two_cards_for_a_moment_is_asked_about() -> None:
    state = table("kaboo", " | power p1 JC")
    found = follow(state, *BOTH_IN_HAND, CardReturned(at(550, ANN), A1), CardReturned(at(700, ANN), BEN_A1))
    assert found.events == ()
    assert found.referee.question is not None


def test_two_of_three_cards_in_one_hand_are_not_told_to_have_changed_places() -> None:
    state = table("kaboo", " | power p1 JC")
    lifts = (*BOTH_IN_HAND, CardLifted(at(600, ANN), BEN_A2))
    back = (CardReturned(at(1300 + 100 * k, ANN), slot) for k, slot in enumerate((A1, BEN_A1, BEN_A2)))
    assert not any("exchanges" in line for line in lines(follow(state, *lifts, *back)))


def test_a_card_lifted_long_ago_was_not_exchanged_for_one_that_is_touched() -> None:
    state = table("kaboo", " | power p1 JC")
    touched = (CardLifted(at(9000, ANN), BEN_A1), CardReturned(at(9900, ANN), BEN_A1))
    found = follow(state, CardLifted(at(100, ANN), A1), *touched, CardReturned(at(10000, ANN), A1))
    assert not any("exchanges" in line for line in lines(found))


def test_one_card_after_the_other_is_not_taken_for_an_exchange() -> None:
    state = table("kaboo", " | power p1 JC")
    one = (CardLifted(at(100, ANN), A1), CardReturned(at(400, ANN), A1))
    other = (CardLifted(at(500, ANN), BEN_A1), CardReturned(at(900, ANN), BEN_A1))
    assert not any("exchanges" in line for line in lines(follow(state, *one, *other)))


def test_a_card_that_went_into_the_slot_of_another_in_hand_is_exchanged_for_it() -> None:
    state = table("kaboo", " | power p1 JC")
    found = follow(state, *BOTH_IN_HAND, CardPlaced(at(900, ANN), BEN_A1, A1), CardPlaced(at(1100, ANN), A1, BEN_A1))
    assert lines(found) == ["p1 exchanges p1.a1 p2.a1"]
