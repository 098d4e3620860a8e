"""Following a round: frames in, and out come what was seen on the table and what it means in the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.referee.questions import ActId, Question
from kibitz_scoring.referee.timeline import Timeline
from kibitz_scoring.table import SlotId, TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.recording.confirmed_sheet import Asked
from kibitz_vision.token_count import count_tokens
from kibitz_vision.watcher import Watcher


@dataclass(frozen=True, slots=True)
class News:
    """What was seen just now, what is settled of the game, and what the table is asked that it was not before."""

    seen: tuple[TableEvent, ...] = ()
    done: tuple[TimedEvent, ...] = ()
    questions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.seen or self.done or self.questions)


@dataclass(slots=True, eq=False)
class Following:
    """A round as a camera sees it, with what people said; times count from the first frame of the film."""

    watcher: Watcher
    timeline: Timeline
    _answers: list[Asked] = field(default_factory=list)
    _asked: set[ActId] = field(default_factory=set, init=False)
    _told: int = field(default=0, init=False)
    _last: Frame | None = field(default=None, init=False)

    @classmethod
    def begin(
        cls,
        watcher: Watcher,
        start: RoundState,
        acts: Iterable[TimedEvent] = (),
        answers: Iterable[Asked] = (),
        contest: Contest = NO_CONTEST,
    ) -> Following:
        """A round from a table as it stood at first, with what is known to be said and answered in the course of it.

        A question that was answered when the round was played is answered so again, once each. `contest` is how long
        there was time for snaps at first, and when all clocks stand still.
        """
        timeline = Timeline(start, contest=contest)
        for said in acts:
            timeline.hear(said)
        return cls(watcher, timeline, list(answers))

    def take(self, frame: Frame) -> News:
        """Look at the next frame."""
        self._last = frame
        seen = tuple(self.watcher.update(frame))
        self.timeline.tell(seen)
        self.timeline.settle(self.watcher.known_ms)
        return self._news(seen)

    def hear(self, said: TimedEvent) -> News:
        """Take in what somebody says while the round is played."""
        self.timeline.hear(said)
        return self._news(())

    def rest(self) -> News:
        """No frame will follow: what was still open is settled."""
        seen = tuple(self.watcher.finish())
        self.timeline.tell(seen)
        self.timeline.rest()
        return self._news(seen)

    def end(self) -> tuple[News, Ending]:
        """No frame will follow: what was still open is settled, and the cards turned up are tallied."""
        news = self.rest()
        ending = self.timeline.end(self._tokens())
        return replace(news, done=news.done + self._done() + ending.events), ending

    def _tokens(self) -> Mapping[SlotId, int]:
        if self._last is None:
            return {}
        return count_tokens(self.watcher, self.timeline.state.pack, self._last.image)

    def _news(self, seen: tuple[TableEvent, ...]) -> News:
        asked: list[str] = []
        # What is answered may leave other questions.
        while (question := self._new_question()) is not None:
            self._asked.add(question.act)
            asked.append(question.text)
            self._answer(question)
        return News(seen, self._done(), tuple(asked))

    def _new_question(self) -> Question | None:
        return next((one for one in self.timeline.questions if one.act not in self._asked), None)

    def _answer(self, question: Question) -> None:
        """Give a question the answer that it was given when the round was played, if it was."""
        given = next((one for one in self._answers if one.is_answered and one.text == question.text), None)
        if given is None:
            return
        self._answers.remove(given)
        chosen = next((one.events for one in question.readings if describe(one.events) == given.answer), ())
        if chosen or given.answer is None:
            self.timeline.say({question.act: chosen})

    def _done(self) -> tuple[TimedEvent, ...]:
        """What is settled of the game and was not told yet; an answer is given before anything is settled after it."""
        done = [one for one in self.timeline.settled if isinstance(one, TimedEvent)]
        told, self._told = self._told, len(done)
        return tuple(done[told:])
