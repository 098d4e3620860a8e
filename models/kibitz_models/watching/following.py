"""Following a round: frames in, and out come what was seen on the table and what it means in the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.referee.timeline import Settled, Timeline
from kibitz_scoring.table import TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.recording.confirmed_sheet import Asked
from kibitz_vision.watcher import Watcher


@dataclass(frozen=True, slots=True)
class News:
    """What was seen just now, what is settled of the game, and a new question that the table is asked, if any."""

    seen: tuple[TableEvent, ...] = ()
    done: tuple[TimedEvent, ...] = ()
    question: str | None = None

    def __bool__(self) -> bool:
        return bool(self.seen or self.done or self.question)


@dataclass(slots=True, eq=False)
class Following:
    """A round as a camera sees it, with what people said; times count from the first frame of the film."""

    watcher: Watcher
    timeline: Timeline
    _answers: list[Asked] = field(default_factory=list)
    _asked: str | None = field(default=None, init=False)

    @classmethod
    def begin(
        cls, watcher: Watcher, start: RoundState, acts: Iterable[TimedEvent] = (), answers: Iterable[Asked] = ()
    ) -> Following:
        """A round from a table as it stood at first, with what is known to be said and answered in the course of it.

        A question that was answered when the round was played is answered so again, once each.
        """
        timeline = Timeline(start)
        for said in acts:
            timeline.hear(said)
        return cls(watcher, timeline, list(answers))

    def take(self, frame: Frame) -> News:
        """Look at the next frame."""
        seen = tuple(self.watcher.update(frame))
        self.timeline.tell(seen)
        return self._news(seen, self.timeline.settle(self.watcher.known_ms))

    def hear(self, said: TimedEvent) -> News:
        """Take in what somebody says while the round is played."""
        return self._news((), self.timeline.hear(said))

    def end(self) -> tuple[News, Ending]:
        """No frame will follow: what was still open is settled, and the cards turned up are tallied."""
        seen = tuple(self.watcher.finish())
        self.timeline.tell(seen)
        news = self._news(seen, self.timeline.rest())
        settled, ending = self.timeline.end()
        return replace(news, done=news.done + _done(settled) + ending.events), ending

    def _news(self, seen: tuple[TableEvent, ...], settled: tuple[Settled, ...]) -> News:
        question = self._question()
        return News(seen, _done(settled) + self._answered(), question)

    def _answered(self) -> tuple[TimedEvent, ...]:
        """What follows from the answer that the open question was given when the round was played, if it was."""
        question = self.timeline.question
        given = next((one for one in self._answers if question is not None and one.text == question.text), None)
        if question is None or given is None:
            return ()
        self._answers.remove(given)
        chosen = next((one for one in question.readings if describe(one.events) == given.answer), None)
        if chosen is None and given.answer is not None:
            return ()
        return _done(self.timeline.answer(chosen))

    def _question(self) -> str | None:
        """The open question, once."""
        question = self.timeline.question
        text = None if question is None else question.text
        is_new = text is not None and text != self._asked
        self._asked = text
        return text if is_new else None


def _done(settled: Iterable[Settled]) -> tuple[TimedEvent, ...]:
    return tuple(one for one in settled if isinstance(one, TimedEvent))
