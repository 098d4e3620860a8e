"""How often what is told of filmed rounds and races is right, beside how confident the watcher says it is.

`make measure-confidence ARGS="--fit FOLDER --check FOLDER"` takes films that were watched, as `make measure-video`
keeps them in `build/video`: each a folder with the truth and what was seen. The records of the fit are those that
`kibitz_vision.decoding.trust` keeps; what they are worth shows on the other films. Figures go to
docs/measured/confidence.json and, with `watching_page.py`, into docs/watching.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402

from kibitz_models.watching.measuring.matching import Matched, match  # noqa: E402
from kibitz_models.watching.measuring.reliability import reliability_json, told_of  # noqa: E402
from kibitz_models.watching.measuring.truth import read_filmed  # noqa: E402
from kibitz_models.watching.measuring.wanted import expectation  # noqa: E402
from kibitz_models.watching.measuring.watched import read_watched  # noqa: E402


def main() -> None:
    """Measure both sets of films and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", type=Path, required=True, help="films that the records of each kind are from")
    parser.add_argument("--check", type=Path, required=True, help="other films, on which confidences are held to them")
    asked = parser.parse_args()
    write_figures("confidence.json", {"fit": _figures(asked.fit), "check": _figures(asked.check)})


def _figures(folder: Path) -> dict[str, Any]:
    films = [path for path in sorted(folder.iterdir()) if (path / "watched.jsonl").is_file()]
    return {"films": len(films), "parts": _parts(films), **reliability_json(told_of(_matched(films)))}


def _parts(films: Iterable[Path]) -> dict[str, int]:
    names = [path.name.partition("-")[0] for path in films]
    return {part: names.count(part) for part in sorted(set(names))}


def _matched(films: Iterable[Path]) -> Iterator[Matched]:
    for path in films:
        film = read_filmed(path)
        yield match(expectation(film.seen), read_watched(path / "watched.jsonl", film.players).events)


if __name__ == "__main__":
    main()
