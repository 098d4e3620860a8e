"""Clips of the round that is watched: one is cut around all that people may want to look at again."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from kibitz_scoring.errors import InputError
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.questions import ActId
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.play import Play
from kibitz_server.evening.round.said_acts import timed_act
from kibitz_server.journal.entries import PicturesDeleted, RoundConfirmed, Seq, SheetDropped, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RevealWatched, RoundWatched
from kibitz_server.replay.masked_clips import FILM_PICTURES
from kibitz_server.replay.round_moments import OF_THE_SHEET, corrections, decided, moments_now, sheet_corrected
from kibitz_server.replay.told_clips import ToldClips, key_of, round_of
from kibitz_server.replay.wrong_clips import WrongClips
from kibitz_server.texts import say
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.listening import Ear
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.cut import Cut, RoundSoFar, make_cut
from kibitz_vision.clips.cutter import ClipCutter
from kibitz_vision.clips.moments import ClipMoment, moment_of_reveal
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.table.places import TablePlaces

log = logging.getLogger(__name__)

_TIDIED_S = 3600.0
"""A machine that slept does not count that time: a day of 24 waits is long enough."""


@dataclass(frozen=True, slots=True)
class _Round:
    """The round that clips are cut of: the entry that began it, and what was known of it last."""

    seq: Seq
    play: Play
    places: TablePlaces | None
    ahead_ns: int
    now_ms: float


class ClipKeeper:
    """Follows the evening; used from the event loop's thread only, and writes in another."""

    def __init__(
        self, live: Live, watch: TableWatch, camera: TableCamera, shelf: ClipShelf, ear: Ear, wrong: WrongClips
    ) -> None:
        self._live, self._watch, self._camera, self._shelf = live, watch, camera, shelf
        self._cutter = ClipCutter(shelf, watch.sightings, self._done, ear.heard)
        self._told = ToldClips(live, shelf)
        self._wrong = wrong
        self._ready: deque[tuple[Cut, str]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._round: _Round | None = None
        self._revealed: _Round | None = None
        self._cuts: list[Cut] = []
        self._before: Mapping[str, str] = {}
        live.watch(self, self._follow)

    @property
    def sentence(self) -> str:
        """Why no clips are kept just now, empty while all is well."""
        return say(self._cutter.sentence)

    async def take_up(self) -> None:
        """Go on where the last start ended: what was cut then belongs to its moments."""
        await self._told.tell_rest()
        self._follow()

    async def look_after(self) -> None:
        """Let clips go that are too old, at once and then every hour, until this is cancelled."""
        while True:
            try:
                await asyncio.to_thread(self._shelf.tidy)
            except InputError as error:
                log.warning("%s", error)
            await asyncio.sleep(_TIDIED_S)

    def forget(self) -> None:
        """Cut nothing of what waits."""
        self._cutter.forget(lambda _: True)

    def close(self) -> None:
        """Cut what waits, and look no further."""
        self._live.unwatch(self)
        self._loop = None
        self._cutter.close()
        self._tell()

    def name_of(self, acts: tuple[ActId, ...]) -> str | None:
        """The newest clip of the round that is about any of these acts, with a verdict if one has it; None for none."""
        about = [cut for cut in reversed(self._cuts) if not set(acts).isdisjoint(cut.moment.acts)]
        cut = (cut.name for cut in sorted(about, key=lambda cut: cut.moment.verdict is None))
        before = (name for key, name in self._before.items() if key.split(" ", 2)[-1] in acts)
        return next((name for name in (*cut, *before) if name in self._shelf), None)

    def film(self, acts: tuple[ActId, ...]) -> tuple[str, ...]:
        """Where a few masked pictures are served of what is about these acts, none while there are none."""
        name = self.name_of(acts)
        if name is None:
            return ()
        return tuple(f"/clips/{name}/film/{number}.jpg" for number in range(FILM_PICTURES))

    def _follow(self) -> None:
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            # Nobody looks on while the journal is read.
            return
        newest, play, seq = self._live.newest, self._live.play, self._live.round_begun
        entry = newest.entry if newest is not None else None
        if isinstance(entry, RevealWatched) and self._round is not None:
            self._revealed = self._round if entry.hands else None
            self._take(self._round, moment_of_reveal(self._round.now_ms))
        if isinstance(entry, OF_THE_SHEET) and self._revealed is not None:
            self._take(self._revealed, sheet_corrected(self._revealed.now_ms))
        if play is not None or isinstance(entry, SheetOpened | SheetDropped | RoundConfirmed):
            self._revealed = None
        if isinstance(entry, PicturesDeleted):
            asyncio.get_running_loop().run_in_executor(None, self._forget, entry.game)
        if play is None or seq is None:
            self._round = None
            return
        watched = self._watched(play, seq)
        for moment in self._moments(watched):
            self._take(watched, moment)

    def _forget(self, game: Seq) -> None:
        """People want all that is seen of a game deleted: the clips of its rounds, too."""
        starts = [Seq(0), *(one.seq for one in self._live.evening.games), Seq(2**62)]
        until = starts[starts.index(game) + 1] if game in starts else game
        self._cutter.forget(lambda cut: game <= round_of(cut.key) < until)
        self._wrong.forget(lambda key: game <= round_of(key) < until)
        heads = ((shelved.name, shelved.head) for shelved in self._shelf.clips())
        try:
            self._shelf.remove(
                [name for name, head in heads if head is not None and game <= round_of(head.key) < until]
            )
        except InputError as error:
            log.warning("%s", error)

    def _watched(self, play: Play, seq: Seq) -> _Round:
        watch = self._watch
        if self._round is None or self._round.seq != seq:
            self._cuts, self._before = [], self._shelved(seq)
        # The reveal ends the watching before it is told here.
        self._round = _Round(seq, play, watch.places, watch.ahead_ns, watch.now_ms())
        return self._round

    def _shelved(self, seq: Seq) -> Mapping[str, str]:
        """What was cut of a round before this start: the names of its clips by their keys."""
        if self._live.newest is not None and isinstance(self._live.newest.entry, RoundWatched):
            return {}
        return {head.key: name for name, head in self._told.of_rounds().items() if round_of(head.key) == seq}

    def _moments(self, watched: _Round) -> Iterator[ClipMoment]:
        """All that there is to be looked at again now, and what the table has decided since."""
        play, newest = watched.play, self._live.newest
        told = moments_now(play)
        yield from told
        for cut in self._cuts:
            if not any(map(cut.moment.is_about, told)):
                yield decided(play, cut.moment)
        for moment in corrections(play, newest.entry, watched.now_ms) if newest else ():
            others = (*told, *(cut.moment for cut in self._cuts if cut.moment.kind is not ClipKind.CORRECTION))
            if set(moment.acts).isdisjoint(act for one in others for act in one.acts):
                yield moment

    def _take(self, watched: _Round, moment: ClipMoment) -> None:
        """Cut a clip of a moment, or change that which was cut."""
        source = self._camera.source
        if source is None or watched.places is None:
            return
        known = next((cut for cut in self._cuts if cut.moment.is_about(moment)), None)
        pauses = watched.play.disputes.pauses
        if known is not None and known.moment == moment and known.stands_still(pauses):
            return
        if known is None:
            before = self._before.get(key_of(watched.seq, moment))
            name = before or self._shelf.new_name(moment.kind, datetime.now().astimezone())
            cut = self._cut(watched, watched.places, moment, name)
            self._cuts.append(cut)
            if before is None:
                self._cutter.cut(cut, source)
            else:
                self._cutter.judge(cut)
            return
        cut = self._cut(watched, known.places, moment, known.name)
        if known.moment.at != moment.at:
            self._cutter.cut(cut, source)
        else:
            self._cutter.judge(cut)
        self._cuts[self._cuts.index(known)] = cut

    def _cut(self, watched: _Round, places: TablePlaces, moment: ClipMoment, name: str) -> Cut:
        play, players = watched.play, watched.play.state.players
        said = (one.entry for one in self._live.since(watched.seq) if isinstance(one.entry, ActSaid))
        acts = [timed_act(entry, players) for entry in said]
        contest = Contest(pauses=play.disputes.pauses)
        so_far = RoundSoFar(play.start, play.settled, acts, places, _models(), contest, play.unclear)
        made = datetime.now().astimezone().isoformat(timespec="seconds")
        cut = make_cut(moment, so_far, name, key_of(watched.seq, moment), made)
        return replace(cut, ahead_ns=watched.ahead_ns, shutter=self._camera.shutter)

    def _done(self, cut: Cut, seal: str) -> None:
        self._ready.append((cut, seal))
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        """The journal is told of what lies on the shelf now, and pages may show it."""
        while self._ready:
            cut, seal = self._ready.popleft()
            self._told.tell(cut.name, cut.key, cut.moment, seal)


@cache
def _models() -> Mapping[str, str]:
    # ONNX Runtime takes a second to import; the page is up by then.
    from kibitz_models import weights

    return weights.hashes()
