"""Snap races in words: who was first, by how much, and how surely."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.table import CardPlaced, Heap, Interval, PileTopChanged, Seen, SlotId
from kibitz_server.evening.races import Attempt, Contact, Race, contact_of, lead, outcomes, race_sentence, with_attempt
from kibitz_server.journal.play_entries import SnapOutcome

from ..conftest import ANN, BEN

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


def test_a_race_that_nobody_can_tell_says_so_until_the_table_rules() -> None:
    close = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, 20)
    assert close.is_open
    assert race_sentence(close) == "Too close to call: Ben and Ann, 20 ms ± 33 ms apart."


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


def test_of_a_firm_race_one_snap_is_won_and_the_other_lost() -> None:
    told = outcomes([race(Verdict.CORRECT, Verdict.LATE, 2 * FRAME_MS)])
    assert told == ((BEN, SnapOutcome.WON), (ANN, SnapOutcome.LOST))


def test_another_rank_is_wrong_and_what_nobody_can_tell_is_neither_won_nor_lost() -> None:
    close, wrong = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, 20), race(Verdict.WRONG, Verdict.WRONG, 90)
    assert outcomes([close, wrong]) == ((BEN, SnapOutcome.WRONG), (ANN, SnapOutcome.WRONG))


def test_of_a_race_that_the_table_ruled_its_winner_has_the_snap() -> None:
    ruled = replace(race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE, 20), ruled=True, winner=ANN)
    assert outcomes([ruled]) == ((BEN, SnapOutcome.LOST), (ANN, SnapOutcome.WON))
