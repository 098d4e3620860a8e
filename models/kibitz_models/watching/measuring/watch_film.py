"""Watching a filmed round from its first frame to its last, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from kibitz_models.watching.following import Following
from kibitz_models.watching.measuring.watched import Watched
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.recording.confirmed_sheet import Asked
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.watcher import Watcher


class Film(Protocol):
    """A round to be watched, and what its players know beforehand or say: a rendered film, or a recording."""

    @property
    def pack(self) -> RulePack:
        """The rules."""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The names, clockwise."""

    @property
    def start(self) -> str:
        """The table before the film, in the notation of tables."""

    @property
    def acts(self) -> tuple[TimedEvent, ...]:
        """What people said, in ms of the film."""

    @property
    def pauses(self) -> Pauses:
        """When all clocks stood still, in ms of the film."""

    @property
    def answers(self) -> Sequence[Asked]:
        """What people answered."""

    @property
    def places(self) -> TablePlaces | None:
        """The places that people gave, None to find them."""

    def frames(self) -> Iterator[Frame]:
        """Every frame; `InputError` where they cannot be read."""


def watch_film(film: Film, pipeline: Pipeline) -> Watched:
    """What the watcher sees and what the referee makes of it, given what people said and answered.

    Of what is known of the film only that is used which the players of a real table know too. `InputError` where the
    frames cannot be read.
    """
    start = parse_table(film.start, film.pack, film.players)
    watcher = Watcher(pipeline, film.pack, film.players, places=film.places)
    following = Following.begin(watcher, start, film.acts, film.answers, Contest(pauses=film.pauses))
    times_ms: list[float] = []
    seen: list[TableEvent] = []
    done: list[TimedEvent] = []
    questions: list[str] = []
    for frame in film.frames():
        times_ms.append(frame.captured_ns / 1e6)
        news = following.take(frame)
        seen += news.seen
        done += news.done
        questions += news.questions
    news, ending = following.end()
    questions += news.questions
    sheet = None if ending.tally is None else answer_json(None, ending.tally)
    done += news.done
    open_acts = {question.act for question in ending.questions}
    asked = frozenset(number for number, timed in enumerate(done) if timed.act in open_acts)
    return Watched(tuple(times_ms), (*seen, *news.seen), tuple(done), sheet, tuple(questions), asked)
