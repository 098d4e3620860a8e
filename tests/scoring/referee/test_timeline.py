"""The timeline of a watched round: whatever becomes known late counts at its time, however the round is followed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import SAID
from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Called, Discarded, Drew, Event, Snapped, Verdict
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.course import Course
from kibitz_scoring.referee.timeline import Settled, Timeline
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardLifted, CardReturned, Heap, Interval, PileTopChanged, Seen, SlotId, TableEvent

from ...told_races import read_race

ANN, BEN = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
FRAME_MS = 1000 / 30
SETTLED_MS = 2000.0
IN_PLAY = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H"
FIRST_SNAPPED = f"{IN_PLAY} | top p1 snaps 0"


def table(line: str, pack_id: str = "kaboo") -> RoundState:
    return parse_table(line, load_pack(pack_id), PLAYERS)


def lifted(at_ms: float, by: PlayerId) -> CardLifted:
    return CardLifted(Seen(Interval(at_ms - 33, at_ms), by=HandPosterior.sole(by)), Heap.DRAW)


def events_of(settled: Iterable[Settled]) -> list[Event]:
    return [one.event for one in settled if isinstance(one, TimedEvent)]


def test_what_is_said_waits_for_its_time_and_comes_after_what_is_seen_before_it() -> None:
    timeline = Timeline(table(IN_PLAY))
    timeline.hear(TimedEvent(Interval(900, 900), Called(BEN)))
    assert timeline.settled == []
    assert [timed.event for timed in timeline.said_just_now] == [Called(BEN)]
    timeline.tell((lifted(133, ANN),))
    timeline.settle(899)
    assert events_of(timeline.settled) == [Drew(ANN)]
    timeline.settle(901)
    assert events_of(timeline.settled) == [Drew(ANN), Called(BEN)]
    assert timeline.said_just_now == ()


def test_what_is_seen_means_nothing_before_all_that_came_earlier_is_known() -> None:
    timeline = Timeline(table(IN_PLAY))
    timeline.tell((lifted(133, ANN),))
    timeline.settle(132)
    assert timeline.settled == []
    assert timeline.seen_just_now == (lifted(133, ANN),)
    assert not timeline.is_due(132.5)
    assert timeline.is_due(133)
    assert timeline.last_ms == 133
    timeline.settle(133)
    assert events_of(timeline.settled) == [Drew(ANN)]
    assert timeline.seen_just_now == ()
    assert timeline.state != table(IN_PLAY)
    assert not timeline.is_due(100)


def test_of_a_race_whose_second_contact_is_told_first_the_first_one_counts() -> None:
    race = read_race()
    in_order_told = Course(race.start)
    timeline, as_told = Timeline(race.start), list[TimedEvent]()
    for told_ms, seen in race.told:
        timeline.tell((seen,))
        timeline.settle(told_ms - SETTLED_MS)
        as_told += in_order_told.see(seen)
    ending = timeline.end()
    as_told += in_order_told.end().events

    followed = events_of((*timeline.settled, *ending.events))
    assert [(snap.player, snap.verdict) for snap in snaps(followed)] == [
        ("Dan", Verdict.CORRECT),
        ("Ben", Verdict.LATE),
    ]
    assert [snap.verdict for snap in snaps(timed.event for timed in as_told)] != [Verdict.CORRECT, Verdict.LATE]


def snaps(events: Iterable[Event]) -> list[Snapped]:
    return [event for event in events if isinstance(event, Snapped)]


def asked() -> Timeline:
    """A timeline with a question about who laid a card on the pile."""
    timeline = Timeline(table(FIRST_SNAPPED, "cambio"))
    timeline.tell((PileTopChanged(Seen(Interval(100, 133)), parse_card("7C"), SlotId("p2.a1")),))
    timeline.settle(4000)
    assert len(timeline.questions) == 1
    return timeline


def test_a_question_stands_until_it_is_answered_and_the_game_goes_on_from_the_likeliest_reading() -> None:
    timeline = asked()
    assert events_of(timeline.settled) == []
    timeline.settle(60_000)
    (question,) = timeline.questions
    assert events_of(timeline.settled) == list(question.readings[0].events)
    assert not timeline.is_due(90_000)
    timeline.say({question.act: question.readings[1].events})
    assert [one.at for one in timeline.settled if isinstance(one, TimedEvent)] == [Interval(100, 133)]
    assert events_of(timeline.settled) == list(question.readings[1].events)
    assert timeline.questions == ()
    assert timeline.retold == 1


def test_what_is_said_of_an_act_that_was_clear_takes_the_place_of_what_it_was_read_as() -> None:
    timeline = Timeline(table(IN_PLAY))
    timeline.tell((lifted(133, ANN),))
    timeline.settle(4000)
    (drawn,) = timeline.decided
    timeline.say({drawn.act: ()})
    assert events_of(timeline.settled) == []
    timeline.say({drawn.act: (Drew(ANN),)})
    assert events_of(timeline.settled) == [Drew(ANN)]
    assert timeline.said == {drawn.act: (Drew(ANN),)}


def test_a_word_about_a_time_long_past_is_heard_at_that_time() -> None:
    timeline = Timeline(table(IN_PLAY))
    timeline.tell((lifted(133, ANN), lifted(9000, ANN)))
    timeline.settle(20_000)
    timeline.hear(TimedEvent(Interval(5000, 5000), Called(BEN)))
    assert [type(event) for event in events_of(timeline.settled)][:2] == [Drew, Called]


def test_a_word_about_a_time_after_the_last_thing_seen_is_heard_then() -> None:
    timeline = Timeline(table(IN_PLAY))
    timeline.tell((lifted(133, ANN),))
    timeline.settle(20_000)
    timeline.hear(TimedEvent(Interval(15_000, 15_000), Called(BEN)))
    assert [type(event) for event in events_of(timeline.settled)] == [Drew, Called]


def test_what_was_said_is_corrected_or_taken_out_as_if_it_had_been_said_so() -> None:
    timeline, at = Timeline(table(IN_PLAY)), Interval(900, 900)
    timeline.hear(TimedEvent(at, Called(BEN), "said"))
    timeline.say({"said": (Called(ANN),)})
    assert [one.event for one in timeline.said_just_now] == [Called(ANN)]
    timeline.settle(2000)
    assert events_of(timeline.settled) == [Called(ANN)]
    timeline.say({"said": ()})
    assert timeline.settled == []
    assert timeline.state == table(IN_PLAY)
    timeline.say({"said": (Called(BEN),)})
    assert timeline.settled == [TimedEvent(at, Called(BEN))]


@pytest.mark.parametrize(
    ("pauses", "verdict"),
    [
        ((), Verdict.LATE),
        ((Interval(-59_000.0, float("inf")),), Verdict.CORRECT),
        ((Interval(-59_000.0, 0.0),), Verdict.CORRECT),
        ((Interval(-50_000.0, 0.0),), Verdict.LATE),
    ],
)
def test_a_round_that_is_followed_from_later_on_knows_since_when_there_was_time_for_snaps_and_what_stood_still(
    pauses: tuple[Interval, ...], verdict: Verdict
) -> None:
    state = parse_table(FIRST_SNAPPED, load_pack("kaboo", {"snap.window_ms": 3000}), PLAYERS)
    timeline = Timeline(state, contest=Contest(-60_000.0, -60_000.0, pauses=pauses))
    timeline.tell(
        (PileTopChanged(Seen(Interval(100, 133), by=HandPosterior.sole(BEN)), parse_card("7C"), SlotId("p2.a1")),)
    )
    timeline.rest()
    assert [snap.verdict for snap in snaps(events_of(timeline.settled))] == [verdict]


def test_where_nobody_could_explain_what_was_done_on_the_pile_nobody_is_surely_first_later_on_either() -> None:
    timeline = Timeline(table(IN_PLAY), contest=Contest(-900.0, -900.0, unclear_ms=-400.0))
    timeline.tell(
        (PileTopChanged(Seen(Interval(100, 133), by=HandPosterior.sole(BEN)), parse_card("7C"), SlotId("p2.a1")),)
    )
    timeline.rest()
    assert [snap.verdict for snap in snaps(events_of(timeline.settled))] == [Verdict.TOO_CLOSE]


def test_what_nobody_could_explain_on_the_pile_is_remembered_until_somebody_says_what_it_was() -> None:
    timeline = asked()
    assert timeline.unclear == []
    timeline.settle(60_000)
    (question,) = timeline.questions
    assert [one.unclear_ms for one in timeline.unclear] == [question.at.end_ms]
    timeline.say({question.act: question.readings[1].events})
    assert timeline.unclear == []


def test_a_clock_that_stands_still_closes_no_window_and_runs_on_from_where_it_stood() -> None:
    last = "round 1 final p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 44 | pile 7H | hand p1 ? deck | called p2 | final p1"
    timeline = Timeline(table(last))
    timeline.hear(TimedEvent(Interval(900, 900), Discarded(ANN, parse_card("2C"))))
    timeline.settle(2000)
    timeline.pause((Interval(1000, float("inf")),))
    timeline.settle(60_000)
    assert timeline.state.phase is Phase.AFTER_LAST_TURN
    timeline.pause((Interval(1000, 70_000),))
    timeline.settle(72_000)
    assert timeline.state.phase is Phase.AFTER_LAST_TURN
    timeline.settle(73_400)
    assert timeline.state.phase is Phase.REVEAL


def test_all_up_to_a_time_is_settled_once_it_is_known_and_nothing_that_was_done_by_then_waits() -> None:
    timeline = asked()
    assert timeline.is_settled(50)
    assert not timeline.is_settled(200)
    assert not timeline.is_settled(4001)
    assert timeline.is_settled(200, 8200)
    timeline.settle(60_000)
    assert timeline.is_settled(200)
    before_the_deal = Timeline(first_state(load_pack("kaboo"), PLAYERS))
    before_the_deal.settle(500)
    assert before_the_deal.is_settled(400)
    assert before_the_deal.laid_off is None


def test_a_card_laid_off_whose_power_may_still_be_claimed_can_be_asked_about_before_it_is_settled() -> None:
    timeline = Timeline(table("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 43 | pile 2H", "cameo"))
    assert timeline.laid_off is None
    timeline.tell((lifted(133, ANN), PileTopChanged(Seen(Interval(900, 933)), parse_card("7C"), Heap.DRAW)))
    timeline.settle(20_000)
    assert events_of(timeline.settled) == [Drew(ANN)]
    assert timeline.laid_off is not None
    assert timeline.laid_off.supposed == (Discarded(ANN, parse_card("7C")),)
    assert timeline.is_settled(19_000)


def test_where_people_tell_everything_no_time_ends_the_last_window_for_snaps() -> None:
    laid = TimedEvent(Interval(900, 900), Discarded(ANN, parse_card("2C")))
    last = "round 1 final p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 44 | pile 7H | hand p1 ? deck | called p2 | final p1"
    phases = []
    for is_told in (False, True):
        timeline = Timeline(table(last), is_told=is_told)
        timeline.hear(laid)
        timeline.settle(60_000)
        phases.append(timeline.state.phase)
    assert phases == [Phase.REVEAL, Phase.AFTER_LAST_TURN]


def test_a_touch_that_most_likely_meant_nothing_holds_nothing_up_for_longer_than_five_seconds() -> None:
    holds = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 42 | pile 7H | hand p1 ? deck"
    timeline = Timeline(table(holds, "scambodia"))
    slot, up, down = SlotId("p1.a1"), Interval(100, 133), Interval(200, 233)
    hand = HandPosterior.sole(ANN)
    timeline.tell((CardLifted(Seen(up, 0.6, by=hand), slot), CardReturned(Seen(down, 0.6, by=hand), slot)))
    timeline.settle(233)
    (question,) = timeline.questions
    assert question.readings[0].events == ()
    timeline.settle(5200)
    assert timeline.is_due(5800)
    timeline.settle(60_000)
    assert timeline.questions == (question,)
    assert not timeline.is_due(90_000)


def test_at_the_end_of_a_film_all_that_waits_is_settled_and_a_question_stays_open_to_be_answered() -> None:
    timeline = Timeline(table(FIRST_SNAPPED, "cambio"))
    timeline.tell((PileTopChanged(Seen(Interval(100, 133)), parse_card("7C"), SlotId("p2.a1")),))
    timeline.hear(TimedEvent(Interval(900, 900), Called(ANN)))
    timeline.settle(50)
    assert timeline.settled == []
    timeline.rest()
    assert (timeline.seen_just_now, timeline.said_just_now) == ((), ())
    (question,) = timeline.questions
    timeline.say({question.act: question.readings[0].events})
    assert timeline.questions == ()
    timeline.hear(TimedEvent(Interval(950, 950), Called(BEN)))
    assert events_of(timeline.settled)[-1] == Called(BEN)


@dataclass(frozen=True)
class Told:
    """A round, and what becomes known of it in every frame."""

    start: RoundState
    said: tuple[TimedEvent, ...]
    frames: tuple[tuple[float, tuple[TableEvent, ...]], ...]


@cache
def told_late(pack_id: str, seed: int) -> Told:
    """A round of two of which each sight is told up to two seconds late, some of them unsure or not at all."""
    chance = random.Random(seed)
    acted = perform(SimulationConfig(load_pack(pack_id), 2, seed, seconds=40.0))
    by_frame: dict[int, list[TableEvent]] = {}
    for event in acted.stage.seen:
        if chance.random() < 0.05:
            continue
        unsure = replace(event, seen=replace(event.seen, confidence=chance.choice((0.4, 0.95))))
        late_ms = chance.choice((0.0, 0.0, chance.uniform(0, SETTLED_MS - 2 * FRAME_MS)))
        by_frame.setdefault(int((event.seen.at.end_ms + late_ms) // FRAME_MS) + 1, []).append(unsure)
    last = max(by_frame) + 400
    frames = tuple((number * FRAME_MS, tuple(by_frame.get(number, ()))) for number in range(last))
    said = tuple(done.timed for done in acted.happenings if isinstance(done.timed.event, SAID))
    return Told(acted.start, said, frames)


def follow(told: Told, goes_on: Callable[[Timeline, float], bool]) -> list[Settled]:
    """What is settled by the end where time goes on only in frames that say so, besides those that tell anything."""
    timeline = Timeline(told.start)
    for said in told.said:
        timeline.hear(said)
    last_ms, _ = told.frames[-1]
    for at_ms, events in told.frames:
        timeline.tell(events)
        if events or at_ms == last_ms or goes_on(timeline, at_ms - SETTLED_MS):
            timeline.settle(at_ms - SETTLED_MS)
    ending = timeline.end()
    return [*timeline.settled, *ending.events]


@pytest.mark.parametrize("pack_id", ["kaboo", "cambio", "scambodia"])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_same_whether_each_frame_lets_time_pass_or_only_those_in_which_something_is_due(
    pack_id: str, seed: int
) -> None:
    told = told_late(pack_id, seed)
    every_frame = follow(told, lambda _timeline, _known_ms: True)
    assert len(every_frame) > 50
    assert follow(told, Timeline.is_due) == every_frame


@settings(max_examples=10)
@given(seed=st.integers(0, 5), portions=st.integers(0, 1000))
def test_however_unevenly_time_goes_on_the_same_happens(seed: int, portions: int) -> None:
    told, chance = told_late("kaboo", seed), random.Random(portions)
    every_frame = follow(told, lambda _timeline, _known_ms: True)
    assert follow(told, lambda _timeline, _known_ms: chance.random() < 0.1) == every_frame
