"""A filmed round played at the page's own desk: all that people do at the page is done, and nothing else is known.

The film is opened as any film is, and plays at the pace it was taken, or slower where the machine is. What people say
in it is said at its time, and a witness answers what the inbox asks. For other ways to answer it is played once more at
the desk, where what the camera told is told again, to the frame, so that nothing but the answers is another.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.benchmarks.table.noted_watcher import Notes, noted, retold
from tests.benchmarks.trust.witness import Witness

from kibitz_models.watching.measuring.result import is_exact
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Moved, Revealed
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.score.tally import tally_round
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.desk import Desk, open_desk
from kibitz_server.evening.game.sheet import doubts
from kibitz_server.evening.round.choices import entry_of
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import CallerNamed, CardMoved, CardNamed, Entry, GameStarted, RoundConfirmed
from kibitz_server.journal.play_entries import ActSaid, FilmEnded
from kibitz_server.settings import Settings
from kibitz_server.views.round.inbox import ItemView
from kibitz_server.views.round.play_view import project_play
from kibitz_vision.camera.process.capture import Grabbed
from kibitz_vision.camera.process.process_source import ProcessSource, SourceKind
from kibitz_vision.camera.video import read_video
from kibitz_vision.table.places import TablePlaces

_LATER_MS = 20_000.0
_TICK_S = 0.03
_CALM_S = 2.0
"""Where nothing changes for so long after the end of a film, nothing does any more until somebody does something."""
_LONGEST_S = 1200.0


class Answered(StrEnum):
    """When the table answers what it is asked: at once, 20 s later at the table, or when the cards are turned up."""

    AT_ONCE = "at_once"
    LATER = "after_20_s"
    AT_THE_REVEAL = "at_the_reveal"


@dataclass(slots=True)
class Played:
    """What came of a round: what was asked, in ms of the film and with the answer, and what else had to be done.

    `minor` is how often it was asked without pressing: nothing depends on it, and people leave it.
    """

    asked: list[dict[str, Any]] = field(default_factory=list)
    minor: int = 0
    mended: list[str] = field(default_factory=list)
    sheet: Mapping[str, object] | None = None
    hands: dict[str, list[str]] = field(default_factory=dict)
    caller: str | None = None
    problem: str = ""

    def as_json(self, film: FilmedRound) -> dict[str, Any]:
        """For a file, with whether the sheet is that of the film."""
        told = {name: getattr(self, name) for name in ("asked", "minor", "mended", "hands", "caller", "problem")}
        exact = film.sheet is not None and is_exact(film.sheet, self.sheet)
        return {"exact": exact, **told, "sheet": self.sheet}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a film showed at a desk, and when its first picture was taken, in ns of capture time."""

    notes: Notes
    start_ns: int

    @property
    def places(self) -> TablePlaces | None:
        """The places of the table as they were found, None where they were not."""
        return self.notes.by_frame[-1].places if -1 in self.notes.by_frame else None


def play_film(film: FilmedRound, data: Path) -> tuple[Played, Shown]:
    """Play a filmed round at a new desk in a folder, every question answered at once."""
    with noted() as notes:
        played, start_ns = asyncio.run(_play(film, data, Answered.AT_ONCE))
    return played, Shown(notes, start_ns)


def play_again(film: FilmedRound, data: Path, answered: Answered, shown: Shown) -> Played:
    """Play a round once more at a new desk, with other answers, by what the film showed."""

    def at_once(text: str, *, hold_light: bool = True) -> ProcessSource:  # noqa: ARG001 - a film's light is what it is
        return ProcessSource(SourceKind(text, partial(grab_at_once, Path(text), shown.start_ns), lasting=False))

    with retold(shown.notes), patch("kibitz_server.watching.cameras.camera.open_source", at_once):
        played, _ = asyncio.run(_play(film, data, answered))
    return played


def grab_at_once(path: Path, start_ns: int) -> Iterator[Grabbed]:
    """Frames of a video file, as fast as they are looked at, with the times at which they were taken."""
    for frame in read_video(path):
        yield frame.image, start_ns + frame.captured_ns


async def _play(film: FilmedRound, data: Path, answered: Answered) -> tuple[Played, int]:
    """What came of it, and the capture time of the film's beginning in ns."""
    desk = open_desk(Settings(data))
    try:
        await asyncio.to_thread(desk.worker.pipeline)
        await asyncio.to_thread(lambda: desk.worker.watching)
        start = parse_table(film.start, film.pack, film.players)
        desk.live.record(GameStarted(film.pack, film.pack.content_hash, film.players))
        desk.camera.open(str(film.video))
        desk.watch.begin(start.players[start.dealer], is_dealt=start.phase is not Phase.SETUP)
        start_ns = await begun_ns(desk)
        robot = Robot(desk, film, start_ns / 1e6, answered)
        await robot.play()
        return robot.played, start_ns
    finally:
        desk.close()


async def begun_ns(desk: Desk) -> int:
    """When the first picture of the film was taken."""
    while desk.camera.source is not None and not (kept := desk.camera.source.kept()):
        await asyncio.sleep(_TICK_S)
    return kept[0].captured_ns


