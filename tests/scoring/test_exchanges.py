"""Cards that change places although each was only seen to lie in a slot again."""

from __future__ import annotations

import pytest

from kibitz_scoring.table import CardLifted, CardPlaced, CardReturned

from .sightings import A1, ANN, BEN, BEN_A1, at, follow, lines, table

BOTH_IN_HAND = (CardLifted(at(100, ANN), A1), CardLifted(at(500, ANN), BEN_A1))


def test_two_cards_in_the_hand_of_who_may_exchange_any_have_changed_places_when_both_lie_again() -> None:
    state = table("kaboo", " | power p1 JC")
    first = follow(state, *BOTH_IN_HAND, CardReturned(at(900, ANN), BEN_A1), over=False)
    assert first.events == ()
    assert lines(follow(first.referee, CardReturned(at(1100, ANN), A1), over=False)) == ["p1 exchanges p1.a1 p2.a1"]


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
    found = follow(state, *lifts, CardReturned(at(900, hands[1]), BEN_A1), CardReturned(at(1100, hands[0]), A1))
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
