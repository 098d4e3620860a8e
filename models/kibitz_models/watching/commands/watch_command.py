"""`kibitz watch`: what happens on a table, as it happens, and the score sheet at the end."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated, Any

import typer

from kibitz_models.teaching.taught_option import DecksOption, TaughtOption, with_taught
from kibitz_models.watching.clip_taking import ClipTaker
from kibitz_models.watching.following import Following, News
from kibitz_models.watching.measuring.truth import read_acts
from kibitz_models.watching.rejudging import judge_clip
from kibitz_models.watching.sources import is_recording, watched_frames
from kibitz_models.weights import FOLDER, hashes, load_pipeline
from kibitz_scoring.cli.score import sheet
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import Said, TimedEvent, event_json, seen_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.course import Ending
from kibitz_scoring.rules.packs import find_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import HandOver, TableEvent
from kibitz_vision.camera.lateness import Lateness
from kibitz_vision.camera.names import lasting_name
from kibitz_vision.camera.shutter.shutter_file import ShutterFile
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.own_data import own_data
from kibitz_vision.watcher import Watcher

Line = Mapping[str, Any]
_MISSING_EVERY_MS = 3000.0
"""Hands over the table let it seem to lack another card twice a second."""


def watch(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    source: Annotated[str, typer.Argument(help="A camera's number, a stream's address, a video or a folder.")],
    rules: Annotated[str, typer.Option(help="A game, such as kaboo, or a rule pack in a TOML file.")],
    players: Annotated[str, typer.Option(help="Names clockwise from the near side's right, such as Ann,Ben.")] = "",
    acts: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What people said or pressed, as JSON Lines.")
    ] = None,
    clips: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Cut clips of snaps, questions, disputes and the reveal.")
    ] = None,
    camera: Annotated[
        str | None,
        typer.Option(metavar="CAMERA", help="The camera that a film was taken with, for its clips."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of what camera-check found (default: your data folder)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON Lines, for other programs.")] = False,
    taught: TaughtOption = None,
    decks: DecksOption = None,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
    hold_light: Annotated[bool, typer.Option(help="Hold a camera's exposure and white balance.")] = True,
) -> None:
    """Watch a round: what is seen on the table, what it means in the game, and the score sheet at its end.

    A recording is read as fast as it can be; a camera is watched until Ctrl+C, which gives the sheet so far. Times are
    ms from the first frame, in --acts too. Faces that are not open at the table are not told.

    Example: kibitz watch evening.mp4 --rules kaboo --players Ann,Ben,Cleo --acts acts.jsonl --json
    """
    pack = find_pack(rules)
    start = first_state(pack, names_of(players, pack))
    said = Said() if acts is None else read_acts(acts, start.players)
    contest = Contest(pauses=said.pauses)
    stop = Event()
    lateness = Lateness()
    frames = watched_frames(
        source, lambda sentence: typer.echo(sentence, err=True), stop, lateness, hold_light=hold_light
    )
    printer = Printer(start, as_json)
    with ExitStack() as held:
        with ThreadPoolExecutor(max_workers=1) as thread, stopped_by_ctrl_c(stop):
            # A recording waits for every look, so that it is told alike each time.
            beside = None if is_recording(source) else thread
            standard = load_pipeline(weights, threads=1 if beside else 2)
            pipeline, _ = with_taught(standard, taught or pack.deck.taught, decks)
            watcher = Watcher(pipeline, pack, start.players, thread=beside)
            following = Following.begin(watcher, start, said.acts, contest=contest)
            # A camera does not wait until a clip is judged.
            judge = None if beside else lambda clip: judge_clip(clip, pipeline).lines
            taker = None
            if clips:
                shutter = ShutterFile(data or own_data()).of(lasting_name(camera or source))
                taker = ClipTaker(ClipShelf(clips), start, said.acts, hashes(weights), judge, contest, shutter)
                held.callback(taker.close)
            for frame in frames:
                watcher.keep_up(lateness)
                printer.tell(following.take(frame))
                printer.tell_missing(watcher.missing, frame.captured_ns / 1e6)
                if taker is not None:
                    taker.take(frame, following)
        printer.tell_end(*following.end())
        if taker is not None:
            taker.end(following)
            typer.echo(f"{len(taker.names)} clips are in {clips}.", err=True)


@contextmanager
def stopped_by_ctrl_c(stop: Event) -> Iterator[None]:
    """Ctrl+C ends the watching between two frames; pressed again it ends the program."""

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def names_of(text: str, pack: RulePack) -> tuple[PlayerId, ...]:
    """Players from names with commas between; `InputError` where they are missing and their number is not certain."""
    if text:
        return tuple(PlayerId(name.strip()) for name in text.split(","))
    if pack.min_players == pack.max_players:
        return tuple(PlayerId(f"Player {seat + 1}") for seat in range(pack.min_players))
    raise InputError(
        f"--players is missing: {pack.name} is for {pack.min_players} to {pack.max_players} players; expected their "
        "names, clockwise from the near side's right, as in Ann,Ben."
    )


@dataclass(slots=True, eq=False)
class Printer:
    """Prints news as they come; it plays the game along, to know which faces everybody may see.

    `told` are the game's events so far as everybody may know them.
    """

    state: RoundState
    as_json: bool
    told: list[TimedEvent] = field(default_factory=list)
    missing: tuple[str, float] = ("", float("-inf"))

    def tell(self, news: News) -> None:
        """Print what has become known."""
        for event in news.seen:
            # Every reach of every hand would drown what was done.
            if self.as_json or not isinstance(event, HandOver):
                self._say(seen_json(event), _seen_words(event))
        for timed in self._public(news.done):
            line = event_json(timed, self.state.players)
            self._say(line, f"{_clock(timed.at.end_ms)}    {line['event']}")
        for question in news.questions:
            self._say({"type": "question", "text": question}, f"         ? {question}")

    def tell_missing(self, missing: str, now_ms: float) -> None:
        """Say beside the news what is missing of a deal for the places to be found, now and then and only once each."""
        said, at_ms = self.missing
        if missing not in ("", said) and now_ms - at_ms >= _MISSING_EVERY_MS:
            typer.echo(f"Looking for the places: {missing}", err=True)
            self.missing = missing, now_ms

    def tell_end(self, news: News, ending: Ending) -> None:
        """Print the last of it and the score sheet, or why there is none."""
        self.tell(news)
        if ending.tally is None:
            self._say({"type": "tally", "error": ending.reason}, f"No score sheet: {ending.reason}")
        else:
            self._say({"type": "tally", **answer_json(None, ending.tally)}, "\n".join(sheet(ending.tally)))

    def _public(self, done: tuple[TimedEvent, ...]) -> Iterator[TimedEvent]:
        for timed in done:
            public = TimedEvent(timed.at, public_event(self.state, timed.event))
            self.told.append(public)
            yield public
            self.state = apply(self.state, timed.event)

    def _say(self, line: Line, words: str) -> None:
        typer.echo(json.dumps(line) if self.as_json else words)


def _clock(time_ms: float) -> str:
    minutes, seconds = divmod(time_ms / 1000, 60)
    return f"{minutes:2.0f}:{seconds:05.2f}"


def _seen_words(event: TableEvent) -> str:
    line = seen_json(event)
    words = [str(line["type"]).replace("_", " ")]
    words += [f"{name} {line[key]}" for key, name in (("place", "at"), ("origin", "from")) if line.get(key)]
    if line.get("face") not in (None, "?"):
        words.append(str(line["face"]))
    by = max(event.seen.by, key=lambda named: named[1], default=None)
    return f"{_clock(event.seen.at.end_ms)}  {' '.join(words)}{f', {by[0]}' if by else ''}"
