"""Filming rounds and races one after the other, watching each, and keeping the films and what was seen of each."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import cv2

from kibitz_datasets.films.races import AS_AT_HOME, perform_race
from kibitz_datasets.films.simulate import SimulationConfig, perform, write_film
from kibitz_datasets.films.trouble_kinds import TroubleKind, drawn_kinds
from kibitz_datasets.films.truth import Performance
from kibitz_datasets.pool import Split
from kibitz_datasets.scenes.hands.hand_photos import hands_folder
from kibitz_models.watching.measuring.races import Order
from kibitz_models.watching.measuring.result import RoundResult, figures, result_of
from kibitz_models.watching.measuring.truth import read_filmed
from kibitz_models.watching.measuring.watch_film import watch_film
from kibitz_models.watching.measuring.watched import read_watched, write_watched
from kibitz_models.weights import load_pipeline
from kibitz_scoring.rules.choices import SnapWhose
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_vision.reading.pipeline import Pipeline

T = TypeVar("T")
MEASURING = 2**32
"""Seeds from here on are for measuring only, those below it for development."""
_WATCHED = "watched.jsonl"
_PLAYERS = (2, 3, 4, 5, 6)
_COUNTING_S = 6.0
"""So long the cards of a round lie face up for people to count them: at a real table hardly less."""


class Part(StrEnum):
    """A part of a measurement, with seeds and figures of its own."""

    ROUNDS = "rounds"
    RACES = "races"
    OTHERS = "others"
    TROUBLED = "troubled"


_FOLDERS = {Part.ROUNDS: "round", Part.RACES: "race", Part.OTHERS: "others", Part.TROUBLED: "troubled"}
"""What the folders of a part's films are called, before the first hyphen."""


def measuring_seed(commit: str, part: str) -> int:
    """The first seed of a part: nobody knows it, and so can tune anything to it, before the commit is made."""
    return MEASURING + int(hashlib.sha256(f"{commit}{part}".encode()).hexdigest()[:8], 16)


@dataclass(frozen=True, slots=True)
class Shot:
    """One film to be made: a round, or a race of so many players for cards of their own, or for anybody's."""

    config: SimulationConfig
    racers: int | None = None
    others: bool = False

    @property
    def part(self) -> Part:
        """Which part of a measurement it belongs to."""
        if self.racers is None:
            return Part.ROUNDS
        if self.config.trouble is not None:
            return Part.TROUBLED
        return Part.OTHERS if self.others else Part.RACES

    @property
    def name(self) -> str:
        """What its folder is called."""
        return f"{_FOLDERS[self.part]}-{self.config.seed}-{self.config.pack.id}-{self.config.players}"

    def performance(self) -> Performance:
        """What is to be filmed."""
        if self.racers is None:
            return perform(self.config)
        return perform_race(self.config, self.racers, others=self.others)


