"""Sights of what did not happen: a hand that passed the draw pile, a card that lay there all the time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardRevealed,
    Heap,
    PileTopChanged,
    SlotEmptied,
    SlotFilled,
    SlotId,
)

from ..sightings import (
    A1,
    ANN,
    BEN,
    BEN_A1,
    BEN_A2,
    CLEO,
    EIGHT_CLUBS,
    THREE_CLUBS,
    at,
    follow,
    lines,
    table,
)

CLEO_B2 = SlotId("p3.b2")


def test_a_hand_with_a_drawn_card_that_passes_the_draw_pile_draws_no_second_one() -> None:
    state = table("kaboo", " | hand p1 ? deck")
    found = follow(state, CardLifted(at(100, ANN), Heap.DRAW), PileTopChanged(at(500, ANN), THREE_CLUBS, Heap.DRAW))
    assert lines(found) == ["p1 discards 3C"]
    assert found.referee.question is None


def test_who_draws_out_of_turn_most_likely_only_passed_the_draw_pile() -> None:
    found = follow(table("kaboo", " | hand p1 ? deck"), CardLifted(at(100, CLEO), Heap.DRAW))
    assert lines(found) == []
    assert found.referee.question is None or not found.referee.question.presses


def test_who_is_on_turn_draws() -> None:
    assert lines(follow(table("kaboo"), CardLifted(at(100, ANN), Heap.DRAW))) == ["p1 draws"]


def test_a_card_that_is_looked_at_is_not_gone_though_another_one_seemed_to_come_to_its_place() -> None:
    state = table("kaboo", " | power p1 7H", pile="7H", turn="p1")
    seen = CardLifted(at(100, ANN), A1), CardPlaced(at(1500, ANN), A1, Heap.DRAW), SlotFilled(at(1500, ANN), A1)
    assert lines(follow(state, *seen)) == ["p1 looks p1.a1"]


def test_a_place_that_is_filled_again_is_asked_about_by_no_question_that_takes_its_card_away() -> None:
    seen = CardLifted(at(100, BEN), BEN_A1), CardPlaced(at(4000, BEN), BEN_A1, Heap.DRAW), SlotFilled(at(4000), BEN_A1)
    found = follow(table("kaboo"), *seen)
    assert lines(found) == []
    assert found.referee.question is None or not found.referee.question.presses
    assert found.referee.state.hands[1][0] is not None


def test_a_place_from_which_a_card_went_for_good_is_asked_about() -> None:
    found = follow(table("kaboo"), CardLifted(at(100, BEN), BEN_A1), SlotEmptied(at(200, BEN), BEN_A1))
    question = found.referee.question
    assert question is not None
    assert question.presses
    assert [type(event).__name__ for event in question.readings[0].events] == ["Moved"]


def test_where_a_card_went_into_anothers_place_and_that_one_nowhere_the_table_is_asked() -> None:
    seen = (
        CardLifted(at(100, ANN), BEN_A1),
        CardLifted(at(300, ANN), A1),
        SlotEmptied(at(300, ANN), A1),
        CardPlaced(at(900, ANN), BEN_A1, A1),
    )
    question = follow(table("kaboo"), *seen).referee.question
    assert question is not None
    assert question.presses


def test_before_the_first_turn_the_dealer_only_lays_cards_right() -> None:
    state = replace(table("kaboo"), phase=Phase.INITIAL_PEEK)
    seen = (
        CardLifted(at(100, CLEO), BEN_A1),
        CardPlaced(at(300, CLEO), BEN_A2, BEN_A1),
        CardLifted(at(400, CLEO), Heap.DRAW),
        CardPlaced(at(700, CLEO), BEN_A1, Heap.DRAW),
    )
    found = follow(state, *seen)
    assert lines(found) == []
    assert found.referee.question is None


def test_a_card_that_is_turned_up_in_a_place_just_swapped_is_the_one_that_came_there() -> None:
    state = table("kaboo", " | hand p1 ? deck | called p3 | final p1")
    seen = (
        CardLifted(at(100, ANN), A1),
        PileTopChanged(at(400, ANN), FACE_DOWN, A1),
        CardPlaced(at(500, ANN), A1, Heap.DRAW),
        CardFlipped(at(900, ANN), A1, EIGHT_CLUBS),
        CardRevealed(at(900, ANN), A1, EIGHT_CLUBS),
    )
    assert lines(follow(state, *seen)) == ["p1 swaps p1.a1", "reveal p1.a1 8C"]


def test_a_card_that_comes_back_from_a_snap_and_is_turned_up_in_its_place_is_the_one_that_was_snapped() -> None:
    seen = (
        CardLifted(at(100, BEN), BEN_A1),
        PileTopChanged(at(400, BEN), FACE_DOWN, BEN_A1),
        CardLifted(at(900, BEN), Heap.DISCARD),
        CardPlaced(at(1200, BEN), BEN_A1, Heap.DISCARD),
        CardFlipped(at(1700, BEN), BEN_A1, EIGHT_CLUBS),
        CardRevealed(at(1700, BEN), BEN_A1, EIGHT_CLUBS),
    )
    found = follow(table("cambio", " | top p1 snaps 0"), *seen)
    assert any("p2 snaps p2.a1 8C" in line for line in lines(found))


@pytest.mark.parametrize("turn", ["p1", "p2"])
@pytest.mark.parametrize("passed", [True, False], ids=["the hand passed the draw pile", "it did not"])
def test_the_card_that_is_owed_is_given_though_it_seemed_to_come_from_the_draw_pile(passed: bool, turn: str) -> None:
    state = table("cambio", " | due p2 give p3.b2", turn=turn, snap__give="required")
    hands = list(state.hands)
    hands[2] = (*hands[2][:3], None)
    owed = replace(state, hands=tuple(hands), draw_pile=state.draw_pile + 1)
    lift = (CardLifted(at(90, BEN), Heap.DRAW),) if passed else ()
    seen = (
        *lift,
        CardLifted(at(100, BEN), BEN_A1),
        SlotEmptied(at(100, BEN), BEN_A1),
        CardPlaced(at(700, BEN), CLEO_B2, Heap.DRAW if passed else None),
    )
    found = follow(owed, *seen)
    assert lines(found) == ["p2 gives p2.a1 p3.b2"]
    assert found.referee.question is None


def test_what_comes_into_a_gap_is_no_gift_where_its_giver_had_no_card_up() -> None:
    state = table("cambio", " | due p2 give p3.b2")
    hands = list(state.hands)
    hands[2] = (*hands[2][:3], None)
    owed = replace(state, hands=tuple(hands), draw_pile=state.draw_pile + 1)
    seen = CardLifted(at(100, ANN), A1), CardPlaced(at(700, BEN), CLEO_B2, Heap.DRAW)
    assert not any(" gives " in line for line in lines(follow(owed, *seen)))
