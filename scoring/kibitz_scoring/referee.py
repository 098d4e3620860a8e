"""The referee: from what is seen on the table to what happened in the game.

Table events are gathered by whose hand they belong to until an act is complete; then its readings are weighed. One that
stands out becomes game events; otherwise there is one short question, and nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz_scoring.events import Event
from kibitz_scoring.moves import place_of
from kibitz_scoring.readings import Reading, is_wrong, laid, readings
from kibitz_scoring.round_state import PenaltyDue, RoundState, held_by
from kibitz_scoring.rounds import apply
from kibitz_scoring.table import (
    DrawPileTouched,
    HandOver,
    Heap,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    Place,
    TableEvent,
)
from kibitz_scoring.trace import trace_of
from kibitz_scoring.wording import describe, player_of

FIRM = 0.8
"""Probability from which a reading is taken without asking."""
_OWN_HAND = 0.6
"""Probability from which a hand that was seen says whose act a table event belongs to."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked, with the readings to choose from, likeliest first; none of them may be right either."""

    text: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Referee:
    """A table with the table events, by seat, of acts that are not complete, and the question that is open."""

    state: RoundState
    waiting: tuple[tuple[int, tuple[TableEvent, ...]], ...] = ()
    question: Question | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The referee after a table event, and the game events that it settled."""

    referee: Referee
    events: tuple[Event, ...] = ()


def observe(referee: Referee, seen: TableEvent) -> Finding:
    """Take in one table event; a hand over a place and a shuffle mean nothing by themselves.

    While a question is open, acts are gathered and none is settled.
    """
    if isinstance(seen, HandOver | PileShuffled):
        return Finding(referee)
    seat = _whose(referee.state, seen)
    groups = dict(referee.waiting)
    groups[seat] = (*groups.get(seat, ()), seen)
    return _settled(replace(referee, waiting=tuple(groups.items())))


def tell(referee: Referee, event: Event) -> Finding:
    """Take in what people said or pressed; it happened now, before what is still gathered."""
    return _settled(replace(referee, state=apply(referee.state, event)), (event,))


def answer(referee: Referee, reading: Reading | None) -> Finding:
    """Take in the answer to the open question, None for none of the readings; whose act it was is done with."""
    question = referee.question
    if question is None:
        return Finding(referee)
    (_, *rest) = _ready_first(referee)
    state = referee.state
    events = () if reading is None else reading.events
    for event in events:
        state = apply(state, event)
    return _settled(Referee(state, tuple(rest)), events)


def flush(referee: Referee) -> Finding:
    """Take what is gathered for all that there will be, as when every hand has been off the table for a while."""
    return _settled(referee, flushed=True)


def _whose(state: RoundState, seen: TableEvent) -> int:
    """Seat whose act a table event belongs to: of the hand seen, of the slot, or whose turn it is."""
    if seen.seen.by:
        player, probability = max(seen.seen.by, key=lambda named: named[1])
        if probability >= _OWN_HAND and player in state.players:
            return state.players.index(player)
    place = _place(seen)
    return state.turn if place is None or isinstance(place, Heap) else place_of(state, place)[0]


def _place(seen: TableEvent) -> Place | None:
    match seen:
        case PileTopChanged():
            return seen.origin
        case DrawPileTouched() | PileRefilled():
            return None
        case _:
            return seen.place


def _settled(referee: Referee, events: tuple[Event, ...] = (), *, flushed: bool = False) -> Finding:
    """Settle every complete act until one needs a question; a touch that led to nothing is dropped when flushed."""
    while referee.question is None:
        ready = _ready_first(referee)
        if flushed and ready and trace_of(ready[0][1]).is_empty:
            referee = Referee(referee.state, tuple(ready[1:]))
            continue
        if not ready or not (flushed or _is_complete(referee.state, ready[0])):
            break
        ranked = readings(referee.state, trace_of(ready[0][1]))
        if ranked and ranked[0].probability >= FIRM:
            state = referee.state
            for event in ranked[0].events:
                state = apply(state, event)
            referee = Referee(state, tuple(ready[1:]))
            events = (*events, *ranked[0].events)
        else:
            referee = replace(referee, question=_question(ranked))
    return Finding(referee, events)


Group = tuple[int, tuple[TableEvent, ...]]


def _ready_first(referee: Referee) -> list[Group]:
    """Groups of table events, the complete one that was seen first before all others."""
    groups = [group for group in referee.waiting if group[1]]
    return sorted(groups, key=lambda group: (not _is_complete(referee.state, group), group[1][-1].seen.at.end_ms))


def _is_complete(state: RoundState, group: Group) -> bool:
    """Whether as many cards have come to lie somewhere as were lifted, and a wrong one has been taken back."""
    seat, events = group
    trace = trace_of(events)
    if trace.is_empty:
        return False
    tops = laid(state, trace)
    arrived = len(tops) + len(trace.filled)
    if trace.deck_lifted and not (arrived or trace.gone or trace.back):
        return not any(isinstance(due, PenaltyDue) and due.seat == seat for due in state.due)
    if len(tops) == len(trace.gone) == 2 and state.pack.pairs.enabled:
        return True
    moving = held_by(state, seat) is not None and bool(tops or (trace.gone and None in trace.filled.values()))
    lifted = len(trace.gone) + trace.deck_lifted + trace.pile_lifted + moving
    if arrived < lifted:
        return False
    return not is_wrong(state, trace) or bool(trace.back or trace.filled)


def _question(ranked: tuple[Reading, ...]) -> Question:
    if not ranked:
        return Question("What happened there?", ())
    first, *others = ranked
    if not others:
        return Question(f"Is this right: {describe(first.events)}?", ranked)
    second = others[0]
    same = [type(event) for event in first.events] == [type(event) for event in second.events]
    players = (_who(first), _who(second))
    if same and players[0] != players[1]:
        return Question(f"Who was it: {players[0]} or {players[1]}?", ranked)
    return Question(f"Which was it: {describe(first.events)}, or {describe(second.events)}?", ranked)


def _who(reading: Reading) -> str:
    return next(filter(None, map(player_of, reading.events)), "nobody")
