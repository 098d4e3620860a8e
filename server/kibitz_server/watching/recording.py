"""Keeping a whole round, where the table wants that: its frames, what was said, and the sheet that was confirmed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.seen_lines import Said, TimedEvent
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_scoring.table import Interval
from kibitz_server.evening.game.game import Round
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.said_acts import timed_act
from kibitz_server.evening.round.told_round import ToldRound, told_round
from kibitz_server.journal.entries import Entry, GameStarted, RoundConfirmed, RoundId, Seq, SheetDropped
from kibitz_server.journal.play_entries import MADE_BY_NOBODY, ActSaid, RoundWatched
from kibitz_server.journal.recorded import Recorded
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.camera.picture_source import PictureSource
from kibitz_vision.camera.sources import FrameSource
from kibitz_vision.recording.confirmed_sheet import ConfirmedSheet, RevealedHands
from kibitz_vision.recording.folder import WHOLE, RecordingFolder, RoundBegun
from kibitz_vision.recording.recorder import Recorder

log = logging.getLogger(__name__)

_CAMERA_CHANGED = to_say("The camera was changed.")
_APP_STOPPED = to_say("Kibitz was stopped.")
_NEXT = (RoundWatched, GameStarted, SheetDropped)


@dataclass(slots=True, eq=False)
class _Recording:
    """One recorded round of this run: until its frames have ended, and after that as long as its sheet may change.

    `seq` is the entry that began the round.
    """

    seq: Seq
    begun: RoundBegun
    folder: RecordingFolder
    recorder: Recorder
    source: FrameSource
    ahead_ns: int
    has_ended: bool = False
    written: Round | None = None

    def in_recording(self, timed: TimedEvent) -> TimedEvent:
        """The same at its time in the recording."""
        return replace(timed, at=self._at(timed.at))

    def of(self, timed: Iterable[TimedEvent]) -> Iterator[TimedEvent]:
        """What happened since it began: it may be the rest of a round that was begun before a restart."""
        return (one for one in map(self.in_recording, timed) if one.at.end_ms >= 0)

    def said(self, said: Said) -> Said:
        """What was said since it began."""
        pauses = map(self._at, said.pauses)
        return Said(tuple(self.of(said.acts)), tuple(pause for pause in pauses if pause.end_ms >= 0))

    def _at(self, at: Interval) -> Interval:
        return at.earlier((self.ahead_ns + (self.recorder.origin_ns or 0)) / 1e6)


class RoundRecorder:
    """Records rounds on request; used from the event loop's thread only, which never waits for the disk."""

    def __init__(self, live: Live, watch: TableWatch, camera: TableCamera, folder: Path) -> None:
        self.folder = folder
        self._live, self._watch, self._camera = live, watch, camera
        self._recordings: list[_Recording] = []
        self._disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recording")
        self._fault = ""
        live.watch(self, self._follow)

    @property
    def sentence(self) -> str:
        """What people should know of the recording, empty while there is none."""
        running = self._running
        if running is None or running.recorder.fault:
            return self._fault or (running.recorder.fault if running else "")
        recorder = running.recorder
        if running.begun.only_table and not recorder.frames:
            return Sentence("Recording this round: it begins as soon as the places of the table are found.")
        megabytes = round(recorder.size_bytes / 1e6)
        return Sentence(
            "Recording this round: {frames} pictures, {megabytes} MB, in {folder}.",
            frames=recorder.frames,
            megabytes=megabytes,
            folder=running.folder.path,
        )

    @property
    def fault(self) -> str:
        """Why the recording has stopped, empty while all is well or nobody wanted one."""
        running = self._running
        return running.recorder.fault or self._fault if running else self._fault

    @property
    def is_running(self) -> bool:
        """Whether a round is being recorded."""
        return self._running is not None

    def begin(self, *, only_table: bool, parent: Path | None = None) -> None:
        """Record the round that is being watched from its first frame; `InputError` where that cannot be.

        Its folder is made in `parent`, by default in that of all recordings.
        """
        source, play, seq = self._camera.source, self._live.play, self._live.round_begun
        if source is None or play is None or seq is None:
            raise InputError(Sentence("No round is being watched: nothing can be recorded."))
        if isinstance(source, PictureSource):
            raise InputError(
                Sentence("Pictures are no film, and are not recorded: open a camera, a stream or a video.")
            )
        # ONNX Runtime takes a second to import; the page is up by then.
        from kibitz_models import weights

        begun = RoundBegun(
            play.state, datetime.now().astimezone(), weights.hashes(), self._watch.confirmed, only_table=only_table
        )
        folder = RecordingFolder(parent or self.folder, begun)
        recorder = Recorder(source, folder, self._watch.after, self._watch.looked if only_table else None)
        self._fault = ""
        self._recordings.append(_Recording(seq, begun, folder, recorder, source, self._watch.ahead_ns))

    def forget(self) -> None:
        """Write no more to recordings that have ended, as they are about to be deleted."""
        self._recordings = [one for one in self._recordings if not one.has_ended]
        self._disk.submit(lambda: None).result()

    def close(self) -> None:
        """End what is being recorded, and wait for the disk."""
        self._live.unwatch(self)
        if (running := self._running) is not None:
            self._end(running, Sentence(_APP_STOPPED))
        self._disk.shutdown()

    @property
    def _running(self) -> _Recording | None:
        return next((one for one in self._recordings if not one.has_ended), None)

    def _follow(self) -> None:
        newest = self._live.newest
        if newest is None or isinstance(newest.entry, MADE_BY_NOBODY):
            return
        running = self._running
        if running is not None:
            self._add_act(running, newest.entry)
            if self._camera.source is not running.source:
                self._end(running, Sentence(_CAMERA_CHANGED))
            elif self._live.play is None:
                self._end(running, WHOLE)
        for recording in self._recordings:
            self._follow_sheet(recording)

    def _add_act(self, recording: _Recording, entry: Entry) -> None:
        """Keep what was said at once: a recording that is cut off has it, too."""
        if isinstance(entry, ActSaid) and recording.recorder.origin_ns is not None:
            act = recording.in_recording(timed_act(entry, recording.begun.start.players))
            self._later(lambda: recording.folder.add_act(act))

    def _end(self, recording: _Recording, how: str) -> None:
        recording.has_ended, self._fault = True, recording.recorder.fault
        entries = self._entries(recording)

        def end() -> None:
            recording.recorder.stop(how)
            self._fault = recording.recorder.fault
            _write_told(recording, entries)

        self._later(end)

    def _follow_sheet(self, recording: _Recording) -> None:
        """Write the sheet once it is confirmed, and again whenever it is corrected."""
        entries = self._entries(recording) if recording.has_ended else []
        confirmed = self._confirmed(entries)
        if confirmed is not None and confirmed != recording.written:
            recording.written = confirmed
            self._later(lambda: _write_confirmed(recording, entries, confirmed))

    def _entries(self, recording: _Recording) -> list[Recorded]:
        """What holds of this round: nothing after it was given up, or the next one was begun, is about it."""
        begun, *later = self._live.since(recording.seq)
        ends = (number for number, one in enumerate(later) if isinstance(one.entry, _NEXT))
        return [begun, *later[: next(ends, len(later))]]

    def _confirmed(self, entries: list[Recorded]) -> Round | None:
        """The round as it counts now that was confirmed in the course of these entries."""
        first = (one.seq for one in entries if isinstance(one.entry, RoundConfirmed) and one.entry.edits is None)
        ids = [RoundId(seq) for seq in first][:1]
        rounds = (played for game in self._live.evening.games for played in game.counted)
        return next((played for played in rounds if played.round_id in ids), None)

    def _later(self, write: Callable[[], None]) -> None:
        """Write in the recording's own thread; a disk that refuses is a sentence, and scoring goes on."""

        def run() -> None:
            try:
                write()
            except InputError as error:
                self._fault = Sentence("The recording could not be kept: {error}", error=error)
            except Exception as error:
                log.exception("A recording could not be kept.")
                self._fault = Sentence(
                    "The recording could not be kept ({error}): scoring goes on without it.", error=error
                )

        self._disk.submit(run)


def _write_told(recording: _Recording, entries: list[Recorded]) -> ToldRound:
    start = recording.begun.start
    told = told_round(start.pack, start.players, [one.entry for one in entries])
    recording.folder.write_said(recording.said(told.said))
    recording.folder.write_events(recording.of(told.events))
    return told


def _write_confirmed(recording: _Recording, entries: list[Recorded], confirmed: Round) -> None:
    told = _write_told(recording, entries)
    revealed = RevealedHands(confirmed.hands, confirmed.caller, confirmed.end)
    recording.folder.write_sheet(ConfirmedSheet(revealed, told.read, told.asked))
