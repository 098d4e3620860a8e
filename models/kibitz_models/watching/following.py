"""Following a round: frames in, and out come what was seen on the table and what it means in the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.referee.timeline import Settled, Timeline
from kibitz_scoring.table import TableEvent
from kibitz_vision.frames import Frame
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
    _asked: str | None = field(default=None, init=False)

    @classmethod
    def begin(cls, watcher: Watcher, start: RoundState, acts: Iterable[TimedEvent] = ()) -> Following:
        """A round from a table as it stood at first, with what is known to be said in the course of it."""
        timeline = Timeline(start)
        for said in acts:
            timeline.hear(said)
        return cls(watcher, timeline)

    def take(self, frame: Frame) -> News:
        """Look at the next frame."""
        seen = tuple(self.watcher.update(frame))
        self.timeline.tell(seen)
        return News(seen, _done(self.timeline.settle(self.watcher.known_ms)), self._question())

    def end(self) -> tuple[News, Ending]:
        """No frame will follow: what was still open is settled, and the cards turned up are tallied."""
        seen = tuple(self.watcher.finish())
        self.timeline.tell(seen)
        settled, ending = self.timeline.end()
        return News(seen, _done(settled) + ending.events), ending

    def _question(self) -> str | None:
        """The open question, once."""
        question = self.timeline.question
        text = None if question is None else question.text
        is_new = text is not None and text != self._asked
        self._asked = text
        return text if is_new else None


def _done(settled: Iterable[Settled]) -> tuple[TimedEvent, ...]:
    return tuple(one for one in settled if isinstance(one, TimedEvent))
