"""What each trouble of the simulator costs: the same rounds and races with it and without any.

`make measure-troubles` films and watches some short rounds and, of troubles that races have, some races, once without
troubles and once with each trouble alone, and with all of a hard table at once. Seeds follow from the commit, and are
the same for all rows. At the same code it goes on where it was stopped; films and what was seen are in
`build/troubles`. Figures go to docs/measured/troubles.json and into docs/watching.md. Photographs of hands have a row
where `KIBITZ_HANDS` names their folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.figures_file import git, write_figures  # noqa: E402
from tests.benchmarks.sources import watching_code  # noqa: E402

from kibitz_datasets.films.simulate import SimulationConfig  # noqa: E402
from kibitz_datasets.films.trouble_kinds import ACTS, USUAL, TroubleKind, drawn_kinds  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_folder  # noqa: E402
from kibitz_models.watching.measuring.measure import MEASURING, Part, Shot, measure, measuring_seed, races  # noqa: E402
from kibitz_models.watching.measuring.result import RoundResult, figures  # noqa: E402
from kibitz_scoring.rules.packs import load_pack  # noqa: E402

_TABLES = (("kaboo", 3), ("cambio", 2))
"""Packs and players of the rounds, in turn."""
_THINKING_S, _SECONDS = 0.3, 20.0
_NONE, _HANDS, _HARD = "none", "hands", "hard"
"""Names of rows beside those of the troubles: no trouble, photographs of hands, and a hard table as it is drawn."""


def main() -> None:
    """Measure row by row, one round of each first, and write the figures on the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="short rounds for each trouble")
    parser.add_argument("--races", type=int, default=4, help="races for each trouble that races have")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--only", default="", help="rows to measure, with commas between (default: all)")
    asked = parser.parse_args()
    names = [name for name in _names() if not asked.only or name in asked.only.split(",")]
    folder = REPOSITORY / "build" / "troubles" / watching_code()
    commit = git("rev-parse", "HEAD")
    for played, raced in ((1, 0), (1, asked.races), (asked.rounds, asked.races)):
        for name in names:
            list(measure(_shots(name, commit, (played, raced)), folder / name, folder / "films" / name, asked.workers))
            _write(folder, commit, (asked.rounds, asked.races))


def _names() -> list[str]:
    kinds = [kind.value for kind in TroubleKind if kind not in USUAL]
    return [_NONE, *([_HANDS] if hands_folder() else []), _HARD, *kinds]


def _shots(name: str, commit: str, counts: tuple[int, int]) -> list[Shot]:
    """Rounds and races with one trouble; the same seeds for each."""
    seed = measuring_seed(commit, Part.ROUNDS)
    tables = [_TABLES[number % len(_TABLES)] for number in range(counts[0])]
    played = [Shot(SimulationConfig(load_pack(pack), count, seed + k)) for k, (pack, count) in enumerate(tables)]
    raced = [] if name in set(ACTS) else races(counts[1], measuring_seed(commit, Part.RACES))
    return [_with(shot, name) for shot in (*played, *raced)]


def _with(shot: Shot, name: str) -> Shot:
    nothing = frozenset[TroubleKind]()
    kinds = {_NONE: nothing, _HANDS: nothing, _HARD: drawn_kinds(shot.config.seed)}
    config = replace(
        shot.config,
        kinds=kinds[name] if name in kinds else frozenset({TroubleKind(name)}),
        hands=hands_folder() if name in {_HANDS, _HARD} else None,
        troubles=shot.config.troubles if name == _HARD else 0.0,
        thinking_s=_THINKING_S,
        seconds=_SECONDS,
    )
    return replace(shot, config=config)


def _write(folder: Path, commit: str, counts: tuple[int, int]) -> None:
    """The figures of all that was watched so far."""
    rows = {name: row for name in _names() if (row := _row(list(_kept(folder / name, _shots(name, commit, counts)))))}
    head = {"rounds": counts[0], "races": counts[1], "from_seed": MEASURING}
    write_figures("troubles.json", {**head, "rows": rows}, quietly=True)


def _kept(folder: Path, shots: Sequence[Shot]) -> Iterator[RoundResult]:
    there = [shot for shot in shots if (folder / shot.name / "watched.jsonl").is_file()]
    yield from measure(there, folder, folder, 1)


def _row(results: Sequence[RoundResult]) -> dict[str, Any]:
    """Rounds and races of one row, with counts; nothing where none was watched."""
    if not results:
        return {}
    played = [one for one in results if one.sheet_exact is not None]
    raced = [one for one in results if one.sheet_exact is None]
    found, snaps = figures(played), figures(results)["snaps"]["verdicts"]
    by_type = {kind: row["f1"] for kind, row in found["events"]["by_type"].items()}
    return {
        "rounds": len(played),
        "races": len(raced),
        "events": found["events"]["all"],
        "f1_by_type": by_type,
        "sheet_exact": found["sheet_exact"],
        "verdicts": {order: snaps[order] for order in ("right", "wrong", "too_close", "unseen")},
    }


if __name__ == "__main__":
    main()
