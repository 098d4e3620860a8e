"""Snap races of which one card was lost from sight: nobody is called first who may not have been."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.game.events import Called, Snapped, Verdict
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.course import Course
from kibitz_scoring.referee.referee import observe, pass_time, tell
from kibitz_scoring.referee.settlement import Referee
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    CardReturned,
    HandOver,
    Heap,
    Interval,
    PileTopChanged,
    Seen,
    SlotId,
    TableEvent,
)

from ..sightings import A1, ANN, BEN, CLEO, CLEO_A1, SEVEN_CLUBS, at, follow, lines, table


@pytest.fixture(params=range(4))
def race(request: pytest.FixtureRequest) -> Performance:
    """Two contacts 120 ms apart, of cards that were both lifted before the first."""
    return perform_race(SimulationConfig(load_pack("kaboo"), 4, request.param, gap_ms=120.0, troubles=0.0), 2)


def snapped(race: Performance, seen: list[TableEvent]) -> list[Snapped]:
    course = Course(race.start)
    timed = [one for event in seen for one in course.see(event)]
    timed += course.end().events
    return [one.event for one in timed if isinstance(one.event, Snapped)]


def snaps(race: Performance, seen: list[TableEvent]) -> dict[str, Verdict]:
    return {one.player: one.verdict for one in snapped(race, seen)}


def contacts(race: Performance) -> list[PileTopChanged]:
    return [
        event for event in seen_of(race) if isinstance(event, PileTopChanged) and event.origin not in (None, Heap.DRAW)
    ]


def seen_of(race: Performance) -> list[TableEvent]:
    """What is seen until both cards are on the pile."""
    seen = sorted(race.stage.seen, key=lambda event: event.seen.at.end_ms)
    last = max(
        number for number, event in enumerate(seen) if getattr(event, "origin", None) not in (None, Heap.DISCARD)
    )
    return seen[: last + 1]


def test_both_seen_the_first_is_right_and_the_second_late(race: Performance) -> None:
    (first,), (second,) = (contact.seen.by for contact in contacts(race))
    assert snaps(race, seen_of(race)) == {first[0]: Verdict.CORRECT, second[0]: Verdict.LATE}


def test_where_the_first_contact_was_not_seen_the_second_is_too_close_to_call(race: Performance) -> None:
    first, second = contacts(race)
    seen = [event for event in seen_of(race) if event is not first]
    assert snaps(race, seen) == {second.seen.by[0][0]: Verdict.TOO_CLOSE}


def test_a_card_that_went_back_to_its_slot_was_no_rival(race: Performance) -> None:
    first, second = contacts(race)
    assert first.origin is not None
    back = CardReturned(first.seen, first.origin)
    seen = [back if event is first else event for event in seen_of(race)]
    assert any(isinstance(event, CardLifted) and event.place == first.origin for event in seen)
    assert snaps(race, seen)[second.seen.by[0][0]] is Verdict.CORRECT


@pytest.mark.parametrize(("back_ms", "verdict"), [(1200, Verdict.CORRECT), (2800, Verdict.TOO_CLOSE)])
def test_a_card_in_a_hand_may_have_been_there_first_until_it_is_back_in_its_slot_or_for_too_long(
    race: Performance, back_ms: float, verdict: Verdict
) -> None:
    first, second = contacts(race)
    assert first.origin is not None

    def later(ms: float) -> Seen:
        return replace(first.seen, at=Interval(first.seen.at.start_ms + ms, first.seen.at.end_ms + ms))

    seen = [event for event in seen_of(race) if event is not first]
    seen += [HandOver(later(ms), Heap.DRAW) for ms in range(400, round(back_ms), 400)]
    seen.append(CardReturned(later(back_ms), first.origin))
    assert snaps(race, seen)[second.seen.by[0][0]] is verdict


@pytest.mark.parametrize("is_told", [False, True], ids=["seen", "said"])
def test_play_that_goes_on_does_not_wait_for_a_rivals_card_to_come_back(*, is_told: bool) -> None:
    rested = replace(Referee(table("kaboo", turn="p2")), contest=Contest(0.0))
    snap = PileTopChanged(at(1100, ANN), SEVEN_CLUBS, A1)
    found = follow(rested, CardLifted(at(900, CLEO), CLEO_A1), CardLifted(at(1000, ANN), A1), snap, over=False)
    waits = pass_time(found.referee, 1750)
    assert (*found.events, *waits.events) == ()
    if is_told:
        goes_on = tell(waits.referee, Called(BEN))
    else:
        goes_on = observe(waits.referee, CardLifted(at(1800, BEN), Heap.DRAW))
    assert lines(goes_on) == ["p1 snaps p1.a1 7C too_close", "p2 calls" if is_told else "p2 draws"]


@pytest.mark.parametrize(("by_another", "verdict"), [(True, Verdict.TOO_CLOSE), (False, Verdict.CORRECT)])
def test_a_card_that_seems_to_be_laid_into_a_slot_may_lie_on_the_pile_if_another_hand_laid_that(
    race: Performance, by_another: bool, verdict: Verdict
) -> None:
    first, second = contacts(race)
    assert first.origin is not None
    assert second.origin is not None
    later = Interval(second.seen.at.start_ms + 400, second.seen.at.end_ms + 400)
    by = (second if by_another else first).seen.by
    placed = CardPlaced(replace(second.seen, at=later, by=by), second.origin, first.origin)
    seen = [*(event for event in seen_of(race) if event is not first), placed]
    assert snaps(race, seen)[second.seen.by[0][0]] is verdict


def with_lost_card(race: Performance, player: PlayerId, before_ms: float) -> list[TableEvent]:
    """The race, in which a player took up a further card of the second one's and never laid it."""
    first, second = contacts(race)
    owner = race.start.players.index(second.seen.by[0][0]) + 1
    slot = next(SlotId(place) for place in (f"p{owner}.a1", f"p{owner}.b2") if place != second.origin)
    lifted = next(event for event in seen_of(race) if isinstance(event, CardLifted) and event.place == second.origin)
    taken_ms = min(lifted.seen.at.end_ms, first.seen.at.end_ms) - before_ms
    taken = CardLifted(replace(second.seen, at=Interval(taken_ms, taken_ms), by=HandPosterior.sole(player)), slot)
    return sorted([*seen_of(race), taken], key=lambda event: event.seen.at.end_ms)