def rounds(count: int, first_seed: int, split: Split = Split.MEASURE) -> list[Shot]:
    """Rounds of all packs in turn, each with 2 to 6 players in turn as far as the pack has them, to the last count."""
    shots = []
    for number in range(count):
        pack = load_pack(pack_ids()[number % len(pack_ids())])
        tables = [players for players in _PLAYERS if pack.min_players <= players <= pack.max_players]
        players = tables[number // len(pack_ids()) % len(tables)]
        config = SimulationConfig(pack, players, first_seed + number, counting_s=_COUNTING_S, split=split)
        shots.append(Shot(on_a_hard_table(config)))
    return shots


def on_a_hard_table(config: SimulationConfig) -> SimulationConfig:
    """With the troubles of a real table, drawn from the seed, and photographs of hands where there are any."""
    return replace(config, kinds=drawn_kinds(config.seed), hands=hands_folder())


def races(
    count: int,
    first_seed: int,
    split: Split = Split.MEASURE,
    *,
    others: bool = False,
    trouble: Sequence[TroubleKind] = (),
) -> list[Shot]:
    """Races of 3 s in the packs with snapping in turn; of two players, in every fourth of three.

    For cards of their own, or for anybody's (`others`) in the packs that have that. As much goes wrong in a second as
    in a round; where kinds of `trouble` are given, one of them in turn comes near the first contact of each race.
    """
    packs = [pack for pack in map(load_pack, pack_ids()) if pack.snap.enabled]
    packs = [pack for pack in packs if not others or pack.snap.whose is SnapWhose.ANY]
    shots = []
    for number in range(count):
        pack, players = packs[number % len(packs)], 4 + number // len(packs) % 3
        config = on_a_hard_table(SimulationConfig(pack, players, first_seed + number, troubles=AS_AT_HOME, split=split))
        if trouble:
            config = replace(config, trouble=trouble[number % len(trouble)])
        shots.append(Shot(config, 3 if number % 4 == 3 else 2, others))
    return shots


def measure(shots: Sequence[Shot], folder: Path, films: Path, workers: int) -> Iterator[RoundResult]:
    """The result of every film, those first that were watched before; can be interrupted and called again.

    What is seen is kept in `folder`, the films themselves in `films`, where they are taken from another time.
    """
    seen = [shot for shot in shots if (folder / shot.name / _WATCHED).is_file()]
    yield from (_kept(folder / shot.name) for shot in seen)
    missing = [shot for shot in shots if shot not in seen]
    yield from map(_kept, each(partial(_watch, folder=folder, films=films), missing, workers))


def film(shots: Sequence[Shot], films: Path, workers: int) -> Iterator[Path]:
    """The folder of every film, made where it is not there yet; can be interrupted and called again."""
    yield from each(partial(film_shot, films=films), shots, workers)


def each(make: Callable[[Shot], T], shots: Sequence[Shot], workers: int) -> Iterator[T]:
    """What is made of each film, as it is done, in so many processes."""
    # Fresh processes: a fork of one whose libraries run threads can hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        jobs = [executor.submit(make, shot) for shot in shots]
        try:
            for job in as_completed(jobs):
                yield job.result()
        finally:
            executor.shutdown(cancel_futures=True)


def film_shot(shot: Shot, films: Path) -> Path:
    """The folder of a film, made where it is not there yet."""
    made = films / shot.name
    if made.is_dir():
        return made
    with tempfile.TemporaryDirectory(dir=_folder(films)) as scratch:
        whole = Path(scratch) / shot.name
        write_film(shot.config, shot.performance(), whole)
        return whole.rename(made)


def _watch(shot: Shot, folder: Path, films: Path) -> Path:
    """Watch a film, and keep what was seen with everything but the video."""
    cv2.setNumThreads(1)
    filmed = read_filmed(film_shot(shot, films))
    watched = watch_film(filmed, shipped_pipeline())
    kept = _folder(folder / shot.name)
    for path in filmed.folder.iterdir():
        if path != filmed.video:
            shutil.copyfile(path, kept / path.name)
    write_watched(watched, filmed.players, kept / _WATCHED)
    return kept


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


@cache
def shipped_pipeline() -> Pipeline:
    """The shipped models, loaded once in each process."""
    return load_pipeline()


def _kept(folder: Path) -> RoundResult:
    film = read_filmed(folder)
    return result_of(film, read_watched(folder / _WATCHED, film.players))


def results_json(results: Sequence[RoundResult]) -> dict[str, Any]:
    """Figures over rounds, by pack and number of players, and over all sorts of races, and what went wrong."""
    parts = {part: [one for one in results if one.name.startswith(f"{_FOLDERS[part]}-")] for part in Part}
    groups: dict[str, list[RoundResult]] = {}
    played = parts.pop(Part.ROUNDS)
    for result in sorted(played, key=lambda result: result.name):
        _, _, pack, players = result.name.split("-")
        groups.setdefault(pack, []).append(result)
        groups.setdefault(f"{players} players", []).append(result)
    rounds_found = figures(played) | {
        "by_group": {name: _short(group) for name, group in sorted(groups.items())},
        "sheets_not_exact": sorted(result.name for result in played if not result.sheet_exact),
    }
    races_found = {part.value: figures(raced) | {"wrong": _wrong(raced)} for part, raced in parts.items()}
    return {Part.ROUNDS.value: rounds_found} | races_found


def _wrong(raced: Iterable[RoundResult]) -> list[str]:
    """The films of which the order of a race is told or ruled wrongly."""
    return sorted(one.name for one in raced if any(Order.WRONG in (race.order, race.verdict) for race in one.races))


def _short(group: Sequence[RoundResult]) -> dict[str, Any]:
    found = figures(group)
    return {"films": found["films"], "sheet_exact": found["sheet_exact"], "f1": found["events"]["all"]["f1"]}
