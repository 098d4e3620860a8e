"""Following a round: frames in, and out come what was seen on the table and what it means in the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.course import Course, Ending
from kibitz_scoring.table import TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.watcher import Watcher

SETTLED_MS = 2000.0
"""The game follows the table so much later, so that what a hand hid is told in its place in time."""


@dataclass(frozen=True, slots=True)
class News:
    """What has become known, and a new question that the table is asked, if there is one."""

    seen: tuple[TableEvent, ...] = ()
    done: tuple[TimedEvent, ...] = ()
    question: str | None = None

    def __bool__(self) -> bool:
        return bool(self.seen or self.done or self.question)


@dataclass(slots=True, eq=False)
class Following:
    """A round as a camera sees it, with what people said; times count from the first frame of the film."""

    watcher: Watcher
    course: Course
    _waiting: list[TableEvent] = field(default_factory=list, init=False)
    _asked: str | None = field(default=None, init=False)

    @classmethod
    def begin(cls, watcher: Watcher, start: RoundState, acts: Iterable[TimedEvent] = ()) -> Following:
        """A round from a table as it stood at first, with what is known to be said in the course of it."""
        course = Course(start)
        for said in acts:
            course.hear(said)
        return cls(watcher, course)

    def take(self, frame: Frame) -> News:
        """Look at the next frame."""
        seen = tuple(self.watcher.update(frame))
        self._waiting += seen
        told_ms = frame.captured_ns / 1e6 - self.watcher.behind_ms
        return News(seen, self._settled(told_ms - SETTLED_MS), self._question())

    def end(self) -> tuple[News, Ending]:
        """No frame will follow: what was still open is settled, and the cards turned up are tallied."""
        seen = tuple(self.watcher.finish())
        self._waiting += seen
        done = self._settled(float("inf"))
        ending = self.course.end()
        return News(seen, done + ending.events), ending

    def _settled(self, until_ms: float) -> tuple[TimedEvent, ...]:
        """What table events up to a time mean: by then nothing earlier is still to be found out."""
        self._waiting.sort(key=_time_ms)
        ready = [event for event in self._waiting if _time_ms(event) <= until_ms]
        del self._waiting[: len(ready)]
        return tuple(timed for event in ready for timed in self.course.see(event))

    def _question(self) -> str | None:
        """The open question, once."""
        question = self.course.question
        text = None if question is None else question.text
        is_new = text is not None and text != self._asked
        self._asked = text
        return text if is_new else None


def _time_ms(event: TableEvent) -> float:
    return event.seen.at.end_ms
