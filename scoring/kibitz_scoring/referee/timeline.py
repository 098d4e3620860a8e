"""The timeline of a watched round: what becomes known late takes its place in time before the game follows it.

What a hand hid is told when the hand has gone, and a race for the pile once both hands rest: of two cards that came one
after the other the second may be told first. So nothing that was seen or said means anything in the game before all
that came earlier is known. The page, `kibitz watch` and the measurements all follow a round through here; all times are
ms of capture time, and nothing depends on when, or in which portions, a round is followed.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.readings import Reading
from kibitz_scoring.referee.course import Course, Ending
from kibitz_scoring.referee.questions import Question
from kibitz_scoring.table import TableEvent

Settled = TableEvent | TimedEvent
"""What was seen at the table, or what happened in the game."""

_STEP_MS = 500.0
"""While nothing is seen time passes in such steps: as long as the shortest wait for what an act may still be."""
_CALM_MS = 12_000.0
"""So long after the last thing that changed nothing does any more by itself: the waits are 2.5 s for an act to be over,
5 s for a question to be let go, and as a rule 3 s for snaps at the end."""
_LET_GO_AFTER_MS = 5000.0
"""A question about a touch that most likely meant nothing stands so long, for somebody to say otherwise."""


class Timeline:
    """A round that is followed, from a table as it stood at first: before the deal, or later.

    `tell` takes what was seen and `hear` what was said, in any order; `settle` says up to when nothing more will become
    known, and returns each table event by then at its turn, followed by the game events that it settled.
    """

    def __init__(self, start: RoundState) -> None:
        self._course = Course(start)
        self._waiting: list[Settled] = []
        self._known_ms = self._now_ms = float("-inf")
        self._next_ms = float("inf")
        self._asked: Question | None = None
        self._asked_ms = float("-inf")
        self._is_answered = self._is_over = False

    @property
    def state(self) -> RoundState:
        """The table after all that is settled."""
        return self._course.state

    @property
    def question(self) -> Question | None:
        """What the table is asked now."""
        return self._course.question

    @property
    def seen_just_now(self) -> tuple[TableEvent, ...]:
        """What was seen and is not settled yet, in order of time: something may still turn up before it."""
        return tuple(one for one in self._waiting if not isinstance(one, TimedEvent))

    @property
    def said_just_now(self) -> tuple[TimedEvent, ...]:
        """What was said and has not taken effect yet, in order of time."""
        return tuple(one for one in self._waiting if isinstance(one, TimedEvent))

    @property
    def last_ms(self) -> float:
        """The latest time of anything that was seen, said or settled."""
        return max(self._known_ms, self._now_ms, *map(_time_ms, self._waiting[-1:]))

    def tell(self, seen: Iterable[TableEvent]) -> None:
        """Take in what has become known of the table."""
        for event in seen:
            insort(self._waiting, event, key=_turn)
            self._is_over = False

    def hear(self, said: TimedEvent) -> tuple[Settled, ...]:
        """Take in what somebody said or pressed, which takes effect at its time."""
        insort(self._waiting, said, key=_turn)
        return self.rest() if self._is_over else self._taken(self._known_ms)

    def answer(self, reading: Reading | None) -> tuple[Settled, ...]:
        """Take in the answer to the open question: one of its readings, or None for none of them."""
        settled = self._course.answer(reading)
        # When it was given is not known: what it set going goes on from what is settled next.
        self._is_answered = True
        return (*settled, *self.rest()) if self._is_over else settled

    def is_due(self, known_ms: float) -> bool:
        """Whether settling up to a time may change anything."""
        if known_ms <= self._known_ms:
            return False
        if self._waiting and _time_ms(self._waiting[0]) <= known_ms:
            return True
        return self._is_answered or (self._is_restless and self._next_ms <= known_ms)

    def settle(self, known_ms: float) -> tuple[Settled, ...]:
        """Go on to a time before which nothing more will become known."""
        self._known_ms = max(self._known_ms, known_ms)
        if self._is_answered:
            self._is_answered = False
            self._note(self._known_ms)
        return self._taken(self._known_ms) + self._passed(self._known_ms)

    def rest(self) -> tuple[Settled, ...]:
        """Take what was seen and said for all that there will be for now, as at the end of a film."""
        self._is_over = True
        return self._taken(float("inf")) + self._course.rest()

    def end(self) -> tuple[tuple[Settled, ...], Ending]:
        """Take what was seen and said for all that there will be, and tally the cards turned up."""
        settled = self.rest()
        return settled, self._course.end()

    @property
    def _is_restless(self) -> bool:
        return self._course.is_waiting and self._next_ms <= self._now_ms + _CALM_MS

    def _taken(self, until_ms: float) -> tuple[Settled, ...]:
        """What waits up to a time, each at its turn."""
        settled: tuple[Settled, ...] = ()
        while self._waiting and _time_ms(self._waiting[0]) <= until_ms:
            first = self._waiting.pop(0)
            at_ms = _time_ms(first)
            settled += self._passed(at_ms)
            if isinstance(first, TimedEvent):
                settled += self._course.hear(first)
            else:
                settled += (first, *self._course.see(first))
            self._note(at_ms)
        return settled

    def _passed(self, until_ms: float) -> tuple[Settled, ...]:
        """What time alone settles; it passes in steps from what was seen last, however far it goes at once."""
        settled: tuple[Settled, ...] = ()
        while self._next_ms <= until_ms and self._is_restless:
            now_ms = self._next_ms
            done = self._course.advance(now_ms) + self._let_go(now_ms)
            settled += done
            if done or self._course.question is not self._asked:
                self._note(now_ms)
            self._next_ms = now_ms + _STEP_MS
        return settled

    def _let_go(self, now_ms: float) -> tuple[TimedEvent, ...]:
        """Answer a question about a touch that most likely meant nothing, where nobody has said otherwise."""
        question = self._course.question
        if question is None or question is not self._asked or now_ms - self._asked_ms < _LET_GO_AFTER_MS:
            return ()
        likeliest = next(iter(question.readings), None)
        return self._course.answer(likeliest) if likeliest and not likeliest.events else ()

    def _note(self, at_ms: float) -> None:
        """Something has changed at a time, from which time passes anew."""
        self._now_ms = max(self._now_ms, at_ms)
        self._next_ms = self._now_ms + _STEP_MS
        if self._course.question is not self._asked:
            self._asked, self._asked_ms = self._course.question, self._now_ms


def _time_ms(one: Settled) -> float:
    return one.at.end_ms if isinstance(one, TimedEvent) else one.seen.at.end_ms


def _turn(one: Settled) -> tuple[float, bool]:
    """What is said counts before what is seen at the same time."""
    return _time_ms(one), not isinstance(one, TimedEvent)
