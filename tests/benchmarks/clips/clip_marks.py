"""Whether the marks of clips are within a frame, and what they state is true: `make measure-marks`.

Snap races with all troubles of a table, photographed hands among them where `KIBITZ_HANDS` names a folder of such, are
filmed and watched, and real clips are cut of them, as `kibitz watch --clips` does. Each clip is read back from its
file, and the frames that it marks and the times that it states are held against what truly happened. Half of the races
are for cards of one's own, a quarter for anybody's, and a quarter with a knock, a flicker or missing frames near them.
Seeds are derived from the commit (`sha256(commit + part)`); it goes on where it was stopped, at another commit with
`--commit`. Clips with a mark that is farther off stay in `build/marks`. Figures go to docs/measured/clip-marks.json and
into docs/clip-times.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

import cv2
from pydantic import TypeAdapter
from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.clips.clips_page import write_page  # noqa: E402
from tests.benchmarks.figures_file import git, write_figures  # noqa: E402
from tests.benchmarks.sources import filming_code, watching_code  # noqa: E402

from kibitz_datasets.films.trouble_kinds import SUDDEN  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.clip_taking import ClipTaker  # noqa: E402
from kibitz_models.watching.following import Following  # noqa: E402
from kibitz_models.watching.measuring.clip_marks import MarkedRace, mark_figures, marked_races  # noqa: E402
from kibitz_models.watching.measuring.measure import (  # noqa: E402
    Part,
    Shot,
    each,
    film_shot,
    measuring_seed,
    races,
    shipped_pipeline,
)
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_models.weights import hashes  # noqa: E402
from kibitz_scoring.notation.tables import parse_table  # noqa: E402
from kibitz_vision.clips.shelf import ClipShelf  # noqa: E402
from kibitz_vision.watcher import Watcher  # noqa: E402

_BUILD = REPOSITORY / "build" / "marks"
_MARKED = "marked.json"
_races = TypeAdapter(list[MarkedRace])


def main() -> None:
    """Film, watch, cut and compare what is asked, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes, one for each core")
    parser.add_argument("--commit", default=git("rev-parse", "HEAD"), help="the commit that the seeds come from")
    asked = parser.parse_args()
    shots = _shots(asked.races, asked.commit)
    kept = _BUILD / watching_code()
    take = partial(_taken, kept=kept, films=REPOSITORY / "build" / "video" / "films" / filming_code())
    console = Console(stderr=True)
    for _ in track(each(take, shots, asked.workers), "Cutting", len(shots), console=console):
        pass
    found = {shot: _races.validate_json((kept / shot.name / _MARKED).read_bytes()) for shot in shots}
    figures = {
        "seeds_from": asked.commit,
        "hands": hands_told(),
        "all": mark_figures([*chain(*found.values())]),
        **{
            part.value: mark_figures([one for shot in shots if shot.part is part for one in found[shot]])
            for part in (Part.RACES, Part.OTHERS, Part.TROUBLED)
        },
        "farther_off": sorted(shot.name for shot in shots if any(map(_is_off, found[shot]))),
    }
    write_figures("clip-marks.json", figures)
    write_page()


def _shots(count: int, commit: str) -> Sequence[Shot]:
    """Races of all sorts in turn, so that a part of them has some of each."""
    quarter = count // 4
    parts = (
        races(count - 2 * quarter, measuring_seed(commit, "marks")),
        races(quarter, measuring_seed(commit, "marks others"), others=True),
        races(quarter, measuring_seed(commit, "marks troubled"), trouble=SUDDEN),
    )
    return [shot for row in zip_longest(*parts) for shot in row if shot is not None]


def _taken(shot: Shot, kept: Path, films: Path) -> Path:
    """What the clips of a race mark, written beside those that are wrong."""
    cv2.setNumThreads(1)
    folder = kept / shot.name
    if not (folder / _MARKED).is_file():
        film = read_filmed(film_shot(shot, films))
        shutil.rmtree(folder, ignore_errors=True)
        shelf = _cut(film, folder)
        marked = marked_races(film, (shelf.clip(one.name) for one in shelf.clips()))
        if not any(map(_is_off, marked)):
            shelf.remove([one.name for one in shelf.clips()])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MARKED).write_text(json.dumps([asdict(one) for one in marked]), encoding="utf-8")
    return folder


def _cut(film: FilmedRound, folder: Path) -> ClipShelf:
    """The clips of a film, as `kibitz watch --clips` cuts them."""
    start = parse_table(film.start, film.pack, film.players)
    following = Following.begin(Watcher(shipped_pipeline(), film.pack, film.players), start, film.acts)
    with closing(ClipTaker(ClipShelf(folder), start, film.acts, hashes(), None)) as taker:
        for frame in film.frames():
            following.take(frame)
            taker.take(frame, following)
        following.end()
        taker.end(following)
    return taker.shelf


def _is_off(race: MarkedRace) -> bool:
    return any(abs(mark.frames_late) > 1 for mark in race.marks)


if __name__ == "__main__":
    main()
