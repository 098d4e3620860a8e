"""All drills, one after the other: `make drill` writes docs/measured/drills.json and its part of docs/reliability.md.

`make drill ARGS="damage --times 300"` makes one of them, so many times in all. Each goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, cast

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))
from tests.benchmarks.figures_file import git, read_figures, write_figures  # noqa: E402
from tests.benchmarks.measured_page import write_measured  # noqa: E402
from tests.benchmarks.trust import drills  # noqa: E402

BLOCK = "drills"
FIGURES = "drills.json"
_PAGE = _REPOSITORY / "docs" / "reliability.md"
_WORK = _REPOSITORY / "build" / "drills"


class Drill(Protocol):
    """A module of `drills`."""

    TITLE: str
    TIMES: int

    def run(self, work: Path, times: int) -> dict[str, Any]:
        """Make it so many times in all."""

    def sentence(self, figures: Mapping[str, Any]) -> str:
        """Its figures in words."""


def all_drills() -> dict[str, Drill]:
    """The drills by their names."""
    names = sorted(module.name for module in pkgutil.iter_modules(drills.__path__))
    return {name: cast(Drill, importlib.import_module(f"{drills.__name__}.{name}")) for name in names}


def lines(made: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A line for each drill that was made, from its figures."""
    for name, drill in all_drills().items():
        if name in made:
            figures = made[name]
            verdict = f"**failed {len(figures['failed'])} times**" if figures["failed"] else "passed"
            yield (
                f"- {drill.TITLE} ({verdict}): {drill.sentence(figures)}. {figures['times']} of {drill.TIMES}, "
                f"on {figures['date']} at commit {figures['commit'][:10]}."
            )


def measured() -> dict[str, dict[str, Any]]:
    """The figures of all drills that were made."""
    return dict(read_figures(FIGURES).get("drills", {}))


def main() -> None:
    """Make the drills that the command line names, or all, and write what they came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=f"any of {', '.join(all_drills())}; by default all")
    parser.add_argument("--times", type=int, help="how often in all; by default in full")
    asked = parser.parse_args()
    known = all_drills()
    if strangers := set(asked.drills) - set(known):
        parser.error(f"no drill is called {', '.join(sorted(strangers))}: expected any of {', '.join(known)}")
    for name in asked.drills or known:
        work = _WORK / name
        work.mkdir(parents=True, exist_ok=True)
        figures = known[name].run(work, asked.times or known[name].TIMES)
        head = {"date": datetime.now(UTC).date().isoformat(), "commit": git("rev-parse", "HEAD")}
        write_figures(FIGURES, {"drills": {**measured(), name: {**head, **figures}}}, quietly=True)
        write_measured(_PAGE, lines(measured()), BLOCK)
        print(f"{name}: {known[name].sentence(figures)}", *figures["failed"], sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
