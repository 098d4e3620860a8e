"""What swings of white balance and exposure cost: the hard films that have them, and the same films without.

`make measure-swings` takes the first rounds and races of `make measure-video` at the same commit whose tables swing,
and films and watches each once more with the swings alone left out. What was watched there is not watched again; what
is watched here is in `build/video`, too, and goes on where it was stopped. Figures go to docs/measured/swings.json and
into docs/watching.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.figures_file import git, write_figures  # noqa: E402
from tests.benchmarks.sources import filming_code, watching_code  # noqa: E402

from kibitz_datasets.films.trouble_kinds import TroubleKind  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.measuring.measure import Part, Shot, measure, measuring_seed, races, rounds  # noqa: E402
from kibitz_models.watching.measuring.result import RoundResult, figures  # noqa: E402

_MOST_LOOKED_THROUGH = 1000


def main() -> None:
    """Measure what is asked, rounds first, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="rounds whose tables swing")
    parser.add_argument("--races", type=int, default=60, help="races whose tables swing")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    asked = parser.parse_args()
    commit = git("rev-parse", "HEAD")
    swung = {
        "rounds": _swinging(rounds(_MOST_LOOKED_THROUGH, measuring_seed(commit, Part.ROUNDS)), asked.rounds),
        "races": _swinging(races(_MOST_LOOKED_THROUGH, measuring_seed(commit, Part.RACES)), asked.races),
    }
    folder = REPOSITORY / "build" / "video"
    watched, films = folder / watching_code(), folder / "films" / filming_code()
    found: dict[str, dict[str, Any]] = {}
    for part, shots in swung.items():
        steady = [_steadied(shot) for shot in shots]
        found[part] = {
            "with": _row(part, list(measure(shots, watched, films, asked.workers))),
            "without": _row(part, list(measure(steady, watched / "steady", films / "steady", asked.workers))),
        }
    write_figures("swings.json", {"hands": hands_told(), **found})


def _swinging(shots: Sequence[Shot], wanted: int) -> list[Shot]:
    """The first films whose tables swing."""
    return list(islice(filter(_swings, shots), wanted))


def _swings(shot: Shot) -> bool:
    return TroubleKind.SWING in shot.config.kinds


def _steadied(shot: Shot) -> Shot:
    """The same film under a light that does not swing."""
    return replace(shot, config=replace(shot.config, kinds=shot.config.kinds - {TroubleKind.SWING}))


def _row(part: str, results: Sequence[RoundResult]) -> dict[str, Any]:
    found = figures(results)
    verdicts = found["snaps"]["verdicts"]
    row = {"films": len(results), "events": found["events"]["all"]}
    if part == "rounds":
        return row | {"sheet_exact": found["sheet_exact"]}
    return row | {"verdicts": {order: verdicts[order] for order in ("right", "wrong", "too_close", "unseen")}}


if __name__ == "__main__":
    main()
