"""Watching a filmed round from its first frame to its last, and what came of it."""

from __future__ import annotations

from kibitz_models.watching.following import Following
from kibitz_models.watching.truth import FilmedRound
from kibitz_models.watching.watched import Watched
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.table import TableEvent
from kibitz_vision.camera.video import read_video
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.watcher import Watcher


def watch_film(film: FilmedRound, pipeline: Pipeline) -> Watched:
    """What the watcher sees and what the referee makes of it, given what people said; nobody answers a question.

    Of the truth only the pack, the names and the table before the film are used, which the players of a real table
    know too. `InputError` where the video cannot be read.
    """
    start = parse_table(film.start, film.pack, film.players)
    following = Following.begin(Watcher(pipeline, film.pack, film.players), start, film.acts)
    times_ms: list[float] = []
    seen: list[TableEvent] = []
    done: list[TimedEvent] = []
    for frame in read_video(film.video):
        times_ms.append(frame.captured_ns / 1e6)
        news = following.take(frame)
        seen += news.seen
        done += news.done
    news, ending = following.end()
    sheet = None if ending.tally is None else answer_json(None, ending.tally)
    return Watched(tuple(times_ms), (*seen, *news.seen), (*done, *news.done), sheet)
