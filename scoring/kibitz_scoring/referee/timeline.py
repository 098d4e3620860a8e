"""The timeline of a watched round: what becomes known late takes its place in time before the game follows it.

What a hand hid is told when the hand has gone, and a race for the pile once both hands rest: of two cards that came one
after the other the second may be told first. So nothing that was seen or said means anything in the game before all
that came earlier is known. The page, `kibitz watch` and the measurements all follow a round through here; all times are
ms of capture time, and nothing depends on when, or in which portions, a round is followed.

Nor does anything depend on when people answer: the game goes on from the likeliest reading of what they are asked, and
once they say what an act was, it is followed anew from there, with that in its place.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kibitz_scoring.game.events import Event
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.course import Course, Ending
from kibitz_scoring.referee.questions import ActId, Question
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import SlotId, TableEvent

Settled = TableEvent | TimedEvent
"""What was seen at the table, or what happened in the game."""

_STEP_MS = 500.0
"""While nothing is seen time passes in such steps: as long as the shortest wait for what an act may still be."""
_CALM_MS = 12_000.0
"""So long after the last thing that changed nothing does any more by itself: the waits are 2.5 s for an act to be over,
5 s for what may tell more about a question, and as a rule 3 s for snaps at the end."""
_GO_ON_AFTER_MS = 5000.0
"""So long the game waits for what may tell more about an act: snaps at a card that is laid come within 3 s of it."""
_LONGEST_MS = _GO_ON_AFTER_MS + 3000.0
"""So long after an act it is settled, whatever it was: the waits for it to be over and for what may tell more."""
_MARK_EVERY = 16
"""So many things are taken between two marks from which a round is followed anew."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """What was taken, None for the word that nothing follows for now, and the time that had passed until then."""

    one: Settled | None
    passed_ms: float


@dataclass(frozen=True, slots=True)
class _Mark:
    """The course after so much was taken, and how much was settled by then."""

    taken: int
    settled: int
    course: Course
    now_ms: float
    next_ms: float
    passed_ms: float
    unclear: int


class Timeline:
    """A round that is followed, from a table as it stood at first: before the deal, or later.

    `tell` takes what was seen and `hear` what was said, in any order; `settle` says up to when nothing more will become
    known. `say` is the word on what an act was, seen or said, at any time. `settled` are all table events that are
    settled, each followed by the game events that it settled; `retold` counts how often they were followed anew. With
    `is_told` nobody watches, and time decides nothing. `contest` is how long there was time for snaps at first;
    `unclear` are those in which something was done that nobody could explain.
    """

    def __init__(self, start: RoundState, *, is_told: bool = False, contest: Contest = NO_CONTEST) -> None:
        self._said: dict[ActId, tuple[Event, ...]] = {}
        self._pauses: Pauses = contest.pauses
        self._course = Course(start, is_told=is_told, contest=contest)
        self._waiting: list[Settled] = []
        self._known_ms = self._now_ms = self._passed_ms = float("-inf")
        self._next_ms = float("inf")
        self._is_over = False
        self._taken: list[_Taken] = []
        self._marks: list[_Mark] = []
        self.settled: list[Settled] = []
        self.unclear: list[Contest] = []
        self.retold = 0
        self._mark()

    @property
    def state(self) -> RoundState:
        """The table after all that is settled."""
        return self._course.state

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that the table is asked and nobody has answered, in the order in which it came up."""
        return self._course.questions

    @property
    def decided(self) -> tuple[Question, ...]:
        """The acts that were settled, each with its readings, as it could be asked about."""
        return self._course.decided

    @property
    def laid_off(self) -> Question | None:
        """The act of a card laid off whose power may still be claimed: only what follows settles it."""
        return self._course.laid_off

    @property
    def said(self) -> Mapping[ActId, tuple[Event, ...]]:
        """What people said of acts."""
        return self._said

    @property
    def seen_just_now(self) -> tuple[TableEvent, ...]:
        """What was seen and is not settled yet, in order of time: something may still turn up before it."""
        return tuple(one for one in self._waiting if not isinstance(one, TimedEvent))

    @property
    def said_just_now(self) -> tuple[TimedEvent, ...]:
        """What was said and has not taken effect yet, in order of time."""
        return tuple(word for one in self._waiting if isinstance(one, TimedEvent) for word in self._words(one))

    @property
    def last_ms(self) -> float:
        """The latest time of anything that was seen, said or settled."""
        return max(self._known_ms, self._now_ms, *map(_time_ms, self._waiting[-1:]))

    def tell(self, seen: Iterable[TableEvent]) -> None:
        """Take in what has become known of the table."""
        for event in seen:
            insort(self._waiting, event, key=_turn)
            self._is_over = False

    def hear(self, said: TimedEvent) -> None:
        """Take in what somebody said or pressed, which takes effect at its time, also where that is long past."""
        if said.at.end_ms < self._reached_ms:
            self._follow_anew(self._mark_before(said.at.end_ms), said)
            return
        insort(self._waiting, said, key=_turn)
        if self._is_over:
            self.rest()
        else:
            self._take(self._known_ms)

    def say(self, acts: Mapping[ActId, tuple[Event, ...]]) -> None:
        """Take in what acts were, by what people say, nothing where one meant nothing; then it was so all along."""
        self._said = {**self._said, **acts}
        asked = (question for question in (*self.questions, *self.decided) if question.act in acts)
        seen = [one.seen.at.end_ms for question in asked for one in question.about]
        heard = (taken.one for taken in self._taken if isinstance(taken.one, TimedEvent))
        first = min((*seen, *(one.at.end_ms for one in heard if one.act in acts)), default=float("-inf"))
        self._follow_anew(self._mark_before(first))

    def pause(self, pauses: Pauses) -> None:
        """Take in when all clocks stand still: then it was so all along, and no time for snaps runs out meanwhile."""
        changed = {*pauses}.symmetric_difference(self._pauses)
        self._pauses = pauses
        self._follow_anew(self._mark_before(min((pause.start_ms for pause in changed), default=float("inf"))))

    def is_settled(self, at_ms: float, known_ms: float = float("-inf")) -> bool:
        """Whether all that was done up to a time is settled, or is once all is known up to another."""
        known_ms = max(known_ms, self._known_ms)
        first_ms = min([self._course.gathered_ms, *map(_time_ms, self._waiting[:1])])
        return self._is_over or (at_ms <= known_ms and (first_ms > at_ms or known_ms - at_ms >= _LONGEST_MS))

    def is_due(self, known_ms: float) -> bool:
        """Whether settling up to a time may change anything."""
        if known_ms <= self._known_ms:
            return False
        if self._waiting and _time_ms(self._waiting[0]) <= known_ms:
            return True
        return self._is_restless and self._next_ms <= known_ms

    def settle(self, known_ms: float) -> None:
        """Go on to a time before which nothing more will become known."""
        self._known_ms = max(self._known_ms, known_ms)
        self._take(self._known_ms)
        self._pass(self._known_ms)

    def rest(self) -> None:
        """Take what was seen and said for all that there will be for now, as at the end of a film."""
        self._is_over = True
        self._take(float("inf"))
        self._take_one(_Taken(None, self._passed_ms))

    def end(self, tokens: Mapping[SlotId, int] | None = None) -> Ending:
        """Take what was seen and said for all that there will be, and tally the cards turned up.

        `tokens` are the points of those that were seen to lie on the card in each slot.
        """
        self.rest()
        return self._course.end(tokens)

    @property
    def _is_restless(self) -> bool:
        went_on_ms = [pause.end_ms for pause in self._pauses if pause.end_ms < float("inf")]
        return self._course.is_waiting and self._next_ms <= max([self._now_ms, *went_on_ms]) + _CALM_MS

    @property
    def _reached_ms(self) -> float:
        """What is said of a time before this was not heard at its turn."""
        times = (_time_ms(taken.one) for taken in reversed(self._taken) if taken.one is not None)
        return max(self._known_ms, next(times, float("-inf")))

    def _take(self, until_ms: float) -> None:
        """What waits up to a time, each at its turn."""
        while self._waiting and _time_ms(self._waiting[0]) <= until_ms:
            first = self._waiting.pop(0)
            self._take_one(_Taken(first, max(self._passed_ms, _time_ms(first))))

    def _take_one(self, taken: _Taken) -> None:
        self._pass(taken.passed_ms)
        match taken.one:
            case None:
                self.settled += self._course.rest_unanswered()
            case TimedEvent():
                for word in self._words(taken.one):
                    self.settled += self._course.hear(word)
                    self._note(_time_ms(word))
            case seen:
                self.settled += (seen, *self._course.see(seen))
                self._note(_time_ms(seen))
        self._taken.append(taken)
        if len(self._taken) % _MARK_EVERY == 0:
            self._mark()

    def _words(self, said: TimedEvent) -> tuple[TimedEvent, ...]:
        """What somebody said, or what people say since that this was."""
        events = (said.event,) if said.act is None else self._said.get(said.act, (said.event,))
        return tuple(replace(said, event=event) for event in events)

    def _pass(self, until_ms: float) -> None:
        """What time alone settles; it passes in steps from what was seen last, however far it goes at once."""
        while self._next_ms <= until_ms and self._is_restless:
            now_ms, asked = self._next_ms, self._course.question
            done = self._course.advance(now_ms) + self._gone_on(now_ms)
            self.settled += done
            if done or self._course.question is not asked:
                self._note(now_ms)
            self._next_ms = now_ms + _STEP_MS
        self._passed_ms = max(self._passed_ms, until_ms)

    def _gone_on(self, now_ms: float) -> tuple[TimedEvent, ...]:
        """Go on without an answer where nothing more will tell what an act was."""
        settled: tuple[TimedEvent, ...] = ()
        while (question := self._course.question) and now_ms - question.at.end_ms >= _GO_ON_AFTER_MS:
            settled += self._course.suppose()
        return settled

    def _note(self, at_ms: float) -> None:
        """Something has changed at a time, from which time passes anew."""
        contest = self._course.contest
        if contest.unclear_ms is not None and contest.opened_ms not in (one.opened_ms for one in self.unclear):
            self.unclear.append(contest)
        self._now_ms = max(self._now_ms, at_ms)
        self._next_ms = self._now_ms + _STEP_MS

    def _mark(self) -> None:
        course = self._course.copy(self._said, self._pauses)
        so_far = len(self._taken), len(self.settled), course, self._now_ms, self._next_ms, self._passed_ms
        self._marks.append(_Mark(*so_far, len(self.unclear)))

    def _mark_before(self, at_ms: float) -> int:
        """The last mark before anything of a time or later was taken."""
        later = (n for n, taken in enumerate(self._taken) if taken.one is not None and _time_ms(taken.one) >= at_ms)
        first = next(later, len(self._taken))
        return max(n for n, mark in enumerate(self._marks) if mark.taken <= first)

    def _follow_anew(self, number: int, said: TimedEvent | None = None) -> None:
        """Go back to a mark and take what was taken since as it was then, and what was `said` meanwhile at its time."""
        mark, again = self._marks[number], self._taken[self._marks[number].taken :]
        del self._marks[number:], self._taken[mark.taken :], self.settled[mark.settled :], self.unclear[mark.unclear :]
        self._course = mark.course.copy(self._said, self._pauses)
        self._now_ms, self._next_ms, self._passed_ms = mark.now_ms, mark.next_ms, mark.passed_ms
        self.retold += 1
        self._mark()
        for taken in again:
            if said is not None and taken.one is not None and _turn(said) <= _turn(taken.one):
                self._take_one(_Taken(said, max(self._passed_ms, said.at.end_ms)))
                said = None
            self._take_one(taken)
        if said is not None:
            self._take_one(_Taken(said, max(self._passed_ms, said.at.end_ms)))
        if not self._is_over:
            self._pass(self._known_ms)


def _time_ms(one: Settled) -> float:
    return one.at.end_ms if isinstance(one, TimedEvent) else one.seen.at.end_ms


def _turn(one: Settled) -> tuple[float, bool]:
    """What is said counts before what is seen at the same time."""
    return _time_ms(one), not isinstance(one, TimedEvent)
