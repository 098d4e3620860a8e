"""The camera watches a round: a thread takes every frame; what it sees goes to the journal before anybody reacts."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import TableEvent
from kibitz_server.evening.astray import Astray
from kibitz_server.evening.live import Live
from kibitz_server.journal.play_entries import FilmEnded, RoundWatched
from kibitz_server.watching import sentences
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_server.watching.places import TableFinder
from kibitz_server.watching.session import Session
from kibitz_vision.clips.cutter import Sightings
from kibitz_vision.frames import Frame
from kibitz_vision.recording.recorder import Looked
from kibitz_vision.table.places import TablePlaces

if TYPE_CHECKING:
    from kibitz_vision.watcher import Watcher

log = logging.getLogger(__name__)

_IDLE_S = 0.01
_TICK_S = 0.25
_COMPARED_EVERY_MS = 250.0
"""So often what lies where is compared with the game, which takes up to 0.4 ms."""
_LAST_LOOK_S = 10.0
"""So long at most a thread is waited for that ends; the first look at a table takes longest."""


class TableWatch:
    """Begins and ends the watching of rounds; used from the event loop's thread only."""

    def __init__(self, live: Live, worker: Worker, camera: TableCamera, finder: TableFinder) -> None:
        self._live = live
        self._finder = finder
        self._worker = worker
        self._camera = camera
        self._session: Session | None = None
        self._looked = Looked(0, None, is_moving=False)
        self.sightings = Sightings()
        self._confirmed: tuple[str | None, TablePlaces] | None = None
        self._threads: list[threading.Thread] = []
        self._ahead_ns = self._begins_ahead_ns()
        live.watch(self, self._follow)

    @property
    def is_running(self) -> bool:
        """Whether frames are being looked at."""
        return self._session is not None

    @property
    def places(self) -> TablePlaces | None:
        """Where everything lies in the picture, None until it has been found."""
        return self._session.places if self._session else self.confirmed

    @property
    def confirmed(self) -> TablePlaces | None:
        """The places that people said are theirs, as this camera sees them; None to find them from the deal."""
        camera, places = self._confirmed or (None, None)
        return places if camera == self._camera.name else None

    def confirm(self, places: TablePlaces) -> None:
        """People say that this is their table: rounds begin with these places."""
        self._confirmed = self._camera.name, places

    @property
    def astray(self) -> tuple[Astray, ...]:
        """Where the table has not matched the game for some seconds, as far as that can be told now."""
        return self._session.astray.now if self._session else ()

    @property
    def sentence(self) -> str:
        """What people should know about the watching, empty where all is well."""
        session, health = self._session, self._camera.health
        if session is None:
            return sentences.UNWATCHED
        if not health.shows_now:
            return health.sentence
        if session.is_moving:
            return sentences.PUSHED
        if session.refused or session.fault:
            return session.refused or session.fault
        if session.places is None:
            return sentences.places_sentence(session.missing, is_late=session.lateness.is_late)
        play = self._live.play
        is_told = play is None or play.state.phase is not Phase.SETUP or not session.lie_there
        lag = sentences.lag_sentence(session.behind_ms, is_late=session.lateness.is_late)
        return lag or ("" if is_told else sentences.LIE_THERE)

    @property
    def sees(self) -> bool:
        """Whether time passes with the frames that come: with none that shows the table now, only people tell."""
        session = self._session
        return session is not None and (not session.source.is_live or self._camera.health.shows_now)

    def now_ms(self) -> float:
        """The time at the table, in ms of capture time: of a film it is that of the picture that was looked at last."""
        session = self._session
        if session is None or session.source.is_live:
            return (time.monotonic_ns() + self.ahead_ns) / 1e6
        return session.at_ms

    @property
    def ahead_ns(self) -> int:
        """How far the time at the table is ahead of the camera's clock."""
        return self._session.ahead_ns if self._session else self._ahead_ns

    @property
    def after(self) -> int:
        """The index of the camera's frame after which the round is watched."""
        return self._session.after if self._session else -1

    def looked(self) -> Looked:
        """How far the watching has got, or had when it ended, and where the table is."""
        return self._session.looked if self._session else self._looked

    def begin(self, dealer: PlayerId, *, is_dealt: bool) -> None:
        """Watch a new round; `InputError` where there is no camera or no game."""
        if self._camera.source is None:
            raise InputError(Sentence("No camera is open at the table: open one first."))
        self._live.record(RoundWatched(dealer, is_dealt))
        self.go_on()

    def go_on(self, places: TablePlaces | None = None) -> None:
        """Look at the frames that come from now on, of the round that is being watched; its places may be known."""
        source, game = self._camera.source, self._live.evening.game
        if source is None or game is None:
            raise InputError(Sentence("No camera is open at the table: open one first."))
        self._stop()
        self.sightings.clear()
        newest = source.latest() if source.is_live else None
        session = Session(source, game.pack, game.players, frame=-1 if newest is None else newest.index)
        places = places or self.confirmed
        if places and places.players == game.players:
            session.places = places
        if self._live.play is not None:
            session.lie_there = None if self._live.play.state.phase is Phase.SETUP else False
            session.ahead_ns = self._begins_ahead_ns()
        self._session = session
        loop = asyncio.get_running_loop()
        thread = threading.Thread(target=self._watch, args=(session, loop), name="table watch", daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()
        self._live.publish()

    def _begins_ahead_ns(self) -> int:
        """The clock of a machine that was started anew begins anew; time at the table only goes on."""
        return max(0, round(self._live.play.last_ms * 1e6) - time.monotonic_ns()) if self._live.play else 0

    def close(self) -> None:
        """End the watching; no thread speaks to the event loop any more."""
        self._live.unwatch(self)
        self._stop()
        for thread in self._threads:
            thread.join(_LAST_LOOK_S)

    def _stop(self) -> None:
        if self._session:
            self._session.ended.set()
            self._looked = self._session.looked
            if self.confirmed and self._session.places:
                # The camera may have been pushed meanwhile.
                self.confirm(self._session.places)
        self._session = None

    def _follow(self) -> None:
        if self._live.play is None:
            self._stop()

    def _watch(self, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="table looks") as thread:
            self._watch_with(thread, session, loop)

    def _watch_with(self, thread: Executor, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        watcher = self._watcher(session, thread)
        ticked_s, is_finished = 0.0, False
        while not session.ended.is_set():
            is_at_end = session.is_over
            frames = session.lateness.frames(session.source, session.frame)
            for frame in frames:
                if session.ended.is_set():
                    return
                try:
                    self._look(session, watcher, frame, loop)
                except Exception:
                    log.exception("The table could not be watched on frame %d.", frame.index)
                    session.fault = sentences.STUMBLED
                    watcher = self._watcher(session, thread)
            if not frames:
                if is_at_end and not is_finished and session.source is self._camera.source:
                    is_finished = True
                    self._finish(session, watcher, loop)
                time.sleep(_IDLE_S)
            if time.monotonic() - ticked_s > _TICK_S:
                ticked_s = time.monotonic()
                loop.call_soon_threadsafe(self._tick, session)

    def _watcher(self, session: Session, thread: Executor) -> Watcher:
        # ONNX Runtime takes a second to import; the page is up by then.
        from kibitz_vision.watcher import Watcher

        known = self._finder.known_where(session.pack, session.players, is_dealt=session.lie_there is not None)
        return Watcher(self._worker.watching, session.pack, session.players, known, session.places, thread)

    def _look(self, session: Session, watcher: Watcher, frame: Frame, loop: asyncio.AbstractEventLoop) -> None:
        session.frame = frame.index
        frame = replace(frame, captured_ns=frame.captured_ns + session.ahead_ns)
        watcher.keep_up(session.lateness)
        events = watcher.update(frame)
        if not session.lateness.is_late:
            self.sightings.add(frame.index, watcher.found())
        session.at_ms = frame.captured_ns / 1e6
        self._show(session, watcher)
        session.count_tokens(watcher, frame.image)
        loop.call_soon_threadsafe(self._see, session, tuple(events), watcher.known_ms)

    def _finish(self, session: Session, watcher: Watcher, loop: asyncio.AbstractEventLoop) -> None:
        """A film is at its end: tell what was still open then."""
        try:
            events = watcher.finish()
            self._show(session, watcher)
            loop.call_soon_threadsafe(self._see, session, tuple(events), watcher.known_ms)
        except Exception:
            log.exception("The end of a film could not be watched.")
            session.fault = sentences.STUMBLED_AT_THE_END
        loop.call_soon_threadsafe(self._end_film, session)

    def _show(self, session: Session, watcher: Watcher) -> None:
        session.behind_ms, session.missing = watcher.behind_ms, watcher.missing
        session.places, session.is_moving = watcher.places, watcher.is_moving
        is_awaited = session.lie_there is not False or session.is_revealing
        if not is_awaited and session.at_ms - session.lies[0] < _COMPARED_EVERY_MS:
            return
        lies = watcher.state()
        is_told = not (session.behind_ms or session.is_moving or session.lateness.is_late)
        session.lies = session.at_ms, lies if is_told else {}
        if is_awaited and lies:
            lying = {place for place, seen in lies.items() if seen.face is not None}
            session.lie_there = session.lie_there is not False and lying.issuperset(session.grids())
            # Of what lay there before the deal nothing follows while that is made up for.
            session.bare.look({} if watcher.behind_ms else lies, session.at_ms)

    def _see(self, session: Session, events: tuple[TableEvent, ...], known_ms: float) -> None:
        """What a frame has brought to light; time passes with the frames, and only as far as all is known."""
        if session is self._session and self._live.play is not None:
            # Whatever fails but the disk: what was written is not to be written with each frame that follows.
            events, session.unwritten = (*session.unwritten, *events), ()
            try:
                self._live.see(events, known_ms)
            except InputError as error:
                # The disk may take it with the next frame.
                session.unwritten, session.refused = events, str(error)
                return
            session.refused = ""
            at_ms, lies = session.lies
            session.astray.look(self._live.play, lies, at_ms)
            self._reveal(session)

    def _end_film(self, session: Session) -> None:
        if session is self._session and self._live.play is not None:
            self._live.record(FilmEnded())
            self._reveal(session)

    def _tick(self, session: Session) -> None:
        """Go on with a camera that was opened meanwhile, and with what people answered."""
        if session is not self._session:
            return
        if self._camera.source not in (None, session.source):
            self.go_on()
        else:
            self._reveal(session)

    def _reveal(self, session: Session) -> None:
        play = self._live.play
        if play is None:
            return
        session.is_revealing = play.state.phase is Phase.REVEAL
        # What is still to be decided is decided before the hands count, or left open by people: see the reveal.
        if play.is_undecided:
            return
        reveal = play.reveal(session.bare.at(session.at_ms) if session.is_revealing else (), session.tokens[1])
        if reveal is not None:
            self._live.record(reveal)
