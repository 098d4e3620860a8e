"""`kibitz record`: a round at the table kept in a folder, with what was said and the sheet that was confirmed."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Annotated

import typer

from kibitz_models.watching.commands.watch_command import Printer, names_of, stopped_by_ctrl_c
from kibitz_models.watching.following import Following
from kibitz_models.watching.measuring.truth import read_acts
from kibitz_models.watching.sources import live_frames
from kibitz_models.watching.typed_lines import TypedLines
from kibitz_models.weights import FOLDER, hashes, load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import Said, TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.rules.packs import find_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import format_hand, parse_hand
from kibitz_scoring.table import Interval
from kibitz_vision.camera.lateness import Lateness
from kibitz_vision.camera.picture_source import PictureSource
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.frames import Frame
from kibitz_vision.own_data import RECORDINGS, own_data
from kibitz_vision.recording.confirmed_sheet import Asked, ConfirmedSheet, RevealedHands, read_sheet
from kibitz_vision.recording.folder import RecordingFolder, RoundBegun
from kibitz_vision.recording.recorder import Looked, Recorder
from kibitz_vision.watcher import Watcher

_PROGRESS_MS = 10_000.0


def record(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    source: Annotated[str, typer.Argument(help="A camera's number or name, a stream's address or a video.")],
    rules: Annotated[str, typer.Option(help="A game, such as kaboo, or a rule pack in a TOML file.")],
    players: Annotated[str, typer.Option(help="Names clockwise from the near side's right, such as Ann,Ben.")] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the round's folder is made (default: your data folder).")
    ] = None,
    only_table: Annotated[
        bool, typer.Option("--only-table", help="Black out all around the table before anything is written.")
    ] = False,
    acts: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What people say or press, as JSON Lines, known beforehand.")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The confirmed hands, in JSON: hands, caller, end."),
    ] = None,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
    hold_light: Annotated[bool, typer.Option(help="Hold a camera's exposure and white balance.")] = True,
) -> None:
    """Record a whole round in one folder: every frame with its time, what was said, and the sheet that you confirm.

    It is watched meanwhile, as by `kibitz watch`. Type what no camera sees, such as `p2 calls`, and Enter; Ctrl+C ends
    the round. Then each hand is asked for: Enter says that it was read rightly. `kibitz prove` measures such folders.

    Example: kibitz record 0 --rules kaboo --players Ann,Ben,Cleo --only-table
    """
    pack = find_pack(rules)
    start = first_state(pack, names_of(players, pack))
    known = Said() if acts is None else read_acts(acts, start.players)
    confirmed = None if sheet is None else _given(sheet, pack)
    opened = open_source(source, hold_light=hold_light)
    if isinstance(opened, PictureSource):
        raise InputError(f"{source} is a picture or a folder: expected a camera, a stream or a video to record.")
    begun = RoundBegun(start, datetime.now().astimezone(), hashes(weights), only_table=only_table)
    with closing(opened):
        folder = RecordingFolder(out or own_data() / RECORDINGS, begun)
        typer.echo(f"Recording to {folder.path}; Ctrl+C ends the round.", err=True)
        take = _Take(opened, folder, Printer(start, as_json=False), TypedLines(), known)
        ending = take.watch(weights, start, only_table=only_table)
    take.keep()
    read = RevealedHands(ending.hands, ending.caller, ending.end)
    if confirmed is None:
        confirmed = _asked_for(take.typed, read, start, pack)
    if confirmed is None:
        typer.echo("Nobody confirmed a sheet: the recording is kept without one.", err=True)
    else:
        folder.write_sheet(ConfirmedSheet(confirmed, read, tuple(take.asked)))
    typer.echo(f"{folder.path}: {take.summary}")


@dataclass(slots=True, eq=False)
class _Take:
    """One round as it is recorded and watched at the same time."""

    source: FrameSource
    folder: RecordingFolder
    printer: Printer
    typed: TypedLines
    said: Said
    asked: list[Asked] = field(default_factory=list)
    summary: str = ""
    _looked: Looked = field(default_factory=lambda: Looked(-1, None, is_moving=False))
    _said_ms: float = 0.0

    def watch(self, weights: Path, start: RoundState, *, only_table: bool) -> Ending:
        """Follow the round to its end, or to Ctrl+C."""
        stop = Event()
        recorder = Recorder(self.source, self.folder, looked=(lambda: self._looked) if only_table else None)
        self.folder.write_said(self.said)
        with ThreadPoolExecutor(max_workers=1) as thread, stopped_by_ctrl_c(stop):
            watcher = Watcher(load_pipeline(weights, threads=1), start.pack, start.players, thread=thread)
            contest = Contest(pauses=self.said.pauses)
            following = Following.begin(watcher, start, self.said.acts, contest=contest)
            lateness = Lateness()
            for frame in live_frames(self.source, _say, stop, lateness):
                watcher.keep_up(lateness)
                self._take(frame, following, recorder)
            news, ending = following.end()
            # The places of a short film may only be found at its end.
            self._looked = Looked(time.monotonic_ns(), following.watcher.places, is_moving=False)
            recorder.stop()
        self.printer.tell_end(news, ending)
        megabytes = round(recorder.size_bytes / 1e6)
        missed = f", {recorder.missed} missed" if recorder.missed else ""
        self.summary = f"{recorder.frames} pictures, {megabytes} MB{missed}. {recorder.fault}".strip()
        return ending

    def keep(self) -> None:
        """Write what was said and what it came to."""
        self.folder.write_said(self.said)
        self.folder.write_events(self.printer.told)

    def _take(self, frame: Frame, following: Following, recorder: Recorder) -> None:
        at_ms = frame.captured_ns / 1e6
        for line in self.typed.waiting():
            self._hear(line, at_ms, following)
        news = following.take(frame)
        self.asked += map(Asked, news.questions)
        self.printer.tell(news)
        watcher = following.watcher
        looked_ns = (recorder.origin_ns or 0) + frame.captured_ns - round(watcher.behind_ms * 1e6)
        self._looked = Looked(looked_ns, watcher.places, watcher.is_moving)
        if at_ms - self._said_ms >= _PROGRESS_MS:
            self._said_ms = at_ms
            _say(
                recorder.fault
                or f"{at_ms / 1000:.0f} s: {recorder.frames} pictures, {recorder.size_bytes / 1e6:.0f} MB"
            )

    def _hear(self, line: str, at_ms: float, following: Following) -> None:
        try:
            act = TimedEvent(Interval(at_ms, at_ms), parse_event(line, following.timeline.state.players))
        except InputError as error:
            _say(str(error))
            return
        self.said = replace(self.said, acts=(*self.said.acts, act))
        self.folder.add_act(act)
        self.printer.tell(following.hear(act))


def _say(sentence: str) -> None:
    typer.echo(sentence, err=True)


def _given(path: Path, pack: RulePack) -> RevealedHands:
    sheet = read_sheet(path)
    if sheet is None:
        raise InputError(f"{path} does not exist; expected a JSON file with hands, caller and end.")
    sheet.tally_json(pack)
    return sheet.confirmed


def _asked_for(typed: TypedLines, read: RevealedHands, start: RoundState, pack: RulePack) -> RevealedHands | None:
    """The sheet as people confirm or correct it, None where nobody is there to answer."""
    while True:
        hands = {}
        for player in start.players:
            was = format_hand(read.hands.get(player, ()))
            line = typed.ask(f"{player} has {was or 'no cards'}. Enter if so, else their cards: ")
            if line is None:
                return None
            hands[player] = line.strip() or was
        line = typed.ask(f"{read.caller or 'Nobody'} called. Enter if so, else who did, or nobody: ")
        if line is None:
            return None
        name = line.strip() or read.caller or "nobody"
        try:
            return _checked(hands, name, read, pack)
        except InputError as error:
            _say(f"{error} Once more:")


def _checked(hands: dict[PlayerId, str], caller: str, read: RevealedHands, pack: RulePack) -> RevealedHands:
    parsed = {player: parse_hand(text) for player, text in hands.items()}
    who = None if caller == "nobody" else PlayerId(caller)
    confirmed = RevealedHands(parsed, who, read.end if who == read.caller else None)
    ConfirmedSheet(confirmed).tally_json(pack)
    return confirmed
