"""A part of a made-up film, watched at a running desk: its camera shows the film, and the truth says what was seen."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from kibitz_datasets.films.demo_round import places_of
from kibitz_datasets.films.simulate import SimulationConfig, film_of, frames, perform
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval, TableEvent
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid, TableSeen, TimePassed
from kibitz_vision.detections import Image

from ..films import write_film
from ..server.simulated_rounds import entries_of
from .conftest import WAIT_S, ServedDesk

_FPS = 30
_RACE = SimulationConfig(
    load_pack("kaboo"), 3, 278, size=(960, 540), troubles=0.0, seconds=25.0, oblique=False, kinds=frozenset()
)
_RACE_FROM_MS, _RACE_TO_MS, RACE_MS = 14_300.0, 18_400.0, 16_950.0
"""Two cards come to the pile at 16.3 s, one a picture after the other."""
SETTLES_MS = 9000.0
"""After so long nothing is waited for any more."""


@dataclass(frozen=True)
class FilmedPart:
    """The film of a time of a round, and the times of its pictures in the round."""

    config: SimulationConfig
    performance: Performance
    video: Path
    times_ms: tuple[float, ...]
    pictures: tuple[Image, ...]

    def at(self, seen: TableEvent, shown_ms: list[float]) -> TableEvent:
        """What was seen as the film shows it, whose pictures were taken at these times at the table."""
        after = [number for number, at_ms in enumerate(self.times_ms) if at_ms >= seen.seen.at.end_ms]
        if not after or not after[0]:
            by_ms = shown_ms[0] - self.times_ms[0]
            at = Interval(seen.seen.at.start_ms + by_ms, seen.seen.at.end_ms + by_ms)
        else:
            at = Interval(shown_ms[after[0] - 1], shown_ms[after[0]])
        return replace(seen, seen=replace(seen.seen, at=at))


def film_part(config: SimulationConfig, from_ms: float, to_ms: float, folder: Path, every: int = 1) -> FilmedPart:
    """Film a round from one time to another, as every so many pictures show it."""
    performance = perform(config)
    film, webcam = film_of(config, performance)
    clock = performance.stage.clock
    times = tuple(at_ms for at_ms in clock.times_ms if from_ms <= at_ms <= to_ms)[::every]
    shot = frames(film, webcam, replace(clock, times_ms=times), to_ms)
    pictures = tuple(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420) for _, planes in shot)
    video = write_film(folder / "part.mp4", pictures, fps=_FPS // every)
    return FilmedPart(config, performance, video, times, pictures)


def film_race(folder: Path) -> FilmedPart:
    """Film a close race of two."""
    return film_part(_RACE, _RACE_FROM_MS, _RACE_TO_MS, folder)


def watch_part(served: ServedDesk, part: FilmedPart, until_ms: float) -> None:
    """Show the film to the camera, and put in what was seen and said of the round up to a time of it."""
    desk, performance, pack = served.desk, part.performance, part.config.pack
    served.do(lambda: desk.camera.open(str(part.video)))
    served.do(lambda: desk.watch.confirm(places_of(part.config, performance)))
    served.do(lambda: desk.live.record(GameStarted(pack, pack.content_hash, performance.start.players)))
    shown_ms = played_ms(served, len(part.times_ms))
    by_ms = shown_ms[0] - part.times_ms[0]
    for entry, _ in entries_of(performance):
        told = entry
        if isinstance(entry, TableSeen):
            (seen,) = entry.events
            if seen.seen.at.end_ms > until_ms:
                break
            told = TableSeen((part.at(seen, shown_ms),))
        elif isinstance(entry, ActSaid):
            told = replace(entry, at_ms=entry.at_ms + by_ms)
        served.do(lambda told=told: desk.live.record(told))
    served.do(lambda: desk.live.record(TimePassed(until_ms + by_ms + SETTLES_MS)))


def played_ms(served: ServedDesk, count: int) -> list[float]:
    """When each picture of the film was taken, once all were."""
    source = served.desk.camera.source
    assert source is not None
    deadline = time.monotonic() + WAIT_S
    while len(source.kept()) < count and time.monotonic() < deadline:
        source.latest()
        time.sleep(0.05)
    return [one.captured_ns / 1e6 for one in source.kept()]
