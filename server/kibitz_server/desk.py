"""All that one running app works with."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.errors import KibitzError
from kibitz_server.access.guests import Guests
from kibitz_server.access.pin_login import PinLogin
from kibitz_server.evening.live import Live
from kibitz_server.evening.retention import Retention
from kibitz_server.evening.upkeep import Upkeep
from kibitz_server.events.event_log import EventLog
from kibitz_server.events.webhooks import Webhooks
from kibitz_server.journal.journal import Journal
from kibitz_server.privacy.deletion import Deletion
from kibitz_server.private_files import make_private
from kibitz_server.replay.clips import ClipKeeper
from kibitz_server.replay.concealment import Concealment
from kibitz_server.replay.live_table import LiveTable
from kibitz_server.replay.masked_clips import MaskedClips
from kibitz_server.replay.wrong_clips import WrongClips
from kibitz_server.settings import DEMO, Settings
from kibitz_server.views.role_views import RoleViews
from kibitz_server.watching.cameras.admitted_sources import AdmittedSources
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.cameras.camera_choice import CameraChoice
from kibitz_server.watching.cameras.camera_memory import CameraMemory
from kibitz_server.watching.counting import RevealCounter
from kibitz_server.watching.evening_recording import EveningRecorder
from kibitz_server.watching.listening import Ear
from kibitz_server.watching.pictures.intake import Intake
from kibitz_server.watching.pictures.taught_decks import TaughtDecks
from kibitz_server.watching.pictures.worker import Worker
from kibitz_server.watching.places import TableFinder
from kibitz_server.watching.recording import RoundRecorder
from kibitz_server.watching.resuming import RoundResumer
from kibitz_server.watching.table_checks import TableChecks
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.camera.shutter.shutter_file import ShutterFile
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.own_data import CLIPS, RECORDINGS, WRONG_CLIPS


@dataclass(frozen=True, slots=True)
class Desk:
    """The evening, the reader and the camera, handed to pages and API."""

    settings: Settings
    live: Live
    upkeep: Upkeep
    worker: Worker
    intake: Intake
    camera: TableCamera
    watch: TableWatch
    finder: TableFinder
    ear: Ear
    shelf: ClipShelf
    keeper: ClipKeeper
    deletion: Deletion
    masked: MaskedClips
    wrong: WrongClips
    recorder: RoundRecorder
    evening_recorder: EveningRecorder
    live_table: LiveTable
    counter: RevealCounter
    choice: CameraChoice
    memory: CameraMemory
    resumer: RoundResumer
    checks: TableChecks
    admitted: AdmittedSources
    decks: TaughtDecks
    guests: Guests
    pin_login: PinLogin
    views: RoleViews
    event_log: EventLog
    webhooks: Webhooks

    def close(self) -> None:
        """Give everything back."""
        self.webhooks.close()
        self.event_log.close()
        self.keeper.close()
        self.ear.stop()
        self.resumer.close()
        self.masked.close()
        self.evening_recorder.close()
        self.recorder.close()
        self.watch.close()
        self.choice.release()
        self.intake.close()
        self.camera.close()
        self.worker.close()
        self.live.close()


def open_desk(settings: Settings) -> Desk:
    """Open the journal and the camera, and begin to load the reader; `InputError` where folder or source is none."""
    make_private(settings.data)
    camera = TableCamera(hold_light=settings.hold_light, shutters=ShutterFile(settings.data))
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
    watch = TableWatch(live, worker, camera, finder)
    shelf = ClipShelf(settings.data / CLIPS)
    ear = Ear()
    wrong = WrongClips(settings.data / WRONG_CLIPS, shelf)
    keeper = ClipKeeper(live, watch, camera, shelf, ear, wrong)
    recorder = RoundRecorder(live, watch, camera, settings.data / RECORDINGS)
    evening_recorder = EveningRecorder(live, watch, camera, recorder)
    if settings.record_evening:
        evening_recorder.start(only_table=settings.only_table)
    memory = CameraMemory(settings.data)
    guests = Guests(settings.data)
    views = RoleViews(live)
    event_log = EventLog(live, views)
    webhooks = Webhooks(live, event_log, settings.data)
    decks = TaughtDecks(live, worker, settings.data)
    forgetting = (keeper.forget, recorder.forget, intake.pictures.forget, event_log.forget, webhooks.forget)
    return Desk(
        settings,
        live,
        Upkeep(live, settings.data, intake.pictures),
        worker,
        intake,
        camera,
        watch,
        finder,
        ear,
        shelf,
        keeper,
        Deletion(live, settings.data, guests, forgetting, decks.drop_missing),
        MaskedClips(shelf, worker, Concealment(live)),
        wrong,
        recorder,
        evening_recorder,
        LiveTable(live, watch, camera, worker),
        RevealCounter(live, intake, camera, watch),
        CameraChoice(camera),
        memory,
        RoundResumer(live, watch, camera, finder, memory),
        TableChecks(worker, camera),
        AdmittedSources(settings),
        decks,
        guests,
        PinLogin(guests),
        views,
        event_log,
        webhooks,
    )
