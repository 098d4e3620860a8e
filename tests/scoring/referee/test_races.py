"""Snap races in words: who was first, by how much, and how surely."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Declined, Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.races import (
    SUREST_FIRST,
    Attempt,
    Contact,
    Race,
    RaceBook,
    as_asked,
    chance_first,
    contact_of,
    find_race,
    finish_of,
    lead,
    race_rule,
    race_sentence,
    with_attempt,
)
from kibitz_scoring.table import CardPlaced, Heap, Interval, PileTopChanged, Seen, SlotId

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")

FRAME_MS = 1000 / 30
A1, B1 = SlotId("p1.a1"), SlotId("p2.b1")
SEVEN = parse_card("7H")


def contact(slot: SlotId, end_ms: float) -> Contact:
    return Contact(slot, Interval(end_ms - FRAME_MS, end_ms), (round(end_ms / FRAME_MS),))


def race(ben: Verdict, ann: Verdict, ann_after_ms: float) -> Race:
    races = with_attempt((), Attempt(Snapped(BEN, B1, SEVEN, ben), contact(B1, 1000)), 1000)
    (only,) = with_attempt(
        races, Attempt(Snapped(ANN, A1, SEVEN, ann), contact(A1, 1000 + ann_after_ms)), 1000 + ann_after_ms
    )
    return only


def test_a_firm_race_says_by_how_much_and_how_surely() -> None:
    assert race_sentence(race(Verdict.CORRECT, Verdict.LATE, 2 * FRAME_MS)) == "Ben first by 67 ms ± 33 ms."


def test_the_finish_is_between_the_first_two_in_time_and_tells_how_likely_the_first_was_first() -> None:
    close = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, FRAME_MS / 2)
    wrong = Attempt(Snapped(ANN, SlotId("p1.d1"), SEVEN, Verdict.WRONG), contact(SlotId("p1.d1"), 900))
    (with_wrong,) = with_attempt((close,), wrong, 1010)
    for one in (close, with_wrong):
        finish = finish_of(one)
        assert finish
        assert (finish.first, finish.second, finish.attempts) == (BEN, ANN, close.attempts)
        assert finish.chance == pytest.approx(7 / 8)


def test_where_the_first_in_time_was_not_seen_to_touch_the_pile_there_is_no_finish() -> None:
    told = race(Verdict.CORRECT, Verdict.LATE, 2 * FRAME_MS)
    unseen = replace(told, attempts=(replace(told.attempts[0], contact=None), told.attempts[1]))
    assert finish_of(unseen) is None
    assert finish_of(replace(told, attempts=told.attempts[:1])) is None


def test_a_race_that_nobody_can_tell_says_so_until_the_table_rules() -> None:
    close = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, 20)
    assert close.is_open
    assert race_sentence(close) == "Too close to call: Ben and Ann, 20 ms ± 33 ms apart."


def test_a_race_is_not_firm_while_the_table_is_asked_about_the_snap_that_seems_to_win_it() -> None:
    told = race(Verdict.CORRECT, Verdict.LATE, 2 * FRAME_MS)
    won, lost = (replace(one, act=name) for one, name in zip(told.attempts, ("won", "lost"), strict=True))
    told = replace(told, attempts=(won, lost))
    asked = as_asked(told, {"won"})
    assert asked.is_asked
    assert race_sentence(asked) == "Ben's snap: Kibitz is not sure, and asks the table."
    for sure in (as_asked(told, {"lost"}), as_asked(asked, ()), as_asked(replace(told, ruled=True), {"won"})):
        assert not sure.is_asked


def test_who_came_first_stands_first_whoever_was_heard_of_first() -> None:
    races = with_attempt((), Attempt(Snapped(ANN, A1, SEVEN, Verdict.LATE), contact(A1, 1200)), 1200)
    (only,) = with_attempt(races, Attempt(Snapped(BEN, B1, SEVEN), contact(B1, 1100)), 1100)
    assert [one.player for one in only.attempts] == [BEN, ANN]
    assert race_sentence(only) == "Ben first by 100 ms ± 33 ms."


def test_one_snap_alone_is_told_with_its_verdict() -> None:
    (only,) = with_attempt((), Attempt(Snapped(BEN, B1, SEVEN, Verdict.WRONG), contact(B1, 1000)), 1000)
    assert race_sentence(only) == "Ben's snap: another rank, it goes back."
    assert not only.is_open


def test_a_card_only_lifted_is_no_race_and_a_later_snap_another_one() -> None:
    assert with_attempt((), Attempt(Snapped(BEN, B1, verdict=Verdict.RETURNED), None), 1000) == ()
    races = with_attempt((), Attempt(Snapped(BEN, B1, SEVEN), contact(B1, 1000)), 1000)
    assert len(with_attempt(races, Attempt(Snapped(ANN, A1, SEVEN), contact(A1, 9000)), 9000)) == 2


def test_only_a_card_from_a_slot_onto_the_pile_is_a_contact() -> None:
    seen = Seen(Interval(100, 133), frames=(4,))
    assert contact_of(PileTopChanged(seen, SEVEN, A1)) == Contact(A1, Interval(100, 133), (4,))
    assert contact_of(CardPlaced(seen, Heap.DISCARD, A1)) == Contact(A1, Interval(100, 133), (4,))
    assert contact_of(PileTopChanged(seen, SEVEN, Heap.DRAW)) is None
    assert contact_of(CardPlaced(seen, B1, A1)) is None


@given(st.floats(0, 1e5), st.floats(0, 200), st.floats(0, 1e5), st.floats(0, 200), st.floats(0, 1), st.floats(0, 1))
def test_the_true_lead_is_never_outside_what_is_said(
    start: float, blur: float, other: float, other_blur: float, at: float, other_at: float
) -> None:
    ahead = lead(Interval(start, start + blur), Interval(other, other + other_blur))
    true = (other + other_at * other_blur) - (start + at * blur)
    assert abs(true - ahead.by_ms) <= ahead.plus_minus_ms + 1e-6
    if ahead.is_firm:
        assert true > -1e-6


def test_a_ruled_race_says_who_has_it_and_is_found_by_its_attempts() -> None:
    close = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, 20)
    ruled = replace(close, ruled=True, winner=ANN)
    assert race_sentence(ruled) == "The table ruled: Ann has it."
    assert race_sentence(replace(ruled, winner=None)) == "The table ruled: nobody has it."
    assert not ruled.is_open
    acted = replace(close, attempts=tuple(replace(one, act=one.player) for one in close.attempts))
    assert find_race([close, acted], 0, ["Ann"]) == 1
    assert find_race([close], 0, ["Ann"]) is None
    assert (find_race([close], 0, ()), find_race([close], 1, ())) == (0, None)
    assert close.window_ms == Interval(1000 - FRAME_MS - 700, 1020 + 400)


def test_a_book_of_races_joins_each_snap_with_the_contact_of_its_card() -> None:
    book = RaceBook()
    book.take(PileTopChanged(Seen(Interval(100, 133), frames=(4,)), SEVEN, A1))
    book.take(CardPlaced(Seen(Interval(100, 133)), B1, A1))
    for player, slot in ((ANN, A1), (BEN, B1)):
        book.take(TimedEvent(Interval(90, 140), Snapped(player, slot, SEVEN, Verdict.TOO_CLOSE), player))
    book.take(TimedEvent(Interval(200, 210), Declined(ANN)))
    (only,) = book.races
    assert [(one.player, one.contact and one.contact.at) for one in only.attempts] == [
        (ANN, Interval(100, 133)),
        (BEN, None),
    ]
    assert only.acts == ("Ann", "Ben")
    assert race_sentence(only) == "Ann's snap: too close to call."


@pytest.mark.parametrize(
    ("first", "second", "chance"),
    [
        ((0, 10), (0, 10), 0.5),
        ((5, 5), (0, 10), 0.5),
        ((0, 10), (2, 2), 0.2),
        ((0, 20), (10, 30), 0.875),
    ],
)
def test_the_chance_to_be_first_is_the_part_of_both_intervals_in_which_it_is(
    first: tuple[float, float], second: tuple[float, float], chance: float
) -> None:
    assert chance_first(Interval(*first), Interval(*second)) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("verdicts", "after_ms", "rules", "expected"),
    [
        ((Verdict.CORRECT, Verdict.LATE), 67, ("snap.enabled", "snap.per_discard"), "snap.per_discard"),
        ((Verdict.CORRECT, Verdict.LATE), 67, ("snap.enabled", ""), "snap.enabled"),
        ((Verdict.CORRECT, Verdict.LATE), 10, ("", ""), "snap.too_close"),
        ((Verdict.TOO_CLOSE, Verdict.LATE), 67, ("snap.window_ms", "snap.window_ms"), "snap.window_ms"),
    ],
    ids=["who came second", "by the table's word", "closer than can be told", "as the window ended"],
)
def test_a_race_names_the_rule_that_decided_it(
    verdicts: tuple[Verdict, Verdict], after_ms: float, rules: tuple[str, str], expected: str
) -> None:
    both = race(*verdicts, after_ms)
    attempts = tuple(replace(one, rule=rule) for one, rule in zip(both.attempts, rules, strict=True))
    assert race_rule(replace(both, attempts=attempts)) == expected


def test_a_snap_alone_names_its_own_rule() -> None:
    wrong = Attempt(Snapped(BEN, B1, SEVEN, Verdict.WRONG), contact(B1, 1000), rule="snap.wrong_penalty")
    assert race_rule(*with_attempt((), wrong, 1000)) == "snap.wrong_penalty"


@pytest.mark.parametrize(("first", "second"), [((0, 10), (10, 20)), ((0, 10), (500, 520)), ((0, 1e4), (9999, 1e4))])
def test_who_was_first_is_never_more_certain_than_firm_verdicts_were_right(
    first: tuple[float, float], second: tuple[float, float]
) -> None:
    assert chance_first(Interval(*first), Interval(*second)) == SUREST_FIRST < 1
    assert chance_first(Interval(*second), Interval(*first)) == 1 - SUREST_FIRST
