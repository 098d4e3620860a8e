"""Which moves belong together, and when all of an act has been seen."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.referee.referee import pass_time
from kibitz_scoring.table import (
    CardLifted,
    CardPlaced,
    CardReturned,
    Heap,
    PileTopChanged,
    SlotFilled,
    SlotId,
    TableEvent,
)

from ...sightings import A1, ANN, BEN, BEN_A1, SEVEN_CLUBS, THREE_CLUBS, at, follow, lines, table

BEN_X1, EIGHT_HEARTS = SlotId("p2.x1"), parse_card("8H")


@pytest.mark.parametrize(
    "goes_on",
    [
        (SlotFilled(at(330, ANN), A1, Heap.DRAW), PileTopChanged(at(400, ANN), THREE_CLUBS, A1)),
        (PileTopChanged(at(330, ANN), THREE_CLUBS, A1), SlotFilled(at(400, ANN), A1, Heap.DRAW)),
    ],
    ids=["the new card first", "the old card first"],
)
def test_a_slot_that_is_filled_before_its_card_lies_on_the_pile_is_told_of_once(
    goes_on: tuple[TableEvent, ...],
) -> None:
    state = table("kaboo", " | hand p1 ? deck")
    found = follow(state, CardLifted(at(100, ANN), A1), CardPlaced(at(330, ANN), A1, Heap.DRAW), *goes_on)
    assert lines(found) == ["p1 swaps p1.a1 3C"]
    assert found.referee.waiting == ()


def test_a_card_drawn_by_one_whose_turn_it_is_not_is_told_of_by_where_it_goes() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    drawn = follow(state, CardLifted(at(100, BEN), Heap.DRAW), over=False)
    assert (drawn.events, drawn.referee.question) == ((), None)
    found = follow(drawn.referee, CardPlaced(at(500, BEN), BEN_X1, Heap.DRAW), over=False)
    assert lines(found) == ["p2 penalty p2.x1"]


def test_a_swap_out_of_turn_is_not_taken_for_a_snap_before_its_drawn_card_lies() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    drawn = (CardLifted(at(100, BEN), Heap.DRAW), CardLifted(at(1400, BEN), BEN_A1))
    out = follow(state, *drawn, PileTopChanged(at(1700, BEN), THREE_CLUBS, BEN_A1), over=False)
    assert (out.events, out.referee.question) == ((), None)
    into = (CardPlaced(at(1800, BEN), BEN_A1, Heap.DRAW), SlotFilled(at(1800, BEN), BEN_A1, Heap.DRAW))
    after = follow(out.referee, *into, over=False)
    assert not any("snaps" in line or "penalty" in line for line in lines(after))


@pytest.mark.parametrize(("card", "said"), [(SEVEN_CLUBS, "p2 snaps p2.a1 7C"), (THREE_CLUBS, None)])
def test_a_card_that_matches_swapped_by_who_may_not_draw_is_asked_about_as_a_snap(card: Card, said: str | None) -> None:
    state = table("kaboo", " | top p1 snaps 0")
    drawn = (CardLifted(at(100, BEN), Heap.DRAW), CardLifted(at(1400, BEN), BEN_A1))
    into = (CardPlaced(at(1800, BEN), BEN_A1, Heap.DRAW), SlotFilled(at(1800, BEN), BEN_A1, Heap.DRAW))
    found = follow(state, *drawn, PileTopChanged(at(1700, BEN), card, BEN_A1), *into)
    question = found.referee.question
    asked = None if question is None else format_event(question.readings[0].events[0], state.players)
    assert (asked, lines(found)) == ((said, []) if said else (None, ["p2 draws", "p2 swaps p2.a1 3C"]))


def test_a_card_that_seems_drawn_by_a_hand_on_its_way_to_the_pile_does_not_keep_its_snap_waiting() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    passed = (CardLifted(at(100, BEN), BEN_A1), CardLifted(at(200, BEN), Heap.DRAW))
    found = follow(state, *passed, PileTopChanged(at(300, BEN), SEVEN_CLUBS, BEN_A1), over=False)
    assert [*lines(found), *lines(pass_time(found.referee, 1000))] == ["p2 snaps p2.a1 7C"]


def test_a_card_drawn_by_who_is_on_turn_is_told_of_at_once() -> None:
    found = follow(table("kaboo"), CardLifted(at(100, ANN), Heap.DRAW), over=False)
    assert lines(found) == ["p1 draws"]


def test_a_card_taken_from_the_pile_before_another_came_there_was_not_snapped_with_it() -> None:
    taken = (CardLifted(at(-900, ANN), Heap.DISCARD), CardLifted(at(100, ANN), A1))
    state = table("kaboo", " | top p3 snaps 0", pile="9H 7H")
    laid = (PileTopChanged(at(300, ANN), THREE_CLUBS, A1), CardPlaced(at(500, ANN), A1, Heap.DISCARD))
    assert lines(follow(state, *taken, *laid)) == ["p1 takes", "p1 swaps p1.a1 3C"]


@pytest.mark.parametrize("away_ms", [400, 900])
def test_a_card_lifted_by_who_may_look_at_one_was_looked_at_however_soon_it_is_back(away_ms: float) -> None:
    state = table("kaboo", " | power p1 8C")
    found = follow(state, CardLifted(at(100, ANN), A1), CardReturned(at(100 + away_ms, ANN), A1))
    assert lines(found) == ["p1 looks p1.a1"]


def test_a_card_that_was_up_as_another_came_to_the_pile_was_to_be_snapped_also_by_who_may_look() -> None:
    state = table("kaboo", " | power p1 8C | top p1 snaps 0", pile="7H 8C", snap__discarder_may=True)
    raced = (CardLifted(at(150, ANN), A1), CardLifted(at(160, BEN), BEN_A1))
    seen = (*raced, PileTopChanged(at(350, BEN), EIGHT_HEARTS, BEN_A1), CardReturned(at(500, ANN), A1))
    assert "p1 looks p1.a1" not in lines(follow(state, *seen))


def test_who_may_look_is_asked_about_where_the_hand_at_a_card_was_not_seen() -> None:
    state = table("kaboo", " | power p1 8C | top p1 snaps 0", pile="7H 8C", snap__discarder_may=True)
    found = follow(state, CardLifted(at(100), A1), CardReturned(at(400), A1))
    assert (found.events, found.referee.question is None) == ((), False)


def test_a_card_lifted_and_soon_back_of_one_who_may_not_look_was_to_be_snapped() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    found = follow(state, CardLifted(at(100, BEN), BEN_A1), CardReturned(at(400, BEN), BEN_A1))
    assert lines(found) == ["p2 snaps p2.a1 returned"]


@pytest.mark.parametrize("power", ["", " | power p1 8C"])
def test_a_card_of_which_nobody_saw_that_it_was_lifted_was_looked_at_only_by_who_may_look(power: str) -> None:
    found = follow(table("kaboo", power), CardReturned(at(100, ANN), A1))
    assert found.referee.question is None
    assert lines(found) == (["p1 looks p1.a1"] if power else [])


def test_a_swap_whose_old_card_was_not_seen_to_be_put_aside_is_told_of_before_the_next_play() -> None:
    state = table("kaboo", " | hand p1 ? deck", piles__replaced_card="aside_face_down")
    swap = (CardLifted(at(100, ANN), A1), CardPlaced(at(400, ANN), A1, Heap.DRAW))
    after = follow(state, *swap, over=False)
    assert after.events == ()
    goes_on = (CardLifted(at(1400, BEN), Heap.DRAW), PileTopChanged(at(2400, BEN), THREE_CLUBS, Heap.DRAW))
    assert lines(follow(after.referee, *goes_on, over=False)) == ["p1 swaps p1.a1", "p2 draws", "p2 discards 3C"]
    assert lines(pass_time(after.referee, 3000)) == ["p1 swaps p1.a1"]
