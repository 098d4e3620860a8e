"""All that one running app works with."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.errors import KibitzError
from kibitz_server.intake import Intake
from kibitz_server.journal import Journal
from kibitz_server.live import Live
from kibitz_server.retention import Retention
from kibitz_server.settings import DEMO, Settings
from kibitz_server.snap_keeper import SnapKeeper
from kibitz_server.table_camera import TableCamera
from kibitz_server.table_places import TableFinder
from kibitz_server.table_watch import TableWatch
from kibitz_server.worker import Worker


@dataclass(frozen=True, slots=True)
class Desk:
    """The evening, the reader and the camera, handed to pages and API."""

    settings: Settings
    live: Live
    worker: Worker
    intake: Intake
    camera: TableCamera
    watch: TableWatch
    finder: TableFinder
    keeper: SnapKeeper

    def close(self) -> None:
        """Give everything back."""
        self.keeper.close()
        self.watch.close()
        self.camera.close()
        self.worker.close()
        self.live.close()


def open_desk(settings: Settings) -> Desk:
    """Open the journal and the camera, and begin to load the reader; `InputError` where folder or source is none."""
    camera = TableCamera()
    if settings.source != DEMO:
        camera.open(settings.source)
    try:
        live = Live(Journal(settings.data))
    except KibitzError:
        camera.close()
        raise
    Retention(live, settings.data)
    worker = Worker()
    intake = Intake(live, worker, settings.data)
    finder = TableFinder(worker, camera, settings.data)
    watch = TableWatch(live, worker, camera)
    keeper = SnapKeeper(live, watch, camera, worker, settings.data)
    return Desk(settings, live, worker, intake, camera, watch, finder, keeper)
