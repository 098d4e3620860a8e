"""The contest for the card on top of the pile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Discarded, Drew, Verdict
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import Act, Kind
from kibitz_scoring.referee.acts.contest import Contest, Judged, is_strange
from kibitz_scoring.referee.acts.trace import Move
from kibitz_scoring.snaps.judge import Attempt
from kibitz_scoring.table import FACE_DOWN, CardLifted, Heap, Interval, PileTopChanged, Seen, SlotEmptied, TableEvent

from ...eye import A1, ANN, BEN, CAMBIO, CLEO, KABOO, table
from ...snaps.snap_attempts import SEVEN, lay

CONTEST = Contest(rested_ms=0.0)
FIRST, SECOND = lay(ANN, 1000, "7S"), lay(BEN, 1200, "7D")


def verdict(attempt: Attempt, *others: Attempt, pack: str = KABOO, contest: Contest = CONTEST) -> Verdict:
    return contest.judged(table(pack), attempt, others).verdict


def unread(attempt: Attempt) -> Attempt:
    return replace(attempt, card=FACE_DOWN)


def test_of_two_matching_cards_the_earlier_is_first_also_if_it_was_not_read() -> None:
    assert verdict(FIRST, SECOND) is Verdict.CORRECT
    assert verdict(unread(FIRST), SECOND) is Verdict.CORRECT
    assert verdict(SECOND, FIRST) is Verdict.LATE


def test_nobody_is_surely_first_on_a_pile_that_could_not_be_read() -> None:
    state = replace(table(CAMBIO), discard=())
    assert CONTEST.judged(state, FIRST, [SECOND]) == Judged(Verdict.TOO_CLOSE, "snap.too_close")
    assert CONTEST.judged(state, FIRST, []) == Judged(Verdict.CORRECT, "snap.enabled")


def test_a_card_nobody_read_beside_one_of_another_rank_is_not_surely_the_one_that_matches() -> None:
    assert verdict(unread(SECOND), lay(ANN, 1000, "KC")) is Verdict.TOO_CLOSE
    assert verdict(SECOND, lay(ANN, 1000, "KC")) is Verdict.CORRECT


def test_an_attempt_that_was_not_allowed_perhaps_by_a_hand_mistaken_makes_no_later_one_surely_the_first() -> None:
    foreign = lay(ANN, 1000, "7S", owner=PlayerId("Cleo"))
    assert verdict(SECOND, foreign) is Verdict.TOO_CLOSE
    assert verdict(lay(BEN, 900, "7D"), foreign) is Verdict.CORRECT


def test_an_attempt_before_the_card_to_match_came_makes_no_later_one_surely_the_first() -> None:
    assert verdict(SECOND, FIRST, contest=Contest(opened_ms=1100.0)) is Verdict.TOO_CLOSE


def after(contest: Contest, line: str, at_ms: float, *, house: dict[str, object] | None = None) -> Contest:
    state = table(KABOO, " | top p1 snaps 0", **(house or {}))
    if not line.endswith(("draws", "takes")) and "snaps" not in line:
        state = apply(state, Drew(ANN))
    event = parse_event(line, state.players)
    return contest.followed(state, event, apply(state, event), at_ms)


@pytest.mark.parametrize(("came_ms", "unclear"), [(900.0, True), (1100.0, False)])
def test_a_card_told_to_have_come_before_attempts_that_were_settled_leaves_nobody_surely_first(
    came_ms: float, unclear: bool
) -> None:
    contest = CONTEST.joined(table(KABOO), FIRST)
    assert after(contest, "p1 discards 7C", came_ms).unclear_ms == (came_ms if unclear else None)


def test_a_snap_goes_on_with_the_contest_and_a_discard_begins_another() -> None:
    contest = replace(CONTEST, opened_ms=0.0).joined(table(KABOO), FIRST)
    snapped = after(contest, "p1 snaps p1.a1 7S", 1000.0)
    assert (snapped.attempts, snapped.opened_ms, snapped.rested_ms) == ((FIRST,), 0.0, 1000.0)
    assert after(contest, "p1 discards 7C", 1500.0) == Contest(1500.0, 1500.0)


def test_the_first_draw_ends_the_time_for_snaps_where_the_game_says_so() -> None:
    drawn = after(CONTEST, "p1 draws", 1100.0)
    assert after(drawn, "p1 draws", 5000.0).closed_ms == 1100.0
    assert verdict(FIRST, contest=drawn) is Verdict.CORRECT
    assert verdict(SECOND, contest=drawn) is Verdict.LATE
    assert after(CONTEST, "p1 draws", 1100.0, house={"snap.closes_on_draw": False}).closed_ms is None
    assert after(CONTEST, "p1 takes", 1100.0).closed_ms == 1100.0


def laid_off(card: str, hand: PlayerId | None = ANN) -> Act:
    """A card off the draw pile, laid on the discard pile by this hand."""
    at = Interval(967.0, 1000.0)
    seen = PileTopChanged(
        Seen(at, 1.0, (30,), UNSEEN_HAND if hand is None else HandPosterior.sole(hand)), parse_card(card), Heap.DRAW
    )
    return Act(Kind.LAID_OFF, 0, (Move(Heap.DRAW, Heap.DISCARD, parse_card(card), laid=at, events=[seen]),))


@pytest.mark.parametrize(("hand", "strange"), [(ANN, False), (BEN, True), (None, False)])
def test_a_card_laid_off_by_another_hand_than_its_players_is_strange(hand: PlayerId | None, strange: bool) -> None:
    assert is_strange(table(KABOO), laid_off("7D", hand), (), (Discarded(ANN, SEVEN),)) == strange


@pytest.mark.parametrize(
    ("card", "taken_ms", "is_empty", "strange"),
    [("7D", 900.0, True, True), ("7D", 900.0, False, False), ("7D", 1100.0, True, False), ("KD", 900.0, True, False)],
    ids=["a snap", "only lifted", "taken later", "another rank"],
)
def test_a_card_laid_off_that_may_be_one_that_matches_out_of_a_slot_is_strange(
    card: str, taken_ms: float, is_empty: bool, strange: bool
) -> None:
    assert table(KABOO).discard[-1].face == SEVEN
    seen = Seen(Interval(taken_ms - 33, taken_ms), 1.0, (27,), HandPosterior.sole(BEN))
    events: list[TableEvent] = [CardLifted(seen, A1), *([SlotEmptied(seen, A1)] if is_empty else [])]
    lost = Act(Kind.OPEN, 1, (Move(A1, lifted=seen.at, events=events),))
    assert is_strange(table(KABOO), laid_off(card), [lost], (Discarded(ANN, parse_card(card)),)) == strange


@pytest.mark.parametrize(("unseen_ms", "expected"), [((250, 40), Verdict.CORRECT), ((40, 250), Verdict.TOO_CLOSE)])
def test_how_long_the_first_contact_was_unseen_makes_no_later_one_too_close(
    unseen_ms: tuple[float, float], expected: Verdict
) -> None:
    first, second = (replace(one, unseen_ms=ms) for one, ms in zip((FIRST, SECOND), unseen_ms, strict=True))
    assert verdict(first, second) is expected
    assert verdict(first, contest=CONTEST.joined(table(KABOO), second)) is expected


def test_a_third_contact_that_hands_hid_for_long_makes_only_those_too_close_that_it_may_have_been_before() -> None:
    third = replace(lay(CLEO, 1500, "7H"), unseen_ms=350.0)
    assert verdict(FIRST, SECOND, third) is Verdict.CORRECT
    assert verdict(SECOND, FIRST, third) is Verdict.TOO_CLOSE
    assert verdict(third, FIRST, SECOND) is Verdict.TOO_CLOSE


@pytest.mark.parametrize("closed_ms", [None, 1600.0])
def test_a_contest_of_an_earlier_clock_has_its_times_and_pauses_and_no_attempts(closed_ms: float | None) -> None:
    contest = Contest(1000.0, 1200.0, closed_ms, unclear_ms=1250.0, pauses=(Interval(1300.0, 1400.0),))
    earlier = contest.earlier(1000.0)
    closed = None if closed_ms is None else 600.0
    assert earlier == Contest(0.0, 200.0, closed, unclear_ms=250.0, pauses=(Interval(300.0, 400.0),))


def test_the_time_for_snaps_is_known_from_when_the_card_to_match_lay_there() -> None:
    opened = Contest(rested_ms=500.0, opened_ms=500.0)
    assert opened.time_for_snaps(table(KABOO)) == Interval(500.0, 3500.0)
    assert opened.time_for_snaps(table(CAMBIO)) == Interval(500.0, float("inf"))
    assert replace(opened, closed_ms=900.0).time_for_snaps(table(KABOO)) == Interval(500.0, 900.0)
    timed = table(KABOO, snap__window_ms=1000)
    assert opened.time_for_snaps(timed) == Interval(500.0, 1500.0)
    paused = replace(opened, pauses=(Interval(600.0, 800.0),))
    assert paused.time_for_snaps(timed) == Interval(500.0, 1700.0)


def test_there_is_no_time_for_snaps_where_nobody_knows_since_when_or_what_lies_there_or_where_none_counts() -> None:
    opened = Contest(rested_ms=500.0, opened_ms=500.0)
    assert CONTEST.time_for_snaps(table(KABOO)) is None
    assert opened.time_for_snaps(replace(table(KABOO), discard=())) is None
    assert replace(opened, closed_ms=500.0).time_for_snaps(table(KABOO)) is None
