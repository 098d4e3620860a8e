"""The referee: from what is seen on the table to what happened in the game.

Table events are gathered until an act is complete; then its readings are weighed. One that stands out becomes game
events; otherwise there is one short question, and nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz_scoring.game.events import (
    CardTaken,
    Dealt,
    Declined,
    Discarded,
    Ended,
    Event,
    LastWindowClosed,
    PowerClaimed,
    Snapped,
    Verdict,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import PLAYED, Phase, RoundState, card_at, cards_of
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.game.turns import deck_is_out
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest, attempt_of, is_strange
from kibitz_scoring.referee.acts.grouping import acts_of
from kibitz_scoring.referee.acts.guesses import Scene
from kibitz_scoring.referee.acts.readiness import is_held_up, is_over
from kibitz_scoring.referee.acts.readings import Reading, may_be_claim, readings
from kibitz_scoring.referee.acts.trace import hand_of, may_be_one, trace_of
from kibitz_scoring.referee.dealing import NOT_DEALT, dealt, is_of_deal
from kibitz_scoring.referee.known import is_known
from kibitz_scoring.referee.questions import Question, gone, question_of, who_called
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import (
    CardLanded,
    CardLifted,
    HandOver,
    Interval,
    PileShuffled,
    PileTopChanged,
    SlotEmptied,
    SlotId,
    TableEvent,
)

FIRM = 0.8
"""Probability from which a reading is taken without asking."""
_REVEALS = 3
"""Cards turned up in play from which it is the reveal, and no card knocked over."""
_SHOWS = frozenset((Verdict.WRONG, Verdict.LATE, Verdict.TOO_CLOSE, Verdict.BLOCKED, Verdict.NOT_ALLOWED))
"""Verdicts on cards that lie on the pile and may not stay there."""


@dataclass(frozen=True, slots=True)
class Referee:
    """A table with the table events of acts that are not complete, and the question that is open.

    `astray` are slots whose card, judged already, still lies on the pile.
    """

    state: RoundState
    waiting: tuple[TableEvent, ...] = ()
    question: Question | None = None
    contest: Contest = NO_CONTEST
    astray: frozenset[SlotId] = frozenset()
    now_ms: float = float("-inf")


@dataclass(frozen=True, slots=True)
class Finding:
    """The referee after a table event, and the game events that it settled, with their times."""

    referee: Referee
    timed: tuple[TimedEvent, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The game events without their times."""
        return tuple(timed.event for timed in self.timed)


def observe(referee: Referee, seen: TableEvent) -> Finding:
    """Take in one table event; a hand over a place and a shuffle mean nothing by themselves.

    While a question is open, acts are gathered and none is settled.
    """
    before = pass_time(referee, seen.seen.at.end_ms)
    referee = before.referee
    if isinstance(seen, HandOver | PileShuffled | CardLanded):
        return before
    if is_known(referee.state, trace_of(referee.waiting), referee.astray, seen):
        return before
    decided = _decided(referee, seen)
    referee = decided.referee
    after = _settled(replace(referee, waiting=(*referee.waiting, seen)))
    return Finding(after.referee, (*before.timed, *decided.timed, *after.timed))


def tell(referee: Referee, event: Event, at: Interval | None = None) -> Finding:
    """Take in what people said or pressed; it happened now, before what is still gathered."""
    if at is None:
        at = Interval(referee.now_ms, referee.now_ms)
    before = pass_time(referee, at.end_ms)
    due = _settled(before.referee, goes_on=True)
    decided = _decided(due.referee, event)
    at_ms = min(at.end_ms, *(seen.seen.at.start_ms for seen in decided.referee.waiting), float("inf"))
    after = _settled(_followed(decided.referee, event, at_ms))
    return Finding(after.referee, (*before.timed, *due.timed, *decided.timed, TimedEvent(at, event), *after.timed))


def answer(referee: Referee, reading: Reading | None) -> Finding:
    """Take in the answer to the open question, None for none of the readings; what it was about is done with."""
    question = referee.question
    if question is None:
        return Finding(referee)
    ended = reading is not None and any(isinstance(event, Ended) for event in reading.events)
    referee = replace(referee if ended else _without(referee, question.about), question=None)
    if reading is None and any(isinstance(seen, PileTopChanged) for seen in question.about):
        referee = replace(referee, contest=replace(referee.contest, is_unclear=True))
    done = _done(referee, () if reading is None else reading.events, question.at)
    after = _settled(done.referee)
    return Finding(after.referee, (*done.timed, *after.timed))


