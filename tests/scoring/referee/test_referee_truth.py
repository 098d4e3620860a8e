"""The referee against the truth about simulated rounds: what is seen of them, whole or with gaps, in; the game out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import SAID, sheet_json
from kibitz_scoring.game.events import (
    Dealt,
    Declined,
    Discarded,
    Event,
    Exchanged,
    Looked,
    PowerClaimed,
    Snapped,
    Verdict,
)
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.hand_posterior import UNSEEN_HAND
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.referee.questions import Question
from kibitz_scoring.referee.timeline import Timeline
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardRevealed,
    DrawPileTouched,
    Heap,
    Interval,
    PileTopChanged,
    SlotEmptied,
    SlotFilled,
    TableEvent,
)

ROUNDS = 6
Damage = Callable[[TableEvent], Iterator[TableEvent]]


@dataclass(frozen=True)
class Played:
    """A simulated round: what a camera that misses nothing sees, what was said, and the truth."""

    start: RoundState
    seen: tuple[TableEvent, ...]
    said: tuple[TimedEvent, ...]
    happened: list[Event]
    sheet: dict[str, object] | None


@cache
def rounds_of(pack_id: str) -> tuple[Played, ...]:
    pack = load_pack(pack_id)
    most = min(6, pack.max_players)
    tables = [pack.min_players + number % (most - pack.min_players + 1) for number in range(ROUNDS)]
    return tuple(play(pack_id, players, 400 + number) for number, players in enumerate(tables))


def play(pack_id: str, players: int, seed: int) -> Played:
    acted = perform(SimulationConfig(load_pack(pack_id), players, seed, seconds=60.0))
    clock, state = acted.stage.clock, acted.start
    seen = []
    for event in sorted(acted.stage.seen, key=lambda one: one.seen.at.end_ms):
        shown_ms = clock.times_ms[event.seen.frames[0]]
        at = Interval(shown_ms - clock.interval_ms, shown_ms)
        seen.append(replace(event, seen=replace(event.seen, at=at)))
    happened = []
    for happening in acted.happenings:
        happened.append(public_event(state, happening.timed.event))
        state = happening.after
    said = tuple(done.timed for done in acted.happenings if isinstance(done.timed.event, SAID))
    return Played(acted.start, tuple(seen), said, happened, sheet_json(acted))


@dataclass(frozen=True)
class Watched:
    events: list[Event]
    questions: list[Question]
    ending: Ending
    sheet: dict[str, object] | None


def watch(played: Played, damage: Damage = lambda seen: iter((seen,))) -> Watched:
    """The round as it is followed with each event damaged; whoever is asked takes the likeliest reading."""
    timeline = Timeline(played.start)
    questions = []
    for said in played.said:
        timeline.hear(said)
    for seen in played.seen:
        for shown in damage(seen):
            timeline.tell((shown,))
            timeline.settle(shown.seen.at.end_ms)
            while timeline.questions:
                question = timeline.questions[0]
                questions.append(question)
                timeline.say({question.act: question.readings[0].events})
    ending = timeline.end()
    events = [one.event for one in (*timeline.settled, *ending.events) if isinstance(one, TimedEvent)]
    sheet = None if ending.tally is None else answer_json(None, ending.tally)
    return Watched(events, [*questions, *ending.questions], ending, sheet)


def told_apart(events: list[Event]) -> list[Event]:
    """Events without what nobody can see: the faces of a deal, and a power claimed that is not used.

    Cards that came to the pile within one picture are in no order.
    """
    found = [Dealt(event.dealer) if isinstance(event, Dealt) else event for event in events]
    for number, event in enumerate(found):
        following = found[number + 1] if number + 1 < len(found) else None
        if isinstance(event, PowerClaimed):
            uses = isinstance(following, Looked | Exchanged | Declined) and following.player == event.player
            found[number] = event if uses else Discarded(event.player, event.card)
    close = [number for number, event in enumerate(found) if is_close(event)]
    for first in close:
        last = first
        while last + 1 in close:
            last += 1
        found[first : last + 1] = sorted(found[first : last + 1], key=str)
    return found


def is_close(event: Event) -> bool:
    return isinstance(event, Snapped) and event.verdict is Verdict.TOO_CLOSE


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_round_seen_whole_is_followed_without_a_question_to_the_true_sheet(pack_id: str) -> None:
    for played in rounds_of(pack_id):
        watched = watch(played)
        assert watched.questions == []
        assert told_apart(watched.events) == told_apart(played.happened)
        assert watched.sheet == played.sheet
        assert watched.ending.reason == ""


def no_hands(seen: TableEvent) -> Iterator[TableEvent]:
    yield replace(seen, seen=replace(seen.seen, by=UNSEEN_HAND))


def no_origins(seen: TableEvent) -> Iterator[TableEvent]:
    known = isinstance(seen, CardPlaced | SlotFilled | PileTopChanged)
    yield replace(seen, origin=None) if known else seen


def no_lifts(seen: TableEvent) -> Iterator[TableEvent]:
    if not isinstance(seen, CardLifted) or isinstance(seen.place, Heap):
        yield seen


def no_draws(seen: TableEvent) -> Iterator[TableEvent]:
    lifted = isinstance(seen, CardLifted) and seen.place is Heap.DRAW
    if not lifted and not isinstance(seen, DrawPileTouched):
        yield seen


def no_slots(seen: TableEvent) -> Iterator[TableEvent]:
    if not isinstance(seen, SlotEmptied | SlotFilled):
        yield seen


def no_flips(seen: TableEvent) -> Iterator[TableEvent]:
    if not isinstance(seen, CardFlipped):
        yield seen


def read_late(seen: TableEvent) -> Iterator[TableEvent]:
    """The pile's top is read only a little after it has come."""
    if isinstance(seen, PileTopChanged):
        yield replace(seen, face=FACE_DOWN)
        at = Interval(seen.seen.at.end_ms, seen.seen.at.end_ms + 15)
        yield replace(seen, origin=None, seen=replace(seen.seen, at=at))
    else:
        yield seen


