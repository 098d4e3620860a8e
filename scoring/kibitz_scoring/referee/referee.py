"""The referee: from what is seen on the table to what happened in the game.

Table events are gathered until an act is complete; then its readings are weighed. One that stands out becomes game
events; otherwise there is one short question, and nothing is guessed.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.game.changes.turns import deck_is_out
from kibitz_scoring.game.events import (
    Dealt,
    Declined,
    Discarded,
    Ended,
    Event,
    LastWindowClosed,
    PowerClaimed,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import PLAYED, Phase, card_at, cards_of
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.contest import is_strange
from kibitz_scoring.referee.acts.guesses import Scene
from kibitz_scoring.referee.acts.readiness import is_held_up, is_over
from kibitz_scoring.referee.acts.readings import Reading, may_be_claim, readings
from kibitz_scoring.referee.acts.trace import hand_of, may_be_one, trace_of
from kibitz_scoring.referee.dealing import NOT_DEALT, dealt, is_of_deal
from kibitz_scoring.referee.known import is_known
from kibitz_scoring.referee.questions import ActId, Question, gone, question_of, who_called
from kibitz_scoring.referee.settlement import (
    Finding,
    Referee,
    acts_in,
    as_said,
    deciding_rule,
    done,
    followed,
    with_attempt,
    without,
)
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.snaps.pauses import runs_out_ms
from kibitz_scoring.table import (
    CardLanded,
    CardLifted,
    HandOver,
    Interval,
    PileShuffled,
    SlotEmptied,
    SlotId,
    TableEvent,
)

FIRM = 0.8
"""Probability from which a reading is taken without asking."""
_REVEALS = 3
"""Cards turned up in play from which it is the reveal, and no card knocked over."""


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


def tell(referee: Referee, event: Event, at: Interval | None = None, act: ActId | None = None) -> Finding:
    """Take in what people said or pressed, as this act; it happened now, before what is still gathered."""
    if at is None:
        at = Interval(referee.now_ms, referee.now_ms)
    before = pass_time(referee, at.end_ms)
    due = _settled(before.referee, goes_on=True)
    decided = _decided(due.referee, event)
    at_ms = min(at.end_ms, *(seen.seen.at.start_ms for seen in decided.referee.waiting), float("inf"))
    after = _settled(followed(decided.referee, event, at_ms))
    return Finding(after.referee, (*before.timed, *due.timed, *decided.timed, TimedEvent(at, event, act), *after.timed))


def answer(referee: Referee, reading: Reading | None) -> Finding:
    """Take in the answer to the open question, None for none of the readings; what it was about is done with."""
    question = referee.question
    if question is None:
        return Finding(referee)
    said = as_said(replace(referee, question=None), question, () if reading is None else reading.events)
    after = _settled(said.referee)
    return Finding(after.referee, (*said.timed, *after.timed))


def suppose(referee: Referee) -> Finding:
    """Go on without an answer to the open question, which stays among those that are `supposed`.

    Whatever is laid on a card of which that leaves anything open, nobody is surely first.
    """
    question = referee.question
    if question is None:
        return Finding(referee)
    said = as_said(replace(referee, question=None), question, question.supposed)
    contest, supposed = said.referee.contest, (*referee.supposed, question)
    if question.is_of_pile:
        contest = contest.left_unclear(question.at.end_ms)
    after = _settled(replace(said.referee, contest=contest, supposed=supposed))
    return Finding(after.referee, (*said.timed, *after.timed))


def flush(referee: Referee) -> Finding:
    """Take what is gathered for all that there will be, as when every hand has been off the table for a while."""
    return _settled(referee, flushed=True)


def pass_time(referee: Referee, now_ms: float) -> Finding:
    """The referee at a later time: acts long over are settled, and the last window for snaps may be over."""
    before = _settled(replace(referee, now_ms=max(referee.now_ms, now_ms)))
    referee = before.referee
    window_ms = referee.state.pack.snap.final_window_ms
    is_closing = referee.state.phase is Phase.AFTER_LAST_TURN and not (referee.question or referee.is_told)
    if not is_closing or not isinstance(window_ms, int):
        return before
    closed_ms = runs_out_ms(referee.contest.rested_ms, window_ms, referee.contest.pauses)
    due = check(referee.state, LastWindowClosed())
    unknown = closed_ms == float("-inf")
    if unknown or now_ms <= closed_ms or due or any(act.kind is Kind.CLAIMED for act in acts_in(referee)):
        return before
    after = done(referee, (LastWindowClosed(),), Interval(closed_ms, closed_ms))
    return Finding(after.referee, (*before.timed, *after.timed))


def gathered(referee: Referee) -> tuple[Act, ...]:
    """Acts that time alone will settle: no cards still in a hand, and none that may claim its power."""
    if referee.state.phase in NOT_DEALT:
        return ()
    acts = (act for act in acts_in(referee) if act.is_gone or act.kind is not Kind.OPEN)
    return tuple(act for act in acts if act.kind is not Kind.REVEALED and not may_be_claim(referee.state, act))


def laid_off(referee: Referee) -> Question | None:
    """What could be asked of a card laid off whose power may still be claimed, None where there is none."""
    if referee.state.phase in NOT_DEALT:
        return None
    act = next((act for act in acts_in(referee) if may_be_claim(referee.state, act)), None)
    if act is None:
        return None
    return question_of(referee.state, readings(Scene(referee.state), replace(act, complete=True)), act.events)


def _settled(referee: Referee, *, flushed: bool = False, goes_on: bool = False) -> Finding:
    """Settle every complete act until one needs a question; when flushed lifts that led to nothing are dropped, and
    where play `goes_on` no attempt waits for a rival's card to come back."""
    timed: tuple[TimedEvent, ...] = ()
    while (done := _one_settled(referee, flushed=flushed, goes_on=goes_on)) is not None:
        referee, timed = done.referee, (*timed, *done.timed)
    return Finding(referee, timed)