def flush(referee: Referee) -> Finding:
    """Take what is gathered for all that there will be, as when every hand has been off the table for a while."""
    return _settled(referee, flushed=True)


def pass_time(referee: Referee, now_ms: float) -> Finding:
    """The referee at a later time: acts long over are settled, and the last window for snaps may be over."""
    before = _settled(replace(referee, now_ms=max(referee.now_ms, now_ms)))
    referee = before.referee
    window_ms = referee.state.pack.snap.final_window_ms
    if referee.state.phase is not Phase.AFTER_LAST_TURN or not isinstance(window_ms, int) or referee.question:
        return before
    closed_ms = referee.contest.rested_ms + window_ms
    due = check(referee.state, LastWindowClosed())
    unknown = closed_ms == float("-inf")
    if unknown or now_ms <= closed_ms or due or any(act.kind is Kind.CLAIMED for act in _acts(referee)):
        return before
    after = _done(referee, (LastWindowClosed(),), Interval(closed_ms, closed_ms))
    return Finding(after.referee, (*before.timed, *after.timed))


def _without(referee: Referee, about: tuple[TableEvent, ...]) -> Referee:
    """The referee without the table events that are done with."""
    gone = {id(seen) for seen in about}
    return replace(referee, waiting=tuple(seen for seen in referee.waiting if id(seen) not in gone))


def _acts(referee: Referee) -> list[Act]:
    """All acts that are gathered, in the order in which they were done."""
    return acts_of(referee.state, trace_of(referee.waiting), referee.astray)


def _settled(referee: Referee, *, flushed: bool = False, goes_on: bool = False) -> Finding:
    """Settle every complete act until one needs a question; when flushed lifts that led to nothing are dropped, and
    where play `goes_on` no attempt waits for a rival's card to come back."""
    timed: tuple[TimedEvent, ...] = ()
    while (done := _one_settled(referee, flushed=flushed, goes_on=goes_on)) is not None:
        referee, timed = done.referee, (*timed, *done.timed)
    return Finding(referee, timed)


def _one_settled(referee: Referee, *, flushed: bool, goes_on: bool) -> Finding | None:
    if (question := referee.question) is not None:
        is_clear = question.borne_out(_acts(referee), referee.state) >= FIRM
        return answer(referee, question.readings[0]) if is_clear else None
    if referee.state.phase in NOT_DEALT:
        late = _turned_up_late(referee)
        if late is not None:
            return _settle(referee, late)
        found = dealt(referee.state, referee.waiting, complete=True)
        return None if found is None else _done(replace(referee, waiting=()), (found.event,), found.at)
    act = _next_act(referee, flushed=flushed, goes_on=goes_on)
    ended = _ended_unseen(referee) if act is None or act.kind is Kind.REVEALED else None
    return ended if ended is not None or act is None else _settle(referee, act)


def _turned_up_late(referee: Referee) -> Act | None:
    """A card turned up where none was known to lie, after all others are up and before the table is cleared."""
    if any(isinstance(seen, SlotEmptied | CardLifted) for seen in referee.waiting):
        return None
    turned = (act for act in _acts(referee) if act.kind is Kind.REVEALED and act.complete)
    return next((act for act in turned if card_at(referee.state, SlotId(str(act.slot))) is None), None)


def _next_act(referee: Referee, *, flushed: bool, goes_on: bool) -> Act | None:
    """The act to settle next: one that is over or, when flushed, whichever is left."""
    found, now_ms, since_ms = _acts(referee), referee.now_ms, float("inf") if goes_on else referee.contest.rested_ms
    for act in found:
        others = [other for other in found if other is not act]
        if is_over(referee.state, now_ms, act, others) and not is_held_up(now_ms, act, others, since_ms):
            return act
    left = [act for act in found if flushed and not may_be_claim(referee.state, act)]
    ready = (act for act in left if not is_held_up(float("inf"), act, [other for other in left if other is not act]))
    return next(ready, left[0] if left else None)