@pytest.mark.parametrize("turns_up", [False, True])
def test_a_lost_card_in_a_hand_that_took_another_with_it_and_laid_that_later_was_not_there_before(
    race: Performance, *, turns_up: bool
) -> None:
    first, second = contacts(race)
    player = second.seen.by[0][0]
    seen = with_lost_card(race, player, 100.0)
    if turns_up:
        (lost,) = {event.place for event in seen if isinstance(event, CardLifted)} - {first.origin, second.origin}
        ms = second.seen.at.end_ms + 700
        seen.append(PileTopChanged(replace(second.seen, at=Interval(ms - 33, ms)), FACE_DOWN, lost))
    assert snaps(race, seen)[first.seen.by[0][0]] is Verdict.CORRECT


def test_a_lost_card_taken_up_long_before_another_may_have_been_there_first(race: Performance) -> None:
    first, second = (contact.seen.by[0][0] for contact in contacts(race))
    assert snaps(race, with_lost_card(race, second, 500.0))[first] is Verdict.TOO_CLOSE


def test_a_lost_card_in_a_hand_that_laid_no_other_may_have_been_there_first(race: Performance) -> None:
    players = {contact.seen.by[0][0] for contact in contacts(race)}
    third = next(player for player in race.start.players if player not in players)
    assert snaps(race, with_lost_card(race, third, 100.0))[contacts(race)[0].seen.by[0][0]] is Verdict.TOO_CLOSE


