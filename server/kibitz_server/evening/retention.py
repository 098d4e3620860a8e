"""How long pictures are kept: as evidence for confirmed rounds, until people delete them."""

from __future__ import annotations

import logging
from pathlib import Path

from kibitz_server.evening.live import Live
from kibitz_server.journal.pictures import kept_pictures, picture_path
from kibitz_server.journal.play_entries import MADE_BY_NOBODY

log = logging.getLogger(__name__)


class Retention:
    """Deletes the pictures of given-up sheets and those that people want deleted, as soon as the journal says so.

    Only pictures that the journal names are touched: a journal that was damaged and moved aside keeps its evidence.
    """

    def __init__(self, live: Live, folder: Path) -> None:
        self._live = live
        self._folder = folder
        live.watch(self, self._follow)
        self._tidy()

    def _follow(self) -> None:
        newest = self._live.newest
        # What a frame brings to light gives no picture up, and all of them are looked through.
        if newest is None or not isinstance(newest.entry, MADE_BY_NOBODY):
            self._tidy()

    def _tidy(self) -> None:
        evening = self._live.evening
        if evening.redo is not None:
            return
        kept = {picture for game in evening.games for picture in game.pictures}
        for picture in kept_pictures(self._folder) & self._live.pictures_named() - kept:
            try:
                picture_path(self._folder, picture).unlink(missing_ok=True)
            except OSError as error:
                log.warning("%s cannot be deleted (%s).", picture_path(self._folder, picture), error.strerror)
