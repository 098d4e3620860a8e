"""How often what is stated of a contact holds the truth: `make measure-coverage ARGS="FOLDER..."`.

The folders are those in which `make measure-video` keeps what it has seen (`build/video/...`): races of new seeds, with
the troubles of a table, rolling shutters and hands among them. Each contact is taken as clips state it of a camera that
nobody measured, and by the frames' times alone. Figures go to docs/measured/contact-coverage.json and into
docs/clip-times.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.clips.clips_page import write_page
from tests.benchmarks.figures_file import write_figures

from kibitz_datasets.films.trouble_kinds import TroubleKind, drawn_kinds
from kibitz_models.watching.measuring.coverage import Coverage, as_stated, coverage_figures, coverage_of, joined
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_models.watching.measuring.watched import read_watched
from kibitz_vision.camera.shutter.shutter import ASSUMED

Found = list[tuple[FilmedRound, Coverage]]


def _found(folders: Iterable[Path]) -> Found:
    """What was stated of each film that was watched."""
    films = []
    for path in sorted(path for folder in folders for path in folder.glob("*/watched.jsonl")):
        film = read_filmed(path.parent)
        films.append((film, coverage_of(film, read_watched(path, film.players))))
    return films


def _is_rolling(film: FilmedRound) -> bool:
    return TroubleKind.ROLLING in drawn_kinds(film.seed)


_GROUPS: dict[str, Callable[[FilmedRound], bool]] = {
    "all": lambda _: True,
    "rolling shutter": _is_rolling,
    "no rolling shutter": lambda film: not _is_rolling(film),
    "a trouble near the race": lambda film: film.folder.name.startswith("troubled-"),
    "for anybody's cards": lambda film: film.folder.name.startswith("others-"),
}


def main(arguments: list[str]) -> None:
    """Count, and write the figures."""
    folders = [Path(one) for one in arguments]
    if not folders or not all(folder.is_dir() for folder in folders):
        sys.exit(
            'expected folders that `make measure-video` wrote, as in make measure-coverage ARGS="build/video/1d63"'
        )
    films = _found(folders)
    groups = {}
    for name, belongs in _GROUPS.items():
        by_frames = joined(found for film, found in films if belongs(film))
        stated = coverage_figures(as_stated(by_frames, ASSUMED))
        groups[name] = stated | {"by_frames": coverage_figures(by_frames)["contacts"]}
    figures = {"watched_by": [folder.name for folder in folders], "films": len(films), "groups": groups}
    write_figures("contact-coverage.json", figures)
    write_page()


if __name__ == "__main__":
    main(sys.argv[1:])
