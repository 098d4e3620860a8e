"""A watched round goes on after a restart with the places that were known."""

from __future__ import annotations

import asyncio
import logging

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.evening.live import Live
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.cameras.camera_memory import CameraMemory
from kibitz_server.watching.cameras.reopening import reopen
from kibitz_server.watching.places import TableFinder
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.table.places import TablePlaces

log = logging.getLogger(__name__)


class RoundResumer:
    """Keeps the places of the round that is watched, and goes on with them; used from the event loop's thread only."""

    def __init__(
        self, live: Live, watch: TableWatch, camera: TableCamera, finder: TableFinder, memory: CameraMemory
    ) -> None:
        self._live, self._watch, self._camera = live, watch, camera
        self._finder, self._memory = finder, memory
        self._kept: TablePlaces | None = None
        self._keeping: set[asyncio.Task[None]] = set()
        live.watch(self, self._follow)

    def close(self) -> None:
        """Keep nothing more."""
        self._live.unwatch(self)

    async def go_on(self) -> None:
        """Open the last camera where none is open, and watch the round with the places of it; `InputError`."""
        if not await reopen(self._camera, self._memory):
            raise InputError(Sentence("No camera is open at the table: choose one on the stage Table, then go on."))
        play, game = self._live.play, self._live.evening.game
        if play is not None and game is not None and not self._watch.is_running:
            self._watch.go_on(await self._finder.of_round(game.pack, play.state.players))

    def _follow(self) -> None:
        places = self._watch.places
        if self._watch.is_running and places is not None and places is not self._kept:
            self._kept = places
            task = asyncio.get_running_loop().create_task(self._keep(places))
            self._keeping.add(task)
            task.add_done_callback(self._keeping.discard)

    async def _keep(self, places: TablePlaces) -> None:
        try:
            await self._finder.keep_for_round(places)
        except InputError as error:
            log.warning("The places of the round are not kept: %s", error)
