"""A few seconds of masked film for everything in the inbox, kept until it is decided, however late that is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import project
from kibitz_server.evening.live import Live
from kibitz_server.replay.mask import masked_table
from kibitz_server.views.act_words import ActWords
from kibitz_server.views.inbox import ItemView, inbox_of
from kibitz_server.watching.camera import TableCamera
from kibitz_server.watching.watch import TableWatch
from kibitz_server.watching.worker import Worker
from kibitz_vision.camera.kept_frames import KeptFrame

log = logging.getLogger(__name__)

_PICTURES = 12
"""So many at most of one item: four a second of what is in question for three seconds."""
_ASK_S, _WAIT_S = 0.25, 15.0
"""What is in question is over when it is asked about, but for the last moments of its film."""


@dataclass(frozen=True, slots=True)
class _Film:
    number: int
    pictures: tuple[bytes, ...] = ()


class InboxFilm:
    """Follows the inbox; used from the event loop's thread only."""

    def __init__(self, live: Live, watch: TableWatch, camera: TableCamera, worker: Worker) -> None:
        self._live, self._watch, self._camera, self._worker = live, watch, camera, worker
        self._films: dict[str, _Film] = {}
        self._begun = 0
        self._making: set[asyncio.Task[None]] = set()
        live.watch(self, self._follow)

    def close(self) -> None:
        """Look no further."""
        self._live.unwatch(self)

    def urls(self, key: str) -> tuple[str, ...]:
        """Where the pictures of an item are served, none while they are being made or where no film shows it."""
        film = self._films.get(key)
        return tuple(f"/film/{film.number}/{at}.jpg" for at in range(len(film.pictures))) if film else ()

    def picture(self, number: int, at: int) -> bytes:
        """One picture of an item; `InputError` where it is not there any more."""
        for film in self._films.values():
            if film.number == number and 0 <= at < len(film.pictures):
                return film.pictures[at]
        raise InputError(f"There is no picture {at} of film {number} any more: what it shows is decided.")

    def _follow(self) -> None:
        play = self._live.play
        shown = project(play.state, None) if play else None
        items = inbox_of(play, ActWords(shown.pack, shown.players), shown) if play and shown else ()
        for key in self._films.keys() - {item.key for item in items}:
            del self._films[key]
        for item in items:
            if item.key not in self._films:
                self._begin(item)

    def _begin(self, item: ItemView) -> None:
        self._begun += 1
        self._films[item.key] = _Film(self._begun)
        try:
            task = asyncio.get_running_loop().create_task(self._keep(item))
        except RuntimeError:
            # Nobody looks on while the journal is read.
            return
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _keep(self, item: ItemView) -> None:
        frames = await self._frames(item)
        source, places = self._camera.source, self._watch.places
        if source is None or places is None or not frames:
            return

        def make() -> tuple[bytes, ...]:
            found = (source.jpeg(frame.index) for frame in frames)
            pipeline = self._worker.pipeline()
            return tuple(masked_table(jpeg, places, pipeline) for jpeg in found if jpeg is not None)

        try:
            pictures = await asyncio.to_thread(make)
        except Exception:
            log.exception("The film of a question could not be made.")
            return
        film = self._films.get(item.key)
        if film is not None:
            self._films[item.key] = _Film(film.number, pictures)
            self._live.publish()

    async def _frames(self, item: ItemView) -> list[KeptFrame]:
        """The frames of an item, once all of them are there."""
        for _ in range(round(_WAIT_S / _ASK_S)):
            kept = self._watch.kept()
            if not kept or kept[-1].captured_ns / 1e6 >= item.window_ms.end_ms:
                break
            await asyncio.sleep(_ASK_S)
        return _chosen(item, self._watch.kept())


def _chosen(item: ItemView, kept: Sequence[KeptFrame]) -> list[KeptFrame]:
    window = item.window_ms
    frames = [one for one in kept if window.start_ms <= one.captured_ns / 1e6 <= window.end_ms]
    step = max(1, -(-len(frames) // _PICTURES))
    return frames[::step]
