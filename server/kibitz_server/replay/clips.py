"""The pictures of a race that the table ruled on are kept with the evening, before the film forgets them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.referee.races import find_race, race_sentence
from kibitz_server.evening.live import Live
from kibitz_server.evening.rulings import RuledSnap
from kibitz_server.journal.pictures import save_jpeg
from kibitz_server.journal.play_entries import SnapFilmed, SnapMoment
from kibitz_server.replay.player import replay_frames, replay_picture
from kibitz_server.views.play_view import project_play
from kibitz_server.watching.camera import TableCamera
from kibitz_server.watching.watch import TableWatch
from kibitz_server.watching.worker import Worker

log = logging.getLogger(__name__)


class SnapKeeper:
    """Follows the evening; used from the event loop's thread only."""

    def __init__(self, live: Live, watch: TableWatch, camera: TableCamera, worker: Worker, folder: Path) -> None:
        self._live, self._watch, self._camera, self._worker = live, watch, camera, worker
        self._folder = folder
        # Of what was ruled before this start the film is gone.
        self._known = {snap.seq for game in live.evening.games for snap in game.snaps}
        self._keeping: set[asyncio.Task[None]] = set()
        live.watch(self, self._follow)

    def close(self) -> None:
        """Look no further."""
        self._live.unwatch(self)

    def _follow(self) -> None:
        game = self._live.evening.game
        for snap in game.snaps if game else ():
            if snap.seq not in self._known:
                self._known.add(snap.seq)
                if (film := self._film(snap)) is not None:
                    task = asyncio.get_running_loop().create_task(self._keep(film))
                    self._keeping.add(task)
                    task.add_done_callback(self._keeping.discard)

    def _film(self, snap: RuledSnap) -> Callable[[], SnapFilmed] | None:
        """What keeps the pictures of a race, to be done in a thread; None where no film shows it."""
        play, places, source = self._live.play, self._watch.places, self._camera.source
        if play is None or places is None or source is None:
            return None
        number = find_race(play.races, snap.race, snap.acts)
        if number is None:
            return None
        race = play.races[number]
        frames = replay_frames(project_play(play).races[number], self._watch.kept())
        verdict = f"{race_sentence(replace(race, ruled=False))} {race_sentence(race)}"

        def keep() -> SnapFilmed:
            moments = []
            for frame in frames:
                jpeg = source.jpeg(frame.index)
                if jpeg is not None:
                    shown = replay_picture(jpeg, places, self._worker.pipeline())
                    picture = save_jpeg(self._folder, shown)
                    moments.append(SnapMoment(picture, frame.index, frame.after_ms, frame.touches))
            return SnapFilmed(snap.seq, verdict, tuple(moments))

        return keep if frames else None

    async def _keep(self, film: Callable[[], SnapFilmed]) -> None:
        try:
            self._live.record(await asyncio.to_thread(film))
        except InputError as error:
            log.warning("The pictures of a snap could not be kept: %s", error)
