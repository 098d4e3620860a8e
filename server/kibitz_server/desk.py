"""All that one running app works with."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_server.intake import Intake
from kibitz_server.journal import Journal
from kibitz_server.live import Live
from kibitz_server.settings import Settings
from kibitz_server.table_camera import TableCamera
from kibitz_server.worker import Worker


@dataclass(frozen=True, slots=True)
class Desk:
    """The evening, the reader and the camera, handed to pages and API."""

    settings: Settings
    live: Live
    worker: Worker
    intake: Intake
    camera: TableCamera

    def close(self) -> None:
        """Give everything back."""
        self.camera.close()
        self.worker.close()
        self.live.close()


def open_desk(settings: Settings) -> Desk:
    """Open the journal and begin to load the reader; `InputError` where the data folder cannot be used."""
    live = Live(Journal(settings.data))
    worker = Worker()
    return Desk(settings, live, worker, Intake(live, worker, settings.data), TableCamera())
