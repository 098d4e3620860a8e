"""The referee's questions: wherever two readings come close, or a sight means nothing plain."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Called, Verdict
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.acts.grouping import acts_of
from kibitz_scoring.referee.acts.trace import trace_of
from kibitz_scoring.referee.referee import answer, flush, observe, tell
from kibitz_scoring.referee.settlement import Finding
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    CardFlipped,
    CardLifted,
    CardReturned,
    CardRevealed,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    SlotEmptied,
    SlotId,
)

from ..emissions import emissions
from ..eye import A1, ANN, BEN, BEN_A1, CAMBIO, CLEO, KABOO, PLAYERS, SCAMBODIA, Eye, lines, table, watch, watch_all


@pytest.fixture
def see() -> Eye:
    return Eye()


def test_an_unseen_hand_is_asked_for(see: Eye) -> None:
    state = table(CAMBIO, " | top p3 snaps 0")
    found = watch(state, PileTopChanged(see(), parse_card("7C"), BEN_A1))
    assert found.events == ()
    question = found.referee.question
    assert question is not None
    assert question.text.startswith("Who was it: ")
    assert len(question.readings) >= 2
    settled = answer(found.referee, question.readings[0])
    assert settled.events == question.readings[0].events
    assert answer(settled.referee, None) == Finding(settled.referee)


def test_what_is_seen_badly_is_asked_about(see: Eye) -> None:
    found = watch_all(table(KABOO), PileTopChanged(see(ANN, confidence=0.5), parse_card("3C")))
    question = found.referee.question
    assert question is not None
    assert question.text.startswith(("Is this right: Ann drew a card and laid off the drawn card?", "Which was it: "))
    after = answer(found.referee, None).referee
    assert (after.state, after.waiting, after.question) == (table(KABOO), (), None)


def test_nobody_is_surely_first_after_a_card_on_the_pile_that_nobody_could_explain(see: Eye) -> None:
    state = table(CAMBIO, " | top p3 snaps 0")
    asked = watch(state, PileTopChanged(see(ANN, confidence=0.6), parse_card("7C"), A1))
    assert asked.referee.question is not None
    for reading, verdict in ((None, "too_close"), (asked.referee.question.readings[0], "late")):
        told = answer(asked.referee, reading)
        later = observe(told.referee, PileTopChanged(see(BEN), parse_card("7D"), BEN_A1))
        assert lines(later)[-1].endswith(verdict)


def test_nothing_is_settled_while_a_question_is_open(see: Eye) -> None:
    asked = watch(table(CAMBIO, " | top p3 snaps 0"), PileTopChanged(see(), parse_card("7C"), BEN_A1))
    later = observe(asked.referee, CardLifted(see(ANN), Heap.DRAW))
    assert later.events == ()
    told = tell(later.referee, Called(CLEO))
    assert told.events == (Called(CLEO),)
    question = later.referee.question
    assert question is not None
    settled = answer(later.referee, question.readings[0])
    assert lines(settled)[-1] == "p1 draws"


@pytest.mark.parametrize(
    ("confidence", "beneath", "snapped", "settled"),
    [
        (0.7, "5C", ("3D",), ["p1 discards 3C", "p2 snaps p2.a1 3D"]),
        (0.7, "?", ("3D",), ["p1 discards 3C", "p2 snaps p2.a1 3D"]),
        (0.7, "5C", ("8D",), []),
        (0.5, "5C", ("3D",), []),
        (0.5, "5C", ("3D", "3S"), ["p1 discards 3C", "p2 snaps p2.a1 3D"]),
        (0.7, "3H", ("3D",), []),
    ],
)
def test_a_card_read_badly_is_taken_for_what_it_seemed_once_others_have_snapped_cards_of_its_rank_at_it(
    see: Eye, confidence: float, beneath: str, snapped: tuple[str, ...], settled: list[str]
) -> None:
    asked = watch(
        table(KABOO, " | hand p1 ? deck | top p3 snaps 0", pile=beneath),
        PileTopChanged(see(ANN, confidence=confidence), parse_card("3C"), Heap.DRAW),
    )
    assert asked.referee.question is not None
    found, told = asked, list[str]()
    for card, player, slot in zip(snapped, (BEN, CLEO), (BEN_A1, SlotId("p3.a1")), strict=False):
        see.wait()
        for seen in (CardLifted(see(player), slot), PileTopChanged(see(player), parse_card(card), slot)):
            found = observe(found.referee, seen)
            told += lines(found)
    assert told[:2] == settled
    assert (found.referee.question is None) == bool(settled)


def test_two_readings_of_one_sight_are_both_named(see: Eye) -> None:
    state = table(KABOO, " | hand p1 ? deck | top p1 snaps 0 | power p1 8C", snap__discarder_may=True)
    blurred = watch(state, CardLifted(see(ANN, confidence=0.6), A1), CardReturned(see(ANN, confidence=0.6), A1))
    question = blurred.referee.question
    assert question is not None
    assert question.text == "Which was it: Ann looked at p1.a1, or nothing that counts?"
    assert sum(reading.probability for reading in question.readings) < 0.6


def test_a_card_gone_for_nobody_knows_where_is_asked_about(see: Eye) -> None:
    state = table(KABOO)
    found = flush(watch(state, SlotEmptied(see(ANN), A1)).referee)
    question = found.referee.question
    assert question is not None
    assert question.text == "Is this right: a card went from p1.a1 to the cards put aside?"
    after = answer(found.referee, None).referee
    assert (after.state, after.waiting, after.question) == (state, (), None)


def test_a_hand_that_is_not_sure_belongs_to_the_slot_s_owner(see: Eye) -> None:
    state = table(KABOO, " | top p1 snaps 0")
    found = watch(state, PileTopChanged(see(CLEO, sure=0.3), parse_card("7C"), BEN_A1))
    (act,) = acts_of(state, trace_of(found.referee.waiting or found.referee.question.about))
    assert act.seat == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("p1 takes", "Ann took the discard pile's card"),
        ("p1 matches p1.a1 3C", "Ann matched with p1.a1"),
        ("p1 pairs p1.a1 3C p1.b1", "Ann laid off p1.a1 and p1.b1 as a pair"),
        ("p1 penalty p1.x1", "Ann took a penalty card to p1.x1"),
        ("p1 collects p2.a1 p1.x1", "Ann took over p2.a1"),
        ("p1 gives p1.a1 p2.a1", "Ann gave p1.a1 away"),
        ("p1 snaps p1.a1 returned", "Ann lifted p1.a1 to snap and put it back"),
        ("p1 exchanges p1.a1 p2.a1", "Ann exchanged p1.a1 and p2.a1"),
        ("starter 7C", "the first card of the discard pile was turned"),
    ],
)
def test_events_have_words_that_tell_no_face(line: str, words: str) -> None:
    from kibitz_scoring.notation.wording import describe

    assert describe([parse_event(line, PLAYERS)]) == words
    assert describe([parse_event("p1 draws", PLAYERS), parse_event("p2 snaps p2.a1 7C", PLAYERS)]) == (
        "Ann drew a card and Ben snapped p2.a1"
    )


def test_intervals_that_touch_do_not_overlap() -> None:
    assert Interval(0, 33).overlaps(Interval(32, 60))
    assert not Interval(0, 33).overlaps(Interval(33, 60))


def test_sights_of_a_returned_lift_show_no_card(see: Eye) -> None:
    state = table(KABOO)
    kinds = [type(sight) for sight in emissions(state, parse_event("p1 snaps p1.a1 returned", PLAYERS), see)]
    assert kinds == [CardLifted, CardReturned]
    assert Verdict.RETURNED == "returned"


def test_a_refill_is_seen_and_a_call_is_not(see: Eye) -> None:
    state = table(KABOO)
    assert [type(sight) for sight in emissions(state, parse_event("refill", PLAYERS), see)] == [PileRefilled]
    assert emissions(state, parse_event("p1 calls", PLAYERS), see) == []


def test_a_card_put_back_that_nobody_saw_lifted_was_lifted(see: Eye) -> None:
    found = watch(table(KABOO, " | power p1 8C"), CardReturned(see(ANN), A1))
    assert lines(found) == ["p1 looks p1.a1"]


def test_a_single_reading_that_is_not_sure_is_asked_for(see: Eye) -> None:
    reveal = parse_table(
        "round 1 reveal p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 46 | ended call", load_pack(KABOO), PLAYERS[:2]
    )
    question = watch(reveal, CardRevealed(see(confidence=0.4), A1, parse_card("7C"))).referee.question
    assert question is not None
    assert question.text == "Is this right: p1.a1 was turned up?"


def test_two_cards_out_of_nowhere_are_asked_about(see: Eye) -> None:
    state = table(KABOO, " | hand p1 ? deck")
    tops = (PileTopChanged(see(ANN), parse_card("3C")), PileTopChanged(see(ANN), parse_card("4C")))
    found = watch_all(state, *tops)
    assert lines(found) == ["p1 discards 3C"]
    assert found.referee.question is not None


def test_a_right_match_is_seen_as_a_card_onto_the_pile(see: Eye) -> None:
    match = parse_event("p1 matches p1.a1 7C", PLAYERS)
    assert [type(sight) for sight in emissions(table(SCAMBODIA), match, see)] == [CardFlipped, PileTopChanged]


def test_a_hand_and_a_shuffle_leave_no_trace(see: Eye) -> None:
    assert trace_of([HandOver(see(ANN), A1), PileShuffled(see(ANN), Heap.DRAW)]).moves == []
