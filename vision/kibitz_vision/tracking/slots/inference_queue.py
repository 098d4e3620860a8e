"""The inference queue: places looked at closely, at once or in a thread beside the frames, so that none waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import TypeVar

from kibitz_vision.table.patches import Atlas
from kibitz_vision.tracking.durations import LONG_MS
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

T = TypeVar("T")

MOST_AT_ONCE = 2
"""More looks than this are not under way together."""
_LATEST_MS = 67.0
"""So long after it was asked for an answer is waited for: what it is about has changed soon."""
_JUDGED_MS = (0.0, 100.0, 200.0, 400.0, 600.0, 800.0, 1200.0)
"""So long after a look it is thought over, as a hand may be gone by then."""
_JUDGED_SOON_MS = (33.0, 67.0, *_JUDGED_MS)


@dataclass(slots=True, eq=False)
class _Asked:
    track: SlotTrack
    patch: Atlas
    observation: Future[CardObservation | None]
    frames: int = 0


@dataclass(slots=True, eq=False)
class InferenceQueue:
    """The looks under way; without a `thread` each is over before the next frame."""

    thread: Executor | None = None
    _asked: list[_Asked] = field(default_factory=list)

    @property
    def room(self) -> int:
        """How many more may be asked for now."""
        return MOST_AT_ONCE - len(self._asked)

    def is_asked(self, track: SlotTrack) -> bool:
        """Whether a look at a place is under way."""
        return any(one.track is track for one in self._asked)

    def due(self, tracks: Iterable[SlotTrack], atlas: Atlas) -> list[SlotTrack]:
        """Those of some places to be looked at now, those at rest first; none that look as they did the last time."""
        due = (track for track in tracks if track.is_due(atlas[track.number]) and not self.is_asked(track))
        return sorted(due, key=lambda track: (-track.still, -track.waited))[: self.room]

    def ask(self, track: SlotTrack, patch: Atlas, look: Callable[[], CardObservation | None]) -> None:
        """Have a place looked at that shows this patch now."""
        self._asked.append(_Asked(track, patch.copy(), begin(look, self.thread)))

    def answer(self) -> None:
        """Let the places know what was seen of them; once for each frame."""
        for one in list(self._asked):
            if one.observation.done() or one.frames >= one.track.pace.frames(_LATEST_MS):
                self._asked.remove(one)
                # Meanwhile it may have been looked at anew.
                if one.track.busy_since is not None and one.track.waited >= one.frames:
                    one.track.see(one.patch, one.observation.result())
            one.frames += 1

    def forget(self) -> None:
        """What is still under way is of no use any more."""
        self._asked.clear()


def begin(look: Callable[[], T], thread: Executor | None) -> Future[T]:
    """A look that is made in a thread, or over at once without one."""
    if thread is not None:
        return thread.submit(look)
    future = Future[T]()
    future.set_result(look())
    return future


def is_due(track: SlotTrack) -> bool:
    """Whether what was seen last at a place is to be thought over in this frame."""
    due_ms = _JUDGED_MS if track.may_turn else _JUDGED_SOON_MS
    return track.waited in map(track.pace.frames, due_ms) or track.resting == track.pace.frames(LONG_MS)
