"""The table as it is now, while a round is watched: the newest picture, masked, once for all who look on."""

from __future__ import annotations

import asyncio
import time

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import lying_open
from kibitz_server.evening.live import Live
from kibitz_server.texts import say
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.mask import masked_table

_EVERY_S = 1.0
"""A picture is made no more often: it takes a tenth of a second of one core, however many look on."""


class LiveTable:
    """Makes the picture when somebody asks; used from the event loop's thread only."""

    def __init__(self, live: Live, watch: TableWatch, camera: TableCamera, worker: Worker) -> None:
        self._live, self._watch, self._camera, self._worker = live, watch, camera, worker
        self._lock = asyncio.Lock()
        self._made_s = float("-inf")
        self._picture = b""

    @property
    def is_there(self) -> bool:
        """Whether there is a picture to show."""
        return self._live.play is not None and self._watch.is_running and self._watch.places is not None

    async def picture(self) -> bytes:
        """JPEG of the table now; `InputError` says why there is none."""
        async with self._lock:
            if time.monotonic() - self._made_s >= _EVERY_S:
                self._picture = await self._make()
                self._made_s = time.monotonic()
        return self._picture

    async def _make(self) -> bytes:
        play, places = self._live.play, self._watch.places
        if play is None or places is None:
            raise InputError(say("The places of the table are not known yet, so that nothing could be masked."))
        image = await self._camera.picture()
        lies_open = lying_open(play.state)
        pipeline = await asyncio.to_thread(self._worker.pipeline)
        return await asyncio.to_thread(lambda: encode_jpeg(masked_table(image, places, pipeline, lies_open)))