def _one_settled(referee: Referee, *, flushed: bool, goes_on: bool) -> Finding | None:
    if (question := referee.question) is not None:
        is_clear = question.borne_out(acts_in(referee), referee.state) >= FIRM
        return answer(referee, question.readings[0]) if is_clear else None
    if referee.state.phase in NOT_DEALT:
        late = _turned_up_late(referee)
        if late is not None:
            return _settle(referee, late)
        found = dealt(referee.state, referee.waiting, complete=True)
        return None if found is None else done(replace(referee, waiting=()), (found.event,), found.at)
    act = _next_act(referee, flushed=flushed, goes_on=goes_on)
    ended = _ended_unseen(referee) if act is None or act.kind is Kind.REVEALED else None
    return ended if ended is not None or act is None else _settle(referee, act)


def _turned_up_late(referee: Referee) -> Act | None:
    """A card turned up where none was known to lie, after all others are up and before the table is cleared."""
    if any(isinstance(seen, SlotEmptied | CardLifted) for seen in referee.waiting):
        return None
    turned = (act for act in acts_in(referee) if act.kind is Kind.REVEALED and act.complete)
    return next((act for act in turned if card_at(referee.state, SlotId(str(act.slot))) is None), None)


def _next_act(referee: Referee, *, flushed: bool, goes_on: bool) -> Act | None:
    """The act to settle next: one that is over or, when flushed, whichever is left."""
    found, now_ms, since_ms = acts_in(referee), referee.now_ms, float("inf") if goes_on else referee.contest.rested_ms
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
    turned = [act for act in acts_in(referee) if act.kind is Kind.REVEALED]
    lying = sum(1 for seat in range(len(state.players)) for _ in cards_of(state, seat))
    if not turned or len(turned) < min(_REVEALS, lying):
        return None
    if state.caller is None and not deck_is_out(state):
        question = who_called(state, tuple(seen for act in turned for seen in act.events))
        if question.act in referee.said:
            return as_said(referee, question, referee.said[question.act])
        return Finding(replace(referee, question=question))
    by_call = RoundEnd.EMPTY_HAND if state.forced else RoundEnd.CALL
    ended = Ended(RoundEnd.DECK) if state.caller is None else Ended(by_call, state.players[state.caller])
    return done(referee, (ended,), Interval(referee.now_ms, referee.now_ms))


def _settle(referee: Referee, act: Act) -> Finding:
    """Take what people said of an act, else its likeliest reading if that stands out, else ask."""
    others = tuple(other for other in acts_in(referee) if other.events != act.events)
    # At the reveal the faces decide: what was not understood before moves no card any more.
    outdated = referee.state.phase is Phase.REVEAL and act.kind is not Kind.REVEALED
    if outdated or (act.kind in (Kind.STRAY, Kind.OPEN) and not act.is_gone):
        back = frozenset(SlotId(str(move.target)) for move in act.moves if is_slot(move.target))
        return Finding(replace(without(referee, act.events), astray=referee.astray - back))
    lost = act.kind is Kind.OPEN and not act.is_filled_again
    ranked = gone(act) if lost else readings(Scene(referee.state, referee.contest, others), act)
    question = question_of(referee.state, ranked, act.events)
    if question.act in referee.said:
        return as_said(referee, question, referee.said[question.act])
    if ranked[0].probability < FIRM:
        return Finding(replace(referee, question=question))
    events = ranked[0].events
    rule = deciding_rule(referee, act, events)
    after = with_attempt(without(referee, act.events), act, events)
    is_unclear = is_strange(referee.state, act, others, events)
    return done(after, events, act.at, is_unclear=is_unclear, question=question, rule=rule)


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
        return done(replace(referee, waiting=()), (found.event,), found.at)
    for act in acts_in(referee):
        if may_be_claim(referee.state, act):
            return _laid_off(referee, act, then)
    return Finding(referee)


def _laid_off(referee: Referee, act: Act, then: TableEvent | Event) -> Finding:
    """Settle a drawn card laid off, which claims its power if the same player goes on to use it."""
    player = referee.state.players[act.seat]
    face = act.moves[0].face
    if isinstance(then, PowerClaimed):
        return Finding(without(referee, act.events))
    uses = isinstance(then, Declined) and then.player == player
    if isinstance(then, CardLifted) and is_slot(then.place):
        uses = may_be_one(hand_of(then), player)
    event = PowerClaimed(player, face) if uses else Discarded(player, face)
    ranked = readings(Scene(referee.state), replace(act, complete=True))
    question = question_of(referee.state, ranked, act.events)
    if question.act in referee.said:
        return as_said(referee, question, referee.said[question.act])
    if ranked[0].probability >= FIRM:
        events = tuple(event if isinstance(one, Discarded) else one for one in ranked[0].events)
        return done(without(referee, act.events), events, act.at, question=question)
    return Finding(replace(referee, question=question))
