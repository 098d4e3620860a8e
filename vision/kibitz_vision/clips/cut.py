"""A cut: what a clip is to hold, put together when something happened, and the frames that are then taken for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.races import chance_first
from kibitz_scoring.referee.timeline import Settled
from kibitz_scoring.snaps.pauses import Pauses, pauses_in
from kibitz_scoring.table import Heap, Interval, TableEvent
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipVerdict
from kibitz_vision.clips.moments import ClipMoment
from kibitz_vision.detections import Found
from kibitz_vision.frames import jpeg_size
from kibitz_vision.recording.round_table import RoundTable
from kibitz_vision.sound.onsets import Onset
from kibitz_vision.table.places import TablePlaces

PRE_ROLL_MS = 1500.0
"""So much is shown before: a hand is on its way to the pile for less than a second."""
POST_ROLL_MS = 1000.0
"""So much after: until the hands are away."""


class KeptFrames(Protocol):
    """Frames that are still there: those of a source, or of a film."""

    def kept(self) -> tuple[KeptFrame, ...]:
        """Which, oldest first."""

    def jpeg(self, index: int) -> bytes | None:
        """The JPEG file of one, None where it is gone."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundSoFar:
    """What is known of a round when a cut is made: the table at first, all that is settled, and what was said.

    `models` are the hashes of what watches it; `contest` is how long there was time for snaps at first, and all pauses,
    `unclear` are those in which something was done that nobody could explain.
    """

    start: RoundState
    settled: Sequence[Settled]
    acts: Sequence[TimedEvent]
    places: TablePlaces
    models: Mapping[str, str]
    contest: Contest = NO_CONTEST
    unclear: Sequence[Contest] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A clip without its frames; times are ms at the table.

    `window` holds the roll before and after, `contest` how long there had been time for snaps as it begins. The
    camera's clock is `ahead_ns` behind that of the table, and `shutter` is what is known of its rows.
    """

    name: str
    key: str
    made: str
    moment: ClipMoment
    window: Interval
    table: RoundTable
    places: TablePlaces
    seen: tuple[TableEvent, ...]
    events: tuple[TimedEvent, ...]
    acts: tuple[TimedEvent, ...]
    contest: Contest = NO_CONTEST
    ahead_ns: int = 0
    shutter: Shutter = ASSUMED

    def stands_still(self, pauses: Pauses) -> bool:
        """Whether these are the pauses of a round, as far as they are in this cut."""
        return self.contest.pauses == pauses_in(pauses, self.window)

    def is_due(self, frames: Sequence[KeptFrame]) -> bool:
        """Whether the last frame of it has been taken."""
        return bool(frames) and self._at_ms(frames[-1]) >= self.window.end_ms

    def clip(
        self, source: KeptFrames, found: Mapping[int, tuple[Found, ...]], heard: Iterable[Onset] = ()
    ) -> Clip | None:
        """The clip, None where no frame of its time is there any more.

        `found` is by the index of a frame; what was `heard` has times of the camera's clock.
        """
        taken = [one for one in source.kept() if self.window.start_ms <= self._at_ms(one) <= self.window.end_ms]
        pictures = [(one, jpeg) for one in taken if (jpeg := source.jpeg(one.index)) is not None]
        if not pictures:
            return None
        first, jpeg = pictures[0]
        size_px = jpeg_size(jpeg, f"frame {first.index}")
        # A camera may change the size of its pictures: what is shown together is of one size.
        frames = tuple(
            ClipFrame(one.index, one.captured_ns - first.captured_ns, data, found.get(one.index, ()))
            for one, data in pictures
            if jpeg_size(data, f"frame {one.index}") == size_px
        )
        origin_ms, moment = self._at_ms(first), self.moment
        return Clip(
            moment.kind,
            self.key,
            moment.title,
            self.made,
            size_px,
            origin_ms,
            moment.moment_ms - origin_ms,
            moment.at.earlier(origin_ms),
            self.table,
            self.places,
            frames,
            tuple(replace(one, seen=replace(one.seen, at=one.seen.at.earlier(origin_ms))) for one in self.seen),
            tuple(replace(one, at=one.at.earlier(origin_ms)) for one in self.events),
            tuple(replace(one, at=one.at.earlier(origin_ms)) for one in self.acts),
            verdict_of(moment, origin_ms, self.shutter.over_ms(self.places.quad_px(Heap.DISCARD), size_px[1])),
            moment.ruling,
            contest=self.contest.earlier(origin_ms),
            shutter=self.shutter,
            sounds=tuple(_sounds(heard, first.captured_ns / 1e6, frames[-1].at_ms)),
        )

    def _at_ms(self, frame: KeptFrame) -> float:
        return (frame.captured_ns + self.ahead_ns) / 1e6


def make_cut(moment: ClipMoment, so_far: RoundSoFar, name: str, key: str, made: str) -> Cut:
    """What a clip of a moment holds, as far as it is known now; the events are as everybody may know them."""
    window = Interval(moment.at.start_ms - PRE_ROLL_MS, moment.at.end_ms + POST_ROLL_MS)
    state = before = so_far.start
    contest = replace(so_far.contest, pauses=pauses_in(so_far.contest.pauses, window))
    events: list[TimedEvent] = []
    for one in so_far.settled:
        if isinstance(one, TimedEvent):
            if one.at.end_ms <= window.start_ms:
                before = apply(before, one.event)
                contest = contest.followed(state, one.event, before, one.at.end_ms)
            elif one.at.end_ms <= window.end_ms:
                events.append(replace(one, event=public_event(state, one.event)))
            state = apply(state, one.event)
    times_ms = (one.unclear_ms for one in so_far.unclear if one.opened_ms == contest.opened_ms)
    unclear_ms = next((at_ms for at_ms in times_ms if at_ms is not None and at_ms <= window.start_ms), None)
    contest = replace(contest, unclear_ms=unclear_ms)
    seen = (one for one in so_far.settled if not isinstance(one, TimedEvent))
    return Cut(
        name,
        key,
        made,
        moment,
        window,
        RoundTable.of(before, so_far.models),
        so_far.places,
        tuple(one for one in seen if window.start_ms < one.seen.at.end_ms <= window.end_ms),
        tuple(events),
        tuple(_within(so_far.acts, window)),
        contest,
    )


def verdict_of(moment: ClipMoment, origin_ms: float, over_pile_ms: float) -> ClipVerdict | None:
    """What was made of a moment, its times after a clip's first frame.

    Two cards may touch the pile at any of its rows, of which the last is read `over_pile_ms` after the first: so much
    less sure is which came first.
    """
    verdict = moment.verdict
    if verdict is None:
        return None
    contacts = tuple(replace(one, at_ms=one.at_ms.earlier(origin_ms)) for one in verdict.contacts)
    verdict = replace(verdict, contacts=contacts)
    if verdict.race is None:
        return verdict
    first, second = (_wider(one.at_ms, over_pile_ms / 2) for one in verdict.race)
    return replace(verdict, chance=chance_first(first, second))


def _sounds(heard: Iterable[Onset], first_ms: float, length_ms: float) -> Iterable[Onset]:
    """What was heard while a clip's frames were taken, its times after the first of them."""
    told = (replace(one, at_ms=one.at_ms.earlier(first_ms)) for one in heard)
    return (one for one in told if one.at_ms.end_ms >= 0 and one.at_ms.start_ms <= length_ms)


def _within(timed: Iterable[TimedEvent], window: Interval) -> Iterable[TimedEvent]:
    return (one for one in timed if window.start_ms < one.at.end_ms <= window.end_ms)


def _wider(at: Interval, by_ms: float) -> Interval:
    return Interval(at.start_ms - by_ms, at.end_ms + by_ms)
