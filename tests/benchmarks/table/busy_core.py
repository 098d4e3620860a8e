"""Rounds that a camera shows while another program keeps one core busy: is the reveal scored, is a firm verdict wrong?

`make measure-busy` films a few short rounds, and plays each at the page's own desk as a camera shows it: nothing waits
for whoever looks. Two cores are there, and on one of them a program does nothing but reckon. A robot answers what is
asked, and counts when the cards have lain face up for a while. Figures go to docs/measured/busy-core.json and into
docs/watching.md.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.evening.evening_desk import Answered, Robot, begun_ns  # noqa: E402
from tests.benchmarks.figures_file import git, read_figures, write_figures  # noqa: E402
from tests.benchmarks.measured_page import table_row, write_measured  # noqa: E402
from tests.benchmarks.trust.witness import NEAR_MS  # noqa: E402

from kibitz_datasets.films.simulate import SimulationConfig, simulate  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.measuring.measure import measuring_seed, on_a_hard_table  # noqa: E402
from kibitz_models.watching.measuring.result import is_exact  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_scoring.game.events import Snapped, Verdict  # noqa: E402
from kibitz_scoring.game.round_state import Phase  # noqa: E402
from kibitz_scoring.notation.tables import parse_table  # noqa: E402
from kibitz_scoring.referee.races import Race  # noqa: E402
from kibitz_scoring.rules.packs import load_pack  # noqa: E402
from kibitz_server.desk import Desk, open_desk  # noqa: E402
from kibitz_server.journal.entries import GameStarted  # noqa: E402
from kibitz_server.settings import Settings  # noqa: E402
from kibitz_vision.camera.process.capture import Grabbed  # noqa: E402
from kibitz_vision.camera.process.process_source import ProcessSource, SourceKind  # noqa: E402
from kibitz_vision.camera.video import read_video  # noqa: E402

_CORES = 2
_DOCS = REPOSITORY / "docs"
_SECONDS = 30.0
_LIES_S = 90.0
"""So long the camera goes on to show the table after the film: who is late looks at it by then."""
_COUNTED_AFTER_MS = 8_000.0
"""After so long with all cards face up people press "Count now"."""
_PACKS = ("kaboo", "cambio", "scambodia")


@dataclass(slots=True, eq=False)
class Seen:
    """What a desk said meanwhile: whether it was late, and the races as they stood last, before anybody ruled."""

    was_late: bool = False
    races: dict[tuple[str, ...], Race] = field(default_factory=dict)

    def look(self, desk: Desk) -> None:
        """Look at the desk once."""
        self.was_late = self.was_late or "too slow" in desk.watch.sentence
        for race in desk.live.play.races if desk.live.play else ():
            if not race.ruled:
                self.races[race.acts] = race


def main() -> None:
    """Film, play, and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="rounds of at most half a minute")
    rounds = parser.parse_args().rounds
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:_CORES]))
    seed = measuring_seed(git("rev-parse", "HEAD"), "busy")
    load = os.getloadavg()[0]
    played = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            film = _film(Path(folder) / f"film-{number}", seed + number, _PACKS[number % len(_PACKS)])
            with busy_core():
                played.append(asyncio.run(_play(film, Path(folder) / f"desk-{number}")))
            print(played[-1], flush=True)
    write_figures(
        "busy-core.json",
        {"load_before": round(load, 1), "seed": seed, "hands": hands_told(), "rounds": played},
        quietly=True,
    )
    figures = read_figures("busy-core.json")
    write_measured(_DOCS / "watching.md", lines(figures), "busy")


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The table of docs/watching.md."""
    played = figures["rounds"]
    firm, wrong = sum(one["firm"] for one in played), sum(one["wrong"] for one in played)
    yield f"| {len(played)} rounds on {_CORES} cores, one of them taken | |"
    yield "| --- | --- |"
    yield table_row("scored at the reveal", str(sum(one["scored"] for one in played)))
    yield table_row("of these exact", str(sum(one["exact"] for one in played)))
    yield table_row("the page said that it is too slow", str(sum(one["was_late"] for one in played)))
    yield table_row("firm verdicts on snaps, of them wrong", f"{firm}, {wrong}")
    yield ""
    yield (
        f"{_tables(figures)}Measured on {figures['date']} at commit {figures['commit'][:10]} (seeds from "
        f"{figures['seed']} on, load of {figures['load_before']} before)."
    )


def _tables(figures: dict[str, Any]) -> str:
    """What tables they were, which figures of before hard ones do not say."""
    return f"On hard tables with {figures['hands']} hands. " if "hands" in figures else ""


def _film(folder: Path, seed: int, pack: str) -> FilmedRound:
    config = SimulationConfig(load_pack(pack), 3, seed, size=(960, 540), troubles=0.0, seconds=_SECONDS)
    simulate(on_a_hard_table(config), folder)
    return read_filmed(folder)


@contextmanager
def busy_core() -> Iterator[None]:
    """Another program that takes the last of the cores for itself, as far as it can."""
    core = sorted(os.sched_getaffinity(0))[-1]
    program = multiprocessing.get_context("spawn").Process(target=reckon, args=(core,), daemon=True)
    program.start()
    try:
        yield
    finally:
        program.terminate()
        program.join()


def reckon(core: int) -> None:
    """Sort numbers on one core for ever."""
    os.sched_setaffinity(0, {core})
    numbers = np.random.default_rng(0).random(200_000)
    while True:
        np.sort(numbers)


def grab_as_a_camera(path: Path) -> Iterator[Grabbed]:
    """Frames of a film when their time has come, then the table as it lies, with some noise."""
    start_ns = time.monotonic_ns()
    rng, image, at_ns, step_ns = np.random.default_rng(0), None, 0, 33_000_000
    for frame in read_video(path):
        image, at_ns = frame.image, frame.captured_ns
        yield _in_time(image, start_ns + at_ns)
    assert image is not None
    for _ in range(round(_LIES_S * 1e9 / step_ns)):
        at_ns += step_ns
        noise = rng.integers(-2, 3, image.shape, np.int16)
        yield _in_time(np.clip(image + noise, 0, 255).astype(np.uint8), start_ns + at_ns)


def _in_time(image: np.ndarray[Any, np.dtype[np.uint8]], captured_ns: int) -> Grabbed:
    time.sleep(max(0.0, (captured_ns - time.monotonic_ns()) / 1e9))
    return image, captured_ns


async def _play(film: FilmedRound, data: Path) -> dict[str, Any]:
    def as_a_camera(text: str, *, hold_light: bool = True) -> ProcessSource:  # noqa: ARG001 - its light is what it is
        return ProcessSource(SourceKind(text, partial(grab_as_a_camera, Path(text)), lasting=True))

    desk = open_desk(Settings(data))
    try:
        await asyncio.to_thread(desk.worker.pipeline)
        await asyncio.to_thread(lambda: desk.worker.watching)
        start = parse_table(film.start, film.pack, film.players)
        desk.live.record(GameStarted(film.pack, film.pack.content_hash, film.players))
        with patch("kibitz_server.watching.cameras.camera.open_source", as_a_camera):
            desk.camera.open(str(film.video))
        desk.watch.begin(start.players[start.dealer], is_dealt=start.phase is not Phase.SETUP)
        start_ms = await begun_ns(desk) / 1e6
        seen = Seen()
        desk.live.watch(seen, lambda: seen.look(desk))
        lasts_ms = film.done[-1].at.end_ms + _COUNTED_AFTER_MS
        robot = Robot(desk, film, start_ms, Answered.AT_ONCE, lasts_ms)
        await robot.play()
        return _outcome(film, robot, seen, start_ms)
    finally:
        desk.close()


def _outcome(film: FilmedRound, robot: Robot, seen: Seen, start_ms: float) -> dict[str, Any]:
    firm = [race for race in seen.races.values() if not race.is_open]
    wrong = sum(_is_wrong(film, race, start_ms) for race in firm)
    played = robot.played
    return {
        "film": f"{film.pack.id} {film.seed}",
        "scored": played.sheet is not None,
        "exact": film.sheet is not None and is_exact(film.sheet, played.sheet),
        "was_late": seen.was_late,
        "firm": len(firm),
        "wrong": wrong,
        "mended": played.mended,
        "asked": len(played.asked),
        "problem": played.problem,
    }


def _is_wrong(film: FilmedRound, race: Race, start_ms: float) -> bool:
    """Whether somebody has a snap by a verdict who truly has it not."""
    for attempt in race.attempts:
        if attempt.snapped.verdict is not Verdict.CORRECT:
            continue
        true = [
            timed.event.verdict
            for timed in film.done
            if isinstance(timed.event, Snapped)
            and timed.event.player == attempt.player
            and abs(timed.at.end_ms + start_ms - race.at_ms) < NEAR_MS
        ]
        if Verdict.CORRECT not in true:
            return True
    return False


if __name__ == "__main__":
    main()
