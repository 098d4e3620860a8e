"""Keeping every round of an evening, where the table wants that, within a bound, and after a restart, too."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.recording import RoundRecorder
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.recording.folder import EVENING, write_json

log = logging.getLogger(__name__)

MOST_BYTES = 120_000_000_000
"""Of all evenings: a long one at 1280 x 720 and 30 frames a second takes 60 GB."""
MOST_DAYS = 30
ENDS_AFTER = timedelta(hours=8)
"""An evening without a round for so long is over: nobody finds a week later that the room was filmed all along."""
_MARK = "evening.json"


class _Evening(BaseModel):
    """The evening that is recorded: its folder's name, what of a picture is kept, and when its last round began."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    folder: str
    only_table: bool
    last: datetime


class EveningRecorder:
    """Begins a recording with every round that is watched, from `start` to `stop`; used from the event loop's thread.

    What is on is kept on the disk: whoever starts Kibitz again on the same evening goes on recording it.
    """

    def __init__(
        self,
        live: Live,
        watch: TableWatch,
        camera: TableCamera,
        recorder: RoundRecorder,
        most_bytes: int = MOST_BYTES,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._live, self._watch, self._camera, self._recorder = live, watch, camera, recorder
        self._most_bytes, self._now = most_bytes, now
        self._folder = recorder.folder
        self._evening = self._read()
        self._begun: tuple[Seq, object] | None = None
        self._fault = ""
        live.watch(self, self._follow)

    @property
    def is_on(self) -> bool:
        """Whether rounds are kept as they are played."""
        return self._evening is not None

    @property
    def fault(self) -> str:
        """Why no rounds are kept though people want that, empty while all is well."""
        return self._fault

    @property
    def only_table(self) -> bool:
        """Whether all around the table is cut away from them."""
        return self._evening is not None and self._evening.only_table

    @property
    def sentence(self) -> str:
        """What people should know of it, empty while it is off."""
        if self._evening is None:
            return ""
        if self._fault:
            return Sentence(
                "The evening is not recorded just now: {error} Scoring goes on without it.", error=self._fault
            )
        return Sentence(
            "All rounds of this evening are recorded, in {folder}.", folder=self._folder / self._evening.folder
        )

    def start(self, *, only_table: bool) -> None:
        """Keep the round that is being watched, and every one after it; `InputError` where the disk refuses."""
        now = self._now()
        folder = self._evening.folder if self._evening else f"{EVENING}{now:%Y-%m-%d}"
        self._keep(_Evening(folder=folder, only_table=only_table, last=now))
        self._fault = ""
        self._follow()

    def stop(self) -> None:
        """Keep no further round; the one that is being recorded is recorded to its end."""
        self._evening, self._fault = None, ""
        (self._folder / _MARK).unlink(missing_ok=True)

    def close(self) -> None:
        """Follow the evening no further; what is on stays on."""
        self._live.unwatch(self)

    def _follow(self) -> None:
        evening, source, seq = self._evening, self._camera.source, self._live.round_begun
        if evening is None or seq is None or not self._watch.is_running:
            return
        # Of a round that goes on after a restart, or with another camera, the rest is a recording of its own.
        if self._begun is not None and self._begun[0] == seq and self._begun[1] is source:
            return
        self._begun = seq, source
        if self._recorder.is_running:
            return
        now = self._now()
        if now - evening.last > ENDS_AFTER:
            self.stop()
            return
        try:
            self._make_room(self._folder / evening.folder, now)
            self._recorder.begin(only_table=evening.only_table, parent=self._folder / evening.folder)
            self._keep(evening.model_copy(update={"last": now}))
        except InputError as error:
            self._fault = str(error)
        else:
            self._fault = ""

    def _make_room(self, current: Path, now: datetime) -> None:
        """Take earlier evenings away that are too old or too large; `InputError` where this one alone is too large."""
        evenings = sorted(self._folder.glob(f"{EVENING}*"), key=lambda path: path.name)
        sizes = {path: _size(path) for path in evenings}
        oldest = f"{EVENING}{now - timedelta(days=MOST_DAYS):%Y-%m-%d}"
        for path in evenings:
            if path != current and (path.name < oldest or sum(sizes.values()) > self._most_bytes):
                shutil.rmtree(path, ignore_errors=True)
                log.info("%s was taken away to make room.", path)
                del sizes[path]
        if sum(sizes.values()) > self._most_bytes:
            raise InputError(
                Sentence(
                    "{folder} holds {gigabytes} GB, the most that is kept of an evening.",
                    folder=current,
                    gigabytes=round(self._most_bytes / 1e9),
                )
            )

    def _keep(self, evening: _Evening) -> None:
        self._evening = evening
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_json(self._folder / _MARK, evening.model_dump(mode="json"))
        except OSError as error:
            raise InputError(
                Sentence(
                    "{folder} cannot be written to ({reason}); expected a folder.",
                    folder=self._folder,
                    reason=error.strerror,
                )
            ) from error

    def _read(self) -> _Evening | None:
        """The evening that was recorded before this start, None where it is over."""
        try:
            found = _Evening.model_validate_json((self._folder / _MARK).read_bytes())
        except (OSError, ValidationError):
            return None
        return found if self._now() - found.last <= ENDS_AFTER else None


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