class Robot:
    """Does at a desk what people do in a film, and answers for them.

    `start_ms` is the time of its first picture, `lasts_ms` how long a film lasts that comes as a camera does, and of
    which nobody says that it ends.
    """

    def __init__(
        self, desk: Desk, film: FilmedRound, start_ms: float, answered: Answered, lasts_ms: float = math.inf
    ) -> None:
        self._desk, self._film, self._answered = desk, film, answered
        self.start_ms, self._lasts_ms = start_ms, lasts_ms
        self.played = Played()
        self._witness = Witness.of(film, start_ms)
        self._said = list(film.acts)
        self._came_ms: dict[str, float] = {}
        self._changed_s = time.monotonic()
        self._is_over = False
        desk.live.watch(self, self._note)

    def _note(self) -> None:
        self._changed_s = time.monotonic()
        newest = self._desk.live.newest
        self._is_over = self._is_over or (newest is not None and isinstance(newest.entry, FilmEnded))

    async def play(self) -> None:
        """Until the round is confirmed, or nothing helps any more."""
        until_s = time.monotonic() + _LONGEST_S
        while (play := self._desk.live.play) is not None and not self.played.problem:
            if time.monotonic() > until_s:
                self.played.problem = f"the round is not over after {_LONGEST_S:.0f} s"
                return
            self._is_over = self._is_over or self._desk.watch.now_ms() - self.start_ms > self._lasts_ms
            self._say()
            if not self._answer(play) and self._is_over and time.monotonic() - self._changed_s > _CALM_S:
                await self._help(play)
            await asyncio.sleep(_TICK_S)
        if not self.played.problem:
            self._confirm()

    def _say(self) -> None:
        """What people say in the film up to now, and at its end all that is left."""
        now_ms = self._desk.watch.now_ms() - self.start_ms
        while self._said and (self._said[0].at.end_ms <= now_ms or self._is_over):
            said = self._said.pop(0)
            self._record(ActSaid(self.start_ms + said.at.end_ms, format_event(said.event, self._film.players)))

    def _answer(self, play: Play) -> bool:
        """Answer the first that is due; whether there was any."""
        now_ms = self._desk.watch.now_ms()
        for item in project_play(play).inbox:
            if item.key not in self._came_ms:
                self._came_ms[item.key] = now_ms
                self.played.minor += item.minor
            if not item.minor and self._is_due(play, now_ms - self._came_ms[item.key]):
                self._take(play, item)
                return True
        return False

    def _is_due(self, play: Play, waited_ms: float) -> bool:
        match self._answered:
            case Answered.AT_ONCE:
                return True
            case Answered.LATER:
                return self._is_over or waited_ms >= _LATER_MS
            case Answered.AT_THE_REVEAL:
                return self._is_over or play.state.phase is Phase.REVEAL

    def _take(self, play: Play, item: ItemView) -> None:
        answer = self._witness.answer(play, item)
        at_ms = round(self._came_ms[item.key] - self.start_ms)
        self.played.asked.append({"title": item.title, "answer": answer.label, "at_ms": at_ms})
        self._record(entry_of(play, answer.choice, self._desk.watch.now_ms()))

    async def _help(self, play: Play) -> None:
        """What people do at the reveal when it does not go on by itself."""
        waiting = [card.slot for hand in project_play(play).hands for card in hand.waiting]
        is_reveal = play.state.phase in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED)
        # Before a camera nobody says it twice: they press the button beside it.
        if waiting and is_reveal and (math.isinf(self._lasts_ms) or not self.played.mended):
            self._settle(waiting[0])
            return
        try:
            self.played.mended.append("counted now")
            await self._desk.counter.count()
        except InputError as error:
            self.played.problem = str(error)

    def _settle(self, slot: SlotId) -> None:
        """Say which card lies where one is waited for, or that none does."""
        card = self._witness.card(slot)
        event = Moved(slot, Heap.ASIDE) if card is None else Revealed(slot, card)
        said = format_event(event, self._film.players)
        if said in self.played.mended:
            self.played.problem = f"it still waits for a card after '{said}'"
            return
        self.played.mended.append(said)
        self._record(ActSaid(self._desk.watch.now_ms(), said))

    def _confirm(self) -> None:
        """Look at the cards that are in doubt, say who called if nobody knows, and confirm the round."""
        game = self._desk.live.evening.game
        sheet = game.sheet if game else None
        if game is None or sheet is None:
            self.played.problem = "there is no sheet"
            return
        if sheet.end is None and (end := self._witness.end) is not None:
            self.played.mended.append("caller named")
            self._record(CallerNamed(self._witness.caller, end))
        for _ in sheet.cards:
            self._look_at_the_first()
        game = self._desk.live.evening.game
        if game is not None and game.sheet is not None and game.sheet.end is not None:
            hands = tuple((player, game.sheet.scored(player)) for player in game.players)
            self.played.caller = game.sheet.caller
            self.played.hands = {player: [str(one.card) for one in hand] for player, hand in hands}
            self._record(RoundConfirmed(hands, game.sheet.caller, game.sheet.end))
        played = self._desk.live.evening.game
        if played is None or not played.counted:
            self.played.problem = self.played.problem or "the round cannot be confirmed"
            return
        last = played.counted[-1]
        self.played.sheet = answer_json(None, tally_round(last.pack, last.hands, last.caller, last.end))

    def _look_at_the_first(self) -> None:
        """Say what the first card in doubt is: what was read, where the player has it, else one that is not told yet.

        Where the player has no other, it lies in no hand.
        """
        game = self._desk.live.evening.game
        sheet = game.sheet if game else None
        doubtful = doubts(sheet, game.pack) if game and sheet else {}
        if sheet is None or not doubtful:
            return
        card = next(one for one in sheet.cards if one.card_id == next(iter(doubtful)))
        assert card.player is not None
        told = [one.card for one in sheet.hand(card.player) if one is not card]
        left = [one for one in self._witness.hand(card.player) if one not in told]
        named = card.card if card.card in left else next(iter(left), None)
        self.played.mended.append(f"looked at {card.card}")
        self._record(CardMoved(card.card_id, None) if named is None else CardNamed(card.card_id, named))

    def _record(self, entry: Entry) -> None:
        try:
            self._desk.live.record(entry)
        except InputError as error:
            self.played.problem = f"{type(entry).__name__}: {error}"
