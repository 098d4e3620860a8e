"""Pictures of clips that leak nothing, made when somebody looks: first the one asked for, then its neighbours.

A thread of its own makes them, one after the other, and keeps those of the last clips that were looked at.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, replace

from kibitz_scoring.errors import InputError
from kibitz_server.replay.concealment import Concealment
from kibitz_server.texts import say
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.clips.shelf import ClipShelf

FILM_PICTURES = 12
"""So many stand for a clip beside its question: four a second for three seconds."""
_MOST_BYTES = 80_000_000
_MOST_CLIPS = 3
_MOST_CLIP_BYTES = 300_000_000
"""Of the clips that are kept for the next look, all together; the one that is looked at is always there."""


@dataclass(frozen=True, slots=True)
class _Picture:
    name: str
    view: ClipView
    number: int
    hidden_from_ms: float
    shows_hands: bool


class MaskedClips:
    """For the event loop, as the table is judged there; `clip` may be called from any thread."""

    def __init__(self, shelf: ClipShelf, worker: Worker, concealment: Concealment) -> None:
        self._shelf, self._worker, self._concealment = shelf, worker, concealment
        self._clips: OrderedDict[tuple[str, int], Clip] = OrderedDict()
        self._made: OrderedDict[_Picture, bytes] = OrderedDict()
        self._asked: list[tuple[_Picture, Future[bytes]]] = []
        self._near: _Picture | None = None
        self._news = threading.Condition()
        self._reading = threading.Lock()
        self._ended = False
        self._thread: threading.Thread | None = None

    def clip(self, name: str) -> Clip:
        """The clip of a name as it is on the shelf now; `InputError` where there is none, or none to be trusted."""
        key = name, self._shelf.path(name).stat().st_mtime_ns
        with self._news:
            if key in self._clips:
                self._clips.move_to_end(key)
                return self._clips[key]
        # Several at once would be as many clips in memory.
        with self._reading:
            with self._news:
                if key in self._clips:
                    return self._clips[key]
            clip = self._shelf.clip(name)
            with self._news:
                self._clips[key] = clip
                while len(self._clips) > 1 and self._are_too_many():
                    self._clips.popitem(last=False)
        return clip

    def _are_too_many(self) -> bool:
        size = sum(len(frame.jpeg) for clip in self._clips.values() for frame in clip.frames)
        return len(self._clips) > _MOST_CLIPS or size > _MOST_CLIP_BYTES

    async def shown(self, name: str) -> ShownClip:
        """The clip of a name as it may be looked at now; `InputError` as above."""
        clip = await asyncio.to_thread(self.clip, name)
        # Not in that thread: while the round is read anew, nothing of it has happened.
        return self._concealment.shown(clip)

    def is_played(self, key: str) -> bool:
        """Whether the clip of a key is of the round that goes on."""
        return self._concealment.is_played(key)

    async def picture(self, name: str, view: ClipView, number: int) -> bytes:
        """JPEG of a frame, by its number in the clip from 0; `InputError` where there is none."""
        shown = await self.shown(name)
        wanted, future = _Picture(name, view, number, shown.hidden_from_ms, shown.shows_hands), Future[bytes]()
        with self._news:
            if wanted in self._made:
                self._made.move_to_end(wanted)
                self._near = wanted
                self._news.notify()
                return self._made[wanted]
            self._asked.append((wanted, future))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="clip pictures", daemon=True)
                self._thread.start()
            self._news.notify()
        return await asyncio.wrap_future(future)

    async def film_picture(self, name: str, number: int) -> bytes:
        """One of the few pictures that stand for a clip, of the time in question; `InputError` where there is none."""
        clip = await asyncio.to_thread(self.clip, name)
        first, last = clip.at(clip.window_ms.start_ms), clip.at(clip.window_ms.end_ms)
        if not 0 <= number < FILM_PICTURES:
            raise InputError(
                say(
                    "There is no picture {number} of a film of {film_pictures}.",
                    number=number,
                    film_pictures=FILM_PICTURES,
                )
            )
        return await self.picture(name, ClipView.TABLE, first + round((last - first) * number / (FILM_PICTURES - 1)))

    def close(self) -> None:
        """Make no further picture."""
        with self._news:
            self._ended = True
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._asked and not self._ended and self._next() is None:
                    self._news.wait()
                if self._ended:
                    return
                # What was asked for last is what somebody looks at.
                wanted, future = self._asked.pop() if self._asked else (self._next(), None)
            if wanted is not None:
                self._serve(wanted, future)

    def _serve(self, wanted: _Picture, future: Future[bytes] | None) -> None:
        try:
            data = self._made.get(wanted) or self._make(wanted)
        except Exception as error:
            with self._news:
                self._near = None
            if future is not None:
                future.set_exception(error)
            return
        with self._news:
            self._made[wanted] = data
            while sum(map(len, self._made.values())) > _MOST_BYTES:
                self._made.popitem(last=False)
            if future is not None:
                self._near = wanted
        if future is not None:
            future.set_result(data)

    def _next(self) -> _Picture | None:
        """The picture that is nearest to the one that was looked at last, and is not there yet."""
        near = self._near
        clip = next((clip for (name, _), clip in self._clips.items() if near and name == near.name), None)
        if near is None or clip is None:
            return None
        numbers = sorted(range(len(clip.frames)), key=lambda number: abs(number - near.number))
        wanted = (replace(near, number=number) for number in numbers)
        return next((one for one in wanted if one not in self._made), None)

    def _make(self, wanted: _Picture) -> bytes:
        clip = self.clip(wanted.name)
        if not 0 <= wanted.number < len(clip.frames):
            raise InputError(
                say(
                    "There is no picture {number} of a clip of {frames}.",
                    number=wanted.number,
                    frames=len(clip.frames),
                )
            )
        masked = MaskedClip(clip, wanted.view, wanted.hidden_from_ms, shows_hands=wanted.shows_hands)
        return masked.picture(wanted.number, self._worker.pipeline)
