"""The inference queue: places looked at closely, at once or in a thread beside the frames, so that none waits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import TypeVar

from kibitz_vision.table.patches import Atlas
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import LONG, SlotTrack

T = TypeVar("T")

MOST_AT_ONCE = 2
"""More looks than this are not under way together."""
_LATEST = 2
"""So many frames after it was asked for an answer is waited for: what it is about has changed soon."""
_JUDGED = (0, 3, 6, 12, 18, 24, 36)
"""So many frames after a look it is thought over, as a hand may be gone by then."""
_JUDGED_SOON = (1, 2, *_JUDGED)


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

    def ask(self, track: SlotTrack, patch: Atlas, look: Callable[[], CardObservation | None]) -> None:
        """Have a place looked at that shows this patch now."""
        self._asked.append(_Asked(track, patch.copy(), begin(look, self.thread)))

    def answer(self) -> None:
        """Let the places know what was seen of them; once for each frame."""
        for one in list(self._asked):
            if one.observation.done() or one.frames >= _LATEST:
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
    return track.waited in (_JUDGED if track.may_turn else _JUDGED_SOON) or track.resting == LONG