def _ended_unseen(referee: Referee) -> Finding | None:
    """End the round where cards are turned up although play was not seen to be over."""
    state = referee.state
    if state.phase not in PLAYED or state.pack.display.open_hands:
        return None
    turned = [act for act in _acts(referee) if act.kind is Kind.REVEALED]
    lying = sum(1 for seat in range(len(state.players)) for _ in cards_of(state, seat))
    if not turned or len(turned) < min(_REVEALS, lying):
        return None
    if state.caller is None and not deck_is_out(state):
        about = tuple(seen for act in turned for seen in act.events)
        return Finding(replace(referee, question=who_called(state, about)))
    by_call = RoundEnd.EMPTY_HAND if state.forced else RoundEnd.CALL
    ended = Ended(RoundEnd.DECK) if state.caller is None else Ended(by_call, state.players[state.caller])
    return _done(referee, (ended,), Interval(referee.now_ms, referee.now_ms))


def _settle(referee: Referee, act: Act) -> Finding:
    """Take the likeliest reading of an act if it stands out, else ask."""
    others = tuple(other for other in _acts(referee) if other.events != act.events)
    # At the reveal the faces decide: what was not understood before moves no card any more.
    outdated = referee.state.phase is Phase.REVEAL and act.kind is not Kind.REVEALED
    if outdated or (act.kind in (Kind.STRAY, Kind.OPEN) and not act.is_gone):
        back = frozenset(SlotId(str(move.target)) for move in act.moves if is_slot(move.target))
        return Finding(replace(_without(referee, act.events), astray=referee.astray - back))
    ranked = gone(act) if act.kind is Kind.OPEN else readings(Scene(referee.state, referee.contest, others), act)
    if ranked[0].probability < FIRM:
        return Finding(replace(referee, question=question_of(ranked, act.events)))
    after = _with_attempt(_without(referee, act.events), act, ranked[0].events)
    return _done(after, ranked[0].events, act.at, is_unclear=is_strange(referee.state, act, others, ranked[0].events))


def _with_attempt(referee: Referee, act: Act, events: tuple[Event, ...]) -> Referee:
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


def _done(referee: Referee, events: tuple[Event, ...], at: Interval, *, is_unclear: bool = False) -> Finding:
    """The referee after game events, on a new contest where another card came onto the pile."""
    for event in events:
        referee = _followed(referee, event, at.end_ms, is_unclear=is_unclear)
    return Finding(referee, tuple(TimedEvent(at, event) for event in events))


def _followed(referee: Referee, event: Event, at_ms: float, *, is_unclear: bool = False) -> Referee:
    """The referee after one game event."""
    after = apply(referee.state, event)
    contest = referee.contest.followed(referee.state, event, after, at_ms, is_unclear=is_unclear)
    gone = {event.origin} if isinstance(event, CardTaken) else frozenset[SlotId]()
    return replace(referee, state=after, contest=contest, astray=referee.astray - gone)


def _decided(referee: Referee, then: TableEvent | Event) -> Finding:
    """Settle what only the next act tells: a deal that is over, and whether a card laid off claimed its power."""
    if referee.question is not None:
        return Finding(referee)
    if referee.state.phase in NOT_DEALT:
        if isinstance(then, Dealt) or is_of_deal(referee.state, then, referee.waiting):
            return Finding(referee)
        found = dealt(referee.state, referee.waiting, complete=False)
        if found is None:
            return Finding(referee)
        return _done(replace(referee, waiting=()), (found.event,), found.at)
    for act in _acts(referee):
        if may_be_claim(referee.state, act):
            return _laid_off(referee, act, then)
    return Finding(referee)


def _laid_off(referee: Referee, act: Act, then: TableEvent | Event) -> Finding:
    """Settle a drawn card laid off, which claims its power if the same player goes on to use it."""
    player = referee.state.players[act.seat]
    face = act.moves[0].face
    if isinstance(then, PowerClaimed):
        return Finding(_without(referee, act.events))
    uses = isinstance(then, Declined) and then.player == player
    if isinstance(then, CardLifted) and is_slot(then.place):
        uses = may_be_one(hand_of(then), player)
    event = PowerClaimed(player, face) if uses else Discarded(player, face)
    ranked = readings(Scene(referee.state), replace(act, complete=True))
    if ranked[0].probability >= FIRM:
        events = tuple(event if isinstance(one, Discarded) else one for one in ranked[0].events)
        return _done(_without(referee, act.events), events, act.at)
    return Finding(replace(referee, question=question_of(ranked, act.events)))