def never_read(seen: TableEvent) -> Iterator[TableEvent]:
    yield replace(seen, face=FACE_DOWN) if isinstance(seen, PileTopChanged) else seen


def only_the_reveal(seen: TableEvent) -> Iterator[TableEvent]:
    if isinstance(seen, CardRevealed):
        yield seen


FIELDS: list[Damage] = [no_hands, no_origins, no_lifts, no_draws, no_slots, no_flips, read_late, never_read]


@pytest.mark.parametrize("damage", [*FIELDS, only_the_reveal], ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_kind_of_sight_that_is_never_there_leads_to_no_wrong_sheet_in_silence(pack_id: str, damage: Damage) -> None:
    for played in rounds_of(pack_id)[:2]:
        watched = watch(played, damage)
        if watched.sheet != played.sheet:
            assert watched.questions or watched.ending.reason


@pytest.mark.parametrize(
    "damage", [no_origins, no_lifts, no_draws, no_slots, no_flips, read_late], ids=lambda d: d.__name__
)
@pytest.mark.parametrize("pack_id", pack_ids())
def test_the_faces_turned_up_give_the_sheet_whatever_else_is_never_seen(pack_id: str, damage: Damage) -> None:
    for played in rounds_of(pack_id)[:2]:
        assert watch(played, damage).sheet == played.sheet


@pytest.mark.parametrize("lost", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("pack_id", pack_ids())
def test_sights_lost_here_and_there_lead_to_no_wrong_sheet_in_silence(pack_id: str, lost: float) -> None:
    for number, played in enumerate(rounds_of(pack_id)):
        chance = random.Random(number)

        def damage(seen: TableEvent, chance: random.Random = chance) -> Iterator[TableEvent]:
            if isinstance(seen, CardRevealed) or chance.random() >= lost:
                yield seen

        watched = watch(played, damage)
        if watched.sheet != played.sheet:
            assert watched.questions or watched.ending.reason


def test_a_call_that_nobody_heard_is_asked_for() -> None:
    played = next(
        one for one in rounds_of("kaboo") if one.sheet is not None and one.sheet["caller_succeeded"] is not None
    )
    watched = watch(replace(played, said=()), only_the_reveal)
    assert "Who called?" in [question.text for question in watched.questions]


def test_a_round_whose_end_was_not_seen_has_no_sheet() -> None:
    played = rounds_of("cambio")[0]
    watched = watch(replace(played, seen=played.seen[: len(played.seen) // 2], said=()))
    assert watched.sheet is None
    assert watched.ending.reason.startswith("The round is not over")
