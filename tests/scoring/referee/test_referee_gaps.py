"""The referee where trackers miss things, tell them twice or late, and where cards take unusual ways."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.grouping import acts_of
from kibitz_scoring.referee.acts.trace import trace_of
from kibitz_scoring.referee.questions import who_called
from kibitz_scoring.referee.referee import answer, observe, pass_time, tell
from kibitz_scoring.referee.settlement import Referee
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    Heap,
    Interval,
    PileTopChanged,
    Seen,
    SlotFilled,
    SlotId,
    TableEvent,
)

from ..sightings import (
    A1,
    ANN,
    BEN,
    BEN_A1,
    BEN_A2,
    CLEO,
    CLEO_A1,
    CLEO_X1,
    EIGHT_CLUBS,
    PLAYERS,
    SEVEN_CLUBS,
    THREE_CLUBS,
    at,
    follow,
    lines,
    table,
)


def test_a_swap_of_which_no_lift_and_no_way_was_seen_is_told_by_the_slot_that_changed() -> None:
    state = table("kaboo", " | hand p1 ? deck")
    found = follow(state, PileTopChanged(at(100, ANN), THREE_CLUBS), CardPlaced(at(300, ANN), A1))
    assert lines(found) == ["p1 swaps p1.a1 3C"]


def test_a_card_from_nowhere_is_a_discard_once_no_slot_is_filled_for_a_while() -> None:
    state = table("kaboo", " | hand p1 ? deck")
    waits = follow(state, PileTopChanged(at(100, ANN), THREE_CLUBS), over=False)
    assert waits.events == ()
    assert lines(pass_time(waits.referee, 400)) == []
    assert lines(pass_time(waits.referee, 1000)) == ["p1 discards 3C"]


def test_a_wrong_card_of_another_may_go_straight_to_who_snapped_it() -> None:
    state = table("cambio", " | top p1 snaps 0")
    seen = (
        CardLifted(at(100, CLEO), BEN_A1),
        PileTopChanged(at(200, CLEO), EIGHT_CLUBS, BEN_A1),
        CardLifted(at(900, CLEO), Heap.DISCARD),
        CardPlaced(at(1200, CLEO), CLEO_X1, Heap.DISCARD),
    )
    found = follow(state, *seen)
    assert lines(found) == ["p3 snaps p2.a1 8C wrong", "p3 collects p2.a1 p3.x1"]
    assert found.referee.astray == frozenset()


def test_an_unread_card_that_somebody_takes_over_is_asked_about() -> None:
    state = table("cambio", " | top p1 snaps 0")
    seen = (
        PileTopChanged(at(200, CLEO), FACE_DOWN, BEN_A1),
        CardLifted(at(900, CLEO), Heap.DISCARD),
        CardPlaced(at(1200, CLEO), CLEO_X1, Heap.DISCARD),
    )
    question = follow(state, *seen).referee.question
    assert question is not None
    assert question.text == "Who was it: Cleo or Ben?"
    assert len(question.readings[0].events) == 2


def test_a_card_taken_over_later_belongs_to_who_owes_it_even_with_no_hand_seen() -> None:
    state = table("cambio", " | due p3 take p2.a1")
    found = follow(state, CardLifted(at(100), BEN_A1), CardPlaced(at(500), CLEO_X1, BEN_A1))
    assert lines(found) == ["p3 collects p2.a1 p3.x1"]


def test_a_card_turned_over_and_back_is_a_match_that_did_not_match() -> None:
    state = table("scambodia", match__wrong="return")
    flips = (CardFlipped(at(100, ANN), A1, THREE_CLUBS), CardFlipped(at(900, ANN), A1))
    assert lines(follow(state, *flips)) == ["p1 matches p1.a1 3C"]


def test_turning_a_heap_or_a_card_of_which_only_the_back_shows_means_nothing() -> None:
    state = table("kaboo")
    found = follow(state, CardFlipped(at(100, ANN), Heap.DISCARD, SEVEN_CLUBS), CardFlipped(at(200, ANN), A1))
    assert (found.events, found.referee.waiting) == ((), ())


def test_a_single_card_turned_up_in_play_ends_no_round() -> None:
    found = follow(table("kaboo"), CardRevealed(at(100, ANN), A1, SEVEN_CLUBS), over=False)
    assert found.events == ()
    assert found.referee.question is None


def test_onto_a_card_that_was_not_read_anything_may_be_snapped() -> None:
    state = table("kaboo", " | top p1 snaps 0", pile="?")
    assert lines(follow(state, PileTopChanged(at(100, BEN), SEVEN_CLUBS, BEN_A1))) == ["p2 snaps p2.a1 7C"]
    returned = follow(state, CardLifted(at(100, BEN), BEN_A1), CardReturned(at(300, BEN), BEN_A1))
    assert lines(returned) == ["p2 snaps p2.a1 returned"]


def test_a_card_that_was_not_read_was_first_all_the_same() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    seen = (PileTopChanged(at(200, CLEO), FACE_DOWN, CLEO_A1), PileTopChanged(at(400, BEN), SEVEN_CLUBS, BEN_A1))
    verdicts = [line.split()[-1] for line in lines(follow(state, *seen))]
    assert verdicts == ["p3.a1", "late"]


def test_a_card_in_the_air_for_so_long_that_it_may_have_lain_on_the_pile_leaves_nobody_surely_first() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    for lifted_ms, verdict in ((100, "too_close"), (280, "7C")):
        seen = (
            CardLifted(at(lifted_ms, CLEO), CLEO_A1),
            PileTopChanged(at(300, BEN), SEVEN_CLUBS, BEN_A1),
            PileTopChanged(at(850, CLEO), SEVEN_CLUBS, CLEO_A1),
        )
        assert lines(follow(state, *seen))[0].split()[-1] == verdict


def test_a_card_taken_back_by_a_hand_that_nobody_saw_was_snapped_wrongly() -> None:
    state = table("kaboo", " | top p1 snaps 0", turn="p2")
    seen = (CardLifted(at(100), CLEO_A1), PileTopChanged(at(200), EIGHT_CLUBS, CLEO_A1), CardReturned(at(900), CLEO_A1))
    found = follow(state, *seen)
    assert lines(found) == ["p3 snaps p3.a1 8C wrong"]
    assert found.referee.waiting == ()


def test_two_cards_laid_into_one_slot_are_two_moves_and_a_slot_seen_full_is_none() -> None:
    placed = [CardPlaced(at(100), A1, Heap.DRAW), SlotFilled(at(110), A1), CardPlaced(at(120), A1, Heap.DRAW)]
    assert len(trace_of(placed).moves) == 1
    again = [placed[0], CardPlaced(at(500), A1, Heap.DRAW)]
    assert len(trace_of(again).moves) == 2


def test_a_pair_and_a_swap_at_once_are_no_pair() -> None:
    state = table("kaboo", " | hand p1 ? deck", pairs__enabled=True)
    seen = [
        PileTopChanged(at(100, ANN), THREE_CLUBS, A1),
        CardPlaced(at(200, ANN), A1),
        PileTopChanged(at(300, BEN), SEVEN_CLUBS, BEN_A1),
    ]
    kinds = [act.kind.name for act in acts_of(state, trace_of(seen))]
    assert kinds == ["SWAPPED", "CLAIMED"]


def test_a_power_that_is_claimed_aloud_settles_the_card_laid_aside() -> None:
    two = PLAYERS[:2]
    line = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 43 | hand p1 ? deck"
    laid = follow(
        parse_table(line, load_pack("cameo"), two), CardPlaced(at(100, ANN), Heap.ASIDE, Heap.DRAW, SEVEN_CLUBS)
    )
    assert laid.events == ()
    assert lines(tell(laid.referee, parse_event("p1 uses 7C", two))) == ["p1 uses 7C"]
    passed = tell(laid.referee, parse_event("p2 calls", two))
    assert lines(passed) == ["p1 discards 7C", "p2 calls"]


def test_a_card_laid_aside_that_was_seen_badly_is_asked_about() -> None:
    line = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 43 | hand p1 ? deck"
    state = parse_table(line, load_pack("cameo"), PLAYERS[:2])
    dim = Seen(Interval(67, 100), 0.5, (), HandPosterior.sole(ANN, 0.95))
    laid = observe(Referee(state), CardPlaced(dim, Heap.ASIDE, Heap.DRAW, SEVEN_CLUBS))
    then = observe(laid.referee, CardLifted(at(900, BEN), Heap.DRAW))
    assert then.referee.question is not None


def test_who_called_is_asked_once_and_the_answer_begins_the_reveal() -> None:
    reveals = [
        CardRevealed(at(100 * n), slot, parse_card(face))
        for n, (slot, face) in enumerate(((A1, "2C"), (BEN_A1, "3C"), (CLEO_A1, "4C")), start=1)
    ]
    asked = follow(table("kaboo"), *reveals, over=False)
    question = asked.referee.question
    assert question is not None
    assert question.text == "Who called?"
    called = answer(asked.referee, question.readings[1])
    assert lines(called)[0] == "round-ends call p2"
    assert len(called.events) == 4
    nobody = answer(asked.referee, None)
    assert (nobody.events, nobody.referee.question, nobody.referee.waiting) == ((), None, ())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move p1.a1 aside", "a card went from p1.a1 to the cards put aside"),
        ("move deck p1.a1", "a card went from the draw pile to p1.a1"),
        ("round-ends call p1", "Ann called"),
        ("round-ends deck", "the round ended"),
    ],
)
def test_what_is_set_right_has_words(line: str, words: str) -> None:
    assert describe([parse_event(line, PLAYERS)]) == words


def test_every_player_may_have_called() -> None:
    state = table("kaboo")
    assert [len(reading.events) for reading in who_called(state, ()).readings] == [1, 1, 1, 1]


def test_what_was_not_understood_in_play_moves_no_card_at_the_reveal() -> None:
    state = tell(Referee(table("kaboo")), parse_event("round-ends deck", PLAYERS)).referee
    late = (PileTopChanged(at(100, ANN), THREE_CLUBS, A1), CardPlaced(at(200, ANN), A1, Heap.DISCARD))
    found = follow(state, *late)
    assert (found.events, found.referee.waiting) == ((), ())


def test_a_last_window_of_which_nobody_saw_the_beginning_stays_open() -> None:
    pack = load_pack("kaboo")
    line = "round 1 after_last_turn p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H | called p2"
    referee = Referee(parse_table(line, pack, PLAYERS[:2]))
    assert pass_time(referee, 60_000).events == ()


def test_a_swap_of_which_only_the_new_card_was_seen_is_a_swap() -> None:
    state = table("kaboo", " | hand p1 ? deck")
    assert lines(follow(state, CardPlaced(at(100, ANN), A1, Heap.DRAW))) == ["p1 swaps p1.a1"]


def test_half_an_exchange_is_read_as_one_first() -> None:
    state = table("kaboo", " | power p1 JC")
    found = follow(state, CardPlaced(at(100, ANN), BEN_A1, A1))
    question = found.referee.question
    first = found.events if question is None else question.readings[0].events
    assert [format_event(event, PLAYERS) for event in first] == ["p1 exchanges p1.a1 p2.a1"]


def test_an_unread_card_that_comes_back_from_nowhere_is_asked_about() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    seen = (PileTopChanged(at(200, BEN), FACE_DOWN, BEN_A1), CardPlaced(at(900, BEN), BEN_A1))
    question = follow(state, *seen).referee.question
    assert question is not None
    assert question.text == "Which was it: Ben snapped p2.a1 too late, or Ben snapped p2.a1, too close to call?"


def test_a_card_of_the_pile_laid_before_a_third_player_is_no_way_back() -> None:
    state = table("cambio", " | top p1 snaps 0")
    seen = [
        PileTopChanged(at(200, CLEO), FACE_DOWN, BEN_A1),
        CardLifted(at(900, CLEO), Heap.DISCARD),
        CardPlaced(at(1200, CLEO), SlotId("p2.x1"), Heap.DISCARD),
    ]
    assert [act.kind.name for act in acts_of(state, trace_of(seen))] == ["CLAIMED", "DEALT"]


@pytest.mark.parametrize(("player", "taken"), [(None, CLEO_A1), (ANN, CLEO_A1), (CLEO, CLEO_A1), (BEN, BEN_A1)])
def test_a_card_taken_back_from_the_pile_is_the_one_that_was_laid_last_but_by_a_hand_that_laid_another(
    player: PlayerId | None, taken: SlotId
) -> None:
    seen = [
        PileTopChanged(at(200), FACE_DOWN, BEN_A1),
        PileTopChanged(at(400), FACE_DOWN, CLEO_A1),
        CardLifted(at(900, player), Heap.DISCARD),
    ]
    found = {
        act.moves[0].origin: len(act.moves) for act in acts_of(table("kaboo", " | top p1 snaps 0"), trace_of(seen))
    }
    assert found == {BEN_A1: 1, CLEO_A1: 1} | {taken: 2}


@pytest.mark.parametrize("is_at_once", [True, False])
def test_what_the_pile_shows_as_its_top_is_taken_is_no_card_that_the_same_hand_had_brushed(*, is_at_once: bool) -> None:
    shown = at(900 if is_at_once else 1500, BEN)
    seen = [
        CardLifted(at(150, BEN), BEN_A2),
        PileTopChanged(at(200, BEN), SEVEN_CLUBS, BEN_A1),
        CardLifted(at(900, BEN), Heap.DISCARD),
        PileTopChanged(shown, THREE_CLUBS),
        CardReturned(at(1600, BEN), BEN_A2),
    ]
    acts = acts_of(table("kaboo", " | top p1 snaps 0"), trace_of(seen))
    assert [act.kind.name for act in acts] == ["CLAIMED", "LIFTED_BACK" if is_at_once else "SWAPPED"]


def test_a_card_from_nowhere_is_not_out_of_a_gap() -> None:
    state = table("kaboo", " | hand p1 ? deck")
    seen = [PileTopChanged(at(100, ANN), THREE_CLUBS), CardPlaced(at(200, ANN), SlotId("p1.x1"), Heap.DRAW)]
    assert [act.kind.name for act in acts_of(state, trace_of(seen))] == ["LAID_OFF", "DEALT"]


def test_a_card_back_from_the_pile_was_claimed_however_its_way_was_seen() -> None:
    state = table("kaboo", " | top p1 snaps 0")
    claimed = PileTopChanged(at(200, BEN), FACE_DOWN, BEN_A1)
    ways: list[list[TableEvent]] = [
        [CardPlaced(at(900, BEN), BEN_A1, Heap.DISCARD)],
        [CardLifted(at(700, BEN), Heap.DISCARD), CardReturned(at(900, BEN), BEN_A1)],
    ]
    for way in ways:
        (act,) = acts_of(state, trace_of([claimed, *way]))
        assert (act.kind.name, act.back) == ("CLAIMED", BEN_A1)