@pytest.mark.parametrize(("own_odds", "verdict"), [(1.0, Verdict.CORRECT), (0.55, Verdict.TOO_CLOSE)])
def test_a_card_that_shows_late_as_the_first_ones_hand_moves_may_have_lain_beneath_unless_that_hand_took_it_up(
    race: Performance, own_odds: float, verdict: Verdict
) -> None:
    first, second = contacts(race)
    (one, _), (other, _) = first.seen.by[0], second.seen.by[0]
    either = HandPosterior(((other, own_odds), *(((one, 1 - own_odds),) if own_odds < 1 else ())))
    late = Interval(second.seen.at.start_ms + 1100, second.seen.at.end_ms + 1100)
    shows = replace(first, seen=replace(second.seen, at=late))
    seen: list[TableEvent] = []
    for event in seen_of(race):
        is_own = getattr(event, "place", None) == first.origin
        seen += [] if event is first else [replace(event, seen=replace(event.seen, by=either))] if is_own else [event]
    verdicts = [one.verdict for one in snapped(race, [*seen, shows]) if one.slot == second.origin]
    assert verdicts == [verdict]


def test_where_another_hand_was_on_the_pile_too_nobody_is_first(race: Performance) -> None:
    first, second = contacts(race)
    (one,), (other,) = first.seen.by, second.seen.by
    both = replace(second, seen=replace(second.seen, by=HandPosterior(((one[0], 0.6), (other[0], 0.4)))))
    unseen = (first, next(event for event in seen_of(race) if getattr(event, "place", None) == first.origin))
    seen = [both if event is second else event for event in seen_of(race) if event not in unseen]
    assert snaps(race, seen)[other[0]] is Verdict.TOO_CLOSE


@pytest.mark.parametrize(("taken_ms", "verdict"), [(1050, Verdict.TOO_CLOSE), (1060, Verdict.CORRECT)])
def test_a_lost_card_taken_up_too_late_to_be_there_by_then_was_not_first(taken_ms: float, verdict: Verdict) -> None:
    rested = replace(Referee(table("kaboo", turn="p2")), contest=Contest(0.0))
    snap = PileTopChanged(at(1100, ANN), SEVEN_CLUBS, A1)
    found = follow(rested, CardLifted(at(900, ANN), A1), CardLifted(at(taken_ms, CLEO), CLEO_A1), snap, over=True)
    assert [event.verdict for event in found.events if isinstance(event, Snapped)] == [verdict]


@pytest.mark.parametrize("seed", [0, 1, 5])
@pytest.mark.parametrize("told_ms", [0.0, 300.0], ids=["at once", "later"])
@pytest.mark.parametrize(("number", "off_ms"), [(0, 30.0), (0, 120.0), (1, -40.0), (1, 30.0), (2, -40.0), (2, 30.0)])
def test_a_card_of_a_race_that_is_also_told_as_laid_off_makes_no_other_the_first_and_forbids_none_before(
    number: int, off_ms: float, told_ms: float, seed: int
) -> None:
    config = SimulationConfig(load_pack("cambio"), 4, seed, gap_ms=90.0, troubles=0.0)
    race = perform_race(config, 3)
    twice = contacts(race)[number]
    start_ms, end_ms = (ms + off_ms for ms in (twice.seen.at.start_ms, twice.seen.at.end_ms))
    laid_off = replace(twice, seen=replace(twice.seen, at=Interval(start_ms, end_ms)), origin=Heap.DRAW)
    timed = [(event.seen.at.end_ms, event) for event in race.stage.seen]
    order = sorted([*timed, (end_ms + told_ms, laid_off)], key=lambda told: told[0])
    first, *later = [one.verdict for one in snapped(race, [event for _, event in order])]
    assert first is Verdict.CORRECT
    assert set(later) <= {Verdict.LATE, Verdict.TOO_CLOSE, Verdict.BLOCKED}
