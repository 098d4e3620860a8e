"""Questions answered at once, after 20 s and at the reveal: the same round, event for event, and the same sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import SAID
from kibitz_scoring.game.events import Event, Snapped
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.questions import Question
from kibitz_scoring.referee.timeline import Timeline
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.table import CardRevealed, TableEvent

ROUNDS = 4
SETTLED_MS = 2000.0
NEAR_MS = 2500.0
AT_ONCE_MS, LATER_MS, AT_THE_REVEAL_MS = 0.0, 20_000.0, float("inf")


@dataclass(frozen=True)
class Told:
    """A round as a poor camera tells it, what was said in it, and what truly happened."""

    start: RoundState
    seen: tuple[TableEvent, ...]
    said: tuple[TimedEvent, ...]
    happened: tuple[TimedEvent, ...]


@dataclass(frozen=True)
class Followed:
    """What came of a round, and how many questions were answered on the way."""

    events: tuple[TimedEvent, ...]
    sheet: dict[str, object] | None
    answered: int


@cache
def told(pack_id: str, seed: int) -> Told:
    """A round of which one sight in twelve is unsure and one in fifty lost, but for the cards turned up at the end."""
    chance = random.Random(seed)
    pack = load_pack(pack_id)
    players = min(pack.max_players, pack.min_players + seed % 2)
    acted = perform(SimulationConfig(pack, players, 900 + seed, seconds=60.0))
    seen = []
    for event in sorted(acted.stage.seen, key=lambda one: one.seen.at.end_ms):
        if isinstance(event, CardRevealed):
            seen.append(event)
        elif chance.random() > 0.02:
            unsure = chance.random() < 1 / 12
            seen.append(replace(event, seen=replace(event.seen, confidence=0.5 if unsure else event.seen.confidence)))
    happened, state = [], acted.start
    for happening in acted.happenings:
        happened.append(TimedEvent(happening.timed.at, public_event(state, happening.timed.event)))
        state = happening.after
    said = tuple(done.timed for done in acted.happenings if isinstance(done.timed.event, SAID))
    return Told(acted.start, tuple(seen), said, tuple(happened))


def true_reading(round_told: Told, question: Question) -> tuple[Event, ...]:
    """What people who were there say: the reading that happened about then, or none of them."""
    at = question.at
    near = [
        bare(timed.event)
        for timed in round_told.happened
        if at.start_ms - NEAR_MS <= timed.at.end_ms <= at.end_ms + NEAR_MS
    ]
    for reading in question.readings:
        if reading.events and all(bare(event) in near for event in reading.events):
            return reading.events
    return ()


def bare(event: Event) -> tuple[object, ...]:
    """An event without its faces, and a snap without its verdict."""
    named = {name: getattr(event, name, None) for name in ("player", "slot", "first", "second", "origin", "target")}
    return (type(event), *named.values(), event.verdict.value == "returned" if isinstance(event, Snapped) else None)


def follow(round_told: Told, wait_ms: float) -> Followed:
    """The round as it is followed where every question is answered so long after it came up, the oldest first."""
    timeline, answered = Timeline(round_told.start), 0
    for said in round_told.said:
        timeline.hear(said)
    asked_ms: dict[str, float] = {}
    for seen in round_told.seen:
        timeline.tell((seen,))
        now_ms = seen.seen.at.end_ms - SETTLED_MS
        timeline.settle(now_ms)
        while due := list(due_questions(timeline, asked_ms, now_ms, wait_ms)):
            timeline.say({due[0].act: true_reading(round_told, due[0])})
            answered += 1
    timeline.rest()
    while timeline.questions:
        question = timeline.questions[0]
        timeline.say({question.act: true_reading(round_told, question)})
        answered += 1
    events = tuple(one for one in timeline.settled if isinstance(one, TimedEvent))
    ending = timeline.end()
    return Followed(
        (*events, *ending.events), ending.tally and answer_json(None, ending.tally), answered + len(ending.questions)
    )


def due_questions(timeline: Timeline, asked_ms: dict[str, float], now_ms: float, wait_ms: float) -> Iterator[Question]:
    for question in timeline.questions:
        if now_ms - asked_ms.setdefault(question.act, now_ms) >= wait_ms:
            yield question


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_late_answer_gives_what_a_prompt_one_gives(pack_id: str) -> None:
    answered = 0
    for seed in range(ROUNDS):
        round_told = told(pack_id, seed)
        prompt = follow(round_told, AT_ONCE_MS)
        later, at_the_reveal = follow(round_told, LATER_MS), follow(round_told, AT_THE_REVEAL_MS)
        assert prompt.sheet is not None
        assert later.sheet == at_the_reveal.sheet == prompt.sheet
        assert later.events == at_the_reveal.events == prompt.events
        answered += prompt.answered
    assert answered > 3
