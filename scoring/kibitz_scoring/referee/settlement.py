"""Settling an act: what is done with what was seen of it, once it is clear or said what it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kibitz_scoring.game.events import CardTaken, Ended, Event, Snapped, Verdict
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.act import Act
from kibitz_scoring.referee.acts.claim_readings import rule_of
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest, attempt_of
from kibitz_scoring.referee.acts.grouping import acts_of
from kibitz_scoring.referee.acts.guesses import Scene
from kibitz_scoring.referee.acts.trace import trace_of
from kibitz_scoring.referee.questions import ActId, Question, act_id
from kibitz_scoring.table import Interval, SlotId, TableEvent

_SHOWS = frozenset((Verdict.WRONG, Verdict.LATE, Verdict.TOO_CLOSE, Verdict.BLOCKED, Verdict.NOT_ALLOWED))
"""Verdicts on cards that lie on the pile and may not stay there."""


@dataclass(frozen=True, slots=True)
class Referee:
    """A table with the table events of acts that are not complete, and the question that is open.

    `astray` are slots whose card, judged already, still lies on the pile. `said` is what people said of acts, whenever
    they said it; `supposed` are questions that play went on from without an answer, `decided` acts that were settled,
    each with its readings. `is_told`: nobody watches, and people say everything, also that the time for snaps is over.
    """

    state: RoundState
    waiting: tuple[TableEvent, ...] = ()
    question: Question | None = None
    contest: Contest = NO_CONTEST
    astray: frozenset[SlotId] = frozenset()
    now_ms: float = float("-inf")
    said: Mapping[ActId, tuple[Event, ...]] = field(default_factory=dict)
    supposed: tuple[Question, ...] = ()
    decided: tuple[Question, ...] = ()
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """The referee after a table event, and the game events that it settled, with their times."""

    referee: Referee
    timed: tuple[TimedEvent, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The game events without their times."""
        return tuple(timed.event for timed in self.timed)


def acts_in(referee: Referee) -> list[Act]:
    """All acts that are gathered, in the order in which they were done."""
    return acts_of(referee.state, trace_of(referee.waiting), referee.astray)


def without(referee: Referee, about: tuple[TableEvent, ...]) -> Referee:
    """The referee without the table events that are done with."""
    gone = {id(seen) for seen in about}
    return replace(referee, waiting=tuple(seen for seen in referee.waiting if id(seen) not in gone))


def as_said(referee: Referee, question: Question, events: tuple[Event, ...]) -> Finding:
    """Settle what a question is about as people say, nothing where it was none of the readings."""
    if any(isinstance(event, Ended) for event in events):
        return done(referee, events, question.at, question=question)
    act = next((act for act in acts_in(referee) if act.events and act_id(act.events) == question.act), None)
    after, rule = without(referee, question.about), ""
    if act is not None:
        rule = deciding_rule(after, act, events, is_said=question.act in referee.said)
        after = with_attempt(after, act, events)
    if not events and question.is_of_pile:
        after = replace(after, contest=after.contest.left_unclear(question.at.end_ms))
    return done(after, events, question.at, question=question, rule=rule)


def deciding_rule(referee: Referee, act: Act, events: Iterable[Event], *, is_said: bool = False) -> str:
    """The key of the rule that makes of a snap what it is, before it is remembered; empty where it is none."""
    snapped = next((event for event in events if isinstance(event, Snapped)), None)
    if snapped is None:
        return ""
    others = tuple(other for other in acts_in(referee) if other.events != act.events)
    return rule_of(Scene(referee.state, referee.contest, others), act, snapped, is_said=is_said)


def with_attempt(referee: Referee, act: Act, events: tuple[Event, ...]) -> Referee:
    """The referee that remembers an attempt as it is settled."""
    snapped = next((event for event in events if isinstance(event, Snapped)), None)
    if snapped is None:
        return referee
    attempt = attempt_of(referee.state, snapped.player, act)
    if attempt is None:
        return referee
    astray = referee.astray
    if act.back is None and snapped.verdict in _SHOWS:
        astray |= {snapped.slot}
    return replace(referee, contest=referee.contest.joined(referee.state, attempt), astray=astray)


def done(
    referee: Referee,
    events: tuple[Event, ...],
    at: Interval,
    *,
    is_unclear: bool = False,
    question: Question | None = None,
    rule: str = "",
) -> Finding:
    """The referee after game events, on a new contest where another card came onto the pile.

    `question` is what could be asked of the act that they were read from, None where they were read from none; `rule`
    decided the snap that is among them.
    """
    for event in events:
        referee = followed(referee, event, at.end_ms, is_unclear=is_unclear)
    decided = referee.decided if question is None else (*referee.decided, question)
    act = None if question is None else question.act
    timed = (TimedEvent(at, event, act, rule if isinstance(event, Snapped) else "") for event in events)
    return Finding(replace(referee, decided=decided), tuple(timed))


def followed(referee: Referee, event: Event, at_ms: float, *, is_unclear: bool = False) -> Referee:
    """The referee after one game event."""
    after = apply(referee.state, event)
    contest = referee.contest.followed(referee.state, event, after, at_ms, is_unclear=is_unclear)
    gone = {event.origin} if isinstance(event, CardTaken) else frozenset[SlotId]()
    return replace(referee, state=after, contest=contest, astray=referee.astray - gone)
