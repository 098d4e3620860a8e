"""Clips of a round that is watched without the page: around its races, questions, disputes and its reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kibitz_models.watching.following import Following
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.races import Race, RaceBook
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.process.kept_frames import Film
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.cut import RoundSoFar, make_cut
from kibitz_vision.clips.cutter import Sightings
from kibitz_vision.clips.moments import ClipMoment, moment_of_dispute, moment_of_reveal, moments_of
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.frames import Frame

_SETTLED_MS = 8000.0
"""So long after its last frame a moment is told as it stays: a race may still be joined 3 s later, and what it was is
settled 5 s after that."""


@dataclass(slots=True, eq=False)
class ClipTaker:
    """Keeps the frames of the last minute, and cuts each moment once it is settled.

    `judge` says what the frames of a clip come to by themselves, in lines; without it that is left open. Clips of a
    film are the same each time. Who makes one closes it, also where a film turns out to be damaged. `contest` holds
    when all clocks stood still, `shutter` is that of the camera.
    """

    shelf: ClipShelf
    start: RoundState
    acts: tuple[TimedEvent, ...]
    models: Mapping[str, str]
    judge: Callable[[Clip], tuple[str, ...]] | None
    contest: Contest = NO_CONTEST
    shutter: Shutter = ASSUMED
    names: list[str] = field(default_factory=list)
    _film: Film = field(default_factory=Film)
    _sightings: Sightings = field(default_factory=Sightings)
    _cut: list[ClipMoment] = field(default_factory=list)
    _reveal: ClipMoment | None = None

    def take(self, frame: Frame, following: Following) -> None:
        """Go on with a frame that was followed."""
        self._film.keep(frame.image, frame.index, frame.captured_ns)
        self._sightings.add(frame.index, following.watcher.found())
        now_ms = frame.captured_ns / 1e6
        if self._reveal is None and following.timeline.state.phase in (Phase.REVEAL, Phase.SCORED):
            self._reveal = moment_of_reveal(now_ms)
        self._cut_due(following, now_ms)

    def end(self, following: Following) -> None:
        """No frame will follow: cut what is left."""
        self._cut_due(following, float("inf"))

    def close(self) -> None:
        """Let go of the frames: they lie in shared memory, which would outlast the program."""
        self._film.close()
        self._film.unlink()

    def _cut_due(self, following: Following, now_ms: float) -> None:
        if following.watcher.places is None:
            return
        for moment in self._moments(following, now_ms):
            if moment.at.end_ms + _SETTLED_MS <= now_ms and not any(map(moment.is_about, self._cut)):
                self._cut.append(moment)
                self._keep(moment, following)

    def _moments(self, following: Following, now_ms: float) -> list[ClipMoment]:
        book = RaceBook()
        for settled in following.timeline.settled:
            book.take(settled)
        told = [*moments_of(book.races, following.timeline.questions), *self._disputed(following, book.races, now_ms)]
        return told if self._reveal is None else [*told, self._reveal]

    def _disputed(self, following: Following, races: Sequence[Race], now_ms: float) -> Iterator[ClipMoment]:
        """What had been done last when all clocks began to stand still: that was disputed, nobody says by whom."""
        done = [one for one in following.timeline.settled if isinstance(one, TimedEvent)]
        for raised_ms in (pause.start_ms for pause in self.contest.pauses):
            before = [one for one in done if one.at.end_ms <= raised_ms]
            if before and raised_ms + _SETTLED_MS <= now_ms:
                last = before[-1]
                act = last.act or f"{last.at.end_ms:.3f}"
                events = [one.event for one in before if one.act == last.act and one.at == last.at]
                title = Sentence("It was disputed: {what}.", what=describe(events))
                yield moment_of_dispute(act, title, last.at, races)

    def _keep(self, moment: ClipMoment, following: Following) -> None:
        places = following.watcher.places
        assert places is not None
        timeline = following.timeline
        so_far = RoundSoFar(
            self.start, timeline.settled, self.acts, places, self.models, self.contest, timeline.unclear
        )
        name = f"{round(moment.moment_ms):08d}-{moment.kind}"
        made = f"PT{moment.moment_ms / 1000:.3f}S"
        cut = make_cut(moment, so_far, name, f"{moment.kind} {moment.acts[0]}", made)
        clip = replace(cut, shutter=self.shutter).clip(self._film, self._sightings.all())
        if clip is not None:
            self.shelf.put(name, replace(clip, judged=self.judge(clip)) if self.judge else clip)
            self.names.append(name)
