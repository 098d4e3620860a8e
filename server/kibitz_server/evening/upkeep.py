"""What is done beside the evening once a second: is the journal still there, is there room, is a backup due?"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from kibitz_scoring.sentences import Sentence
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.journal.pictures import PictureFolder
from kibitz_vision.recording.folder import LEAST_FREE_BYTES

log = logging.getLogger(__name__)

_LOOK_S = 1.0
_BACKED_UP_S = 3600.0
_SCARCE_BYTES = 100_000_000
"""What an evening writes of acts, seen and told, takes a few MB."""


def free_bytes(folder: Path) -> int:
    """How much room the disk of a folder has."""
    return shutil.disk_usage(folder).free


class Upkeep:
    """Looks after the journal of a running evening; used from the event loop's thread only.

    `sentence` says how little room the disk has left, and is empty while it has enough.
    """

    def __init__(
        self,
        live: Live,
        folder: Path,
        pictures: PictureFolder | None = None,
        free: Callable[[Path], int] = free_bytes,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sentence = ""
        self._live, self._folder, self._free, self._clock_s = live, folder, free, clock_s
        self._pictures = pictures or PictureFolder(folder)
        self._backed_up: tuple[float, Seq | None] = clock_s(), self._newest

    async def run(self) -> None:
        """Look once a second until this is cancelled."""
        while True:
            try:
                self.look()
            except Exception:
                log.exception("The journal could not be looked after.")
            await asyncio.sleep(_LOOK_S)

    def look(self) -> None:
        """Look once."""
        self._live.look_after()
        self._pictures.retry()
        at_s, newest = self._backed_up
        if self._clock_s() - at_s >= _BACKED_UP_S:
            if newest != self._newest:
                self._live.back_up()
            self._backed_up = self._clock_s(), self._newest
        sentence = f"{self._of_the_disk()} {self._pictures.sentence}".strip()
        if sentence != self.sentence:
            self.sentence = sentence
            self._live.publish()

    @property
    def _newest(self) -> Seq | None:
        return self._live.newest.seq if self._live.newest else None

    def _of_the_disk(self) -> str:
        try:
            free = self._free(self._folder)
        except OSError:
            # Whatever is wrong with the folder, the journal says it.
            return ""
        if free >= LEAST_FREE_BYTES:
            return ""
        megabytes = free // 10_000_000 * 10
        if free < _SCARCE_BYTES:
            return Sentence(
                "The disk of {folder} is nearly full: less than {megabytes} MB are left. Make room now.",
                folder=self._folder,
                megabytes=megabytes + 10,
            )
        return Sentence(
            "The disk of {folder} has {megabytes} MB left: clips and recordings are not kept below 1 GB.",
            folder=self._folder,
            megabytes=megabytes,
        )
