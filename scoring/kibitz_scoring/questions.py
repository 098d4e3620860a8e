"""Questions to the table, where what was seen leaves open what happened."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.act import Act, is_slot
from kibitz_scoring.events import Ended, Moved
from kibitz_scoring.readings import Reading
from kibitz_scoring.round_state import RoundState
from kibitz_scoring.table import Heap, SlotId, TableEvent
from kibitz_scoring.tally import RoundEnd
from kibitz_scoring.wording import describe, player_of


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked, with the readings to choose from, likeliest first; none of them may be right either.

    `about` are the table events in question.
    """

    text: str
    readings: tuple[Reading, ...]
    about: tuple[TableEvent, ...] = ()


def question_of(ranked: tuple[Reading, ...], about: tuple[TableEvent, ...]) -> Question:
    """The shortest question that tells the likeliest readings apart."""
    first, *others = ranked
    if not others:
        return Question(f"Is this right: {describe(first.events)}?", ranked, about)
    second = others[0]
    same = [type(event) for event in first.events] == [type(event) for event in second.events]
    players = (_who(first), _who(second))
    if same and players[0] != players[1]:
        return Question(f"Who was it: {players[0]} or {players[1]}?", ranked, about)
    return Question(f"Which was it: {describe(first.events)}, or {describe(second.events)}?", ranked, about)


def _who(reading: Reading) -> str:
    return next(filter(None, map(player_of, reading.events)), "nobody")


def gone(act: Act) -> tuple[Reading, ...]:
    """Cards that left their slots for nobody knows where."""
    slots = [SlotId(str(move.origin)) for move in act.moves if is_slot(move.origin)]
    return (Reading(tuple(Moved(slot, Heap.ASIDE) for slot in slots), act.confidence / 2),)


def who_called(state: RoundState, about: tuple[TableEvent, ...]) -> Question:
    """The question after a round of which nobody knows how it ended."""
    calls = [(Ended(RoundEnd.CALL, player),) for player in state.players]
    ways = [*calls, (Ended(RoundEnd.DECK),)]
    return Question("Who called?", tuple(Reading(events, 1 / len(ways)) for events in ways), about)
